import CaptureTestSupport
import Testing

@testable import CapturePresets

/// A text's tree in a short form, with every duplicate: `{a:1,a:[true,null]}`.
func outline(_ node: JSON5Node) -> String {
    switch node.value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let number): "\(number.value)"
    case .string(let text): "\"\(text)\""
    case .array(let items): "[" + items.map(outline).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map { "\($0.key):\(outline($0.value))" }.joined(separator: ",") + "}"
    case .invalid: "?"
    }
}

/// The problems of a text as `LINE:COLUMN message`.
func problems(_ text: String) -> [String] {
    let source = SourceText(name: "t", text: text)
    var parser = JSON5Parser(source)
    _ = parser.document()
    return parser.problems.map {
        let (line, column) = source.position(at: $0.offset)
        return "\(line):\(column) \($0.message)"
    }
}

private func parse(_ text: String) throws -> JSON5Node {
    var parser = JSON5Parser(SourceText(name: "t", text: text))
    let node = parser.document()
    #expect(parser.problems == [])
    return try #require(node)
}

@Suite("The JSON5 reader")
struct JSON5ParserTests {
    @Test(
        "reads every form of JSON5",
        arguments: [
            ("null", "null"), (" true // end", "true"), ("/* a */ false /* b */", "false"),
            ("\u{FEFF}{}", "{}"), ("[]", "[]"), ("[1,]", "[1.0]"), ("{a:1,}", "{a:1.0}"),
            ("{$_:1, ünï:2, 'q r':3, \"d\":4}", "{$_:1.0,ünï:2.0,q r:3.0,d:4.0}"),
            (#"{\u0061b: 1, a\u0062: 2}"#, "{ab:1.0,ab:2.0}"),
            ("{a:1,a:2,a:3}", "{a:1.0,a:2.0,a:3.0}"),
            ("{null:1,true:2,Infinity:3}", "{null:1.0,true:2.0,Infinity:3.0}"),
            ("[0,0.5,.5,5.,5.e1,1e3,1E-2,-1,+1,-.5]", "[0.0,0.5,0.5,5.0,50.0,1000.0,0.01,-1.0,1.0,-0.5]"),
            ("[0x10,0XfF,-0xA,+0x0]", "[16.0,255.0,-10.0,0.0]"),
            ("[Infinity,-Infinity,+Infinity]", "[inf,-inf,inf]"), ("[NaN,-NaN]", "[nan,nan]"),
            (#"'it\'s "so"'"#, #""it's "so"""#),
            (#""\b\f\n\r\t\v\0\x41\u0042\q\/""#, "\"\u{8}\u{C}\n\r\t\u{B}\0ABq/\""),
            (#""\uD83D\uDE00""#, "\"😀\""), ("'a\\\nb\\\r\nc\\\rd\\\u{2028}e'", "\"abcde\""),
            ("'\u{2028}\u{2029}'", "\"\u{2028}\u{2029}\""), ("'\u{1}\t'", "\"\u{1}\t\""),
            ("\u{A0}\u{B}\u{C}\u{2003}\u{2028}1\u{2029}", "1.0"), ("[[[]],{a:{}}]", "[[[]],{a:{}}]"),
            ("// only\r1// a\u{2028}", "1.0"),
        ])
    func reads(text: String, expected: String) throws {
        #expect(try outline(parse(text)) == expected)
    }

    @Test("knows the place of every key and value, in characters")
    func knowsPlaces() throws {
        let root = try parse("{\n  'é\u{301}😀': 1, b: [\n\ttrue]\r\n , c: {} }")
        guard case .object(let members) = root.value else {
            Issue.record("no object")
            return
        }
        let keys = members.map { "\($0.place.position)" }
        let values = members.map { "\($0.value.place.position)" }
        #expect(keys == ["(line: 2, column: 3)", "(line: 2, column: 12)", "(line: 4, column: 4)"])
        #expect(values == ["(line: 2, column: 9)", "(line: 2, column: 15)", "(line: 4, column: 7)"])
        guard case .array(let items) = members[1].value.value else {
            Issue.record("no list")
            return
        }
        #expect(items[0].place.position == (3, 2))
    }

    @Test(
        "says what is wrong, and where",
        arguments: [
            ("", ["1:1 the text is empty"]), (" // x\n", ["2:1 the text is empty"]),
            ("{} 1", ["1:4 '1' after the end"]), ("{a:1", ["1:1 this { is never closed"]),
            ("[1", ["1:1 this [ is never closed"]),
            ("{a:1 /* x", ["1:6 this comment is never closed", "1:1 this { is never closed"]),
            ("{a 1}", ["1:4 expected : after the key a, found '1'"]),
            ("{a = 1}", ["1:4 expected : between the key a and its value, found ="]),
            ("{a}", ["1:3 expected : and a value after the key a, found '}'"]),
            ("{a:}", ["1:4 expected a value, found '}'"]), ("{a:1 b:2}", ["1:6 expected a comma before 'b'"]),
            ("[1 2]", ["1:4 expected a comma before '2'"]), ("{a:1;b:2}", ["1:5 expected , or }, found ';'"]),
            ("{,}", ["1:2 a comma without a key and a value before it"]),
            ("[,]", ["1:2 a comma without a value before it"]),
            ("{1:2}", ["1:2 expected a key, found a number; such a key is written in quotes"]),
            ("[1}", ["1:3 expected ] for the [ at 1:1, found }", "1:1 this [ is never closed"]),
            ("{a:[1}", ["1:6 expected ] for the [ at 1:4, found }"]),
            ("{a:'x\n,b:1}", ["1:4 this text has no closing ' on its line"]),
            ("{a: auto}", ["1:5 expected a value, found the bare word auto; a text is written in quotes: \"auto\""]),
            ("{a: 90s}", ["1:5 90s is no number; a number with a unit is written in quotes: \"90s\""]),
            ("{a: 25%}", ["1:5 25% is no number; a number with a unit is written in quotes: \"25%\""]),
            ("[01]", ["1:2 01 is no number"]), ("[.]", ["1:2 . is no number"]), ("[+]", ["1:2 + is no number"]),
            ("[1e+]", ["1:2 1e+ is no number"]), ("1e-", ["1:1 1e- is no number"]),
            ("[0x]", ["1:2 0x is no number"]),
            ("[1.2.3]", ["1:2 1.2.3 is no number; a number with a unit is written in quotes: \"1.2.3\""]),
            (#"['\1']"#, [#"1:3 \1 is no escape; write \x and two hexadecimal digits"#]),
            (#"['\01']"#, [#"1:3 \0 is no escape; write \x and two hexadecimal digits"#]),
            (#"['\x4']"#, [#"1:3 \x is followed by two hexadecimal digits"#]),
            (#"['\uD83D']"#, ["1:3 this escape is half of a surrogate pair; the other half is missing"]),
            (#"{\u0020:1}"#, ["1:2 this escape stands for a character that no name may have here"]),
            ("{a:\u{0}}", ["1:4 expected a value, found U+0000"]),
        ])
    func saysWhatIsWrong(text: String, expected: [String]) {
        #expect(problems(text) == expected)
    }

    @Test("goes on after a problem, and finds the next ones")
    func goesOn() {
        let text = """
            {
              a: 'open,
              b: 1,
              c: what ever, d: 2
              e: [1, , 2],
              f: { g = 3, h: 4 },
            }
            """
        #expect(
            problems(text) == [
                "2:6 this text has no closing ' on its line",
                "4:6 expected a value, found the bare word what; a text is written in quotes: \"what\"",
                "5:3 expected a comma before 'e'", "5:10 a comma without a value before it",
                "6:10 expected : between the key g and its value, found =",
            ])
        var parser = JSON5Parser(SourceText(name: "t", text: text))
        let root = parser.document()
        #expect(root.map(outline) == "{a:?,b:1.0,c:?,d:2.0,e:[1.0,2.0],f:{g:3.0,h:4.0}}")
    }

    @Test("refuses deep nesting and hopeless texts without using much of either")
    func hasLimits() {
        #expect(
            problems(String(repeating: "[", count: 100_000)) == [
                "1:65 nested deeper than 64 levels; the rest of the text is not read"
            ])
        #expect(problems(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)) == [])
        let hopeless = problems("{" + String(repeating: ",", count: 100_000))
        #expect(hopeless.count == JSON5Parser.problemLimit + 1)
        #expect(hopeless.last?.contains("too many problems") == true)
    }

    @Test("tells bytes that are no UTF-8 apart, one problem for each broken sequence")
    func findsDamage() {
        func damage(_ bytes: [UInt8]) -> [SourceText.Damage] { SourceText(name: "t", bytes: bytes).damage }
        #expect(damage(Array("é😀".utf8)) == [])
        #expect(damage([0x61, 0xFF, 0x62]) == [.init(offset: 1, byte: 0xFF)])
        #expect(damage([0xC0, 0xAF]) == [.init(offset: 0, byte: 0xC0)])
        #expect(damage([0xED, 0xA0, 0x80, 0x61]) == [.init(offset: 0, byte: 0xED)])
        #expect(damage([0x61, 0xE2, 0x82]) == [.init(offset: 1, byte: 0xE2)])
        #expect(damage([0xF5, 0x80, 0x80, 0x80]) == [.init(offset: 0, byte: 0xF5)])
        #expect(damage([0xE2, 0x82, 0x22]) == [.init(offset: 0, byte: 0xE2)])
        for length in 0...4 {
            var generator = SeededGenerator(seed: UInt64(length))
            for _ in 0..<5000 {
                let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
                let isValid = String(validating: bytes, as: UTF8.self) != nil
                #expect(SourceText(name: "t", bytes: bytes).damage.isEmpty == isValid, "\(bytes)")
            }
        }
    }

    @Test("counts lines by their ends: line feed, carriage return, or both")
    func countsLines() {
        let text = SourceText(name: "t", text: "a\nb\r\nc\rd")
        let lines = (0...text.scalars.count).map { text.position(at: $0).line }
        #expect(lines == [1, 1, 2, 2, 2, 3, 3, 4, 4])
        #expect(text.position(at: 1_000_000) == (4, 2))
        #expect(SourceText(name: "t", text: "\u{FEFF}{").position(at: 1) == (1, 1))
    }
}
