internal import CaptureModel

/// `tandem presets`
package enum PresetsCommand {
    /// - Throws: what `ExitReport` knows.
    package static func run(_ parsed: ParsedCommand, services: Services) throws -> ExitStatus {
        let words = parsed.arguments
        switch words.first {
        case nil, "list":
            if words.count > 1 { throw parsed.usageError("unexpected argument `\(words[1])`") }
            list(services)
        case "show":
            guard words.count == 2 else { throw parsed.usageError("name the preset: tandem presets show NAME") }
            let loaded = try services.presets.load(words[1])
            for warning in loaded.warnings { services.console.report(warning.description) }
            services.console.print(PresetText.text(of: loaded.preset, file: loaded.file))
        case let word?:
            let near = Spelling.nearest(to: word, among: ["list", "show"]).map { "; did you mean \($0)?" }
            throw parsed.usageError(
                "unknown word `\(word)`" + (near ?? "; to show a preset write: tandem presets show \(word)"))
        }
        return .done
    }

    private static func list(_ services: Services) {
        let entries = services.presets.entries().filter { !$0.isShadowed }
        if entries.isEmpty {
            services.console.report("tandem presets: no presets were found")
            return
        }
        let width = entries.map(\.name.count).max() ?? 0
        for entry in entries {
            let gap = String(repeating: " ", count: width - entry.name.count + 2)
            let isBroken = entry.diagnostics.contains { $0.severity == .error }
            let summary = isBroken ? "has problems; see `tandem check \(entry.name)`" : entry.summary
            services.console.print(PlainText.line("\(entry.name)\(gap)\(summary)  (\(entry.file))"))
        }
    }
}
