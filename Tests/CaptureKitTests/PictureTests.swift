import CaptureKit
import CaptureModel
import CapturePresets
import CaptureTestSupport
import Foundation
import Testing

@Suite("Pictures on the canvas, by their pixels", .serialized, .timeLimit(.minutes(2)))
struct PictureTests {
    enum Color: Character, Sendable {
        case red = "R"
        case green = "G"
        case blue = "B"
        case white = "W"
        case black = "-"

        var components: [Int] {
            switch self {
            case .red: [255, 0, 0]
            case .green: [0, 255, 0]
            case .blue: [0, 0, 255]
            case .white: [255, 255, 255]
            case .black: [0, 0, 0]
            }
        }
    }

    /// A picture of colour patches as a live source of thirty frames a second, scaled by the branch itself.
    private func source(_ rows: [String], patch: Int, in folder: TemporaryDirectory, name: String) throws -> String {
        var bytes: [UInt8] = []
        for row in rows {
            let line = row.flatMap { letter in
                [[UInt8]](repeating: (Color(rawValue: letter)?.components ?? []).map { UInt8($0) }, count: patch)
                    .flatMap(\.self)
            }
            for _ in 0..<patch { bytes += line }
        }
        let file = folder.file("\(name).rgb")
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        let width = (rows.first?.count ?? 0) * patch
        let height = rows.count * patch
        return "filesrc location=\"\(file)\" ! rawvideoparse width=\(width) height=\(height) format=rgb ! "
            + "imagefreeze is-live=true"
    }

    /// The picture in the middle of a film of half a second.
    private func frame(of preset: Preset, in folder: TemporaryDirectory) async throws -> FilmFrame {
        let session = try CaptureSession(preset)
        try await session.startRunning()
        let take = try await session.startRecording(
            to: folder.file("film.mkv"), options: RecordingOptions(maxDuration: .milliseconds(500)))
        let result = await take.result()
        await session.stopRunning()
        #expect(result.successful)
        return try await FilmProbe(folder.file("film.mkv")).rawFrame(at: 7)
    }

    private func expect(_ color: Color, in frame: FilmFrame, x: Int, y: Int, _ what: String) {
        let pixel = frame.pixel(x: x, y: y).map(Int.init)
        let isNear = zip(pixel, color.components).allSatisfy { abs($0 - $1) <= 48 }
        #expect(isNear, "\(what): (\(x), \(y)) is \(pixel), not \(color)")
    }

    @Test("every turn, with and without the flip that follows it, puts each corner where it belongs")
    func orientation() async throws {
        let folder = try TemporaryDirectory()
        let description = try source(["RG", "BW"], patch: 40, in: folder, name: "corners")
        // Upper left, upper right, lower left, lower right.
        let expected: [(Rotation, Bool, String)] = [
            (.none, false, "RGBW"), (.clockwise90, false, "BRWG"), (.half, false, "WBGR"),
            (.clockwise270, false, "GWRB"), (.none, true, "GRWB"), (.clockwise90, true, "RBGW"),
            (.half, true, "BWRG"), (.clockwise270, true, "WGBR"),
        ]
        let preset = Preset(
            name: "turns", canvas: Canvas(width: 320, height: 160, frameRate: Fraction(30)),
            sources: expected.enumerated().map { index, row in
                Source(
                    name: "s\(index)", origin: .element(description: description), mirror: row.1, rotate: row.0,
                    fit: .stretch)
            },
            layouts: [
                Layout(
                    name: "grid",
                    items: expected.indices.map {
                        Placement(
                            source: "s\($0)", x: .pixels($0 % 4 * 80), y: .pixels($0 / 4 * 80), width: .pixels(80),
                            height: .pixels(80))
                    })
            ], layout: "grid", limits: Limits(minFreeDisk: 0))
        let frame = try await frame(of: preset, in: folder)
        for (index, (rotation, mirror, corners)) in expected.enumerated() {
            for (corner, letter) in corners.enumerated() {
                let color = try #require(Color(rawValue: letter))
                expect(
                    color, in: frame, x: index % 4 * 80 + 20 + corner % 2 * 40,
                    y: index / 4 * 80 + 20 + corner / 2 * 40,
                    "\(rotation) mirrored \(mirror)")
            }
        }
    }

    @Test("contain shows all of a picture, cover fills and cuts, stretch fills and distorts")
    func fits() async throws {
        let folder = try TemporaryDirectory()
        // Twice as wide as high, in squares.
        let description = try source(["RGGB", "RGGB"], patch: 40, in: folder, name: "wide")
        let preset = Preset(
            name: "fits", canvas: Canvas(width: 480, height: 160, frameRate: Fraction(30)),
            sources: Fit.allCasesInOrder.map {
                Source(name: $0.rawValue, origin: .element(description: description), fit: $0)
            },
            layouts: [
                Layout(
                    name: "row",
                    items: Fit.allCasesInOrder.enumerated().map { index, fit in
                        Placement(
                            source: fit.rawValue, x: .pixels(index * 160), y: .pixels(0), width: .pixels(160),
                            height: .pixels(160))
                    })
            ], layout: "row", limits: Limits(minFreeDisk: 0))
        let frame = try await frame(of: preset, in: folder)
        for (x, y, color) in [
            (80, 15, .black), (80, 145, .black), (15, 80, .red), (80, 80, .green), (145, 80, .blue), (15, 50, .red),
        ] as [(Int, Int, Color)] { expect(color, in: frame, x: x, y: y, "contain") }
        for x in [170, 240, 310] {
            for y in [10, 80, 150] { expect(.green, in: frame, x: x, y: y, "cover") }
        }
        for (x, color) in [(335, .red), (400, .green), (465, .blue)] as [(Int, Color)] {
            for y in [10, 80, 150] { expect(color, in: frame, x: x, y: y, "stretch") }
        }
    }

    @Test("each preset that comes with the program runs and records, with test pictures for its cameras")
    func shippedPresets() async throws {
        let folder = try TemporaryDirectory()
        let pipelines = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../pipelines").standardized.path
        let library = PresetLibrary(searchPath: [pipelines])
        let entries = library.entries()
        #expect(entries.count >= 4)
        for entry in entries {
            var preset = try library.preset(entry.name)
            preset.canvas = Canvas(width: 320, height: 180, frameRate: preset.canvas.frameRate)
            for index in preset.sources.indices { preset.sources[index].origin = .test(pattern: "smpte") }
            #expect(preset.microphone != nil)
            preset.microphone = Microphone(origin: .test(wave: "ticks"))
            preset.limits.minFreeDisk = 0
            for layout in preset.layouts.map(\.name) {
                preset.layout = layout
                let session = try CaptureSession(preset)
                try await session.startRunning()
                let file = folder.file("\(entry.name) \(layout).mp4")
                let take = try await session.startRecording(
                    to: file, options: RecordingOptions(maxDuration: .seconds(1)))
                let result = await take.result()
                #expect(result.successful && result.frames + result.dropped == 30, "\(entry.name) \(layout): \(result)")
                await session.stopRunning()
                let probe = try await FilmProbe(file)
                try await probe.decodeStrictly()
                #expect(probe.video?.width == 320 && probe.video?.height == 180)
                #expect(abs((probe.audio?.duration ?? 0) - 1) < 0.05)
            }
        }
    }
}

extension Fit {
    static var allCasesInOrder: [Fit] { [.contain, .cover, .stretch] }
}
