/// What one command takes, as a pure value. The parser, the help text and, from the same table, manual pages and
/// shell completions are made from it; nothing else knows an option's name or text.
package struct CommandSpecification: Sendable, Hashable {
    /// The word that chooses the command; empty for the program itself.
    package var name: String
    /// One line for the list of commands; no full stop.
    package var summary: String
    /// Whole sentences that follow the options in the help text.
    package var details: String
    package var arguments: Arguments
    package var options: [OptionSpecification]

    package init(
        name: String, summary: String, details: String = "", arguments: Arguments = .none,
        options: [OptionSpecification]
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.arguments = arguments
        self.options = options
    }

    /// The words that a command takes beside its options.
    package enum Arguments: Sendable, Hashable {
        case none
        /// `usage` is how they read in the first line of the help text: `[PRESET]`, `PRESET…`.
        case words(usage: String, count: ClosedRange<Int>, meaning: Meaning)

        /// What a word stands for, so that a shell can complete it.
        package enum Meaning: String, Sendable, Hashable { case preset, presetVerb, command }
    }

    /// The option of this command that is written so, with or without being its main name.
    package func option(long name: String) -> OptionSpecification? {
        options.first { $0.longNames.contains(name) }
    }

    package func option(short name: Character) -> OptionSpecification? {
        options.first { $0.short == name }
    }
}

/// One option of a command.
package struct OptionSpecification: Sendable, Hashable {
    package var name: OptionName
    package var short: Character?
    /// Other long names for the same thing. They are accepted, and named in the help text's own words.
    package var aliases: [String]
    package var kind: Kind
    package var help: String
    package var group: OptionGroup

    package init(
        _ name: OptionName, short: Character? = nil, aliases: [String] = [], _ kind: Kind, group: OptionGroup,
        help: String
    ) {
        self.name = name
        self.short = short
        self.aliases = aliases
        self.kind = kind
        self.group = group
        self.help = help
    }

    package enum Kind: Sendable, Hashable {
        case flag
        /// `name` is what the help text calls the value.
        case value(ValueKind, name: String)
        /// As `value`; each occurrence adds one.
        case values(ValueKind, name: String)
    }

    package enum ValueKind: String, Sendable, Hashable {
        case file, duration, clockTime, size, setting, camera, microphone
    }

    package var longNames: [String] { [name.rawValue] + aliases }
    package var takesValue: Bool { kind != .flag }

    package var valueName: String? {
        switch kind {
        case .flag: nil
        case .value(_, let name), .values(_, let name): name
        }
    }

    package var isRepeatable: Bool {
        if case .value = kind { false } else { true }
    }
}

/// Every long option of every command, once.
package enum OptionName: String, Sendable, Hashable, CaseIterable {
    case output, force, set
    case camera, microphone
    case duration, until
    case maxSize = "max-size"
    case minFreeDisk = "min-free-disk"
    case json, quiet, verbose
    case help, version
}

/// The headings of a help text, in their order.
package enum OptionGroup: String, Sendable, Hashable, CaseIterable {
    case film, devices, limits, reports, general

    package var heading: String {
        switch self {
        case .film: "Film:"
        case .devices: "Devices:"
        case .limits: "Limits (each ends the film well):"
        case .reports: "Reports:"
        case .general: "General:"
        }
    }
}
