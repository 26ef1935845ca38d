import CaptureModel
import Testing

@testable import CapturePresets

/// The repository's folder, from this file's place.
let repository = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

@Suite("The presets that come with the program")
struct ShippedPresetTests {
    private static let library = PresetLibrary(searchPath: [repository + "/pipelines"])

    @Test("are these four, and are read without a finding")
    func areWithoutFindings() {
        let entries = Self.library.entries()
        #expect(entries.map(\.name) == ["dual-camera", "side-by-side", "single-camera", "test-pattern"])
        for entry in entries {
            #expect(entry.diagnostics == [], "\(entry.file)")
            #expect(!entry.summary.isEmpty && !entry.isShadowed)
        }
    }

    @Test("are called as their files are, and leave codecs and limits to the defaults")
    func leaveDefaults() throws {
        for entry in Self.library.entries() {
            let preset = try Self.library.preset(entry.name)
            #expect(preset.name == entry.name)
            #expect(preset.video == VideoSettings() && preset.audio == AudioSettings())
            #expect(preset.output == OutputSettings() && preset.limits == Limits())
        }
    }

    @Test("show the inset of the test pattern mirrored, at the bottom right")
    func showTheInset() throws {
        let preset = try Self.library.preset("test-pattern")
        #expect(preset.canvas == Canvas(width: 1280, height: 720, frameRate: Fraction(30)))
        #expect(preset.sources.map(\.name) == ["main", "inset"])
        #expect(preset.sources[1].mirror && !preset.sources[0].mirror)
        #expect(preset.sources[0].origin != preset.sources[1].origin)
        #expect(preset.microphone == Microphone(origin: .test(wave: "ticks")))
        let pip = try #require(preset.layouts.first { $0.name == preset.layout })
        let rectangles = pip.items.map { LayoutGeometry.rectangle(of: $0, canvas: preset.canvas.size) }
        #expect(rectangles.map(\.description) == ["1280x720+0+0", "320x180+936+516"])
    }

    @Test("have a README that knows every key, every test picture and sound, and every preset")
    func haveAReadme() throws {
        let readme = String(decoding: try PresetFile.bytes(of: repository + "/pipelines/README.md"), as: UTF8.self)
        let objects = [
            ("", PresetKeys.root), ("canvas.", PresetKeys.canvas), ("", PresetKeys.source), ("mode.", PresetKeys.mode),
            ("", PresetKeys.microphone), ("", PresetKeys.placement), ("video.", PresetKeys.video),
            ("audio.", PresetKeys.audio), ("output.", PresetKeys.output), ("limits.", PresetKeys.limits),
        ]
        for (prefix, keys) in objects {
            for key in keys { #expect(readme.contains("`\(prefix)\(key)`"), "\(prefix)\(key)") }
        }
        for word in TestSources.patterns + TestSources.waves + Self.library.entries().map(\.name) {
            #expect(readme.contains("`\(word)`"), "\(word)")
        }
    }

    @Test("have a README whose example is read without a finding")
    func haveAnExample() throws {
        let readme = String(decoding: try PresetFile.bytes(of: repository + "/pipelines/README.md"), as: UTF8.self)
        let start = try #require(readme.firstRange(of: "```json5\n"))
        let end = try #require(readme[start.upperBound...].firstRange(of: "```"))
        let reading = PresetReader.inspect(
            text: Array(readme[start.upperBound..<end.lowerBound].utf8), file: "README.md")
        #expect(reading.diagnostics == [] && reading.preset?.sources.count == 2)
    }
}
