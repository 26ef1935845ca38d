package import CaptureModel
internal import Synchronization

/// Fans a session's events out: each subscriber has a bounded stream of its own.
///
/// A subscriber that is too slow misses events that are not terminal, and the count is kept; it never holds up
/// the session or another subscriber.
package final class EventHub: Sendable {
    private struct Hub {
        var subscribers: [WeakSubscriber] = []
        var isFinished = false
    }

    private struct WeakSubscriber { weak var subscriber: EventSubscriber? }

    private let hub = Mutex(Hub())

    package init() {}

    /// A new stream from now on; it ends after the session's last event.
    package func subscribe(capacity: Int = 256) -> AsyncStream<CaptureEvent> {
        let subscriber = EventSubscriber(capacity: capacity)
        hub.withLock { hub in
            hub.subscribers.removeAll { $0.subscriber == nil }
            if hub.isFinished {
                subscriber.finish()
            } else {
                hub.subscribers.append(WeakSubscriber(subscriber: subscriber))
            }
        }
        return AsyncStream(unfolding: { await subscriber.next() }, onCancel: { subscriber.finish() })
    }

    package func send(_ event: CaptureEvent) {
        for subscriber in hub.withLock({ $0.subscribers }) { subscriber.subscriber?.offer(event) }
    }

    package func finish() {
        let all = hub.withLock { hub in
            hub.isFinished = true
            return hub.subscribers
        }
        for subscriber in all { subscriber.subscriber?.finish() }
    }
}

/// One subscriber's queue.
final class EventSubscriber: Sendable {
    private struct Queue {
        var events: [CaptureEvent] = []
        /// More than one where a stream is read by several tasks at once.
        var waiters: [CheckedContinuation<CaptureEvent?, Never>] = []
        var isFinished = false
        var missed = 0
    }

    private let capacity: Int
    private let queue = Mutex(Queue())

    init(capacity: Int) { self.capacity = capacity }

    var missed: Int { queue.withLock { $0.missed } }

    func offer(_ event: CaptureEvent) {
        let waiter: CheckedContinuation<CaptureEvent?, Never>? = queue.withLock { queue in
            guard !queue.isFinished else { return nil }
            if !queue.waiters.isEmpty { return queue.waiters.removeFirst() }
            if queue.events.count < capacity || event.isTerminal {
                queue.events.append(event)
            } else {
                queue.missed += 1
            }
            return nil
        }
        waiter?.resume(returning: event)
    }

    func next() async -> CaptureEvent? {
        await withCheckedContinuation { continuation in
            let (ready, event): (Bool, CaptureEvent?) = queue.withLock { queue in
                if !queue.events.isEmpty { return (true, queue.events.removeFirst()) }
                if queue.isFinished { return (true, nil) }
                queue.waiters.append(continuation)
                return (false, nil)
            }
            if ready { continuation.resume(returning: event) }
        }
    }

    func finish() {
        let waiters = queue.withLock { queue in
            queue.isFinished = true
            defer { queue.waiters = [] }
            return queue.waiters
        }
        for waiter in waiters { waiter.resume(returning: nil) }
    }
}
