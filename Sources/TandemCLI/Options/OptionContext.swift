internal import CGLib

/// One `GOptionContext` that is filled from a table: the only place where options meet C.
///
/// Every value is declared as an array of file names. A file name is the one kind that GOption takes as it is: a
/// string is refused when the locale cannot express it, so a Unicode path would fail under `LC_ALL=C`. The array
/// keeps repeated options apart.
///
/// One thread uses it; it lives for one parse or one help text.
final class OptionContext {
    struct Failure: Error {
        var message: String
    }

    private let command: CommandSpecification
    private let context: OpaquePointer
    /// Texts and places that GOption points to for as long as the context lives.
    private var texts: [UnsafeMutablePointer<CChar>] = []
    private var flagPlaces: [OptionName: UnsafeMutablePointer<gint>] = [:]
    private var valuePlaces: [OptionName: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>] =
        [:]
    private let argumentsPlace: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>

    init(_ command: CommandSpecification) {
        self.command = command
        context = g_option_context_new(command.name.isEmpty ? "COMMAND [ARGUMENT…]" : nil)
        argumentsPlace = .allocate(capacity: 1)
        argumentsPlace.initialize(to: nil)
        // GOption's own help ends the process and knows one level only.
        g_option_context_set_help_enabled(context, 0)
        addGroups()
        addArguments()
    }

    deinit {
        g_option_context_free(context)
        for place in flagPlaces.values { place.deallocate() }
        for place in valuePlaces.values {
            g_strfreev(place.pointee)
            place.deallocate()
        }
        g_strfreev(argumentsPlace.pointee)
        argumentsPlace.deallocate()
        for text in texts { g_free(text) }
    }

    /// `g_option_context_parse_strv`.
    func parse(_ words: [String]) throws(Failure) {
        // The vector is GOption's to rearrange and to free from, so it and its strings come from its allocator.
        var vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = zeroedStrings(words.count + 2)
        for (index, word) in (["tandem"] + words).enumerated() { vector?[index] = g_strdup(word) }
        defer { g_strfreev(vector) }
        var error: UnsafeMutablePointer<GError>?
        guard g_option_context_parse_strv(context, &vector, &error) != 0 else {
            let message = error.map { String(cString: $0.pointee.message) } ?? "the arguments cannot be read"
            g_clear_error(&error)
            throw Failure(message: message)
        }
    }

    /// What the last parse found.
    var parsed: ParsedCommand {
        ParsedCommand(
            command: command, arguments: strings(argumentsPlace.pointee),
            flags: Set(flagPlaces.filter { $0.value.pointee != 0 }.keys),
            values: valuePlaces.mapValues { strings($0.pointee) }.filter { !$0.value.isEmpty })
    }

    /// `g_option_context_get_help`, with every group.
    var help: String {
        g_set_prgname(command.name.isEmpty ? "tandem" : "tandem \(command.name)")
        var summary = command.summary
        if command.name.isEmpty {
            let width = CommandTable.commands.map(\.name.count).max() ?? 0
            summary += "\n\nCommands:"
            for command in CommandTable.commands {
                let gap = String(repeating: " ", count: width - command.name.count + 2)
                summary += "\n  \(command.name)\(gap)\(command.summary)"
            }
        }
        g_option_context_set_summary(context, summary)
        if !command.details.isEmpty { g_option_context_set_description(context, command.details) }
        guard let text = g_option_context_get_help(context, 0, nil) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    private func addGroups() {
        for heading in OptionGroup.allCases {
            let options = command.options.filter { $0.group == heading }
            guard !options.isEmpty else { continue }
            let group = g_option_group_new(heading.rawValue, heading.heading, heading.heading, nil, nil)
            var entries = options.flatMap(entries(for:))
            entries.append(GOptionEntry())
            // Copied by GOption; the strings inside are not.
            g_option_group_add_entries(group, entries)
            g_option_context_add_group(context, group)
        }
    }

    private func addArguments() {
        guard case .words(let usage, _, _) = command.arguments else { return addArguments(usage: "") }
        addArguments(usage: usage)
    }

    /// Words are collected even where none is wanted, so that the error is the parser's and not GOption's silence.
    private func addArguments(usage: String) {
        let rest = GOptionEntry(
            long_name: text(G_OPTION_REMAINING), short_name: 0, flags: 0, arg: tandem_option_file_names,
            arg_data: UnsafeMutableRawPointer(argumentsPlace), description: nil,
            arg_description: usage.isEmpty ? nil : text(usage))
        g_option_context_add_main_entries(context, [rest, GOptionEntry()], nil)
    }

    private func entries(for option: OptionSpecification) -> [GOptionEntry] {
        let kind: GOptionArg
        let place: UnsafeMutableRawPointer
        if option.takesValue {
            let values = UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>.allocate(capacity: 1)
            values.initialize(to: nil)
            valuePlaces[option.name] = values
            (kind, place) = (tandem_option_file_names, UnsafeMutableRawPointer(values))
        } else {
            let flag = UnsafeMutablePointer<gint>.allocate(capacity: 1)
            flag.initialize(to: 0)
            flagPlaces[option.name] = flag
            (kind, place) = (tandem_option_flag, UnsafeMutableRawPointer(flag))
        }
        return option.longNames.enumerated().map { index, name in
            GOptionEntry(
                long_name: text(name),
                short_name: index == 0 ? option.short?.asciiValue.map { CChar($0) } ?? 0 : 0,
                flags: index == 0 ? 0 : tandem_option_hidden, arg: kind, arg_data: place,
                description: text(option.help), arg_description: option.valueName.map { UnsafePointer(text($0)) })
        }
    }

    private func text(_ string: String) -> UnsafeMutablePointer<CChar> {
        let copy = g_strdup(string)!
        texts.append(copy)
        return copy
    }

    private func strings(_ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
        guard let vector else { return [] }
        return (0..<Int(g_strv_length(vector))).compactMap { vector[$0].map { String(cString: $0) } }
    }
}

/// Zeroed memory for so many strings, from GLib's allocator.
private func zeroedStrings(_ count: Int) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    let stride = MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    return g_malloc0_n(gsize(count), gsize(stride)).assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
}
