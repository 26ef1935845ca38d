/// A JSON value that is written, never read: the keys of an object keep the order in which they were given.
package indirect enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int)
    /// A number that is not finite is written as `null`: JSON has no word for it.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Sendable, Hashable {
        package var key: String
        package var value: JSONValue

        package init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// `null` where there is no string.
    package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// Seconds, exact to the nanosecond.
    package static func seconds(_ duration: Duration) -> JSONValue {
        let (whole, attoseconds) = duration.components
        // The nanoseconds are added as one rounded division, so that 33.333333 ms reads 0.033333333 and not
        // 0.033333332999999999.
        let nanoseconds = attoseconds / 1_000_000_000
        return .number((Double(whole) * 1e9 + Double(nanoseconds)) / 1e9)
    }

    /// One line of text, without a line break at its end.
    package var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += JSONValue.numeral(value)
        case .string(let value): JSONValue.writeString(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                JSONValue.writeString(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func numeral(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        // A whole number is written without its ".0", which readers of other languages take for a float.
        if value == value.rounded(), abs(value) < 9_007_199_254_740_992 { return String(Int(value)) }
        return value.description
    }

    /// Escapes what JSON demands, and the two line separators that JavaScript does not take in a string, so that
    /// a line stays one line for every reader.
    private static func writeString(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{08}": text += "\\b"
            case "\u{0C}": text += "\\f"
            case "\u{00}"..."\u{1F}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
