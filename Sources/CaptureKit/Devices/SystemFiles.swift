import Glibc

/// The few things that the inventory reads from the file system. All of it is small, and absent files are no errors:
/// a machine without cameras has no `/sys/class/video4linux`.
enum SystemFiles {
    /// A folder's entries without `.` and `..`, sorted; empty when it cannot be read.
    static func entries(of folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// A text file of at most 1 MB; `nil` when it cannot be read.
    static func text(at path: String) -> String? {
        // O_NONBLOCK: should the path be a pipe, opening it must not wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count < 1_000_000 {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A file's first line without the white space around it, as sysfs attributes are written; `nil` when it is empty.
    static func attribute(at path: String) -> String? {
        guard let line = text(at: path)?.split(separator: "\n").first else { return nil }
        let trimmed = line.trimmed
        return trimmed.isEmpty ? nil : trimmed
    }

    /// What a symbolic link says, unresolved; `nil` when the path is none.
    static func linkTarget(of path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { readlink(path, $0.baseAddress!, $0.count) }
        }
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// The path with every link in it followed; `nil` when something on the way is missing.
    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

extension StringProtocol {
    /// Without the white space at both ends.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }

    /// The part after the last slash.
    var lastPathComponent: String {
        guard let slash = lastIndex(of: "/") else { return String(self) }
        return String(self[index(after: slash)...])
    }

    /// The part before the last slash.
    var parentPath: String {
        guard let slash = lastIndex(of: "/") else { return "" }
        return String(self[..<slash])
    }
}
