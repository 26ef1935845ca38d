import Foundation
import Glibc

/// Runs programs for tests: arguments and environment as they are (no shell), standard input from memory, both output
/// streams kept, and a deadline after which the whole process group is killed.
///
/// No thread of the cooperative pool waits: every child has threads of its own. Safe from any thread.
package struct CommandRunner: Sendable {
    /// Where children run; nil is the directory of this process.
    package var directory: String?
    /// Added to, or replacing, the environment of this process.
    package var environment: [String: String]
    /// Names taken out of the environment of this process.
    package var removedEnvironment: Set<String>
    /// How long a child may run before it is killed.
    package var timeout: Duration

    package init(
        directory: String? = nil, environment: [String: String] = [:], removedEnvironment: Set<String> = [],
        timeout: Duration = .seconds(60)
    ) {
        self.directory = directory
        self.environment = environment
        self.removedEnvironment = removedEnvironment
        self.timeout = timeout
    }

    /// Runs `program` (a path, or a name looked for in `PATH`) to its end, however it ends.
    package func run(
        _ program: String, _ arguments: [String] = [], input: [UInt8] = []
    ) async throws -> CommandResult {
        let command = try start(program, arguments, input: input, keepsInputOpen: false)
        return await command.result()
    }

    /// As `run`, but any end other than exit status 0 is thrown with everything that the child said.
    @discardableResult
    package func check(
        _ program: String, _ arguments: [String] = [], input: [UInt8] = []
    ) async throws -> CommandResult {
        let result = try await run(program, arguments, input: input)
        guard result.succeeded else { throw CommandFailure(result: result) }
        return result
    }

    /// Starts `program` and returns at once; for programs that are signalled or watched while they run.
    package func start(
        _ program: String, _ arguments: [String] = [], input: [UInt8] = [], keepsInputOpen: Bool = false
    ) throws -> RunningCommand {
        var merged = ProcessInfo.processInfo.environment
        for name in removedEnvironment { merged[name] = nil }
        merged.merge(environment) { _, new in new }
        return try RunningCommand(
            program: program, arguments: arguments, directory: directory, environment: merged, timeout: timeout,
            input: input, keepsInputOpen: keepsInputOpen)
    }
}

/// How a child ended, and all that it wrote.
package struct CommandResult: Sendable, CustomStringConvertible {
    package var program: String
    package var arguments: [String]
    package var directory: String
    /// The exit status; nil when a signal ended the child.
    package var status: Int32?
    /// The signal that ended the child; nil when it exited.
    package var signal: Int32?
    /// Whether the runner killed the child because its time was over.
    package var timedOut: Bool
    package var standardOutput: [UInt8]
    package var standardError: [UInt8]
    /// From start to end, by the monotonic clock.
    package var wallTime: Duration
    /// User and system time of the child and its own waited-for children.
    package var processorTime: Duration
    /// The largest resident set, in bytes.
    package var peakMemory: Int

    package var succeeded: Bool { status == 0 && !timedOut }
    package var outputText: String { String(decoding: standardOutput, as: UTF8.self) }
    package var errorText: String { String(decoding: standardError, as: UTF8.self) }
    /// The lines of standard output, without an empty last one.
    package var outputLines: [String] { CommandResult.lines(of: outputText) }
    package var errorLines: [String] { CommandResult.lines(of: errorText) }

    package var description: String {
        var ending = status.map { "exit status \($0)" } ?? "signal \(signal ?? 0)"
        if timedOut { ending += ", killed when its time was over" }
        return """
            \(([program] + arguments).map(CommandResult.quoted).joined(separator: " "))
            in \(directory)
            ended with \(ending) after \(wallTime)
            standard output (\(standardOutput.count) bytes):
            \(CommandResult.shortened(outputText))
            standard error (\(standardError.count) bytes):
            \(CommandResult.shortened(errorText))
            """
    }

    private static func lines(of text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    private static func quoted(_ word: String) -> String {
        let plain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_=./:,+@%".contains($0) }
        return plain && !word.isEmpty ? word : "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }

    /// A failure is read by people: the two ends of a long stream say most.
    private static func shortened(_ text: String) -> String {
        guard text.count > 8000 else { return text }
        return "\(text.prefix(4000))\n… \(text.count - 8000) characters left out …\n\(text.suffix(4000))"
    }
}

/// A child that did not do what the test needed.
package struct CommandFailure: Error, CustomStringConvertible {
    package var result: CommandResult
    package var description: String { result.description }
}

/// A program that could not be started, or something else that a system call refused.
package struct CommandStartFailure: Error, CustomStringConvertible {
    package var description: String
}

/// A deadline that passed before a child said what was waited for.
package struct CommandWaitFailure: Error, CustomStringConvertible {
    package var description: String
}
