internal import CaptureModel
internal import Glibc

extension Program {
    /// Runs the process's own command line, and ends the process.
    package static func main() async -> Never {
        StandardStreams.secure()
        let interrupts = Interrupts.install()
        let console = Console.standard()
        var status: ExitStatus
        if let words = ownWords() {
            status = await run(words, services: .standard(console: console, interrupts: interrupts))
        } else {
            console.report("tandem: error: the command line is not valid UTF-8")
            status = .usage
        }
        let failure = console.flush()
        if failure != 0, status == .done {
            console.report(
                "tandem: error: standard output cannot be written: \(String(cString: strerror(failure)))")
            _ = console.flush()
            status = .inputOutput
        }
        // Not exit: all is said and every film is closed, while a driver that did not let go of its device may
        // hold a thread that tidying up would wait for.
        _exit(status.rawValue)
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
