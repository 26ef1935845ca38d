import CaptureKit
import CaptureModel
import Glibc
import Testing

@testable import TandemCLI

@Suite(.timeLimit(.minutes(1))) struct RecordRunTests {
    private let recorded = RecordedConsole()
    private let interrupts = Interrupts()

    private func run(
        _ session: ScriptedSession, _ manner: RecordReporter.Manner = .plain, verbose: Bool = false,
        showsProgress: Bool = false
    ) async throws -> TandemCLI.ExitStatus {
        let console = recorded.console(showsProgress: showsProgress)
        let run = RecordRun(
            session: session, interrupts: interrupts,
            reporter: RecordReporter(console: console, manner: manner, verbose: verbose), console: console,
            showsProgress: showsProgress)
        let status = await run.record(to: "/dev/null") { RecordingOptions() }
        #expect(console.flush() == 0)
        return status
    }

    @Test func aTakeThatALimitEndsIsDone() async throws {
        let session = ScriptedSession(.init(ending: ScriptedSession.result(.maxDuration)))
        #expect(try await run(session) == .done)
        #expect(session.calls == ["startRunning", "startRecording /dev/null", "stopRunning"])
        #expect(recorded.output == "a.mp4\n")
        #expect(
            recorded.errorLines == [
                "recording /dev/null",
                "finished: 10.0 s, 1.2 MB, 300 frames (the duration that was asked for)",
                "main: 301 frames in, 300 shown, 1 late, 2 missing",
            ])
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func anInterruptFinishesTheFilm(signal: Int32) async throws {
        interrupts.raise(signal)
        // Before the start: nothing is opened at all.
        let unused = ScriptedSession()
        #expect(try await run(unused) == .interrupted)
        #expect(unused.calls.isEmpty)

        let later = Interrupts()
        let session = ScriptedSession()
        let console = recorded.console()
        let run = RecordRun(
            session: session, interrupts: later,
            reporter: RecordReporter(console: console, manner: .plain, verbose: false), console: console,
            showsProgress: false)
        async let status = run.record(to: "/dev/null") { RecordingOptions() }
        try await waitUntil { session.calls.contains("startRecording /dev/null") }
        later.raise(signal)
        #expect(await status == .done)
        #expect(
            session.calls == ["startRunning", "startRecording /dev/null", "stopRecording", "stopRunning"])
        _ = console.flush()
        #expect(recorded.output == "a.mp4\n")
    }

    @Test func anInterruptDuringTheStartLeavesNoFilm() async throws {
        let session = ScriptedSession(.init(startsForEver: true))
        async let status = run(session)
        try await waitUntil { session.calls == ["startRunning"] }
        interrupts.raise(SIGINT)
        #expect(try await status == .interrupted)
        #expect(session.calls == ["startRunning", "stopRunning"])
        #expect(recorded.output.isEmpty)
        #expect(recorded.errorLines == ["interrupted before the film began; there is no film"])
    }

    @Test func aTakeThatEndsInTheMomentOfTheInterruptTellsHow() async throws {
        let session = ScriptedSession(
            .init(
                ending: ScriptedSession.result(.maxSize),
                stopError: CaptureError(.invalidState, message: "there is no take")))
        async let status = run(session)
        try await waitUntil { session.calls.contains("startRecording /dev/null") }
        interrupts.raise(SIGTERM)
        #expect(try await status == .done)
        #expect(recorded.errorLines.contains { $0.contains("(the largest size)") })
    }

    @Test func aStartThatFailsIsSaidOnce() async throws {
        let error = CaptureError(
            .deviceBusy, source: "inset", message: "the camera is in use by zoom (pid 812)", remedy: "close it",
            followers: ["streaming\nstopped"])
        let session = ScriptedSession(.init(startError: error))
        #expect(try await run(session) == .unavailable)
        #expect(session.calls == ["startRunning", "stopRunning"])
        #expect(
            recorded.errorLines == [
                "tandem record: error: inset: the camera is in use by zoom (pid 812); close it"
            ])
        #expect(recorded.output.isEmpty)
    }

    @Test func aTakeThatCannotBeginStopsTheSession() async throws {
        let session = ScriptedSession(.init(recordError: CaptureError(.belowFreeDiskLimit, message: "1 MB free")))
        #expect(try await run(session) == .inputOutput)
        #expect(session.calls.last == "stopRunning")
        #expect(recorded.errorLines == ["tandem record: error: 1 MB free"])
    }

    @Test func aSourceThatIsLostBeforeTheFilmIsTheCause() async throws {
        let cause = CaptureError(.deviceRemoved, source: "main", message: "the camera was unplugged")
        let session = ScriptedSession(
            .init(recordError: CaptureError(.invalidState, message: "the session is failed"), lostBeforeFilm: cause))
        #expect(try await run(session) == .unavailable)
        #expect(recorded.errorLines == ["tandem record: error: main: the camera was unplugged"])
    }

    @Test func aLostSourceEndsTheTakeAndIsTold() async throws {
        let error = CaptureError(
            .deviceRemoved, source: "main", message: "the camera was unplugged", followers: ["a\nb"])
        let session = ScriptedSession(.init(ending: ScriptedSession.result(.error, error: error)))
        #expect(try await run(session, verbose: true) == .unavailable)
        #expect(recorded.errorLines.contains("tandem record: error: main: the camera was unplugged"))
        #expect(recorded.errorLines.contains("  then: a b"))
        #expect(recorded.output == "a.mp4\n")
    }

    @Test func jsonIsEveryEventAndNothingElse() async throws {
        let session = ScriptedSession(.init(ending: ScriptedSession.result(.maxDuration)))
        #expect(try await run(session, .json) == .done)
        #expect(recorded.outputLines.allSatisfy { $0.hasPrefix("{\"event\":\"") && $0.hasSuffix("}") })
        #expect(recorded.outputLines.count == 3)
        #expect(recorded.outputLines[0].hasPrefix("{\"event\":\"recordingDidStart\""))
        #expect(recorded.outputLines[1].hasPrefix("{\"event\":\"recordingDidFinish\""))
        #expect(recorded.outputLines[2].hasPrefix("{\"event\":\"sessionDidStop\""))
        #expect(recorded.errors.isEmpty)
    }

    @Test func quietSaysNothingButErrors() async throws {
        #expect(
            try await run(ScriptedSession(.init(ending: ScriptedSession.result(.maxDuration))), .quiet) == .done)
        #expect(recorded.output.isEmpty && recorded.errors.isEmpty)
        let error = CaptureError(.diskFull, message: "the disk is full")
        _ = try await run(ScriptedSession(.init(ending: ScriptedSession.result(.error, error: error))), .quiet)
        #expect(recorded.errors == "tandem record: error: the disk is full\n")
    }

    @Test func theProgressLineIsGoneAtTheEnd() async throws {
        let session = ScriptedSession()
        async let status = run(session, showsProgress: true)
        try await waitUntil { recorded.errors.contains("recording  0:00") }
        interrupts.raise(SIGINT)
        #expect(try await status == .done)
        // What was drawn last is an empty line.
        let lastDrawn = recorded.errors.split(separator: "\r", omittingEmptySubsequences: false).last
        #expect(lastDrawn?.hasPrefix("\u{1B}[K") == true)
    }

    private func waitUntil(_ condition: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while !condition() {
            try #require(ContinuousClock.now < deadline)
            await Task.yield()
        }
    }
}
