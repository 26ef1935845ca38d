import CaptureKit
import CaptureModel
import CaptureTestSupport
import Foundation
import Testing

@Suite("Takes that end at a limit or whose film is disturbed", .serialized, .timeLimit(.minutes(2)))
struct TakeFaultTests {
    private func running(_ pattern: String = "smpte") async throws -> CaptureSession {
        var preset = TestPresets.pictureInPicture()
        preset.sources[0].origin = .test(pattern: pattern)
        let session = try CaptureSession(preset)
        try await session.startRunning()
        return session
    }

    private func wait(for session: CaptureSession, frames: Int) async {
        while await session.statistics().recording?.frames ?? 0 < frames { await Task.yield() }
    }

    @Test("a film never exceeds its largest size, be the picture easy or noise", arguments: ["smpte", "snow"])
    func largestSize(pattern: String) async throws {
        let folder = try TemporaryDirectory()
        let session = try await running(pattern)
        for (name, most) in [("a.mp4", 600_000), ("b.mkv", 500_000), ("c.mp4", 250_000)] {
            let seconds = pattern == "smpte" ? Duration.seconds(3) : nil
            let take = try await session.startRecording(
                to: folder.file(name), options: RecordingOptions(maxDuration: seconds, maxSize: most))
            let result = await take.result()
            #expect(result.bytes <= most, "\(pattern) \(name)")
            #expect(result.successful)
            if pattern == "snow" {
                #expect(result.reason == .maxSize)
                #expect(result.bytes > most / 8)
            }
            try await FilmProbe(folder.file(name)).decodeStrictly()
        }
        await session.stopRunning()
    }

    @Test("a largest size that no film fits into ends the take with its first frame")
    func tinySize() async throws {
        let folder = try TemporaryDirectory()
        let session = try await running()
        let take = try await session.startRecording(
            to: folder.file("a.mp4"), options: RecordingOptions(maxSize: 1000))
        let result = await take.result()
        #expect(result.reason == .maxSize)
        #expect(result.frames >= 1 && result.frames <= 3)
        #expect(await session.state == .ready)
        await session.stopRunning()
    }

    @Test("a disk with less room than the limit refuses the take and keeps the old film")
    func freeDisk() async throws {
        let folder = try TemporaryDirectory()
        try "old".write(toFile: folder.file("a.mp4"), atomically: false, encoding: .utf8)
        let session = try await running()
        for name in ["a.mp4", "b.mp4"] {
            let error = await #expect(throws: CaptureError.self) {
                try await session.startRecording(
                    to: folder.file(name), options: RecordingOptions(overwrite: true, minFreeDisk: .max))
            }
            #expect(error?.code == .belowFreeDiskLimit)
        }
        #expect(await session.state == .ready)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.mp4"])
        #expect(try String(contentsOfFile: folder.file("a.mp4"), encoding: .utf8) == "old")
        await session.stopRunning()
    }

    @Test("a film that is removed or replaced while it is recorded is no success", arguments: [false, true])
    func removed(replaces: Bool) async throws {
        let folder = try TemporaryDirectory()
        let session = try await running()
        try await session.startRecording(to: folder.file("a.mp4"))
        await wait(for: session, frames: 10)
        try FileManager.default.removeItem(atPath: folder.file("a.mp4"))
        if replaces { try "mine".write(toFile: folder.file("a.mp4"), atomically: false, encoding: .utf8) }
        let result = try await session.stopRecording()
        #expect(!result.successful)
        #expect(result.error?.code == .diskFailed)
        #expect(FileManager.default.fileExists(atPath: folder.file("a.mp4")) == replaces)
        if replaces { #expect(try String(contentsOfFile: folder.file("a.mp4"), encoding: .utf8) == "mine") }
        await session.stopRunning()
    }

    @Test("a pipe whose reader no longer reads keeps the stop for no longer than five seconds")
    func stalledPipe() async throws {
        let folder = try TemporaryDirectory()
        #expect(mkfifo(folder.file("pipe.mkv"), 0o600) == 0)
        let reader = open(folder.file("pipe.mkv"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let session = try await running("snow")
        let take = try await session.startRecording(to: folder.file("pipe.mkv"))
        await wait(for: session, frames: 60)
        let clock = ContinuousClock()
        let began = clock.now
        await session.stopRunning()
        #expect(clock.now - began < .seconds(5))
        let result = await take.result()
        #expect(!result.successful)
        #expect(await !session.hasAbandonedDevice)
    }

    @Test("a take that ends by its length while it is being stopped ends once", arguments: 1...3)
    func stopAtTheLimit(round: Int) async throws {
        let folder = try TemporaryDirectory()
        let session = try await running()
        let events = session.events
        let take = try await session.startRecording(
            to: folder.file("a.mp4"), options: RecordingOptions(maxDuration: .milliseconds(500)))
        await wait(for: session, frames: 12 + round)
        _ = try? await session.stopRecording()
        let result = await take.result()
        #expect(result.successful)
        #expect(result.frames <= 15)
        await session.stopRunning()
        var finished = 0
        for await event in events { if case .recordingDidFinish = event.kind { finished += 1 } }
        #expect(finished == 1)
    }

    @Test(
        "a film of any rate has exactly its frames",
        arguments: [Fraction(15), Fraction(25), Fraction(30000, 1001), Fraction(60)])
    func rates(rate: Fraction) async throws {
        let folder = try TemporaryDirectory()
        let session = try CaptureSession(TestPresets.pictureInPicture(frameRate: rate))
        try await session.startRunning()
        for name in ["a.mp4", "a.mkv"] {
            let take = try await session.startRecording(
                to: folder.file(name), options: RecordingOptions(maxDuration: .milliseconds(1001)))
            let result = await take.result()
            let expected = Int(1.001 * rate.value + 0.0001)
            #expect(result.frames + result.dropped == expected)
            let probe = try await FilmProbe(folder.file(name))
            let times = try await probe.frameTimes(of: try #require(probe.video))
            #expect(times.count == result.frames)
            #expect(abs(times.first ?? 1) <= 0.001)
            #expect(result.dropped > 0 || times.gaps.allSatisfy { abs($0 - 1 / rate.value) <= 0.001 }, "\(times.gaps)")
        }
        await session.stopRunning()
    }

    @Test("a film of one frame a second has its frame, though it is a second away")
    func slowRate() async throws {
        let folder = try TemporaryDirectory()
        let session = try CaptureSession(TestPresets.pictureInPicture(frameRate: Fraction(1)))
        try await session.startRunning()
        try await session.startRecording(to: folder.file("a.mp4"))
        let result = try await session.stopRecording()
        #expect(result.successful && result.frames == 1, "\(result)")
        await session.stopRunning()
    }
}
