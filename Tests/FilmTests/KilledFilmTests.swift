import CaptureTestSupport
import Foundation
import Glibc
import Testing

/// A process that is killed leaves a film that plays, up to about a second before its end.
@Suite("Films of killed processes")
struct KilledFilmTests {
    private static let kills = 20
    /// Seconds.
    private static let mostLost = 1.2

    @Test(
        "are readable by ffmpeg and GStreamer after 20 kills, and at most 1.2 s are lost", .timeLimit(.minutes(8)),
        arguments: ["mp4", "mkv"])
    func killed(container: String) async throws {
        let folder = try TemporaryDirectory()
        let runner = CommandRunner(directory: folder.path, timeout: .seconds(60))
        // The default encoder settings of the shipped preset, at a size that leaves room for the tests beside it.
        let arguments = [
            "record", TandemProgram.pipelines + "/test-pattern.json5", "--set", "canvas.width=640", "--set",
            "canvas.height=360", "--min-free-disk", "1MB", "--json",
        ]
        var generator = SeededGenerator(seed: container == "mp4" ? 4 : 5)
        var unreadable = 0
        var lost: [Double] = []
        for number in 0..<Self.kills {
            let name = "\(number).\(container)"
            let run = try runner.start(TandemProgram.path, arguments + ["-o", name])
            try await run.waitUntil("the recording has begun") { output, _ in output.contains("recordingDidStart") }
            let start = try Self.filmStart(run.outputSoFar)
            let length = Double.random(in: 1.2...4.5, using: &generator)
            let moment = start + length
            try await run.waitUntil("the moment of the kill") { _, _ in Self.now >= moment }
            run.send(signal: SIGKILL)
            let killed = Self.now
            _ = await run.result()
            do {
                let probe = try await FilmProbe(folder.file(name))
                let times = try await probe.frameTimes(of: try #require(probe.video))
                let last = try #require(times.last, "no frame in \(name)")
                lost.append(killed - start - (last + 1.0 / 30))
                try await CommandRunner(timeout: .seconds(60)).check(
                    "gst-launch-1.0",
                    [
                        "-q", "filesrc", "location=" + folder.file(name), "!", "decodebin", "!", "videoconvert", "!",
                        "fakesink",
                    ])
            } catch {
                unreadable += 1
                Issue.record("\(name), killed after \(length) s: \(error)")
            }
        }
        let most = lost.max() ?? .infinity
        print("\(container): \(Self.kills) kills, \(unreadable) unreadable, at most \(most) s lost")
        #expect(unreadable == 0)
        #expect(most <= Self.mostLost, "\(lost)")
    }

    @Test("a quiet take that is killed after three seconds is no empty file", arguments: ["mp4", "mkv"])
    func quiet(container: String) async throws {
        let folder = try TemporaryDirectory()
        try """
        {
          schema: 1, name: "quiet", canvas: { width: 640, height: 360, frameRate: 30 },
          sources: { main: { test: "black" } }, limits: { minFreeDisk: "1MB" },
        }
        """.write(toFile: folder.file("quiet.json5"), atomically: true, encoding: .utf8)
        let run = try CommandRunner(directory: folder.path).start(
            TandemProgram.path, ["record", "quiet.json5", "-o", "a.\(container)", "--json"])
        try await run.waitUntil("the recording has begun") { output, _ in output.contains("recordingDidStart") }
        let start = try Self.filmStart(run.outputSoFar)
        try await run.waitUntil("three seconds") { _, _ in Self.now >= start + 3 }
        run.send(signal: SIGKILL)
        _ = await run.result()
        let probe = try await FilmProbe(folder.file("a.\(container)"))
        let times = try await probe.frameTimes(of: try #require(probe.video))
        #expect((times.last ?? 0) > 3 - Self.mostLost)
    }

    private static var now: Double { Date().timeIntervalSince1970 }

    /// The wall clock's time at the film's first frame, from the event that says how long the film is by now.
    private static func filmStart(_ output: String) throws -> Double {
        let line = try #require(output.split(separator: "\n").first { $0.contains("recordingDidStart") })
        let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let film = try #require(event["filmTime"] as? Double)
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        let text = try #require(event["wallClock"] as? String)
        let wall = try #require(formatter.date(from: text))
        return wall.timeIntervalSince1970 - film
    }
}
