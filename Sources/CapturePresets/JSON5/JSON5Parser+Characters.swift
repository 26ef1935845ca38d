extension JSON5Parser {
    // MARK: Space and comments

    /// Skips white space, line ends and comments.
    mutating func skipSpace(quietly: Bool = false) {
        while let scalar = current {
            if isSpace(scalar) {
                offset += 1
            } else if scalar == "/" && peek(1) == "/" {
                while let scalar = current, !isLineEnd(scalar) { offset += 1 }
            } else if scalar == "/" && peek(1) == "*" {
                let start = offset
                offset += 2
                while current != nil, !(current == "*" && peek(1) == "/") { offset += 1 }
                if current == nil {
                    if !quietly { report(at: start, "this comment is never closed") }
                } else {
                    offset += 2
                }
            } else {
                return
            }
        }
    }

    func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    private func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "\n", "\r", "\u{0B}", "\u{0C}", "\u{A0}", "\u{FEFF}", "\u{2028}", "\u{2029}": true
        default: !scalar.isASCII && scalar.properties.generalCategory == .spaceSeparator
        }
    }

    // MARK: Names

    func isIdentifierStart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "$", "_": return true
        case _ where scalar.isASCII: return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
            return true
        default: return false
        }
    }

    func isIdentifierPart(_ scalar: Unicode.Scalar) -> Bool {
        if isIdentifierStart(scalar) || isDigit(scalar) || scalar == "\u{200C}" || scalar == "\u{200D}" { return true }
        if scalar.isASCII { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return true
        default: return false
        }
    }

    /// A name as ECMAScript 5.1 has it; `nil`, reported, when an escape in it is wrong.
    mutating func identifier() -> String? {
        var name = ""
        var sound = true
        while let scalar = current {
            if scalar == "\\" {
                let start = offset
                offset += 1
                guard current == "u", let unit = hexadecimal(after: 1, digits: 4) else {
                    report(at: start, "in a name, \\ is followed by u and four hexadecimal digits")
                    sound = false
                    continue
                }
                offset += 5
                if let scalar = Unicode.Scalar(unit),
                    name.isEmpty ? isIdentifierStart(scalar) : isIdentifierPart(scalar)
                {
                    name.unicodeScalars.append(scalar)
                } else {
                    report(at: start, "this escape stands for a character that no name may have here")
                    sound = false
                }
            } else if isIdentifierPart(scalar) {
                name.unicodeScalars.append(scalar)
                offset += 1
            } else {
                break
            }
        }
        return sound ? name : nil
    }

    // MARK: Texts

    /// A text in quotes; `nil`, reported, when it has no end or a wrong escape.
    mutating func string(quote: Unicode.Scalar) -> String? {
        let opening = offset
        offset += 1
        var text = ""
        var sound = true
        while let scalar = current {
            switch scalar {
            case quote:
                offset += 1
                return sound ? text : nil
            case "\n", "\r":
                report(at: opening, "this text has no closing \(quote) on its line")
                return nil
            case "\\":
                if let characters = escape() {
                    text.unicodeScalars.append(contentsOf: characters)
                } else {
                    sound = false
                }
            default:
                text.unicodeScalars.append(scalar)
                offset += 1
            }
        }
        report(at: opening, "this text has no closing \(quote)")
        return nil
    }

    /// What an escape in a text stands for (nothing, for a line that goes on); `nil`, reported, when it is wrong.
    private mutating func escape() -> [Unicode.Scalar]? {
        let start = offset
        offset += 1
        guard let scalar = current else { return [] }
        offset += 1
        switch scalar {
        case "b": return ["\u{08}"]
        case "f": return ["\u{0C}"]
        case "n": return ["\n"]
        case "r": return ["\r"]
        case "t": return ["\t"]
        case "v": return ["\u{0B}"]
        case "\n", "\u{2028}", "\u{2029}": return []
        case "\r":
            if current == "\n" { offset += 1 }
            return []
        case "0" where current.map({ !isDigit($0) }) ?? true: return ["\0"]
        case "0"..."9":
            report(at: start, "\\\(scalar) is no escape; write \\x and two hexadecimal digits")
            return nil
        case "x":
            guard let unit = hexadecimal(after: 0, digits: 2), let scalar = Unicode.Scalar(unit) else {
                report(at: start, "\\x is followed by two hexadecimal digits")
                return nil
            }
            offset += 2
            return [scalar]
        case "u": return unicodeEscape(start: start).map { [$0] }
        default: return [scalar]
        }
    }

    private mutating func unicodeEscape(start: Int) -> Unicode.Scalar? {
        guard let unit = hexadecimal(after: 0, digits: 4) else {
            report(at: start, "\\u is followed by four hexadecimal digits")
            return nil
        }
        offset += 4
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // Half of a surrogate pair: the other half must follow.
        if unit < 0xDC00, current == "\\", peek(1) == "u", let low = hexadecimal(after: 2, digits: 4),
            low >= 0xDC00 && low <= 0xDFFF
        {
            offset += 6
            return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        }
        report(at: start, "this escape is half of a surrogate pair; the other half is missing")
        return nil
    }

    // MARK: Digits

    func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }

    func hexadecimalValue(_ scalar: Unicode.Scalar) -> UInt32? {
        switch scalar {
        case "0"..."9": scalar.value - 0x30
        case "a"..."f": scalar.value - 0x61 + 10
        case "A"..."F": scalar.value - 0x41 + 10
        default: nil
        }
    }

    /// The value of so many hexadecimal digits, `distance` characters from here; `nil` when there are fewer.
    private func hexadecimal(after distance: Int, digits: Int) -> UInt32? {
        var value: UInt32 = 0
        for index in 0..<digits {
            guard let digit = peek(distance + index).flatMap(hexadecimalValue) else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    /// A character for a message: itself in quotes, or its code point when it cannot be seen.
    func describe(_ scalar: Unicode.Scalar?) -> String {
        guard let scalar else { return "the end of the text" }
        if scalar.properties.isUnprintable || scalar == "\u{FFFD}" {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return scalar == "'" ? "\"'\"" : "'\(scalar)'"
    }
}
