/// A film's name from a preset's pattern.
package enum FilmName {
    /// The first name of the pattern that is free.
    ///
    /// `{take}` counts from 1 until the name is free; a pattern without it gets `-2`, `-3`… before its extension.
    /// - Parameter exists: whether a file of this name is there.
    package static func next(
        pattern: String, preset: String, at moment: LocalTime, exists: (String) -> Bool
    ) -> String {
        var take = 1
        while true {
            var name = fill(pattern, preset: preset, moment: moment, take: take)
            if take > 1, !pattern.contains("{take}") { name = insert("-\(take)", beforeExtensionOf: name) }
            if !exists(name) { return name }
            take += 1
        }
    }

    private static func fill(_ pattern: String, preset: String, moment: LocalTime, take: Int) -> String {
        let date = "\(padded(moment.year, 4))-\(padded(moment.month))-\(padded(moment.day))"
        // No colons: some file systems and many tools do not take them.
        let time = "\(padded(moment.hour))-\(padded(moment.minute))-\(padded(moment.second))"
        var name = ""
        var rest = pattern[...]
        let words: [(String, String)] = [
            ("{name}", String(preset.map { $0 == "/" ? "-" : $0 })), ("{date}", date), ("{time}", time),
            ("{take}", "\(take)"),
        ]
        while let character = rest.first {
            if let (word, value) = words.first(where: { rest.hasPrefix($0.0) }) {
                name += value
                rest = rest.dropFirst(word.count)
            } else {
                name.append(character)
                rest = rest.dropFirst()
            }
        }
        return name
    }

    private static func insert(_ text: String, beforeExtensionOf name: String) -> String {
        guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return name + text }
        return name[..<dot] + text + name[dot...]
    }

    private static func padded(_ value: Int, _ width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
