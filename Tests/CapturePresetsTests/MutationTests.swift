import CaptureModel
import CaptureTestSupport
import Testing

@testable import CapturePresets

@Suite("Presets that have been damaged at random")
struct MutationTests {
    /// How many characters each line of a text has, as the reader counts lines.
    private func lineLengths(_ text: String) -> [Int] {
        var lengths = [0]
        for character in text {
            if character.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) {
                lengths.append(0)
            } else {
                lengths[lengths.count - 1] += 1
            }
        }
        return lengths
    }

    @Test("are read to the end, and every problem has its place in the text", .timeLimit(.minutes(1)))
    func neverTrap() throws {
        let texts = try ["dual-camera", "side-by-side", "single-camera", "test-pattern"].map {
            try PresetFile.bytes(of: repository + "/pipelines/\($0).json5")
        }
        let pieces: [[UInt8]] =
            [
                "{", "}", "[", "]", ":", ",", "\"", "'", "\\", "\\u", "\\uD83D", "/*", "//", "0x", "1e", "-", ".",
                "99999999999999999999",
                "NaN", "null", "\n", "\r", "\u{2028}", "\u{FEFF}", "\u{301}", "😀", "-1", "1e308", "'200%'", "a b",
            ].map { Array($0.utf8) } + [[0xFF], [0xC0], [0xE2, 0x82], [0]]
        var generator = SeededGenerator(seed: 2026)
        var withProblems = 0
        for round in 0..<2000 {
            var bytes = texts[round % texts.count]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let start = Int.random(in: 0...bytes.count, using: &generator)
                let end = min(bytes.count, start + Int.random(in: 0...12, using: &generator))
                switch Int.random(in: 0...3, using: &generator) {
                case 0: bytes.removeSubrange(start..<end)
                case 1: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: start)
                case 2: bytes.replaceSubrange(start..<end, with: pieces.randomElement(using: &generator) ?? [])
                default:
                    bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &generator))
                }
            }
            let reading = PresetReader.inspect(text: bytes, file: "p")
            let hasErrors = reading.diagnostics.contains { $0.severity == .error }
            #expect((reading.preset == nil) == hasErrors)
            if hasErrors { withProblems += 1 }
            let lengths = lineLengths(String(decoding: bytes, as: UTF8.self))
            var last = (0, 0)
            for diagnostic in reading.diagnostics {
                let place = (diagnostic.line, diagnostic.column)
                #expect(place >= last, "sorted: \(diagnostic)")
                last = place
                let isInside =
                    diagnostic.line >= 1 && diagnostic.line <= lengths.count && diagnostic.column >= 1
                    && diagnostic.column <= lengths[diagnostic.line - 1] + 1
                #expect(isInside, "\(diagnostic) in \(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(withProblems > 1000, "most changes must be noticed: \(withProblems)")
    }

    @Test("as overrides are read to the end as well", .timeLimit(.minutes(1)))
    func neverTrapAsOverrides() throws {
        let text = try PresetFile.bytes(of: repository + "/pipelines/test-pattern.json5")
        let characters = Array("canvas.height=720sources{}[]:,'\"\\ü😀0x-. ")
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<1000 {
            var override =
                ["canvas.height=720", "sources.main={test:'ball'}", "layouts.pip=[{source:'main'}]", "name=x"]
                .randomElement(using: &generator) ?? "x"
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = override.index(
                    override.startIndex, offsetBy: Int.random(in: 0...override.count, using: &generator))
                override.insert(characters.randomElement(using: &generator) ?? "x", at: index)
            }
            let found = PresetReader.inspect(text: text, file: "p", overrides: [PresetOverride(override)])
            for diagnostic in found.diagnostics {
                let isFromOverride = diagnostic.file == "--set " + override
                #expect(isFromOverride || diagnostic.file == "p")
                if isFromOverride { #expect(diagnostic.line == 1 && diagnostic.column <= override.count + 1) }
            }
        }
    }
}
