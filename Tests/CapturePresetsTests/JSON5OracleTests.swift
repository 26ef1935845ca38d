import CaptureTestSupport
import Foundation
import Testing

@testable import CapturePresets

/// Foundation's JSON5 reader says what is right, except where it is known to be wrong.
///
/// It traps on a number such as `1e+`, so no text here has one; `JSON5ParserTests` has.
@Suite("The JSON5 reader against Foundation's")
struct JSON5OracleTests {
    /// `nil` when Foundation refuses the text.
    private func foundation(_ text: String) -> String? {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        return (try? decoder.decode(Tree.self, from: Data(text.utf8)))?.outline
    }

    /// `nil` when our reader refuses the text; of duplicate keys the first counts, as with Foundation.
    private func ours(_ text: String) -> String? {
        var parser = JSON5Parser(SourceText(name: "t", text: text))
        guard let node = parser.document(), parser.problems.isEmpty else { return nil }
        return sortedOutline(of: node)
    }

    private func sortedOutline(of node: JSON5Node) -> String {
        switch node.value {
        case .array(let items): return "[" + items.map(sortedOutline(of:)).joined(separator: ",") + "]"
        case .object(let members):
            let first = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
            let sorted = first.sorted { $0.key < $1.key }
            return "{" + sorted.map { "\($0.key):\(sortedOutline(of: $0.value))" }.joined(separator: ",") + "}"
        default: return CapturePresetsTests.outline(node)
        }
    }

    @Test(
        "agrees on texts written by hand",
        arguments: [
            "null", "true", "false", "1", "-1", "+1", "1.5", ".5", "5.", "1e3", "0x10", "0XFF", "-0x10", "[]", "{}",
            "[1,]",
            "{a:1,}", "{'a':1}", "{\"a\":1}", "{a:{b:[1,2,{c:null}]}}", "// c\n1", "/* c */1", "1 // c", "[1,2,3]",
            "'x'",
            "\"x\"", "'\"'", "\"'\"", #""\n\t""#, #""\u0041""#, #""\uD83D\uDE00""#, "{$a:1}", "{_a:1}", "{a1:1}", "",
            " ", "{",
            "}", "[", "]", "{a}", "{a:}", "{a:1,,}", "[,]", "[1,,2]", "{,}", "[1 2]", "{a:1 b:2}", "tru", "nul", "01",
            "0x", ".",
            "+", "-", "1e", "'x", "\"x", "\"x'", "{1a:1}", "{-a:1}", "/* open", "/", "1 2", "{} {}", "{a:1]",
            "[1}", "--1",
            "+-1", "1..2", "'\n'", "{a b:1}", "{a:b}", "[a]", "undefined", "{ü:1}", "{a:1}//x\n//y",
            "[1]/**/", "/***/1", "/*/1", "[[[[[[]]]]]]", "{a:'b',}", "00", "-0", "1E5", "1e-5", "0.0", "-.5e1", "#",
            "{a:1;b:2}",
        ])
    func agreesByHand(text: String) {
        #expect(ours(text) == foundation(text), "\(text)")
    }

    @Test("agrees on texts made at random, and on the same with one character changed")
    func agreesAtRandom() {
        var generator = SeededGenerator(seed: 5)
        var read = 0
        var refused = 0
        for _ in 0..<3000 {
            let text = RandomJSON5.text(depth: 3, using: &generator)
            let expected = foundation(text)
            #expect(ours(text) == expected, "\(text)")
            read += expected == nil ? 0 : 1
            // Foundation refuses escapes that JSON5 allows, and a change can make one: see the last test.
            if text.contains("\\") { continue }
            var changed = Array(text)
            let index = Int.random(in: 0..<changed.count, using: &generator)
            switch Int.random(in: 0...2, using: &generator) {
            case 0: changed.remove(at: index)
            case 1: changed.insert("{}[],:'1a /".randomElement(using: &generator) ?? ",", at: index)
            default: changed.swapAt(index, changed.count - 1)
            }
            let other = String(changed)
            // Nor does it take control characters in texts, nor a no-break space for space.
            if other.contains("\t") || other.contains("e+") || other.contains("e-") { continue }
            let otherExpected = foundation(other)
            #expect(ours(other) == otherExpected, "\(other)")
            refused += otherExpected == nil ? 1 : 0
        }
        #expect(read == 3000 && refused > 800, "the corpus must have both good and bad texts: \(read), \(refused)")
    }

    @Test(
        "differs from it only where JSON5 is on our side",
        arguments: [
            // A line that goes on in a text adds nothing to it; Foundation keeps the line's end.
            ("'a\\\nb'", "\"ab\"", "\"a\nb\""),
            // Any character that is no escape of its own stands for itself; Foundation refuses it.
            (#"'\q'"#, "\"q\"", nil),
            // A text may have any character but its quote, a backslash and a line's end.
            ("'a\tb'", "\"a\tb\"", nil),
            // Space is more than a space.
            ("\u{A0}1", "1.0", nil),
        ] as [(String, String, String?)])
    func differsKnowingly(text: String, expected: String, foundations: String?) {
        #expect(ours(text) == expected)
        #expect(foundation(text) == foundations)
    }
}

/// Any JSON value, as Foundation decodes it.
private enum Tree: Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Tree])
    case object([String: Tree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([Tree].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: Tree].self))
        }
    }

    var outline: String {
        switch self {
        case .null: return "null"
        case .bool(let value): return "\(value)"
        case .number(let value): return "\(value)"
        case .string(let text): return "\"\(text)\""
        case .array(let items): return "[" + items.map(\.outline).joined(separator: ",") + "]"
        case .object(let members):
            let sorted = members.sorted { $0.key < $1.key }
            return "{" + sorted.map { "\($0.key):\($0.value.outline)" }.joined(separator: ",") + "}"
        }
    }
}

/// Texts in JSON5 that are right, in all its forms.
enum RandomJSON5 {
    static func text(depth: Int, using generator: inout SeededGenerator) -> String {
        space(&generator) + value(depth, &generator) + space(&generator)
    }

    private static func value(_ depth: Int, _ generator: inout SeededGenerator) -> String {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &generator) {
        case 0: return ["null", "true", "false"].randomElement(using: &generator) ?? "null"
        case 1, 2: return number(&generator)
        case 3, 4: return string(&generator)
        case 5:
            let items = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                space(&generator) + value(depth - 1, &generator) + space(&generator)
            }
            return "[" + items.joined(separator: ",") + trailingComma(items.count, &generator) + "]"
        default:
            let members = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                space(&generator) + key(&generator) + space(&generator) + ":" + space(&generator)
                    + value(depth - 1, &generator) + space(&generator)
            }
            return "{" + members.joined(separator: ",") + trailingComma(members.count, &generator) + "}"
        }
    }

    private static func trailingComma(_ count: Int, _ generator: inout SeededGenerator) -> String {
        count > 0 && Bool.random(using: &generator) ? "," : ""
    }

    private static func space(_ generator: inout SeededGenerator) -> String {
        ["", "", "", " ", "\n", "\t", "// c\n", "/* c */", "\r\n"].randomElement(using: &generator) ?? ""
    }

    private static func key(_ generator: inout SeededGenerator) -> String {
        ["a", "b", "c$", "_d", "e1", "'q r'", "\"s\"", "width"].randomElement(using: &generator) ?? "a"
    }

    private static func number(_ generator: inout SeededGenerator) -> String {
        let sign = ["", "", "-", "+"].randomElement(using: &generator) ?? ""
        let digits = "\(Int.random(in: 0...9999, using: &generator))"
        switch Int.random(in: 0...4, using: &generator) {
        case 0: return sign + digits + "." + digits
        case 1: return sign + "." + digits
        case 2: return sign + digits + "."
        case 3: return sign + "0x" + String(Int.random(in: 0...65535, using: &generator), radix: 16)
        default: return sign + digits + (Bool.random(using: &generator) ? "e2" : "")
        }
    }

    private static func string(_ generator: inout SeededGenerator) -> String {
        let quote = Bool.random(using: &generator) ? "'" : "\""
        let pieces = ["a", "ü", " ", "//", "{", ",", "\\n", "\\\\", "\\u0041", "😀", "\\x41"]
        let content = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            pieces.randomElement(using: &generator) ?? ""
        }
        return quote + content.joined() + quote
    }
}
