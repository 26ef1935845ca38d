internal import CaptureModel

/// Turns words into a `ParsedCommand` by a command's table, with GLib's option parser.
package enum OptionParser {
    /// - Throws: `UsageError`.
    package static func parse(_ words: [String], command: CommandSpecification) throws -> ParsedCommand {
        let scan = ArgumentScan(words, command: command)
        let context = OptionContext(command)
        do {
            try context.parse(scan.words)
        } catch {
            throw UsageError(command: command.name, message(for: scan.finding, command: command) ?? error.message)
        }
        // GOption takes an empty or missing thing in a few places where the table does not.
        if let message = message(for: scan.finding, command: command) {
            throw UsageError(command: command.name, message)
        }
        let parsed = context.parsed
        if parsed.has(.help) { return parsed }
        try checkRepeats(in: parsed)
        try checkArguments(of: parsed)
        return parsed
    }

    /// The help text of a command, as GOption lays it out.
    package static func help(for command: CommandSpecification) -> String {
        OptionContext(command).help
    }

    private static func message(for finding: ArgumentScan.Finding?, command: CommandSpecification) -> String? {
        switch finding {
        case .unknownOption(let written):
            return "unknown option \(written)" + suggestion(for: written, command: command)
        case .missingValue(let written, let option):
            return "\(written) needs a value: \(written) \(option.valueName ?? "VALUE")"
        case .unwantedValue(let written):
            return "\(written) takes no value"
        case nil:
            return nil
        }
    }

    /// Looks among the command's own options first, then for a command to which the option belongs.
    private static func suggestion(for written: String, command: CommandSpecification) -> String {
        let name = String(written.drop { $0 == "-" })
        if written.hasPrefix("-"), !written.hasPrefix("--"), command.option(long: name) != nil {
            return "; did you mean --\(name)?"
        }
        if let near = Spelling.nearest(to: name, among: command.options.flatMap(\.longNames)) {
            return "; did you mean --\(near)?"
        }
        let owners = CommandTable.commands.filter { $0.name != command.name && $0.option(long: name) != nil }
        if let owner = owners.first { return "; it is an option of `tandem \(owner.name)`" }
        let help = command.name.isEmpty ? "tandem --help" : "tandem \(command.name) --help"
        return "; see `\(help)`"
    }

    private static func checkRepeats(in parsed: ParsedCommand) throws {
        for option in parsed.command.options where !option.isRepeatable {
            let values = parsed.values(option.name)
            guard values.count > 1 else { continue }
            let list = values.map { "`\($0)`" }.joined(separator: ", ")
            throw parsed.usageError("--\(option.name.rawValue) is given more than once: \(list); give it once")
        }
    }

    private static func checkArguments(of parsed: ParsedCommand) throws {
        let range: ClosedRange<Int>
        switch parsed.command.arguments {
        case .none:
            range = 0...0
        case .words(let usage, let count, _):
            range = count
            if parsed.arguments.count < count.lowerBound { throw parsed.usageError("\(usage) is missing") }
        }
        if parsed.arguments.count > range.upperBound {
            throw parsed.usageError("unexpected argument `\(parsed.arguments[range.upperBound])`")
        }
        if let empty = parsed.arguments.firstIndex(of: "") {
            throw parsed.usageError("argument \(empty + 1) is empty")
        }
    }
}
