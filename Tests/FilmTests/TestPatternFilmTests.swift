import CaptureTestSupport
import Foundation
import Testing

/// `tandem record test-pattern`, as the README has it, in each container.
@Suite("The film of ten seconds of test-pattern", .serialized)
struct TestPatternFilmTests {
    struct Expectation: Sendable, CustomTestStringConvertible {
        var container: String
        var videoCodec: String
        var audioCodec: String
        var format: String
        var testDescription: String { container }
    }

    static let containers = [
        Expectation(container: "mp4", videoCodec: "h264", audioCodec: "aac", format: "mp4"),
        Expectation(container: "mkv", videoCodec: "h264", audioCodec: "aac", format: "matroska"),
        Expectation(container: "webm", videoCodec: "vp8", audioCodec: "opus", format: "webm"),
    ]

    @Test("is whole, even, in time, tagged as what it is, and shows both pictures", arguments: containers)
    func film(expected: Expectation) async throws {
        let folder = try TemporaryDirectory()
        let runner = CommandRunner(directory: folder.path, timeout: .seconds(90))
        let name = "a.\(expected.container)"
        let preset = TandemProgram.pipelines + "/test-pattern.json5"
        let run = try await runner.check(
            TandemProgram.path, ["record", preset, "--duration", "10s", "-o", name, "--min-free-disk", "1MB"])
        #expect(run.outputLines.last == name)

        let probe = try await FilmProbe(folder.file(name))
        #expect(probe.formatName.contains(expected.format))
        try await probe.decodeStrictly()
        try await checkPicture(try #require(probe.video), of: probe, expected)
        try await checkSound(try #require(probe.audio), of: probe, expected)
        try await checkPixels(of: probe)
        try await checkSeeking(in: folder.file(name))
        if expected.container == "mp4" {
            let boxes = try FilmBox.topLevel(of: folder.file(name)).map(\.type)
            #expect(!boxes.contains("moof"))
            #expect(boxes.filter { $0 == "moov" }.count == 1)
        }
    }

    private func checkPicture(_ video: FilmStream, of probe: FilmProbe, _ expected: Expectation) async throws {
        #expect(video.codec == expected.videoCodec)
        #expect(video.pixelFormat == "yuv420p")
        #expect(video.width == 1280 && video.height == 720)
        #expect(video.colorRange == "tv")
        #expect(video.colorSpace == "bt709")
        if expected.videoCodec == "h264" {
            #expect(video.fieldOrder == "progressive")
            #expect(!video.hasBFrames)
        }
        let times = try await probe.frameTimes(of: video)
        #expect(abs(times.count - 300) <= 1)
        #expect(times.isStrictlyIncreasing)
        #expect(times.gaps.allSatisfy { abs($0 - 1.0 / 30) <= 0.001 }, "\(times.gaps)")
        #expect((times.first ?? 1) <= 0.05)
    }

    private func checkSound(_ audio: FilmStream, of probe: FilmProbe, _ expected: Expectation) async throws {
        #expect(audio.codec == expected.audioCodec)
        #expect(audio.sampleRate == 48_000)
        let samples = try await probe.audioSamples(channels: 1)
        let length = Double(samples.count) / 48_000
        let video = try await probe.frameTimes(of: try #require(probe.video))
        #expect(abs(length - Double(video.count) / 30) <= 0.05)
        // Ten ticks, one a second.
        let loud = FilmMoments.onsets(of: samples, rate: 48_000)
        #expect(loud.count >= 9 && loud.count <= 11, "\(loud)")
    }

    /// The ball moves over black; the inset's bars stand in their rectangle from right to left.
    private func checkPixels(of probe: FilmProbe) async throws {
        let frame = try await probe.rawFrame(at: 150)
        // The inset is 320x180 at (936, 516): seven bars, mirrored.
        let bars: [(String, [Int])] = [
            ("blue", [0, 0, 255]), ("red", [255, 0, 0]), ("magenta", [255, 0, 255]), ("green", [0, 255, 0]),
            ("cyan", [0, 255, 255]), ("yellow", [255, 255, 0]), ("white", [255, 255, 255]),
        ]
        for (index, (name, color)) in bars.enumerated() {
            let pixel = frame.pixel(x: 936 + 320 * (2 * index + 1) / 14, y: 516 + 60).map(Int.init)
            #expect(zip(pixel, color).allSatisfy { abs($0 - $1) <= 24 }, "\(name) is \(pixel)")
        }
        // Around the inset there is the main picture, which is black there.
        for (x, y) in [(926, 560), (1266, 560), (1096, 506), (1096, 706)] {
            #expect(frame.pixel(x: x, y: y).allSatisfy { $0 < 40 }, "(\(x), \(y)) is \(frame.pixel(x: x, y: y))")
        }
        let first = try #require(ball(in: frame))
        let second = try #require(ball(in: try await probe.rawFrame(at: 170)))
        #expect(abs(first.x - second.x) + abs(first.y - second.y) > 20, "the ball stands still at \(first)")
    }

    /// The middle of what is white above the inset's upper edge or left of it.
    private func ball(in frame: FilmFrame) -> (x: Int, y: Int)? {
        var sum = (x: 0, y: 0, count: 0)
        for y in stride(from: 0, to: 720, by: 4) {
            for x in stride(from: 0, to: 1280, by: 4) where x < 930 || y < 510 {
                if frame.pixel(x: x, y: y).allSatisfy({ $0 > 200 }) { sum = (sum.x + x, sum.y + y, sum.count + 1) }
            }
        }
        return sum.count == 0 ? nil : (sum.x / sum.count, sum.y / sum.count)
    }

    /// A player that jumps to the ninth second finds a picture there, and GStreamer agrees on the length.
    private func checkSeeking(in file: String) async throws {
        let runner = CommandRunner()
        let seek = try await runner.check(
            "ffmpeg",
            ["-v", "error", "-ss", "9", "-i", file, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-"])
        #expect(seek.standardOutput.count == 1280 * 720)
        let discovered = try await runner.check("gst-discoverer-1.0", [file])
        #expect(discovered.outputText.contains("Duration: 0:00:1"), "\(discovered)")
        #expect(discovered.outputText.contains("Seekable: yes"), "\(discovered)")
    }
}
