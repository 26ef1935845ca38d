import CaptureKit
import CaptureModel
import CaptureTestSupport
import Foundation
import Testing

@Suite("Takes of a session on test sources", .serialized)
struct TakeTests {
    /// Frames, times, streams and tags as another program sees them.
    private func expectWholeFilm(_ file: String, frames: Int, sound: Bool = true) async throws {
        let probe = try await FilmProbe(file)
        try await probe.decodeStrictly()
        let video = try #require(probe.video)
        let times = try await probe.frameTimes(of: video)
        #expect(times.count == frames)
        #expect(abs(times.first ?? 1) <= 0.001)
        #expect((times.smallestGap ?? 0) > 0.0323)
        #expect((times.largestGap ?? 1) < 0.0344)
        #expect((probe.audio != nil) == sound)
        if let audio = probe.audio {
            let length = try #require(audio.duration ?? probe.duration)
            #expect(abs(length - Double(frames) / 30) <= 0.05)
        }
    }

    @Test("ten takes in one session start at zero and have their exact length; one to a full disk fails alone")
    func tenTakes() async throws {
        let folder = try TemporaryDirectory()
        let session = try CaptureSession(TestPresets.pictureInPicture())
        try await session.startRunning()
        for number in 1...10 {
            if number == 5 {
                let take = try await session.startRecording(to: "/dev/full", options: RecordingOptions(container: .mp4))
                let result = await take.result()
                #expect(result.reason == .error)
                #expect(!result.successful)
                #expect(result.error?.code == .diskFull)
                #expect(await session.state == .ready)
                continue
            }
            let frames = 15 + number
            let file = folder.file("take \(number).\(number % 2 == 0 ? "mkv" : "mp4")")
            let length = Duration.nanoseconds(frames * 1_000_000_000 / 30 + 1)
            let take = try await session.startRecording(to: file, options: RecordingOptions(maxDuration: length))
            let result = await take.result()
            #expect(result.reason == .maxDuration)
            #expect(result.successful, "\(result)")
            #expect(result.frames == frames)
            #expect(result.dropped == 0)
            #expect(result.bytes == FileManager.default.size(ofItemAt: file))
            try await expectWholeFilm(file, frames: frames)
        }
        let statistics = await session.statistics()
        await session.stopRunning()
        // The stage had no gap: each source's every frame was shown, but for the one that was on its way.
        for source in statistics.sources {
            #expect(source.missing == 0)
            #expect(source.framesIn - source.shown <= 5, "\(source)")
        }
        #expect(await session.state == .stopped)
    }

    @Test("a stop ends the take with the frame of its moment, and the film is whole", arguments: Container.allCases)
    func stop(container: Container) async throws {
        let folder = try TemporaryDirectory()
        let session = try CaptureSession(TestPresets.pictureInPicture())
        try await session.startRunning()
        let file = folder.file("film.\(container.rawValue)")
        var events = session.events.makeAsyncIterator()
        try await session.startRecording(to: file)
        #expect(await session.state == .recording)
        // The film has begun, so that the stop falls into it.
        while let event = await events.next() {
            if case .recordingDidStart = event.kind { break }
        }
        while await session.statistics().recording?.frames ?? 0 < 20 { await Task.yield() }
        let result = try await session.stopRecording()
        #expect(result.reason == .stopped)
        #expect(result.successful)
        #expect(result.dropped == 0)
        #expect(await session.state == .ready)
        try await expectWholeFilm(file, frames: result.frames)
        await session.stopRunning()
    }

    @Test("stopping the session ends a running take well, and the events tell it in order")
    func stopRunning() async throws {
        let folder = try TemporaryDirectory()
        let session = try CaptureSession(TestPresets.pictureInPicture(sound: false))
        let events = session.events
        try await session.startRunning()
        let file = folder.file("film.mp4")
        let take = try await session.startRecording(to: file)
        while await session.statistics().recording?.frames ?? 0 < 20 { await Task.yield() }
        await session.stopRunning()
        let result = await take.result()
        #expect(result.reason == .sessionStopped)
        #expect(result.successful)
        try await expectWholeFilm(file, frames: result.frames, sound: false)
        var names: [String] = []
        for await event in events {
            switch event.kind {
            case .sessionDidStart: names.append("sessionDidStart")
            case .recordingDidStart: names.append("recordingDidStart")
            case .recordingDidFinish: names.append("recordingDidFinish")
            case .sessionDidStop(let reason): names.append("sessionDidStop \(reason)")
            default: names.append("other")
            }
        }
        #expect(names == ["sessionDidStart", "recordingDidStart", "recordingDidFinish", "sessionDidStop stopped"])
    }

    @Test("verbs that do not fit the state are refused and change nothing")
    func wrongStates() async throws {
        let folder = try TemporaryDirectory()
        let session = try CaptureSession(TestPresets.pictureInPicture(sound: false))
        await #expect(throws: CaptureError.self) { try await session.startRecording(to: folder.file("a.mp4")) }
        await #expect(throws: CaptureError.self) { try await session.stopRecording() }
        try await session.startRunning()
        await #expect(throws: CaptureError.self) { try await session.startRunning() }
        await #expect(throws: CaptureError.self) { try await session.stopRecording() }
        #expect(await session.state == .ready)
        try await session.startRecording(to: folder.file("a.mp4"))
        await #expect(throws: CaptureError.self) { try await session.startRecording(to: folder.file("b.mp4")) }
        #expect(await session.state == .recording)
        #expect(!FileManager.default.fileExists(atPath: folder.file("b.mp4")))
        await session.stopRunning()
        await session.stopRunning()
        await #expect(throws: CaptureError.self) { try await session.startRunning() }
        #expect(FileManager.default.fileExists(atPath: folder.file("a.mp4")))
    }
}

extension FileManager {
    /// Bytes.
    func size(ofItemAt path: String) -> Int? {
        (try? attributesOfItem(atPath: path))?[.size] as? Int
    }
}
