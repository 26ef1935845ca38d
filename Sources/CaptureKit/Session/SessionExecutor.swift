internal import Dispatch

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
    package static func run<Result: Sendable>(
        _ label: String, deadline: Duration, _ body: @escaping @Sendable () -> Result
    ) async -> Result? {
        let (results, continuation) = AsyncStream<Result?>.makeStream(bufferingPolicy: .bufferingOldest(1))
        DispatchQueue(label: label).async { continuation.yield(body()) }
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue.global(qos: .userInitiated))
        timer.schedule(deadline: .now() + .nanoseconds(deadline.wholeNanoseconds))
        timer.setEventHandler { continuation.yield(nil) }
        timer.activate()
        defer { timer.cancel() }
        for await result in results { return result }
        return nil
    }
}

extension Duration {
    /// Whole nanoseconds, cut off.
    package var wholeNanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }

    /// Seconds.
    package var inSeconds: Double { Double(wholeNanoseconds) / 1e9 }
}
