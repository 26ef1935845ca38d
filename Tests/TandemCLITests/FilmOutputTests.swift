import CaptureModel
import CaptureTestSupport
import Foundation
import Testing

@testable import TandemCLI

@Suite struct FilmOutputTests {
    private let moment = LocalTime(secondsSince1970: 1_700_000_000)

    private func output(
        _ path: String?, _ preset: Preset = .twoSources, overwrite: Bool = false
    ) throws -> FilmOutput {
        try FilmOutput(path, preset: preset, overwrite: overwrite, moment: moment)
    }

    private func code(_ path: String?, _ preset: Preset = .twoSources) -> CaptureError.Code? {
        do {
            _ = try output(path, preset)
            return nil
        } catch {
            return (error as? CaptureError)?.code
        }
    }

    @Test func theExtensionChoosesTheContainer() throws {
        let folder = try TemporaryDirectory()
        #expect(try output(folder.file("a b.MP4")).container == .mp4)
        #expect(try output(folder.file("a.mkv")).container == .mkv)
        #expect(try output(folder.file("ä%s.webm")).container == .webm)
        #expect(throws: UsageError.self) { try output(folder.file("a.avi")) }
        #expect(throws: UsageError.self) { try output(folder.file("a")) }
        var preset = Preset.twoSources
        preset.output.container = .mkv
        #expect(try output(folder.file("a"), preset).container == .mkv)
        #expect(try output(folder.file("a.webm"), preset).container == .webm)
    }

    @Test func aCodecThatDoesNotFitIsThePresetsFault() throws {
        let folder = try TemporaryDirectory()
        var preset = Preset.twoSources
        preset.video.codec = .vp8
        #expect(code(folder.file("a.mp4"), preset) == .invalidPreset)
        #expect(code(folder.file("a.mkv"), preset) == nil)
        preset.video.codec = nil
        preset.audio.codec = .aac
        #expect(code(folder.file("a.webm"), preset) == .invalidPreset)
        preset.microphone = nil
        #expect(code(folder.file("a.webm"), preset) == nil)
    }

    @Test func anExistingFileStaysUnlessForced() throws {
        let folder = try TemporaryDirectory()
        try "old".write(toFile: folder.file("a.mp4"), atomically: false, encoding: .utf8)
        #expect(code(folder.file("a.mp4")) == .outputExists)
        #expect(try output(folder.file("a.mp4"), overwrite: true).path == folder.file("a.mp4"))
        #expect(try String(contentsOfFile: folder.file("a.mp4"), encoding: .utf8) == "old")
    }

    @Test func aFilmNeverReplacesItsPreset() throws {
        let folder = try TemporaryDirectory()
        try "{}".write(toFile: folder.file("p.json5"), atomically: false, encoding: .utf8)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("a.mp4"), withDestinationPath: folder.file("p.json5"))
        for name in ["p.json5", "a.mp4"] {
            let error = #expect(throws: CaptureError.self) {
                try FilmOutput(
                    folder.file(name), preset: .twoSources, presetFile: folder.file("p.json5"), overwrite: true,
                    moment: moment)
            }
            #expect(error?.code == .cannotCreateOutput)
        }
    }

    @Test func placesWhereNoFilmCanBeAreRefused() throws {
        let folder = try TemporaryDirectory()
        try "".write(toFile: folder.file("plain"), atomically: false, encoding: .utf8)
        try FileManager.default.createDirectory(
            atPath: folder.file("d.mp4"), withIntermediateDirectories: false)
        #expect(code(folder.file("none/a.mp4")) == .cannotCreateOutput)
        #expect(code(folder.file("plain/a.mp4")) == .cannotCreateOutput)
        #expect(code(folder.file("d.mp4")) == .cannotCreateOutput)
    }

    @Test func aDeviceIsWrittenInPlaceWithThePresetsContainer() throws {
        #expect(try output("/dev/full") == output("/dev/full", overwrite: true))
        #expect(try output("/dev/full").container == .mp4)
        var preset = Preset.twoSources
        preset.output.file = "{name}.webm"
        #expect(try output("/dev/full", preset).container == .webm)
    }

    @Test func withoutAPathThePatternNamesTheFilm() throws {
        let folder = try TemporaryDirectory()
        var preset = Preset.twoSources
        preset.output.directory = folder.path
        let first = try output(nil, preset)
        #expect(first.path.hasPrefix(folder.file("two-2023-11-1")))
        #expect(first.path.hasSuffix(".mp4"))
        #expect(FileManager.default.createFile(atPath: first.path, contents: nil))
        #expect(try output(nil, preset).path == first.path.dropLast(4) + "-2.mp4")
        preset.output.container = .webm
        #expect(try output(nil, preset).path.hasSuffix(".webm"))
        preset.output.directory = folder.file("none")
        #expect(code(nil, preset) == .cannotCreateOutput)
    }

    @Test func patternsAreFilledAndCounted() {
        func next(_ pattern: String, taken: Set<String> = [], preset: String = "a/b{take}") -> String {
            FilmName.next(pattern: pattern, preset: preset, at: moment) { taken.contains($0) }
        }
        #expect(next("{name}.mkv") == "a-b{take}.mkv")
        #expect(next("x.mp4", taken: ["x.mp4", "x-2.mp4"]) == "x-3.mp4")
        #expect(next("x-{take}.mp4", taken: ["x-1.mp4"]) == "x-2.mp4")
        #expect(next("d.d/x", taken: ["d.d/x"]) == "d.d/x-2")
        #expect(next("{odd}{") == "{odd}{")
        let dated = next("{date}_{time}")
        #expect(dated.count == "2023-11-14_22-13-20".count && dated.hasPrefix("2023-11-1"))
    }
}
