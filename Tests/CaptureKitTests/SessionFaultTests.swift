import CaptureKit
import CaptureModel
import CaptureTestSupport
import Foundation
import Testing

/// Sources that never give a frame, that stick in a call for ever, and callers that do things at the wrong moment.
@Suite("A session whose sources or callers misbehave", .serialized, .timeLimit(.minutes(2)))
struct SessionFaultTests {
    static let silent = "videotestsrc is-live=true ! valve drop=true"

    private func preset(_ description: String? = nil) -> Preset {
        var preset = TestPresets.pictureInPicture(sound: false)
        if let description { preset.sources[1].origin = .element(description: description) }
        return preset
    }

    /// A session whose inset gives three frames and then sticks for ever, and the pipe that it sticks in.
    private func stalling(in folder: TemporaryDirectory) throws -> (session: CaptureSession, pipe: Int32) {
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        let pipe = open(folder.file("pipe"), O_RDWR)
        let frames = [UInt8](repeating: 128, count: 3 * 160 * 90 * 3 / 2)
        DispatchQueue.global().async { _ = write(pipe, frames, frames.count) }
        let session = try CaptureSession(
            preset(
                "filesrc location=\"\(folder.file("pipe"))\" blocksize=21600 ! "
                    + "rawvideoparse width=160 height=90 format=i420 framerate=30/1"))
        return (session, pipe)
    }

    private func kinds(_ events: AsyncStream<CaptureEvent>) async -> [CaptureEvent.Kind] {
        var kinds: [CaptureEvent.Kind] = []
        for await event in events { kinds.append(event.kind) }
        return kinds
    }

    /// Expects the start to fail for the inset within its deadline and the closing's.
    private func expectSilentInset(_ session: CaptureSession) async {
        let events = session.events
        let clock = ContinuousClock()
        let began = clock.now
        let error = await #expect(throws: CaptureError.self) { try await session.startRunning() }
        #expect(error?.code == .sourceGaveNoFrame)
        #expect(error?.source == "inset")
        let took = clock.now - began
        #expect(took >= .milliseconds(4900) && took < .milliseconds(8000), "\(took)")
        #expect(await session.state == .failed)
        await session.stopRunning()
        #expect(clock.now - began < .milliseconds(8500))
        let all = await kinds(events)
        #expect(all == [.runtimeError(error!, fatal: true), .sessionDidStop(reason: .error)])
    }

    @Test("a source that never gives a frame fails the start after five seconds, by its name")
    func silentSource() async throws {
        await expectSilentInset(try CaptureSession(preset(SessionFaultTests.silent)))
    }

    @Test("a source that cannot be opened for ever fails the start after five seconds, by its name")
    func stuckOpening() async throws {
        let folder = try TemporaryDirectory()
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        await expectSilentInset(try CaptureSession(preset("filesrc location=\"\(folder.file("pipe"))\" ! jpegdec")))
        // Lets the thread go that waits for the pipe's other end.
        let writer = open(folder.file("pipe"), O_RDWR | O_NONBLOCK)
        close(writer)
    }

    @Test("a source whose thread sticks for ever keeps neither the film nor the stop")
    func stuckSource() async throws {
        let folder = try TemporaryDirectory()
        let (session, pipe) = try stalling(in: folder)
        try await session.startRunning()
        let take = try await session.startRecording(to: folder.file("a.mp4"))
        while await session.statistics().recording?.frames ?? 0 < 15 { await Task.yield() }
        let clock = ContinuousClock()
        let began = clock.now
        await session.stopRunning()
        #expect(clock.now - began < .seconds(5))
        #expect(await session.hasAbandonedDevice)
        let result = await take.result()
        #expect(result.successful && result.reason == .sessionStopped && result.frames >= 15, "\(result)")
        try await FilmProbe(folder.file("a.mp4")).decodeStrictly()
        close(pipe)
    }

    @Test("a source that falls silent is told once, and the session goes on")
    func silenceInTheMiddle() async throws {
        let folder = try TemporaryDirectory()
        let (session, pipe) = try stalling(in: folder)
        let events = session.events
        try await session.startRunning()
        let silence = Task { () -> (CaptureError, Bool, Duration)? in
            for await event in events {
                if case .runtimeError(let error, let fatal) = event.kind { return (error, fatal, event.time) }
            }
            return nil
        }
        let told = try #require(await silence.value)
        #expect(told.0.code == .sourceGaveNoFrame)
        #expect(told.0.source == "inset")
        #expect(!told.1)
        #expect(told.2 >= .seconds(5) && told.2 < .seconds(8), "\(told.2)")
        #expect(await session.state == .ready)
        let main = await session.statistics().sources[0]
        #expect(main.framesIn >= 150 && main.missing == 0)
        await session.stopRunning()
        close(pipe)
    }

    @Test("a stop during the start is no error, whoever asks for it how often")
    func stopDuringStart() async throws {
        let session = try CaptureSession(preset(SessionFaultTests.silent))
        let events = session.events
        async let start: CaptureError? = {
            do {
                try await session.startRunning()
                return nil
            } catch { return error as? CaptureError }
        }()
        while await session.state != .starting { await Task.yield() }
        let clock = ContinuousClock()
        let began = clock.now
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { await session.stopRunning() } }
        }
        #expect(clock.now - began < .seconds(5))
        #expect(await start?.code == .invalidState)
        #expect(await session.state == .stopped)
        #expect(await kinds(events) == [.sessionDidStop(reason: .stopped)])
    }

    @Test("a task that has been cancelled stops a session as well as any other")
    func stopFromCancelledTask() async throws {
        let session = try CaptureSession(preset())
        try await session.startRunning()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            await session.stopRunning()
        }
        task.cancel()
        await task.value
        #expect(await session.state == .stopped)
        #expect(await !session.hasAbandonedDevice)
    }

    @Test("a session that is let go without a stop closes its devices and ends its events")
    func letGo() async throws {
        var session: CaptureSession? = try CaptureSession(preset())
        weak let observed = session
        let events = try #require(session).events
        try await session?.startRunning()
        session = nil
        for await _ in events {}
        #expect(observed == nil)
    }

    @Test("a source whose frames have no times fails alone, and the process lives")
    func noTimes() async throws {
        let folder = try TemporaryDirectory()
        try Data(count: 160 * 90 * 3 / 2).write(to: URL(fileURLWithPath: folder.file("frame.yuv")))
        let session = try CaptureSession(
            preset(
                "multifilesrc location=\"\(folder.file("frame.yuv"))\" "
                    + "caps=\"video/x-raw,format=I420,width=160,height=90,framerate=30/1\" ! identity sleep-time=10000")
        )
        let error = await #expect(throws: CaptureError.self) { try await session.startRunning() }
        #expect(error?.code == .sourceFailed)
        #expect(error?.source == "inset")
        #expect(error?.message.contains("no times") == true)
    }

    @Test("a source's error that comes with its first frames ends the session, and is told")
    func earlyEnd() async throws {
        let session = try CaptureSession(preset("videotestsrc num-buffers=2"))
        let events = session.events
        // Whether the end is seen by the start or after it is a matter of milliseconds.
        do { try await session.startRunning() } catch { #expect(error.code == .sourceEnded) }
        let all = await kinds(events)
        #expect(
            all.contains {
                if case .runtimeError(let error, fatal: true) = $0 { error.code == .sourceEnded } else { false }
            }, "\(all)")
        #expect(await session.state == .failed)
    }

    @Test("a start and a stop of a take and of the session at one moment end well, in any order")
    func everythingAtOnce() async throws {
        let folder = try TemporaryDirectory()
        for round in 0..<4 {
            let session = try CaptureSession(preset())
            try await session.startRunning()
            let file = folder.file("\(round).mp4")
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await session.startRecording(to: file) }
                if round % 2 == 1 {
                    while await session.statistics().recording?.frames ?? 0 < 3 { await Task.yield() }
                }
                group.addTask { _ = try? await session.stopRecording() }
                group.addTask { await session.stopRunning() }
                group.addTask { _ = try? await session.stopRecording() }
                group.addTask { await session.stopRunning() }
            }
            #expect(await session.state == .stopped)
            if FileManager.default.fileExists(atPath: file) { try await FilmProbe(file).decodeStrictly() }
        }
    }
}
