internal import Dispatch
internal import Synchronization

/// Runs a session's jobs one after another on a dispatch queue of its own.
///
/// State changes of a graph may block on a driver; here they hold up neither the cooperative pool nor the main
/// actor. (A `DispatchSerialQueue`, which would serve as an executor by itself, does not exist on Linux.)
package final class SessionExecutor: SerialExecutor {
    private let queue: DispatchQueue

    package init(label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// A call that may block for ever, on a thread of its own, waited for no longer than a deadline.
package enum BoundedCall {
    /// The call's result, or `nil` when the deadline passed first; the call then goes on by itself.
    ///
    /// A task that has been cancelled waits like any other: closing a device matters most then.
    package static func run<Result: Sendable>(
        _ label: String, deadline: Duration, _ body: @escaping @Sendable () -> Result
    ) async -> Result? {
        await run(on: DispatchQueue(label: label), deadline: deadline, body)
    }

    /// The same on a queue, after what it has been given before.
    static func run<Result: Sendable>(
        on queue: DispatchQueue, deadline: Duration, _ body: @escaping @Sendable () -> Result
    ) async -> Result? {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue.global(qos: .userInitiated))
        defer { timer.cancel() }
        return await withCheckedContinuation { (continuation: CheckedContinuation<Result?, Never>) in
            let answer = FirstAnswer(continuation)
            timer.schedule(deadline: .now() + .nanoseconds(deadline.wholeNanoseconds))
            timer.setEventHandler { answer.give(nil) }
            timer.activate()
            queue.async { answer.give(body()) }
        }
    }
}

/// Resumes a continuation with the first of several answers.
private final class FirstAnswer<Result: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Result?, Never>?>

    init(_ continuation: CheckedContinuation<Result?, Never>) { self.continuation = Mutex(continuation) }

    func give(_ result: Result?) {
        let waiting = continuation.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.resume(returning: result)
    }
}

extension Duration {
    /// Whole nanoseconds, cut off; the most that there is room for (292 years) for what is longer.
    package var wholeNanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000))
    }

    /// Seconds.
    package var inSeconds: Double { Double(wholeNanoseconds) / 1e9 }
}
