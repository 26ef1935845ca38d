import Foundation

/// One box of an MP4's top level, as a test sees it: read independently of the finisher.
package struct FilmBox: Sendable, Equatable, CustomStringConvertible {
    package let type: String
    /// Where its header begins, in bytes.
    package let offset: UInt64
    /// With its header, in bytes.
    package let size: UInt64

    package var end: UInt64 { offset + size }
    package var description: String { "\(type)@\(offset)+\(size)" }

    package init(type: String, offset: UInt64, size: UInt64) {
        self.type = type
        self.offset = offset
        self.size = size
    }

    /// The top-level boxes of `file`. Throws when one of them reaches past the end of the file.
    package static func topLevel(of file: String) throws -> [FilmBox] {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
        defer { try? handle.close() }
        let end = try handle.seekToEnd()
        var boxes: [FilmBox] = []
        var offset: UInt64 = 0
        while offset < end {
            try handle.seek(toOffset: offset)
            let header = [UInt8](try handle.read(upToCount: 16) ?? Data())
            guard header.count >= 8 else { throw broken(file, at: offset) }
            func number(_ range: Range<Int>) -> UInt64 { header[range].reduce(0) { $0 << 8 | UInt64($1) } }
            var size = number(0..<4)
            if size == 1 {
                guard header.count == 16 else { throw broken(file, at: offset) }
                size = number(8..<16)
            } else if size == 0 {
                size = end - offset
            }
            guard size >= 8, size <= end - offset else { throw broken(file, at: offset) }
            boxes.append(FilmBox(type: String(decoding: header[4..<8], as: UTF8.self), offset: offset, size: size))
            offset += size
        }
        return boxes
    }

    private static func broken(_ file: String, at offset: UInt64) -> FilmProbeFailure {
        FilmProbeFailure(description: "\(file): the box at byte \(offset) is broken or reaches past the end")
    }
}
