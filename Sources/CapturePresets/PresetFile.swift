internal import Glibc

/// Why a preset's file could not be read.
public struct PresetFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with the file.
    public enum Code: Sendable, Hashable {
        case notFound, isDirectory, notPermitted, notARegularFile, tooLarge, unreadable
    }

    /// What to act on.
    public var code: Code
    public var path: String
    /// What happened and what to do, as one sentence.
    public var message: String

    public init(code: Code, path: String, message: String) {
        self.code = code
        self.path = path
        self.message = message
    }

    /// `talk.json5: there is no such file`
    public var description: String { "\(path): \(message)" }
}

/// Reads files of presets.
enum PresetFile {
    /// The whole content of a regular file (or of a pipe, such as `/dev/stdin`).
    static func bytes(of path: String) throws(PresetFileError) -> [UInt8] {
        // Without O_NONBLOCK: a named pipe is worth waiting for, since a preset can be made by another program.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(errno, path) }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFIFO: break
        case S_IFDIR: throw failure(EISDIR, path)
        default:
            throw PresetFileError(
                code: .notARegularFile, path: path, message: "this is a device or a socket, and no preset file")
        }
        let limit = PresetReader.sizeLimit
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(errno, path)
            }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= limit else {
                throw PresetFileError(
                    code: .tooLarge, path: path, message: "the file is larger than \(limit) bytes; no preset is")
            }
        }
    }

    private static func failure(_ number: Int32, _ path: String) -> PresetFileError {
        let (code, message): (PresetFileError.Code, String)
        switch number {
        case ENOENT: (code, message) = (.notFound, "there is no such file")
        case ENOTDIR: (code, message) = (.notFound, "a part of the path is no folder")
        case EISDIR: (code, message) = (.isDirectory, "this is a folder; name a preset file in it")
        case EACCES, EPERM: (code, message) = (.notPermitted, "the file may not be read; check its permissions")
        default: (code, message) = (.unreadable, "the file cannot be read: \(String(cString: strerror(number)))")
        }
        return PresetFileError(code: code, path: path, message: message)
    }
}
