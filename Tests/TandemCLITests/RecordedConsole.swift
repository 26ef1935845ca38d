import Synchronization

@testable import TandemCLI

/// A console whose streams are kept in memory.
final class RecordedConsole: Sendable {
    private let texts = Mutex((output: "", errors: ""))

    func console(showsProgress: Bool = false, columns: Int = 80, failure: Int32 = 0) -> Console {
        Console(
            showsProgress: showsProgress, columns: { columns },
            write: { stream, text in
                self.texts.withLock { texts in
                    if stream == .output { texts.output += text } else { texts.errors += text }
                }
                return failure
            })
    }

    var output: String { texts.withLock { $0.output } }
    var errors: String { texts.withLock { $0.errors } }
    var outputLines: [String] { output.split(separator: "\n").map(String.init) }
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
}
