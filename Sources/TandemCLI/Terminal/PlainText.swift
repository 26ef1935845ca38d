/// Texts from elsewhere (file names, descriptions, errors) made fit for a terminal: what would steer it is shown
/// instead of obeyed.
enum PlainText {
    /// On one line. A text that was escaped already stays as it is.
    static func line(_ text: String) -> String { escaped(text) { !steers($0) } }

    /// As `line`, but the text's own line feeds end its lines.
    static func lines(_ text: String) -> String { escaped(text) { $0 == "\n" || !steers($0) } }

    private static func escaped(_ text: String, unless isHarmless: (Unicode.Scalar) -> Bool) -> String {
        if text.unicodeScalars.allSatisfy(isHarmless) { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case _ where isHarmless(scalar): shown.unicodeScalars.append(scalar)
            case "\n": shown += "\\n"
            case "\r": shown += "\\r"
            case "\t": shown += "\\t"
            default: shown += "\\u{" + String(scalar.value, radix: 16) + "}"
            }
        }
        return shown
    }

    /// Control characters, line separators, and those that turn the direction of the text around them.
    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
