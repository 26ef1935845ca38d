internal import Dispatch
internal import Glibc

extension Program {
    /// Runs the process's own command line, and ends the process.
    ///
    /// Synchronous up to where the standard streams are safe: an asynchronous main would have opened a descriptor
    /// of Dispatch's in the place of a closed one before its first line.
    package static func main() -> Never {
        StandardStreams.secure()
        Task.detached {
            let status = await runOwnWords()
            // Not exit: all is said and every film is closed, while a driver that did not let go of its device
            // may hold a thread that tidying up would wait for.
            _exit(status.rawValue)
        }
        dispatchMain()
    }

    private static func runOwnWords() async -> ExitStatus {
        let console = Console.standard()
        guard let words = ownWords() else {
            console.report("tandem: error: the command line is not valid UTF-8")
            _ = console.flush()
            return .usage
        }
        let status = await run(words, services: .standard(console: console))
        let failure = console.flush()
        guard failure != 0, status == .done else { return status }
        console.report("tandem: error: standard output cannot be written: \(String(cString: strerror(failure)))")
        _ = console.flush()
        return .inputOutput
    }

    /// The command line without the program's name; `nil` when a word is not valid UTF-8. Swift's own list repairs
    /// such words, and a repaired file name is the name of another file.
    private static func ownWords() -> [String]? {
        var words: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let pointer = CommandLine.unsafeArgv[index], let word = String(validatingCString: pointer) else {
                return nil
            }
            words.append(word)
        }
        return words
    }
}
