internal import CaptureModel
internal import Glibc

/// The program: words in, an exit status out.
package enum Program {
    package static let version = "0.1.0"

    /// Chooses the command and runs it. Everything is said through the services' console.
    package static func run(_ words: [String], services: Services) async -> ExitStatus {
        var command = ""
        do {
            let program = try splitAtCommand(words)
            let parsed = try OptionParser.parse(program.before, command: CommandTable.program)
            if parsed.has(.help) { return show(CommandTable.program, services) }
            if parsed.has(.version) {
                services.console.print("tandem \(version)")
                return .done
            }
            guard let specification = program.command else {
                let names = CommandTable.commands.map(\.name).joined(separator: ", ")
                throw UsageError(command: "", "a command is missing: \(names); see `tandem --help`")
            }
            command = specification.name
            return try await run(OptionParser.parse(program.after, command: specification), services: services)
        } catch {
            let report = ExitReport(error, command: command)
            report.lines.forEach(services.console.report)
            return report.status
        }
    }

    private static func run(_ parsed: ParsedCommand, services: Services) async throws -> ExitStatus {
        if parsed.has(.help) { return show(parsed.command, services) }
        switch parsed.command.name {
        case "record": return try await RecordCommand.run(parsed, services: services)
        case "devices": return DevicesCommand.run(parsed, services: services)
        case "presets": return try PresetsCommand.run(parsed, services: services)
        case "check": return CheckCommand.run(parsed, services: services)
        case "help":
            guard let word = parsed.arguments.first else { return show(CommandTable.program, services) }
            return show(try command(named: word), services)
        default:
            throw CaptureError(.internal, message: "the command \(parsed.command.name) is in no one's hands")
        }
    }

    /// The program's own options stand before the command's name.
    private static func splitAtCommand(
        _ words: [String]
    ) throws -> (before: [String], command: CommandSpecification?, after: [String]) {
        guard let index = words.firstIndex(where: { !$0.hasPrefix("-") || $0 == "-" }) else {
            return (words, nil, [])
        }
        let before = Array(words[..<index])
        // What is wrong before the command is wrong whatever the command is.
        if !before.isEmpty { return (before, try? command(named: words[index]), Array(words[(index + 1)...])) }
        return ([], try command(named: words[index]), Array(words[(index + 1)...]))
    }

    private static func command(named word: String) throws -> CommandSpecification {
        if let command = CommandTable.command(word) { return command }
        let names = CommandTable.commands.map(\.name)
        let near = Spelling.nearest(to: word, among: names).map { "; did you mean \($0)?" }
        throw UsageError(
            command: "", "unknown command `\(word)`" + (near ?? "; commands are \(names.joined(separator: ", "))"))
    }

    private static func show(_ command: CommandSpecification, _ services: Services) -> ExitStatus {
        var text = OptionParser.help(for: command)
        while text.last == "\n" { text.removeLast() }
        services.console.print(text)
        return .done
    }
}
