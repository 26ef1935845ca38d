import Testing

@testable import TandemCLI

@Suite struct OptionTableTests {
    private let everyCommand = [CommandTable.program] + CommandTable.commands

    @Test func everyOptionIsDocumented() {
        for command in everyCommand {
            for option in command.options {
                #expect(option.help.count > 10, "\(command.name) --\(option.name.rawValue)")
                #expect(option.help.first?.isUppercase == true, "\(command.name) --\(option.name.rawValue)")
                #expect(option.help.last != ".", "\(command.name) --\(option.name.rawValue)")
                if option.takesValue { #expect(option.valueName?.isEmpty == false) }
                // A hidden name must be told in words, or nobody finds it.
                for alias in option.aliases { #expect(option.help.contains("--\(alias)")) }
            }
        }
    }

    @Test func namesAreUniqueWithinACommand() {
        for command in everyCommand {
            let long = command.options.flatMap(\.longNames)
            #expect(Set(long).count == long.count, "\(command.name): \(long)")
            let short = command.options.compactMap(\.short)
            #expect(Set(short).count == short.count, "\(command.name): \(short)")
        }
        let names = CommandTable.commands.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func everyNameBelongsToACommandAndEveryCommandHasHelp() {
        let used = Set(everyCommand.flatMap { $0.options.map(\.name) })
        #expect(used == Set(OptionName.allCases))
        for command in everyCommand {
            #expect(command.option(long: "help") != nil, "\(command.name)")
            #expect(command.option(short: "h") != nil, "\(command.name)")
        }
    }

    @Test func oneNameIsWrittenTheSameEverywhere() {
        var known: [OptionName: OptionSpecification] = [:]
        for option in everyCommand.flatMap(\.options) {
            if let other = known[option.name] {
                #expect(other.kind == option.kind && other.short == option.short, "--\(option.name.rawValue)")
            }
            known[option.name] = option
        }
    }

    @Test func helpNamesEveryOptionWithItsText() {
        for command in everyCommand {
            let help = OptionParser.help(for: command)
            for option in command.options {
                #expect(help.contains("--\(option.name.rawValue)"), "\(command.name)")
                #expect(help.contains(option.help), "\(command.name) --\(option.name.rawValue)")
                if let value = option.valueName { #expect(help.contains("--\(option.name.rawValue)=\(value)")) }
            }
            #expect(help.contains(command.summary))
            let title = command.name.isEmpty ? "  tandem [OPTION…] COMMAND" : "  tandem \(command.name) [OPTION…]"
            #expect(help.contains(title))
        }
        let program = OptionParser.help(for: CommandTable.program)
        for command in CommandTable.commands { #expect(program.contains(command.summary)) }
    }

    @Test func helpFitsAWideTerminal() {
        for command in everyCommand {
            for line in OptionParser.help(for: command).split(separator: "\n") {
                #expect(line.count <= 110, "\(command.name): \(line)")
            }
        }
    }
}
