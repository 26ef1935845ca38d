internal import Glibc
internal import Synchronization

/// The wish to end, from SIGINT, SIGTERM or SIGHUP: the first is told to whoever waits, the second ends the
/// process at once.
///
/// The signal handler does nothing but write the signal's number into a pipe; a thread of its own reads it. So a
/// second signal works however stuck the rest of the program is. (To block the signals and wait for them would not
/// do: the thread on which Dispatch parks the main thread lets every signal through.)
package final class Interrupts: Sendable {
    private struct State {
        var first: Int32?
        var subscribers: [AsyncStream<Int32>.Continuation] = []
    }

    private let state = Mutex(State())

    /// For tests, which `raise` by hand.
    package init() {}

    /// Takes the signals over for this process, once.
    package static func install() -> Interrupts {
        let interrupts = Interrupts()
        var ends: [Int32] = [-1, -1]
        // Without a pipe or a thread the signals end the process as they always do.
        guard pipe(&ends) == 0 else { return interrupts }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let reader = SignalReader(descriptor: ends[0], interrupts: interrupts)
        let argument = Unmanaged.passRetained(reader).toOpaque()
        var thread = pthread_t()
        guard pthread_create(&thread, nil, readSignals, argument) == 0 else {
            Unmanaged<SignalReader>.fromOpaque(argument).release()
            return interrupts
        }
        pthread_detach(thread)
        signalPipe = ends[1]

        handle(with: passSignalOn)
        return interrupts
    }

    /// Until `install`, the first signal ends the process with the status of an interrupt: there is nothing yet that
    /// would have to be finished, and what is waited for may never come.
    package static func endAtFirst() {
        handle(with: endProcess)
    }

    private static func handle(with handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART
        // A SIGINT that is ignored comes from a shell that put the program in the background; whoever sends one
        // later means it.
        sigaction(SIGINT, &action, nil)
        sigaction(SIGTERM, &action, nil)
        // A SIGHUP that is ignored was ignored on purpose (nohup).
        var inherited = sigaction()
        sigaction(SIGHUP, nil, &inherited)
        let before = unsafeBitCast(inherited.__sigaction_handler.sa_handler, to: Int.self)
        if before != unsafeBitCast(SIG_IGN, to: Int.self) { sigaction(SIGHUP, &action, nil) }
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

/// Where the handler writes to. Set once, before the handler is installed.
nonisolated(unsafe) private var signalPipe: Int32 = -1

/// The signal handler: only what is safe in one. At file scope, because it runs on whatever thread is there.
private func passSignalOn(_ signal: Int32) {
    let before = errno
    var number = UInt8(truncatingIfNeeded: signal)
    _ = write(signalPipe, &number, 1)
    errno = before
}

/// The signal handler while nothing is to be finished; at file scope for the same reason.
private func endProcess(_ signal: Int32) { _exit(ExitStatus.interrupted.rawValue) }

private final class SignalReader: Sendable {
    let descriptor: Int32
    let interrupts: Interrupts

    init(descriptor: Int32, interrupts: Interrupts) {
        self.descriptor = descriptor
        self.interrupts = interrupts
    }
}

/// Runs for as long as the process. At file scope, because C calls it on a thread of its own.
private func readSignals(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let reader = Unmanaged<SignalReader>.fromOpaque(argument).takeRetainedValue()
    var first: (signal: Int32, at: ContinuousClock.Instant)?
    while true {
        var number: UInt8 = 0
        let count = read(reader.descriptor, &number, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return nil }
        let signal = Int32(number)
        let now = ContinuousClock.now
        guard let before = first else {
            first = (signal, now)
            reader.interrupts.raise(signal)
            continue
        }
        // A terminal that closes sends SIGHUP twice: by the shell, and by the kernel when the shell has gone.
        if signal == SIGHUP, before.signal == SIGHUP, now - before.at < .seconds(1) { continue }
        _exit(ExitStatus.interrupted.rawValue)
    }
}
