import Foundation
import Glibc

/// The program that was built beside the tests.
package enum TandemProgram {
    package static let path: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let tests = String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return tests.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/tandem"
    }()

    /// Two small test pictures and ticks, quick to record on any machine.
    package static let testPreset = """
        {
          schema: 1, name: "small", description: "A small test",
          canvas: { width: 320, height: 180, frameRate: 30 },
          sources: { main: { test: "smpte" }, inset: { test: "ball" } },
          microphone: { test: "ticks" },
          layouts: { pip: [ { source: "main" }, { source: "inset", width: "25%", align: "bottom right" } ] },
          layout: "pip",
        }
        """

    /// A runner whose children see a folder with the preset `small` and no preset of this machine.
    package static func runner(in folder: TemporaryDirectory, environment: [String: String] = [:]) throws
        -> CommandRunner
    {
        mkdir(folder.file("pipelines"), 0o755)
        try testPreset.write(toFile: folder.file("pipelines/small.json5"), atomically: false, encoding: .utf8)
        var all = ["LC_ALL": "C", "TERM": "xterm", "HOME": folder.path, "XDG_CONFIG_HOME": folder.file("config")]
        all.merge(environment) { _, new in new }
        return CommandRunner(directory: folder.path, environment: all, timeout: .seconds(60))
    }

    /// The folder of the project's own presets.
    package static let pipelines = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/pipelines"
}
