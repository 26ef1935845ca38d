import CaptureKit
import CaptureModel
import Synchronization

@testable import TandemCLI

/// A session that opens nothing and does what a test tells it to.
final class ScriptedSession: RecordingSession {
    struct Script: Sendable {
        /// Thrown by the start; the start never ends by itself when `startsForEver`.
        var startError: CaptureError?
        var startsForEver = false
        var recordError: CaptureError?
        /// Told as fatal before a take is asked for.
        var lostBeforeFilm: CaptureError?
        /// `nil`: the take goes on until it is stopped.
        var ending: TakeResult?
        /// Thrown by `stopRecording`; the take then ends with `ending`.
        var stopError: CaptureError?
    }

    struct Film: FilmInProgress {
        let file: String
        let end: Latch<TakeResult>

        func result() async -> TakeResult { await end.value() }
    }

    private let script: Script
    private let eventStream: AsyncStream<CaptureEvent>
    private let eventContinuation: AsyncStream<CaptureEvent>.Continuation
    private let end = Latch<TakeResult>()
    private let started = Latch<Bool>()
    private let callsMade = Mutex<[String]>([])

    init(_ script: Script = Script()) {
        self.script = script
        (eventStream, eventContinuation) = AsyncStream<CaptureEvent>.makeStream()
    }

    var calls: [String] { callsMade.withLock { $0 } }
    var events: AsyncStream<CaptureEvent> { eventStream }

    func send(_ kind: CaptureEvent.Kind) {
        eventContinuation.yield(
            CaptureEvent(time: .seconds(1), wallClock: WallClock(seconds: 0, nanoseconds: 0), kind: kind))
    }

    static func result(_ reason: TakeResult.Reason, error: CaptureError? = nil) -> TakeResult {
        TakeResult(
            file: "a.mp4", reason: reason, successful: true, duration: .seconds(10), bytes: 1_234_567, frames: 300,
            sources: [SourceStatistics(name: "main", framesIn: 301, shown: 300, late: 1, missing: 2)], error: error)
    }

    func startRunning() async throws(CaptureError) {
        note("startRunning")
        if script.startsForEver { _ = await started.value() }
        if let error = script.startError {
            send(.runtimeError(error, fatal: true))
            throw error
        }
    }

    func startRecording(to file: String, options: RecordingOptions) async throws(CaptureError) -> Film {
        note("startRecording \(file)")
        if let error = script.lostBeforeFilm { send(.runtimeError(error, fatal: true)) }
        if let error = script.recordError { throw error }
        send(.recordingDidStart(file: file))
        if let ending = script.ending, script.stopError == nil { finish(ending) }
        return Film(file: file, end: end)
    }

    func stopRecording() async throws(CaptureError) -> TakeResult {
        note("stopRecording")
        if let error = script.stopError {
            if let ending = script.ending { finish(ending) }
            throw error
        }
        let result = ScriptedSession.result(.stopped)
        finish(result)
        return result
    }

    func stopRunning() async {
        note("stopRunning")
        started.open(false)
        send(.sessionDidStop(reason: .stopped))
        eventContinuation.finish()
    }

    func statistics() async -> SessionStatistics {
        SessionStatistics(state: .recording, time: .zero, sources: [], recording: nil)
    }

    private func finish(_ result: TakeResult) {
        if let error = result.error { send(.runtimeError(error, fatal: true)) }
        send(.recordingDidFinish(result))
        end.open(result)
    }

    private func note(_ call: String) { callsMade.withLock { $0.append(call) } }
}

/// A value that is waited for until it is there.
final class Latch<Value: Sendable>: Sendable {
    private let state = Mutex<(value: Value?, waiters: [CheckedContinuation<Value, Never>])>((nil, []))

    func open(_ value: Value) {
        let waiters = state.withLock { state -> [CheckedContinuation<Value, Never>] in
            guard state.value == nil else { return [] }
            state.value = value
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }

    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let value: Value? = state.withLock { state in
                if state.value == nil { state.waiters.append(continuation) }
                return state.value
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
