/// Reads a JSON5 text (spec.json5.org, 1.0.0) into a tree in which every key and value has its place.
///
/// It does not stop at the first problem: it says what it misses, skips to where a member or an item ends, and goes
/// on. Duplicate keys are kept. What could not be understood becomes `.invalid`, so that nobody complains twice.
struct JSON5Parser {
    /// Deeper nesting is refused, because the reader calls itself for each level.
    static let depthLimit = 64
    /// A text with so many problems is no JSON5: nothing more is read.
    static let problemLimit = 50

    struct Problem: Hashable {
        var offset: Int
        var message: String
    }

    let text: SourceText
    var offset = 0
    private(set) var problems: [Problem] = []
    /// Set when going on makes no sense.
    private(set) var stopped = false
    private var depth = 0
    private var openArrays = 0
    private var openObjects = 0

    init(_ text: SourceText) {
        self.text = text
    }

    /// Reads the whole text; `nil` when there is no value in it at all.
    mutating func document() -> JSON5Node? {
        skipSpace()
        guard current != nil else {
            if problems.isEmpty { report(at: text.scalars.count, "the text is empty") }
            return nil
        }
        let node = value()
        skipSpace()
        if let extra = current, !stopped, !isInvalid(node) || isCloser(extra) {
            report(at: offset, "\(describe(extra)) after the end")
        }
        return node
    }

    // MARK: Characters

    var current: Unicode.Scalar? { offset < text.scalars.count ? text.scalars[offset] : nil }

    func peek(_ distance: Int) -> Unicode.Scalar? {
        offset + distance < text.scalars.count ? text.scalars[offset + distance] : nil
    }

    func place(_ offset: Int) -> Place { Place(text: text, offset: offset) }

    mutating func report(at offset: Int, _ message: String) {
        guard !stopped else { return }
        // A damaged character is reported once, as what it is.
        if text.damage.contains(where: { $0.offset == offset }) { return }
        problems.append(Problem(offset: offset, message: message))
        if problems.count >= Self.problemLimit {
            problems.append(Problem(offset: offset, message: "too many problems; the rest of the text is not read"))
            stopped = true
        }
    }

    // MARK: Values

    mutating func value() -> JSON5Node {
        let start = offset
        let found: JSON5Value
        switch current {
        case "{": found = nested { $0.object() }
        case "[": found = nested { $0.array() }
        case let quote? where quote == "\"" || quote == "'":
            found = string(quote: quote).map { .string($0) } ?? .invalid
        case let scalar? where isNumberStart(scalar): found = number()
        case let scalar? where isIdentifierStart(scalar) || scalar == "\\": found = word()
        case let scalar:
            report(at: offset, "expected a value, found \(describe(scalar))")
            found = .invalid
        }
        return JSON5Node(value: found, place: place(start))
    }

    private mutating func nested(_ read: (inout JSON5Parser) -> JSON5Value) -> JSON5Value {
        guard depth < Self.depthLimit else {
            report(at: offset, "nested deeper than \(Self.depthLimit) levels; the rest of the text is not read")
            stopped = true
            return .invalid
        }
        depth += 1
        defer { depth -= 1 }
        return read(&self)
    }

    private mutating func word() -> JSON5Value {
        let start = offset
        guard let name = identifier() else { return .invalid }
        switch name {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case "Infinity": return .number(JSON5Number(text: name, value: .infinity))
        case "NaN": return .number(JSON5Number(text: name, value: .nan))
        default:
            report(
                at: start, "expected a value, found the bare word \(name); a text is written in quotes: \(quoted(name))"
            )
            return .invalid
        }
    }

    private mutating func array() -> JSON5Value {
        let opening = offset
        offset += 1
        openArrays += 1
        defer { openArrays -= 1 }
        var items: [JSON5Node] = []
        while !stopped {
            skipSpace()
            switch current {
            case nil:
                reportUnclosed("[", at: opening)
                return .array(items)
            case "]":
                offset += 1
                return .array(items)
            case "}":
                report(at: offset, "expected ] for the [ at \(lineAndColumn(opening)), found }")
                if openObjects > 0 { return .array(items) }
                offset += 1
            case ",":
                report(at: offset, "a comma without a value before it")
                offset += 1
            default:
                let before = offset
                let item = value()
                items.append(item)
                endItem(item, startedAt: before, closer: "]")
            }
        }
        return .array(items)
    }

    private mutating func object() -> JSON5Value {
        let opening = offset
        offset += 1
        openObjects += 1
        defer { openObjects -= 1 }
        var members: [JSON5Member] = []
        while !stopped {
            skipSpace()
            switch current {
            case nil:
                reportUnclosed("{", at: opening)
                return .object(members)
            case "}":
                offset += 1
                return .object(members)
            case "]":
                report(at: offset, "expected } for the { at \(lineAndColumn(opening)), found ]")
                if openArrays > 0 { return .object(members) }
                offset += 1
            case ",":
                report(at: offset, "a comma without a key and a value before it")
                offset += 1
            default:
                if let member = member() { members.append(member) }
            }
        }
        return .object(members)
    }

    private mutating func member() -> JSON5Member? {
        let start = offset
        guard let key = key() else {
            skipItem()
            return nil
        }
        skipSpace()
        switch current {
        case ":":
            offset += 1
        case "=":
            report(at: offset, "expected : between the key \(key) and its value, found =")
            offset += 1
        case nil, ",", "}", "]":
            report(at: offset, "expected : and a value after the key \(key), found \(describe(current))")
            if current == "," { offset += 1 }
            return JSON5Member(key: key, place: place(start), value: JSON5Node(value: .invalid, place: place(start)))
        default:
            report(at: offset, "expected : after the key \(key), found \(describe(current))")
        }
        skipSpace()
        let before = offset
        let node = value()
        endItem(node, startedAt: before, closer: "}")
        return JSON5Member(key: key, place: place(start), value: node)
    }

    /// A key: a text in quotes or a name. Says what is wrong when there is none.
    private mutating func key() -> String? {
        switch current {
        case let quote? where quote == "\"" || quote == "'": return string(quote: quote)
        case let scalar? where isIdentifierStart(scalar) || scalar == "\\": return identifier()
        case let scalar?:
            if isNumberStart(scalar) {
                report(at: offset, "expected a key, found a number; such a key is written in quotes")
            } else {
                report(at: offset, "expected a key, found \(describe(scalar))")
            }
            return nil
        case nil: return nil
        }
    }

    /// What follows a value: a comma, or the closer (left for the caller), or a problem.
    private mutating func endItem(_ node: JSON5Node, startedAt start: Int, closer: Unicode.Scalar) {
        let end = offset
        skipSpace()
        switch current {
        case ",": offset += 1
        case nil, "}", "]": return
        case let scalar?:
            let onNewLine = text.scalars[end..<offset].contains { $0 == "\n" || $0 == "\r" }
            let canBegin =
                isIdentifierStart(scalar) || scalar == "\"" || scalar == "'"
                || closer == "]" && (scalar == "{" || scalar == "[" || isNumberStart(scalar))
            if isInvalid(node) {
                // Already reported; what stands on the next line is probably whole.
                if onNewLine && canBegin && offset > start { return }
                skipItem()
            } else if canBegin {
                report(at: offset, "expected a comma before \(describe(scalar))")
            } else {
                report(at: offset, "expected , or \(closer), found \(describe(scalar))")
                skipItem()
            }
        }
    }

    /// Goes on after the next comma of this level, or up to its closer. Always moves unless it stands at a closer.
    private mutating func skipItem() {
        var nesting = 0
        while let scalar = current {
            switch scalar {
            case "\"", "'":
                skipQuoted(scalar)
                continue
            case "/":
                let before = offset
                skipSpace(quietly: true)
                if offset > before { continue }
            case "{", "[": nesting += 1
            case "}", "]":
                if nesting == 0 { return }
                nesting -= 1
            case "," where nesting == 0:
                offset += 1
                return
            default: break
            }
            offset += 1
        }
    }

    private mutating func skipQuoted(_ quote: Unicode.Scalar) {
        offset += 1
        while let scalar = current, scalar != "\n", scalar != "\r" {
            offset += scalar == "\\" ? 2 : 1
            if scalar == quote { break }
        }
        offset = min(offset, text.scalars.count)
    }

    private mutating func reportUnclosed(_ bracket: String, at opening: Int) {
        report(at: opening, "this \(bracket) is never closed")
    }

    private func isInvalid(_ node: JSON5Node) -> Bool {
        if case .invalid = node.value { true } else { false }
    }

    private func isCloser(_ scalar: Unicode.Scalar) -> Bool { scalar == "}" || scalar == "]" }

    private func lineAndColumn(_ offset: Int) -> String {
        place(offset).lineAndColumn
    }
}
