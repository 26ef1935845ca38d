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
}
