internal import Dispatch
internal import Glibc
internal import Synchronization

/// The two streams that the program speaks on, and the progress line between them.
///
/// Everything is written by one queue, in the order in which it was said; who speaks never waits for a reader. A
/// stream that is closed or has no reader swallows what is said.
package final class Console: Sendable {
    package enum Stream: Sendable, Hashable { case output, errors }

    /// Writes all of a text, blocking if it must; the answer is an `errno`, or 0.
    package typealias Writer = @Sendable (Stream, String) -> Int32

    private struct State {
        var progress: String?
        var outputFailure: Int32 = 0
    }

    /// Whether a progress line may be drawn, on standard error.
    package let showsProgress: Bool
    private let outputIsTerminal: Bool
    private let columnsNow: @Sendable () -> Int
    private let write: Writer
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "tandem.console")

    package init(
        showsProgress: Bool, outputIsTerminal: Bool = false, columns: @escaping @Sendable () -> Int,
        write: @escaping Writer
    ) {
        self.showsProgress = showsProgress
        self.outputIsTerminal = outputIsTerminal
        columnsNow = columns
        self.write = write
    }

    /// The process's own streams. C: `isatty`, and `TERM` for terminals that know no control codes.
    package static func standard() -> Console {
        let term = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        return Console(
            showsProgress: isatty(2) == 1 && term != "dumb", outputIsTerminal: isatty(1) == 1,
            columns: { terminalColumns(of: 2) },
            write: { stream, text in writeAll(text, to: stream == .output ? 1 : 2) })
    }

    /// Characters that fit in one line of the terminal.
    package var columns: Int { columnsNow() }

    /// One or more lines of results for people, without what would steer a terminal.
    package func print(_ text: String) { say(PlainText.lines(text), on: .output) }

    /// One or more lines of results for programs, as they are.
    package func printExactly(_ text: String) { say(text, on: .output) }

    /// A file's path alone on a line: as it is for programs, without what would steer a terminal for people.
    package func print(path: String) { say(outputIsTerminal ? PlainText.line(path) : path, on: .output) }

    /// One line of diagnostics, without what would steer a terminal.
    package func report(_ text: String) { say(PlainText.line(text), on: .errors) }

    /// Draws the progress line anew; `nil` takes it away.
    package func progress(_ line: String?) {
        guard showsProgress else { return }
        queue.async { self.draw(line) }
    }

    /// Waits until all that was said is written. The `errno` of standard output, if it could not be written;
    /// a reader who has gone is no failure.
    package func flush() -> Int32 {
        queue.sync {}
        return state.withLock { $0.outputFailure }
    }

    private func say(_ text: String, on stream: Stream) {
        queue.async {
            let progress = self.state.withLock { $0.progress }
            if progress != nil { self.draw(nil) }
            let failure = self.write(stream, text + "\n")
            if stream == .output, failure != 0, failure != EPIPE, failure != EBADF {
                self.state.withLock { $0.outputFailure = failure }
            }
            if progress != nil { self.draw(progress) }
        }
    }

    /// On the queue.
    private func draw(_ line: String?) {
        let before = state.withLock { state in
            defer { state.progress = line }
            return state.progress
        }
        if line == nil, before == nil { return }
        _ = write(.errors, "\r" + (line ?? "") + "\u{1B}[K")
    }
}

/// C: `TIOCGWINSZ`; 80 where the terminal does not say.
private func terminalColumns(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
}

private func writeAll(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = Glibc.write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno == EAGAIN {
                // Somebody else made the stream non-blocking; it may be shared with them.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}
