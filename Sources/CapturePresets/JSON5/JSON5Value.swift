/// A value of a JSON5 text, with its place.
struct JSON5Node: Sendable {
    var value: JSON5Value
    /// The value's first character.
    var place: Place
}

enum JSON5Value: Sendable {
    case null
    case bool(Bool)
    case number(JSON5Number)
    case string(String)
    case array([JSON5Node])
    /// In the text's order, with every duplicate.
    case object([JSON5Member])
    /// Something that could not be read and has been reported; nothing more is said about it.
    case invalid

    /// What it is, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let number): "the number \(number.text)"
        case .string(let text): "the text \(quoted(text))"
        case .array: "a list"
        case .object: "an object"
        case .invalid: "something unreadable"
        }
    }
}

struct JSON5Member: Sendable {
    var key: String
    /// The key's first character.
    var place: Place
    var value: JSON5Node
}

/// A number, as it was written and as it counts.
struct JSON5Number: Sendable {
    /// As written: `0x20`, `+.5`, `Infinity`.
    var text: String
    var value: Double

    /// The whole number that it is, however it was written (`1e3` is 1000), as far as it is exact.
    var integer: Int? {
        guard value.magnitude <= 9_007_199_254_740_992, value.rounded() == value else { return nil }
        return Int(value)
    }
}

/// A text in quotes for a message, on one line, not longer than is useful.
func quoted(_ text: String) -> String {
    var shown = ""
    for character in text {
        if shown.count == 40 { return "\"" + shown + "…\"" }
        for scalar in character.unicodeScalars {
            switch scalar {
            case "\n": shown += "\\n"
            case "\t": shown += "\\t"
            case "\"": shown += "\\\""
            case "\\": shown += "\\\\"
            case _ where scalar.properties.isUnprintable: shown += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
    }
    return "\"" + shown + "\""
}

extension Unicode.Scalar.Properties {
    /// Control and format characters, lone or private code points: what would not be seen in a message.
    var isUnprintable: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}
