import Foundation

/// A directory of its own for one test, removed with its last reference.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
            "tandem-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        path = directory.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func file(_ name: String) -> String { path + "/" + name }
}
