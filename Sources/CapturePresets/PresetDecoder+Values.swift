internal import CaptureModel

extension PresetDecoder {
    // MARK: Texts and words

    mutating func text(_ node: JSON5Node, _ path: String) -> String? {
        if case .string(let text) = node.value { return text }
        wrongType(node, path, wanted: "a text in quotes")
        return nil
    }

    mutating func filledText(_ node: JSON5Node, _ path: String) -> String? {
        guard let text = text(node, path) else { return nil }
        if text.allSatisfy(\.isWhitespace) {
            report(node, path, "the text is empty")
            return nil
        }
        if text.unicodeScalars.contains("\0") {
            report(node, path, "the text contains a null character, which no name or path may have")
            return nil
        }
        return text
    }

    /// One of a few words.
    mutating func word(_ node: JSON5Node, _ path: String, among words: [String]) -> String? {
        guard case .string(let text) = node.value else {
            wrongType(node, path, wanted: "one of \(words.map(quoted).joined(separator: ", "))")
            return nil
        }
        if words.contains(text) { return text }
        if let nearest = Spelling.nearest(to: text, among: words) {
            report(node, path, "unknown value \(quoted(text)); did you mean \(quoted(nearest))?")
        } else {
            report(node, path, "unknown value \(quoted(text)); known here: \(words.joined(separator: ", "))")
        }
        return nil
    }

    mutating func enumeration<Value: RawRepresentable & CaseIterable>(
        _ node: JSON5Node, _ path: String, _ type: Value.Type
    ) -> Value? where Value.RawValue == String {
        word(node, path, among: type.allCases.map(\.rawValue)).flatMap(type.init(rawValue:))
    }

    mutating func flag(_ node: JSON5Node, _ path: String) -> Bool? {
        if case .bool(let value) = node.value { return value }
        wrongType(node, path, wanted: "true or false")
        return nil
    }

    // MARK: Numbers

    mutating func wholeNumber(
        _ node: JSON5Node, _ path: String, in range: ClosedRange<Int>? = nil, unit: String = ""
    ) -> Int? {
        let wanted = "a whole number" + (unit.isEmpty ? "" : " of \(unit)")
        guard case .number(let number) = node.value else {
            wrongType(node, path, wanted: wanted)
            return nil
        }
        guard let integer = number.integer else {
            report(node, path, "wanted \(wanted), found \(number.text)")
            return nil
        }
        if let range, !range.contains(integer) {
            let suffix = unit.isEmpty ? "" : " \(unit)"
            report(
                node, path, "\(integer) is out of range; from \(range.lowerBound) to \(range.upperBound)\(suffix)")
            return nil
        }
        return integer
    }

    /// Reports an odd number that the user wrote.
    mutating func even(_ number: Int, _ node: JSON5Node, _ path: String) -> Int? {
        if number.isMultiple(of: 2) { return number }
        report(node, path, "\(number) is odd; the film's picture needs even numbers: \(number - 1) or \(number + 1)")
        return nil
    }

    /// A rate in frames per second: a number, or a ratio such as `"30000/1001"`.
    mutating func frameRate(_ node: JSON5Node, _ path: String) -> Fraction? {
        let rate: Fraction?
        let written: String
        switch node.value {
        case .number(let number):
            rate = FrameRates.fraction(of: number.value)
            written = number.text
        case .string(let text):
            rate = FrameRates.fraction(from: text)
            written = quoted(text)
        default:
            wrongType(node, path, wanted: "frames per second, such as 30 or \"30000/1001\"")
            return nil
        }
        guard let rate else {
            report(node, path, "\(written) is no frame rate; write 30, 12.5 or \"30000/1001\"")
            return nil
        }
        guard rate >= Fraction(1), rate <= Fraction(240) else {
            report(node, path, "\(written) is out of range; from 1 to 240 frames per second")
            return nil
        }
        return rate
    }

    // MARK: Units

    mutating func duration(_ node: JSON5Node, _ path: String, in range: ClosedRange<Duration>) -> Duration? {
        let found: Duration?
        switch node.value {
        case .number(let number): found = Units.duration(fromSeconds: number.value)
        case .string(let text): found = Units.duration(from: text)
        default:
            wrongType(node, path, wanted: "a duration such as \(Units.durationForms)")
            return nil
        }
        guard let found else {
            report(node, path, "\(written(node)) is no duration; write \(Units.durationForms)")
            return nil
        }
        if let problem = LimitRange.problem(of: found, in: range) {
            report(node, path, problem)
            return nil
        }
        return found
    }

    mutating func size(_ node: JSON5Node, _ path: String, atLeast lowest: Int) -> Int? {
        let found: Int?
        switch node.value {
        case .number(let number): found = number.integer.flatMap { $0 < 0 ? nil : $0 }
        case .string(let text): found = Units.size(from: text)
        default:
            wrongType(node, path, wanted: "a size such as \(Units.sizeForms)")
            return nil
        }
        guard let found else {
            report(node, path, "\(written(node)) is no size; write \(Units.sizeForms)")
            return nil
        }
        if let problem = LimitRange.problem(ofSize: found, atLeast: lowest) {
            report(node, path, problem)
            return nil
        }
        return found
    }

    mutating func bitrate(_ node: JSON5Node, _ path: String, in range: ClosedRange<Int>) -> Int? {
        let found: Int?
        switch node.value {
        case .number(let number): found = number.integer.flatMap { $0 < 0 ? nil : $0 }
        case .string(let text): found = Units.bitrate(from: text)
        default:
            wrongType(node, path, wanted: "a bit rate such as \(Units.bitrateForms)")
            return nil
        }
        guard let found else {
            report(node, path, "\(written(node)) is no bit rate; write \(Units.bitrateForms)")
            return nil
        }
        guard range.contains(found) else {
            report(
                node, path,
                "\(Units.text(ofBitrate: found)) is out of range; from \(Units.text(ofBitrate: range.lowerBound)) to "
                    + Units.text(ofBitrate: range.upperBound))
            return nil
        }
        return found
    }

    private func written(_ node: JSON5Node) -> String {
        switch node.value {
        case .number(let number): number.text
        case .string(let text): quoted(text)
        default: node.value.kind
        }
    }
}

/// Frame rates as people write them.
enum FrameRates {
    /// The exact rate that a number stands for: 29.97 is 30000/1001, 12.5 is 25/2; to a thousandth.
    static func fraction(of number: Double) -> Fraction? {
        guard number.isFinite, number > 0, number < 1_000_000 else { return nil }
        for whole in [24, 30, 48, 60, 120] {
            let exact = Double(whole) * 1000 / 1001
            if (number - exact).magnitude < 0.005 { return Fraction(whole * 1000, 1001) }
        }
        let thousandths = Int((number * 1000).rounded())
        guard thousandths > 0 else { return nil }
        return reduced(thousandths, 1000)
    }

    /// A ratio `N/D` of two whole numbers.
    static func fraction(from text: String) -> Fraction? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }),
            let numerator = Int(parts[0]), let denominator = Int(parts[1]), numerator > 0, denominator > 0,
            numerator <= 1_000_000_000, denominator <= 1_000_000_000
        else { return nil }
        return reduced(numerator, denominator)
    }

    private static func reduced(_ numerator: Int, _ denominator: Int) -> Fraction {
        var (larger, smaller) = (numerator, denominator)
        while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
        return Fraction(numerator / larger, denominator / larger)
    }
}
