import CaptureModel
import CaptureTestSupport
import Foundation
import GStreamer
import Testing

@testable import CaptureKit

@Suite("The elements that graphs are made of")
struct ElementTests {
    /// Every factory that the sources name, by reading them: `make("x264enc"`, `factory: "x264enc"`.
    private func factories() throws -> Set<String> {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/CaptureKit").standardized
        var names: Set<String> = ["appsrc", "appsink"]
        for part in ["Graph", "Recorder"] {
            let place = folder.appendingPathComponent(part)
            for file in try FileManager.default.contentsOfDirectory(atPath: place.path) {
                let text = try String(contentsOf: place.appendingPathComponent(file), encoding: .utf8)
                for pattern in [
                    #/Element\.make\((?:container == \.webm \? "webmmux" : )?"([a-z0-9_]+)"/#,
                    #/makeAggregator\("([a-z0-9_]+)"/#, #/factory: "([a-z0-9_]+)"/#,
                ] {
                    for match in text.matches(of: pattern) { names.insert(String(match.output.1)) }
                }
            }
        }
        return names.union(["webmmux", "matroskamux", "decodebin", "filesrc", "videoconvert"])
    }

    @Test("each has the Debian package that the program tells to install")
    func packages() async throws {
        try Library.initialize()
        let names = try factories()
        #expect(names.isSuperset(of: ["x264enc", "compositor", "v4l2src", "mp4mux", "videoconvertscale", "voaacenc"]))
        var owners: [String: String] = [:]
        for name in names.sorted() {
            let factory = try #require(ElementRegistry.factory(named: name), "\(name) is not installed")
            let file = try #require(factory.pluginFile)
            if owners[file] == nil {
                // By the end of its path: the package may know it below /usr/lib, and the loader below /lib.
                let end = file.split(separator: "/").suffix(2).joined(separator: "/")
                let answer = try await CommandRunner().check("dpkg", ["-S", "*/" + end])
                owners[file] = answer.outputLines.first?.split(separator: ":").first.map(String.init)
            }
            #expect(ElementPackages.package(of: name) == owners[file], "\(name)")
        }
    }

    @Test("every setting of every encoder is one that its element takes", arguments: Container.allCases)
    func settings(container: Container) throws {
        try Library.initialize()
        for rate in [Fraction(1), Fraction(30000, 1001), Fraction(60)] {
            for (width, threads) in [(2, 1), (1920, 2), (3840, 64)] {
                let canvas = Canvas(width: width, height: width, frameRate: rate)
                for codec in container.videoCodecs {
                    let plan = VideoPlan(
                        VideoSettings(codec: codec), container: container, canvas: canvas, threads: threads)
                    for candidate in EncoderSettings.candidates(plan) {
                        #expect(throws: Never.self, "\(candidate.factory)") { _ = try candidate.make() }
                        if let parser = candidate.parser { #expect(Library.hasElement(parser)) }
                    }
                }
            }
        }
        for codec in container.audioCodecs {
            for candidate in EncoderSettings.candidates(AudioPlan(AudioSettings(codec: codec), container: container)) {
                #expect(throws: Never.self, "\(candidate.factory)") { _ = try candidate.make() }
            }
        }
    }

    @Test("an element that nobody has is told by its first choice's package")
    func nobody() throws {
        try Library.initialize()
        let candidates = ["nosuchenc", "suchnoenc"].map { EncoderSettings(factory: $0, properties: [], parser: nil) }
        let error = #expect(throws: CaptureError.self) { try EncoderSettings.choose(candidates) }
        #expect(error?.code == .missingElement)
        #expect(error?.message.contains("nosuchenc") == true)
    }

    @Test(
        "what is heard on one side only stays there, whatever encodes it",
        arguments: ["avenc_aac", "voaacenc", "opusenc"])
    func sides(factory: String) async throws {
        try Library.initialize()
        let folder = try TemporaryDirectory()
        let codec: AudioCodec = factory == "opusenc" ? .opus : .aac
        let plan = AudioPlan(AudioSettings(codec: codec), container: .mkv)
        let settings = try #require(EncoderSettings.candidates(plan).first { $0.factory == factory })
        let pipeline = Pipeline.named("sides")
        let tone = try Element.make("audiotestsrc")
        try tone.set(["num-buffers": 150, "freq": 440.0])
        let panorama = try Element.make("audiopanorama")
        try panorama.set("panorama", -1.0)
        let sink = try Element.make("filesink")
        try sink.set("location", .string(folder.file("a.mkv")))
        var chain = [
            tone, panorama, try capsFilter(MediaCaps.sound), try Element.make("audioconvert"), try settings.make(),
        ]
        if let parser = settings.parser { chain.append(try Element.make(parser)) }
        try pipeline.addChain(chain + [try Element.make("matroskamux"), sink])
        let (ends, continuation) = AsyncStream<BusMessage>.makeStream()
        let observation = pipeline.bus.observe { continuation.yield($0) }
        pipeline.setState(.playing)
        for await message in ends {
            if case .endOfStream = message { break }
            if case .error(let report) = message {
                Issue.record("\(report)")
                break
            }
        }
        pipeline.setState(.null)
        withExtendedLifetime(observation) {}
        let samples = try await FilmProbe(folder.file("a.mkv")).audioSamples(channels: 2)
        // Behind the encoder's first moments.
        let settled = samples.dropFirst(48_000)
        let left =
            stride(from: settled.startIndex, to: settled.endIndex, by: 2).map { abs(Int(settled[$0])) }.max() ?? 0
        let right =
            stride(from: settled.startIndex + 1, to: settled.endIndex, by: 2).map { abs(Int(settled[$0])) }.max() ?? 0
        #expect(left > 20_000, "\(left)")
        #expect(right < 500, "\(right)")
    }
}
