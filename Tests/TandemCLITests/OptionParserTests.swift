import Testing

@testable import TandemCLI

@Suite struct OptionParserTests {
    private func parse(_ words: [String]) throws -> ParsedCommand {
        try OptionParser.parse(words, command: CommandTable.record)
    }

    struct Reading: CustomTestStringConvertible, Sendable {
        var words: [String]
        var output: String?
        var arguments: [String]
        var testDescription: String { words.joined(separator: " ") }

        init(_ words: [String], output: String?, arguments: [String] = []) {
            self.words = words
            self.output = output
            self.arguments = arguments
        }
    }

    @Test(arguments: [
        Reading(["-o", "a.mp4"], output: "a.mp4"),
        Reading(["-oa.mp4"], output: "a.mp4"),
        Reading(["-o=a.mp4"], output: "a.mp4"),
        Reading(["--output", "a.mp4"], output: "a.mp4"),
        Reading(["--output=a.mp4"], output: "a.mp4"),
        Reading(["-o", "-x.mp4"], output: "-x.mp4"),
        Reading(["-o", "--force.mp4"], output: "--force.mp4"),
        Reading(["--output=-x.mp4"], output: "-x.mp4"),
        Reading(["-o==.mp4"], output: "=.mp4"),
        Reading(["-fqo", "a.mp4"], output: "a.mp4"),
        Reading(["-o", "a b'\"%s\\.mp4"], output: "a b'\"%s\\.mp4"),
        Reading(["-o", "Фильм 🎬.mp4", "vortrag-ü"], output: "Фильм 🎬.mp4", arguments: ["vortrag-ü"]),
        Reading(["talk", "-o", "a.mp4"], output: "a.mp4", arguments: ["talk"]),
        Reading(["--", "-talk.json5"], output: nil, arguments: ["-talk.json5"]),
        Reading(["-o", "a.mp4", "--", "--json"], output: "a.mp4", arguments: ["--json"]),
        Reading(["-o", "--", "x"], output: "--", arguments: ["x"]),
    ])
    func valuesAndArgumentsAreTakenAsTheyAre(_ reading: Reading) throws {
        let parsed = try parse(reading.words)
        #expect(parsed.value(.output) == reading.output)
        #expect(parsed.arguments == reading.arguments)
    }

    @Test func flagsValuesAndRepeatsAreKeptApart() throws {
        let parsed = try parse([
            "--json", "-qv", "-f", "--set", "a=1", "--set=b=2", "--camera", "main=x", "--max-duration", "10s",
        ])
        for flag in [.json, .quiet, .verbose, .force] as [OptionName] { #expect(parsed.has(flag)) }
        #expect(!parsed.has(.help))
        #expect(parsed.values(.set) == ["a=1", "b=2"])
        #expect(parsed.values(.camera) == ["main=x"])
        #expect(parsed.value(.duration) == "10s")
        #expect(parsed.value(.output) == nil)
    }

    @Test func helpWinsOverWhatIsMissing() throws {
        #expect(try OptionParser.parse(["--help"], command: CommandTable.check).has(.help))
        #expect(try OptionParser.parse(["-h"], command: CommandTable.check).has(.help))
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        var words: [String]
        var message: String
        var testDescription: String { words.joined(separator: " ") }

        init(_ words: [String], _ message: String) {
            self.words = words
            self.message = message
        }
    }

    @Test(arguments: [
        Refusal(["--ouput", "x"], "unknown option --ouput; did you mean --output?"),
        Refusal(["--ouput=x"], "unknown option --ouput; did you mean --output?"),
        Refusal(["--max-dur", "1"], "unknown option --max-dur; did you mean --max-duration?"),
        Refusal(["-output", "x"], "unknown option -output; did you mean --output?"),
        Refusal(["-5"], "unknown option -5; see `tandem record --help`"),
        Refusal(["-fx"], "unknown option -x; see `tandem record --help`"),
        Refusal(["--frobnicate"], "unknown option --frobnicate; see `tandem record --help`"),
        Refusal(["-o"], "-o needs a value: -o FILE"),
        Refusal(["-fo"], "-o needs a value: -o FILE"),
        Refusal(["--until"], "--until needs a value: --until HH:MM"),
        Refusal(["--force=yes"], "--force takes no value"),
        Refusal(["-f=yes"], "-f takes no value"),
        Refusal(["-o", "a", "-o", "b"], "--output is given more than once: `a`, `b`; give it once"),
        Refusal(["-t", "1", "--max-duration=2"], "--duration is given more than once: `1`, `2`; give it once"),
        Refusal(["a", "b"], "unexpected argument `b`"),
        Refusal([""], "argument 1 is empty"),
    ])
    func whatCannotBeFollowedIsSaid(_ refusal: Refusal) {
        #expect(throws: UsageError(command: "record", refusal.message)) { try parse(refusal.words) }
    }

    @Test func anOptionOfAnotherCommandIsSentThere() {
        #expect(throws: UsageError(command: "devices", "unknown option --until; it is an option of `tandem record`")) {
            try OptionParser.parse(["--until", "1"], command: CommandTable.devices)
        }
    }

    @Test func argumentsThatMustBeThereAreMissed() {
        #expect(throws: UsageError(command: "check", "PRESET… is missing")) {
            try OptionParser.parse([], command: CommandTable.check)
        }
    }
}
