internal import Glibc

/// Makes a process safe against standard streams that are closed, before anything else opens a file.
enum StandardStreams {
    /// A stream that was closed when the program began is opened on `/dev/null`: else the next file to be opened,
    /// perhaps the film, would get its number, and reports would be written into it. Writing to a pipe that nobody
    /// reads is an error of that write alone.
    static func secure() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // The lowest free number is the one that is missing.
            _ = open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY)
        }
        signal(SIGPIPE, SIG_IGN)
    }
}
