extension JSON5Parser {
    /// Digits, a dot or a sign: whatever can only become a number.
    func isNumberStart(_ scalar: Unicode.Scalar) -> Bool {
        isDigit(scalar) || scalar == "." || scalar == "+" || scalar == "-"
    }

    /// A number: decimal with a leading or trailing dot, hexadecimal, `Infinity` or `NaN`, with or without a sign.
    mutating func number() -> JSON5Value {
        let start = offset
        var negative = false
        if current == "+" || current == "-" {
            negative = current == "-"
            offset += 1
        }
        let magnitude: Double?
        if current == "0" && (peek(1) == "x" || peek(1) == "X") {
            magnitude = hexadecimalNumber()
        } else if let scalar = current, isIdentifierStart(scalar) {
            magnitude = wordNumber()
        } else {
            magnitude = decimalNumber()
        }
        let written = String(String.UnicodeScalarView(text.scalars[start..<offset]))
        if let scalar = current, isIdentifierPart(scalar) || scalar == "." || scalar == "%" {
            var end = offset
            while end < text.scalars.count,
                isIdentifierPart(text.scalars[end]) || ".%/".unicodeScalars.contains(text.scalars[end])
            {
                end += 1
            }
            let whole = String(String.UnicodeScalarView(text.scalars[start..<end]))
            offset = end
            report(
                at: start,
                "\(shortened(whole)) is no number; a number with a unit is written in quotes: \(quoted(whole))")
            return .invalid
        }
        guard let magnitude else {
            report(at: start, "\(shortened(written)) is no number")
            return .invalid
        }
        return .number(
            JSON5Number(text: shortened(written), value: negative && !magnitude.isNaN ? -magnitude : magnitude))
    }

    private mutating func hexadecimalNumber() -> Double? {
        offset += 2
        var value = 0.0
        let first = offset
        while let digit = current.flatMap(hexadecimalValue) {
            value = value * 16 + Double(digit)
            offset += 1
        }
        return offset > first ? value : nil
    }

    private mutating func wordNumber() -> Double? {
        let before = offset
        for (word, value) in [("Infinity", Double.infinity), ("NaN", Double.nan)] {
            let letters = Array(word.unicodeScalars)
            if text.scalars[before...].starts(with: letters) {
                offset += letters.count
                return value
            }
        }
        return nil
    }

    private mutating func decimalNumber() -> Double? {
        var plain = ""
        let whole = digits()
        if whole.count > 1 && whole.first == "0" { return nil }
        plain += whole.isEmpty ? "0" : whole
        var fraction = ""
        if current == "." {
            offset += 1
            fraction = digits()
            if !fraction.isEmpty { plain += "." + fraction }
        }
        if whole.isEmpty && fraction.isEmpty { return nil }
        if current == "e" || current == "E" {
            offset += 1
            var exponent = "e"
            if let sign = current, sign == "+" || sign == "-" {
                exponent.unicodeScalars.append(sign)
                offset += 1
            }
            let power = digits()
            if power.isEmpty { return nil }
            plain += exponent + power
        }
        return Double(plain)
    }

    private mutating func digits() -> String {
        var digits = ""
        while let scalar = current, isDigit(scalar) {
            digits.unicodeScalars.append(scalar)
            offset += 1
        }
        return digits
    }

    private func shortened(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }
}
