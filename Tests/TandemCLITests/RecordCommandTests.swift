import CaptureTestSupport
import Foundation
import Testing

/// `tandem record` with test pictures: films, signals, streams.
@Suite(.timeLimit(.minutes(3)), .serialized) struct RecordCommandTests {
    private let folder: TemporaryDirectory
    private let runner: CommandRunner

    init() throws {
        folder = try TemporaryDirectory()
        runner = try TandemProgram.runner(in: folder)
    }

    private func start(_ words: String...) throws -> RunningCommand {
        try runner.start(TandemProgram.path, ["record", "small"] + words)
    }

    /// Frames of the film, counted by decoding.
    private func frames(_ name: String) async throws -> Int {
        let probe = try await runner.check(
            "ffprobe",
            [
                "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames",
                "-of", "csv=p=0", "file:" + name,
            ])
        return try #require(Int(probe.outputText.trimmingCharacters(in: .whitespacesAndNewlines)), "\(probe)")
    }

    @Test(arguments: ["a b'\"%s.mp4", "Фильм 🎬.mkv", "-x.webm"])
    func aFilmHasItsLengthAndItsNameIsTheLastWord(name: String) async throws {
        let result = try await runner.run(TandemProgram.path, ["record", "small", "-t", "1s", "-o", name])
        #expect(result.status == 0, "\(result)")
        #expect(result.outputText == name + "\n", "\(result)")
        #expect(result.errorLines.first == "main: test picture smpte", "\(result)")
        #expect(result.errorLines.contains { $0.hasPrefix("finished: 1.0 s") }, "\(result)")
        #expect(!result.errorText.contains("\u{1B}") && !result.errorText.contains("\r"), "\(result)")
        #expect(try await frames(name) == 30, "\(result)")
    }

    @Test func withoutANameThePatternCounts() async throws {
        let words = ["record", "small", "-t", "200ms", "--quiet", "--set", "output.file=x.mp4"]
        for _ in 1...2 {
            let result = try await runner.run(TandemProgram.path, words)
            #expect(result.status == 0 && result.outputText.isEmpty && result.errorText.isEmpty, "\(result)")
        }
        #expect(try await frames("x.mp4") == 6)
        #expect(try await frames("x-2.mp4") == 6)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalFinishesTheFilm(signal: Int32) async throws {
        let command = try start("-o", "a.mp4")
        try await command.waitUntil("recording") { _, errors in errors.contains("recording a.mp4") }
        command.send(signal: signal)
        let result = await command.result()
        #expect(result.status == 0, "\(result)")
        #expect(result.outputText == "a.mp4\n", "\(result)")
        #expect(result.errorText.contains("(stopped)"), "\(result)")
        #expect(try await frames("a.mp4") > 0)
    }

    @Test func aSecondSignalStopsAtOnceAndTheFilmCanBeRead() async throws {
        let command = try start("-o", "a.mkv")
        try await command.waitUntil("something on the disk") { _, _ in
            let size = try? FileManager.default.attributesOfItem(atPath: folder.file("a.mkv"))[.size] as? Int
            return size ?? 0 > 10_000
        }
        // Both come in one moment, so that the film cannot be finished in between.
        command.send(signal: SIGSTOP)
        command.send(signal: SIGINT)
        command.send(signal: SIGTERM)
        command.send(signal: SIGCONT)
        let result = await command.result()
        #expect(result.status == 130, "\(result)")
        #expect(try await frames("a.mkv") > 0)
    }

    @Test func aBackgroundJobThatIgnoresInterruptsStillTakesThem() async throws {
        let script = "trap '' INT; exec \"$0\" record small -o a.mp4"
        let command = try runner.start("/bin/sh", ["-c", script, TandemProgram.path])
        try await command.waitUntil("recording") { _, errors in errors.contains("recording a.mp4") }
        command.send(signal: SIGINT)
        let result = await command.result()
        #expect(result.status == 0 && result.outputText == "a.mp4\n", "\(result)")
    }

    @Test func aHangUpThatIsIgnoredOnPurposeStaysIgnored() async throws {
        let script = "trap '' HUP; exec \"$0\" record small -o a.mp4 -t 1500ms"
        let command = try runner.start("/bin/sh", ["-c", script, TandemProgram.path])
        try await command.waitUntil("recording") { _, errors in errors.contains("recording a.mp4") }
        command.send(signal: SIGHUP)
        let result = await command.result()
        #expect(result.status == 0, "\(result)")
        #expect(try await frames("a.mp4") == 45)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalBeforeTheSessionEndsTheProgramAtOnce(signal: Int32) async throws {
        let pipe = folder.file("p.json5")
        #expect(mkfifo(pipe, 0o600) == 0)
        for command in ["record", "check"] {
            let running = try runner.start(TandemProgram.path, [command, "p.json5"])
            // A writer finds a pipe's reader when it waits for its preset.
            let deadline = ContinuousClock.now + .seconds(20)
            var writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            while writer < 0, ContinuousClock.now < deadline {
                await Task.yield()
                writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            }
            #expect(writer >= 0)
            running.send(signal: signal)
            let result = await running.result()
            close(writer)
            if command == "record" {
                #expect(result.status == 130, "\(result)")
            } else {
                #expect(result.signal == signal, "\(result)")
            }
        }
    }

    @Test func aFilmOnStandardOutputHasItForItself() async throws {
        let film = "\"$0\" record small -t 500ms -o /dev/stdout"
        let piped = try await runner.run("/bin/sh", ["-c", film + " | cat > a.mp4", TandemProgram.path])
        #expect(piped.status == 0 && piped.outputText.isEmpty, "\(piped)")
        let end = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mp4"))).suffix(12)
        #expect(end != Data("/dev/stdout\n".utf8))
        #expect(try await frames("a.mp4") == 15)
        let json = try await runner.run("/bin/sh", ["-c", "exec " + film + " --json", TandemProgram.path])
        #expect(json.status == 64 && json.standardOutput.isEmpty, "\(json)")
        let mixed = try await runner.run("/bin/sh", ["-c", "exec " + film + " 2>&1", TandemProgram.path])
        #expect(mixed.status == 64, "\(mixed)")
    }

    @Test func streamsThatAreClosedDoNoHarm() async throws {
        let closed = "exec \"$0\" record small -t 500ms -o a.mp4 >&- 2>&- <&-"
        #expect(try await runner.run("/bin/sh", ["-c", closed, TandemProgram.path]).status == 0)
        #expect(try await frames("a.mp4") == 15)
        let gone = "{ \"$0\" record small -t 500ms -o b.mp4 --json; echo $? >&2; } | true"
        let result = try await runner.run("/bin/sh", ["-c", gone, TandemProgram.path])
        #expect(result.errorLines == ["0"], "\(result)")
        #expect(try await frames("b.mp4") == 15)
    }

    @Test func jsonIsOneObjectALine() async throws {
        let result = try await runner.run(
            TandemProgram.path, ["record", "small", "-t", "1s", "-o", "ü.mp4", "--json"])
        #expect(result.status == 0 && result.errorText.isEmpty, "\(result)")
        let events = try result.outputLines.map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        }
        #expect(
            events.map { $0["event"] as? String } == [
                "sessionDidStart", "recordingDidStart", "recordingDidFinish", "sessionDidStop",
            ], "\(result)")
        let finish = try #require(events.dropFirst(2).first)
        #expect(finish["file"] as? String == "ü.mp4")
        #expect(finish["reason"] as? String == "maxDuration")
        #expect(finish["successful"] as? Bool == true)
        #expect(finish["duration"] as? Double == 1)
        #expect(finish["filmTime"] as? Double == 1)
        #expect(finish["frames"] as? Int == 30)
        let size = try FileManager.default.attributesOfItem(atPath: folder.file("ü.mp4"))[.size] as? Int
        #expect(finish["bytes"] as? Int == size)
        let sources = try #require(finish["sources"] as? [[String: Any]])
        #expect(sources.map { $0["name"] as? String } == ["main", "inset"])
        for source in sources { #expect(source["shown"] as? Int ?? 0 >= 25, "\(source)") }
        for event in events {
            #expect(event["time"] is Double)
            #expect((event["wallClock"] as? String)?.count ?? 0 >= "2026-01-01T00:00:00.000Z".count)
        }
    }

    @Test func aFullDiskIsStatus74() async throws {
        let result = try await runner.run(TandemProgram.path, ["record", "small", "-o", "/dev/full"])
        #expect(result.status == 74, "\(result)")
        #expect(result.errorText.contains("tandem record: error: the disk is full: /dev/full"), "\(result)")
        let limit = try await runner.run(
            TandemProgram.path, ["record", "small", "-o", "a.mp4", "--min-free-disk", "900TB"])
        #expect(limit.status == 74, "\(limit)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("a.mp4")))
    }

    @Test func onATerminalOneLineIsRedrawnAndTakenAway() async throws {
        let command = "'\(TandemProgram.path)' record small -t 1500ms -o a.mp4"
        let result = try await runner.run(
            "script", ["-qec", "stty cols 40; \(command)", "/dev/null"])
        #expect(result.status == 0, "\(result)")
        let drawn = result.outputText.split(separator: "\r").filter { $0.hasPrefix("recording  0:0") }
        #expect(drawn.count >= 2, "\(result)")
        for line in drawn { #expect((line.split(separator: "\u{1B}").first?.count ?? 99) < 40, "\(line)") }
        #expect(result.outputText.hasSuffix("a.mp4\r\n"), "\(result)")
        // After the film's summary nothing is drawn any more.
        let ending = try #require(result.outputText.range(of: "finished: 1.5 s"))
        #expect(!result.outputText[ending.lowerBound...].contains("\u{1B}"), "\(result)")
    }
}
