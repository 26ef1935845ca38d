import CaptureTestSupport
import Foundation
import Testing

/// The program on a machine that lacks the encoders of the first choice.
@Suite("Films of the encoders of the second choice", .serialized)
struct EncoderChoiceTests {
    /// A folder of links to every plugin but some.
    private func plugins(without left: [String], in folder: TemporaryDirectory) async throws -> [String: String] {
        let answer = try await CommandRunner().check("gst-inspect-1.0", ["coreelements"])
        let line = try #require(answer.outputLines.first { $0.contains("Filename") })
        let file = try #require(line.split(separator: " ").last)
        let installed = URL(fileURLWithPath: String(file)).deletingLastPathComponent()
        let mine = folder.file("plugins")
        try FileManager.default.createDirectory(atPath: mine, withIntermediateDirectories: false)
        for name in try FileManager.default.contentsOfDirectory(atPath: installed.path)
        where name.hasSuffix(".so") && !left.contains(name) {
            try FileManager.default.createSymbolicLink(
                atPath: mine + "/" + name, withDestinationPath: installed.appendingPathComponent(name).path)
        }
        return ["GST_PLUGIN_SYSTEM_PATH_1_0": mine, "GST_REGISTRY": folder.file("registry.bin")]
    }

    @Test("two seconds by openh264enc and voaacenc are whole, and picture and sound are as long")
    func secondChoice() async throws {
        let folder = try TemporaryDirectory()
        let environment = try await plugins(without: ["libgstx264.so", "libgstlibav.so"], in: folder)
        let runner = CommandRunner(directory: folder.path, environment: environment, timeout: .seconds(120))
        try await runner.check(
            TandemProgram.path,
            [
                "record", TandemProgram.pipelines + "/test-pattern.json5", "--set", "canvas.width=320", "--set",
                "canvas.height=180", "--duration", "2s", "-o", "a.mp4", "--min-free-disk", "1MB",
            ])
        let probe = try await FilmProbe(folder.file("a.mp4"))
        try await probe.decodeStrictly()
        let video = try #require(probe.video)
        #expect(video.codec == "h264" && !video.hasBFrames)
        #expect(try await probe.frameTimes(of: video).count == 60)
        let samples = try await probe.audioSamples(channels: 1)
        #expect(abs(Double(samples.count) / 48_000 - 2) <= 0.05)
    }

    @Test("without any encoder the record is refused with the package to install, and no film is left")
    func noEncoder() async throws {
        let folder = try TemporaryDirectory()
        let environment = try await plugins(without: ["libgstx264.so", "libgstopenh264.so"], in: folder)
        let runner = CommandRunner(directory: folder.path, environment: environment, timeout: .seconds(120))
        let run = try await runner.run(
            TandemProgram.path,
            ["record", TandemProgram.pipelines + "/test-pattern.json5", "--duration", "1s", "-o", "a.mp4"])
        #expect(run.status != 0)
        #expect(run.errorText.contains("gstreamer1.0-plugins-ugly"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("a.mp4")))
    }
}
