import CaptureTestSupport
import Foundation
import Glibc
import Testing

/// Picture and sound that share their moments must share them in the film: while it is being written, after the
/// process has been killed, and when it is finished.
@Suite("A flash and a beep of one moment")
struct FlashAndBeepTests {
    private static let starts = 12
    /// Seconds: an output frame's choice of input is at most this far off.
    private static let bound = 0.022

    private static let preset = """
        {
          schema: 1, name: "flash",
          canvas: { width: 320, height: 180, frameRate: 30 },
          sources: {
            main: { element: "videotestsrc pattern=blink ! video/x-raw,format=I420,width=320,height=180,framerate=1/1 ! clocksync" },
          },
          microphone: { test: "ticks" },
          limits: { minFreeDisk: "1MB" },
        }
        """

    @Test(
        "are at most 22 ms apart in the live, the killed and the finished film, over 12 starts",
        .timeLimit(.minutes(5)), arguments: ["mp4", "mkv", "webm"])
    func offsets(container: String) async throws {
        let folder = try TemporaryDirectory()
        try Self.preset.write(toFile: folder.file("flash.json5"), atomically: true, encoding: .utf8)
        let runner = CommandRunner(directory: folder.path, timeout: .seconds(60))
        var worst: [String: Double] = [:]
        for start in 0..<Self.starts {
            let name = "\(start).\(container)"
            let run = try runner.start(
                TandemProgram.path, ["record", "flash.json5", "-o", name, "--json"])
            // Two whole seconds in the film: at least two flashes, also before what the encoder holds back.
            try await run.waitUntil("the film is long enough") { _, _ in
                Self.bytesOfPicture(folder.file(name)) >= 1
            }
            let live = folder.file("live-\(name)")
            try await Self.copyWhenItHasFlashes(folder.file(name), to: live)
            try await Self.check(live, "live", &worst)
            let kills = start % 2 == 0
            run.send(signal: kills ? SIGKILL : SIGINT)
            let result = await run.result()
            if !kills { #expect(result.status == 0, "\(result)") }
            try await Self.check(folder.file(name), kills ? "killed" : "finished", &worst)
        }
        for (kind, offset) in worst.sorted(by: { $0.key < $1.key }) {
            print("flash and beep, \(container), \(kind): at most \(Int((offset * 1000).rounded())) ms apart")
        }
        #expect(worst.count == 3)
    }

    private static func bytesOfPicture(_ file: String) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? Int) ?? 0
    }

    /// Copies the film as it is being written, again and again until two flashes can be read in the copy.
    private static func copyWhenItHasFlashes(_ file: String, to copy: String) async throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            try? FileManager.default.removeItem(atPath: copy)
            try FileManager.default.copyItem(atPath: file, toPath: copy)
            if let offsets = try? await FilmMoments.offsets(in: copy), offsets.count >= 2 { return }
        }
        Issue.record("\(file) had no two flashes within 20 seconds")
    }

    private static func check(_ file: String, _ kind: String, _ worst: inout [String: Double]) async throws {
        let offsets = try await FilmMoments.offsets(in: file)
        #expect(offsets.count >= 2, "\(file), \(kind)")
        for offset in offsets {
            #expect(abs(offset) <= bound, "\(file), \(kind): \(offsets)")
            worst[kind] = max(worst[kind] ?? 0, abs(offset))
        }
    }
}
