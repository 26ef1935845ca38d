/// What a command line says, after its table: checked for form, not yet for meaning.
package struct ParsedCommand: Sendable, Hashable {
    package var command: CommandSpecification
    package var arguments: [String]
    private var flags: Set<OptionName>
    private var values: [OptionName: [String]]

    package init(
        command: CommandSpecification, arguments: [String], flags: Set<OptionName>, values: [OptionName: [String]]
    ) {
        self.command = command
        self.arguments = arguments
        self.flags = flags
        self.values = values
    }

    package func has(_ name: OptionName) -> Bool { flags.contains(name) }
    package func value(_ name: OptionName) -> String? { values[name]?.last }
    package func values(_ name: OptionName) -> [String] { values[name] ?? [] }

    package func usageError(_ message: String) -> UsageError { UsageError(command: command.name, message) }
}
