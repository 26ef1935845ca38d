import Foundation
import Glibc
import Synchronization

/// A child process that is running: it can be signalled, written to, and waited for.
///
/// Two threads serve it: one waits for its end, one moves bytes and keeps the deadline. Safe from any thread.
package final class RunningCommand: Sendable {
    package let processIdentifier: Int32

    private struct State {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var input: [UInt8] = []
        var inputEnds = true
        var isReaped = false
        var waitStatus: Int32 = 0
        var usage = rusage()
        var result: CommandResult?
        var waiters: [CheckedContinuation<CommandResult, Never>] = []
    }

    private static let spawnLock = NSLock()
    private let state: Mutex<State>
    private let template: CommandResult
    private let started = ContinuousClock.now
    private let deadline: ContinuousClock.Instant
    private let descriptors: Descriptors

    /// The parent's ends of the child's streams, and a pipe that wakes the moving thread.
    private struct Descriptors {
        var input: Int32
        var output: Int32
        var errors: Int32
        var wakeReader: Int32
        var wakeWriter: Int32
    }

    init(
        program: String, arguments: [String], directory: String?, environment: [String: String], timeout: Duration,
        input: [UInt8], keepsInputOpen: Bool
    ) throws {
        // pipe2 is not imported, so a pipe is inheritable for a moment: no other child may start in that moment.
        let spawning = RunningCommand.spawnLock
        spawning.lock()
        defer { spawning.unlock() }
        let childInput = try RunningCommand.makePipe()
        let childOutput = try RunningCommand.makePipe()
        let childErrors = try RunningCommand.makePipe()
        let wake = try RunningCommand.makePipe()

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, childInput.reader, 0)
        posix_spawn_file_actions_adddup2(&actions, childOutput.writer, 1)
        posix_spawn_file_actions_adddup2(&actions, childErrors.writer, 2)

        // A group of its own, so that a deadline takes the grandchildren too; signals as a shell would hand them over.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXFSZ] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        // posix_spawn itself cannot change the directory through Swift's view of glibc; env(1) execs, so the pid is right.
        let words = (directory.map { ["env", "-C", $0] } ?? []) + [program] + arguments
        var argumentPointers = words.map { strdup($0) } + [nil]
        var environmentPointers = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
        var child: pid_t = 0
        let failure = posix_spawnp(&child, words[0], &actions, &attributes, &argumentPointers, &environmentPointers)
        for descriptor in [childInput.reader, childOutput.writer, childErrors.writer] { close(descriptor) }
        guard failure == 0 else {
            for descriptor in [childInput.writer, childOutput.reader, childErrors.reader, wake.reader, wake.writer] {
                close(descriptor)
            }
            let place = directory ?? FileManager.default.currentDirectoryPath
            throw CommandStartFailure(
                description: "cannot start \(program) in \(place): \(String(cString: strerror(failure)))")
        }
        processIdentifier = child
        for descriptor in [childInput.writer, childOutput.reader, childErrors.reader] {
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        }
        descriptors = Descriptors(
            input: childInput.writer, output: childOutput.reader, errors: childErrors.reader,
            wakeReader: wake.reader, wakeWriter: wake.writer)
        deadline = started + timeout
        template = CommandResult(
            program: program, arguments: arguments,
            directory: directory ?? FileManager.default.currentDirectoryPath,
            status: nil, signal: nil, timedOut: false, standardOutput: [], standardError: [], wallTime: .zero,
            processorTime: .zero, peakMemory: 0)
        state = Mutex(State(input: input, inputEnds: !keepsInputOpen))
        Thread.detachNewThread { self.waitForEnd() }
        Thread.detachNewThread { self.moveBytes() }
    }

    /// All of standard output so far.
    package var outputSoFar: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }
    /// All of standard error so far.
    package var errorsSoFar: String { state.withLock { String(decoding: $0.errors, as: UTF8.self) } }
    package var isRunning: Bool { state.withLock { !$0.isReaped } }

    /// Sends `signal` to the child itself; false when it has already ended.
    @discardableResult
    package func send(signal: Int32) -> Bool {
        // Under the lock the identifier cannot be somebody else's: the child is only reaped under it.
        state.withLock { $0.isReaped ? false : kill(processIdentifier, signal) == 0 }
    }

    /// Adds to what the child reads from standard input; only for a child whose input was kept open.
    package func write(_ text: String) {
        state.withLock { $0.input += Array(text.utf8) }
        wakeMover()
    }

    /// Lets the child see the end of its standard input.
    package func closeInput() {
        state.withLock { $0.inputEnds = true }
        wakeMover()
    }

    /// Waits until the child has ended, however it ends.
    package func result() async -> CommandResult {
        await withCheckedContinuation { continuation in
            let finished: CommandResult? = state.withLock {
                if $0.result == nil { $0.waiters.append(continuation) }
                return $0.result
            }
            if let finished { continuation.resume(returning: finished) }
        }
    }

    /// Waits until `condition` holds for standard output and standard error; throws when the child ends or the time is
    /// over before it does.
    package func waitUntil(
        _ what: String, within timeout: Duration = .seconds(20),
        _ condition: @Sendable (_ output: String, _ errors: String) -> Bool
    ) async throws {
        let end = ContinuousClock.now + timeout
        while true {
            let finished = state.withLock { $0.result }
            if condition(outputSoFar, errorsSoFar) { return }
            if let finished {
                throw CommandWaitFailure(description: "the child ended before: \(what)\n\(finished)")
            }
            guard ContinuousClock.now < end else {
                throw CommandWaitFailure(
                    description: """
                        not within \(timeout): \(what)
                        \(template.program) \(template.arguments.joined(separator: " ")) in \(template.directory)
                        standard output:\n\(outputSoFar)\nstandard error:\n\(errorsSoFar)
                        """)
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func wakeMover() {
        state.withLock {
            guard $0.result == nil else { return }
            var byte: UInt8 = 1
            _ = Glibc.write(descriptors.wakeWriter, &byte, 1)
        }
    }

    private func waitForEnd() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        state.withLock {
            var status: Int32 = 0
            var usage = rusage()
            while wait4(processIdentifier, &status, 0, &usage) == -1, errno == EINTR {}
            $0.waitStatus = status
            $0.usage = usage
            $0.isReaped = true
        }
        wakeMover()
    }

    /// Feeds input, gathers both outputs, and keeps the deadline, until the child has ended and its streams are empty.
    private func moveBytes() {
        // A child that does not read its input must cost this thread an EPIPE, not the test process its life.
        var pipeSignal = sigset_t()
        sigemptyset(&pipeSignal)
        sigaddset(&pipeSignal, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipeSignal, nil)

        var inputIsOpen = true
        var openOutputs: Set<Int32> = [descriptors.output, descriptors.errors]
        var timedOut = false
        var drainDeadline: ContinuousClock.Instant?
        while true {
            let now = ContinuousClock.now
            let ended = state.withLock { $0.isReaped }
            if ended {
                // A grandchild may hold the streams open; what it says later is nobody's.
                let drain = drainDeadline ?? now + .milliseconds(300)
                drainDeadline = drain
                if openOutputs.isEmpty || now >= drain { break }
            } else if !timedOut, now >= deadline {
                timedOut = true
                state.withLock { if !$0.isReaped { kill(-processIdentifier, SIGKILL) } }
            }
            if inputIsOpen { inputIsOpen = feedInput() }
            let hasInput = state.withLock { !$0.input.isEmpty }

            var polled = openOutputs.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            polled.append(pollfd(fd: descriptors.wakeReader, events: Int16(POLLIN), revents: 0))
            if inputIsOpen, hasInput {
                polled.append(pollfd(fd: descriptors.input, events: Int16(POLLOUT), revents: 0))
            }
            let end = drainDeadline ?? (timedOut ? now + .milliseconds(100) : deadline)
            let left = max(0, min(60_000, Int64((end - now) / .milliseconds(1)) + 1))
            poll(&polled, nfds_t(polled.count), Int32(left))
            for entry in polled where entry.revents != 0 {
                if entry.fd == descriptors.wakeReader { _ = readSome(from: entry.fd) }
                if openOutputs.contains(entry.fd), !gather(from: entry.fd) { openOutputs.remove(entry.fd) }
            }
        }
        finish(inputIsOpen: inputIsOpen, timedOut: timedOut)
    }

    private func finish(inputIsOpen: Bool, timedOut: Bool) {
        if inputIsOpen { close(descriptors.input) }
        close(descriptors.output)
        close(descriptors.errors)
        let (result, waiters) = state.withLock { state in
            close(descriptors.wakeReader)
            close(descriptors.wakeWriter)
            var result = template
            let status = state.waitStatus
            if status & 0x7f == 0 { result.status = (status >> 8) & 0xff } else { result.signal = status & 0x7f }
            result.timedOut = timedOut
            result.standardOutput = state.output
            result.standardError = state.errors
            result.wallTime = ContinuousClock.now - started
            result.processorTime = [state.usage.ru_utime, state.usage.ru_stime].reduce(.zero) {
                $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec)
            }
            result.peakMemory = state.usage.ru_maxrss * 1024
            state.result = result
            let waiters = state.waiters
            state.waiters = []
            return (result, waiters)
        }
        for waiter in waiters { waiter.resume(returning: result) }
    }

    /// False when the input is finished and closed.
    private func feedInput() -> Bool {
        let isOpen: Bool = state.withLock { state in
            while !state.input.isEmpty {
                let written = Glibc.write(descriptors.input, state.input, state.input.count)
                if written > 0 {
                    state.input.removeFirst(written)
                } else if errno != EINTR {
                    return errno == EAGAIN
                }
            }
            return !state.inputEnds
        }
        if !isOpen { close(descriptors.input) }
        return isOpen
    }

    /// False at the end of the stream.
    private func gather(from descriptor: Int32) -> Bool {
        guard let bytes = readSome(from: descriptor) else { return true }
        state.withLock {
            if descriptor == descriptors.output { $0.output += bytes } else { $0.errors += bytes }
        }
        return !bytes.isEmpty
    }

    /// Nil when nothing is there yet, empty at the end of the stream.
    private func readSome(from descriptor: Int32) -> [UInt8]? {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
            let got = read(descriptor, buffer.baseAddress, 65536)
            failed = got < 0 && (errno == EAGAIN || errno == EINTR)
            count = max(0, got)
        }
        return failed ? nil : bytes
    }

    private static func makePipe() throws -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw CommandStartFailure(description: "cannot make a pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
