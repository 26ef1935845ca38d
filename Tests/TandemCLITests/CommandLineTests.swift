import CaptureTestSupport
import Foundation
import Testing

/// The built program, run as a user runs it.
@Suite(.timeLimit(.minutes(2))) struct CommandLineTests {
    private let folder: TemporaryDirectory
    private let runner: CommandRunner

    init() throws {
        folder = try TemporaryDirectory()
        runner = try TandemProgram.runner(in: folder)
    }

    private func run(_ words: String...) async throws -> CommandResult {
        try await runner.run(TandemProgram.path, words)
    }

    @Test(arguments: [
        ["--help"], ["-h"], ["help"], ["record", "--help"], ["help", "record"], ["devices", "-h"],
        ["presets", "--help"], ["check", "--help"], ["help", "--help"],
    ])
    func everyLevelHasHelp(words: [String]) async throws {
        let result = try await runner.run(TandemProgram.path, words)
        #expect(result.status == 0, "\(result)")
        #expect(result.outputText.hasPrefix("Usage:\n  tandem"), "\(result)")
        #expect(result.outputText.contains("--help"), "\(result)")
        #expect(result.errorText.isEmpty, "\(result)")
    }

    @Test func theVersionIsOneLine() async throws {
        let result = try await run("--version")
        #expect(result.status == 0)
        #expect(result.outputLines.count == 1 && result.outputText.hasPrefix("tandem "), "\(result)")
    }

    @Test(arguments: [
        ([], "tandem: error: a command is missing: record, devices, presets, check, help; see `tandem --help`"),
        (["recrod"], "tandem: error: unknown command `recrod`; did you mean record?"),
        (["help", "recrod"], "tandem: error: unknown command `recrod`; did you mean record?"),
        (["--jsn"], "tandem: error: unknown option --jsn; see `tandem --help`"),
        (["--json", "record"], "tandem: error: unknown option --json; it is an option of `tandem record`"),
        (["record", "--ouput", "x"], "tandem record: error: unknown option --ouput; did you mean --output?"),
        (["record", "small", "-o", "a.avi"], ""),
        (["presets", "shw"], "tandem presets: error: unknown word `shw`; did you mean show?"),
        (
            ["presets", "foo"],
            "tandem presets: error: unknown word `foo`; to show a preset write: tandem presets show foo"
        ),
        (["presets", "show"], "tandem presets: error: name the preset: tandem presets show NAME"),
        (["presets", "list", "x"], "tandem presets: error: unexpected argument `x`"),
        (["check"], "tandem check: error: PRESET… is missing"),
    ])
    func aWrongCommandLineIsStatus64AndOneLine(words: [String], line: String) async throws {
        let result = try await runner.run(TandemProgram.path, words)
        #expect(result.status == 64, "\(result)")
        #expect(result.errorLines.count == 1, "\(result)")
        #expect(result.outputText.isEmpty, "\(result)")
        if !line.isEmpty { #expect(result.errorLines.first == line) }
    }

    @Test func presetsAreListedAndShown() async throws {
        let list = try await run("presets")
        let line = list.outputLines.first { $0.hasPrefix("small ") }
        #expect(line?.hasSuffix("  A small test  (./pipelines/small.json5)") == true, "\(list)")
        let show = try await run("presets", "show", "small")
        #expect(show.status == 0)
        #expect(show.outputLines.contains("    inset: 80x44 at 240,136"), "\(show)")
    }

    @Test func aPresetThatIsNotThereIsStatus66WithTheNearest() async throws {
        for words in [["record", "smal"], ["check", "smal"], ["presets", "show", "smal"]] {
            let result = try await runner.run(TandemProgram.path, words)
            #expect(result.status == 66, "\(result)")
            #expect(result.errorText.contains("did you mean small?"), "\(result)")
        }
        #expect(try await run("check", "none/ü.json5").status == 66)
        try TandemProgram.testPreset.write(toFile: folder.file("desk.json5"), atomically: false, encoding: .utf8)
        let beside = try await run("check", "desk")
        #expect(beside.status == 66 && beside.errorText.contains("desk.json5 or ./desk.json5"), "\(beside)")
    }

    @Test func checkSaysEveryProblemOfEveryFile() async throws {
        let bad = TandemProgram.testPreset
            .replacingOccurrences(of: "width: 320", with: "width: 321")
            .replacingOccurrences(of: "inset: { test", with: "inset: { mirorr: true, test")
        try bad.write(toFile: folder.file("schlecht ü.json5"), atomically: false, encoding: .utf8)
        let result = try await run("check", "schlecht ü.json5", "small", "none.json5")
        #expect(result.status == 65, "\(result)")
        #expect(result.outputText == "./pipelines/small.json5: ok\n")
        #expect(result.errorLines.contains { $0.hasPrefix("schlecht ü.json5:3:20: error: canvas.width") }, "\(result)")
        #expect(
            result.errorLines.contains { $0.contains("mirorr") && $0.contains("did you mean mirror?") }, "\(result)")
        #expect(result.errorLines.contains { $0.contains("none.json5") }, "\(result)")
    }

    @Test func aBadSettingIsStatus65WithItsPlace() async throws {
        let result = try await run("record", "small", "--set", "canvas.heigth=4", "-o", "a.mp4")
        #expect(result.status == 65, "\(result)")
        #expect(result.errorText.contains("did you mean height?"), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("a.mp4")))
    }

    @Test func devicesAreListedForPeopleAndPrograms() async throws {
        let text = try await run("devices")
        #expect(text.status == 0)
        #expect(text.outputText.contains("h264: x264enc"), "\(text)")
        let json = try await run("devices", "--json")
        #expect(json.outputLines.count == 1)
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(json.standardOutput)) as? [String: Any], "\(json)")
        #expect(Set(object.keys) == ["cameras", "microphones", "encoders", "otherNodes"])
        let encoders = try #require(object["encoders"] as? [[String: Any]])
        #expect(encoders.contains { $0["codec"] as? String == "aac" && $0["installed"] is Bool })
    }

    @Test func anOutputThatCannotBeIsStatus73() async throws {
        try "old".write(toFile: folder.file("old.mp4"), atomically: false, encoding: .utf8)
        mkdir(folder.file("folder.mp4"), 0o755)
        for path in ["old.mp4", "none/a.mp4", "folder.mp4", "old.mp4/a.mp4"] {
            let result = try await run("record", "small", "-o", path)
            #expect(result.status == 73, "\(result)")
            #expect(result.errorLines.count == 1, "\(result)")
        }
        #expect(try String(contentsOfFile: folder.file("old.mp4"), encoding: .utf8) == "old")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                "folder.mp4", "old.mp4", "pipelines",
            ])
    }

    @Test func wordsThatAreNotUTF8AreRefused() async throws {
        // printf makes the byte; a Swift string cannot hold it.
        let result = try await runner.run(
            "/bin/sh", ["-c", "exec \"$0\" record small -o \"$(printf 'a\\377.mp4')\"", TandemProgram.path])
        #expect(result.status == 64, "\(result)")
        #expect(result.errorText.contains("UTF-8"), "\(result)")
    }

    @Test func resultsThatCannotBeWrittenAreAFailure() async throws {
        let full = try await runner.run("/bin/sh", ["-c", "exec \"$0\" devices > /dev/full", TandemProgram.path])
        #expect(full.status == 74, "\(full)")
        let closed = try await runner.run("/bin/sh", ["-c", "exec \"$0\" devices >&- 2>&- <&-", TandemProgram.path])
        #expect(closed.status == 0, "\(closed)")
    }
}
