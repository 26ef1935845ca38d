internal import Glibc
internal import Synchronization

/// The wish to end, from SIGINT, SIGTERM or SIGHUP: the first is told to whoever waits, the second ends the
/// process at once.
///
/// The signals are blocked in every thread and taken by one thread of their own. So nothing runs in a signal
/// handler, and a second signal works however stuck the rest of the program is.
package final class Interrupts: Sendable {
    private struct State {
        var first: Int32?
        var subscribers: [AsyncStream<Int32>.Continuation] = []
    }

    private let state = Mutex(State())

    /// For tests, which `raise` by hand.
    package init() {}

    /// Takes the signals over for this process. To be called once, on the main thread, before there is another
    /// thread: a thread that does not block the signals would end the process.
    package static func install() -> Interrupts {
        let interrupts = Interrupts()
        var taken = sigset_t()
        sigemptyset(&taken)
        sigaddset(&taken, SIGINT)
        sigaddset(&taken, SIGTERM)
        // A SIGHUP that is ignored was ignored on purpose (nohup); a SIGINT that is ignored comes from a shell
        // that put the program in the background, and whoever sends one later means it.
        var inherited = sigaction()
        sigaction(SIGHUP, nil, &inherited)
        if unsafeBitCast(inherited.__sigaction_handler.sa_handler, to: Int.self) != 1 { sigaddset(&taken, SIGHUP) }
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
        pthread_sigmask(SIG_BLOCK, &taken, nil)

        let argument = Unmanaged.passRetained(SignalThread(signals: taken, interrupts: interrupts)).toOpaque()
        var thread = pthread_t()
        if pthread_create(&thread, nil, takeSignals, argument) == 0 {
            pthread_detach(thread)
        } else {
            Unmanaged<SignalThread>.fromOpaque(argument).release()
            // Without the thread the signals end the process as they always do.
            pthread_sigmask(SIG_UNBLOCK, &taken, nil)
        }
        return interrupts
    }

    /// The signal that has come, if one has.
    package var received: Int32? { state.withLock { $0.first } }

    /// Waits for the first signal; `nil` when the waiting task is cancelled before. Any number may wait.
    package func wait() async -> Int32? {
        let stream = AsyncStream<Int32> { continuation in
            state.withLock { state in
                if let first = state.first {
                    continuation.yield(first)
                    continuation.finish()
                } else {
                    state.subscribers.append(continuation)
                }
            }
        }
        for await signal in stream { return signal }
        return nil
    }

    /// Tells the first signal to all who wait; later ones change nothing here.
    package func raise(_ signal: Int32) {
        let subscribers = state.withLock { state -> [AsyncStream<Int32>.Continuation] in
            guard state.first == nil else { return [] }
            state.first = signal
            defer { state.subscribers = [] }
            return state.subscribers
        }
        for subscriber in subscribers {
            subscriber.yield(signal)
            subscriber.finish()
        }
    }
}

private final class SignalThread: Sendable {
    let signals: sigset_t
    let interrupts: Interrupts

    init(signals: sigset_t, interrupts: Interrupts) {
        self.signals = signals
        self.interrupts = interrupts
    }
}

/// Runs for as long as the process. At file scope, because C calls it on a thread of its own.
private func takeSignals(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let thread = Unmanaged<SignalThread>.fromOpaque(argument).takeRetainedValue()
    var signals = thread.signals
    var first: (signal: Int32, at: ContinuousClock.Instant)?
    while true {
        var received: Int32 = 0
        guard sigwait(&signals, &received) == 0 else { continue }
        let now = ContinuousClock.now
        guard let before = first else {
            first = (received, now)
            thread.interrupts.raise(received)
            continue
        }
        // A terminal that closes sends SIGHUP twice: by the shell, and by the kernel when the shell has gone.
        if received == SIGHUP, before.signal == SIGHUP, now - before.at < .seconds(1) { continue }
        _exit(ExitStatus.interrupted.rawValue)
    }
}
