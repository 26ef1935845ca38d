internal import Glibc

/// The writing calls that finishing makes; tests replace them to fail, and to stop, at each of them.
package struct MP4FileOperations: Sendable {
    /// As `pwrite`: the bytes written, or minus the error's code.
    package var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: UInt64) -> Int
    /// As `fdatasync`: 0, or the error's code.
    package var synchronize: @Sendable (_ descriptor: Int32) -> Int32
    /// As `ftruncate`: 0, or the error's code.
    package var truncate: @Sendable (_ descriptor: Int32, _ size: UInt64) -> Int32

    package init(
        write: @escaping @Sendable (Int32, UnsafeRawBufferPointer, UInt64) -> Int,
        synchronize: @escaping @Sendable (Int32) -> Int32,
        truncate: @escaping @Sendable (Int32, UInt64) -> Int32
    ) {
        self.write = write
        self.synchronize = synchronize
        self.truncate = truncate
    }

    package static let system = MP4FileOperations(
        write: { descriptor, bytes, offset in
            let written = pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
            return written >= 0 ? written : -Int(errno)
        },
        synchronize: { fdatasync($0) == 0 ? 0 : errno },
        truncate: { ftruncate($0, off_t($1)) == 0 ? 0 : errno })
}

/// A film's bytes behind a descriptor that somebody else owns; its file position is neither used nor moved.
struct MP4File {
    let descriptor: Int32
    let size: UInt64
    let operations: MP4FileOperations

    init(descriptor: Int32, operations: MP4FileOperations) throws(MP4FinisherError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotRead(code: errno, offset: 0) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFilm("it is not a regular file") }
        self.descriptor = descriptor
        self.operations = operations
        size = UInt64(max(0, status.st_size))
    }

    var appendsOnly: Bool {
        let flags = fcntl(descriptor, F_GETFL)
        return flags >= 0 && flags & O_APPEND != 0
    }

    /// Up to `count` bytes; fewer at the end of the file.
    func read(at offset: UInt64, count: Int) throws(MP4FinisherError) -> [UInt8] {
        guard offset < size, count > 0 else { return [] }
        let wanted = Int(min(UInt64(count), size - offset))
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted, let base = buffer.baseAddress {
                let got = pread(descriptor, base + filled, wanted - filled, off_t(offset) + off_t(filled))
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    break
                } else if errno != EINTR {
                    code = errno
                    break
                }
            }
        }
        guard code == 0 else { throw .cannotRead(code: code, offset: offset) }
        return bytes
    }

    /// Writes all of `bytes`; gives the error's code, or 0.
    func write(_ bytes: [UInt8], at offset: UInt64) -> Int32 {
        var done = 0
        while done < bytes.count {
            let written = bytes.withUnsafeBytes { buffer in
                operations.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: buffer[done...]), offset + UInt64(done))
            }
            if written > 0 {
                done += written
            } else if written == 0 {
                return EIO
            } else if written != -Int(EINTR) {
                return Int32(-written)
            }
        }
        return 0
    }

    /// Gives the error's code, or 0.
    func synchronize() -> Int32 {
        while true {
            let code = operations.synchronize(descriptor)
            if code != EINTR { return code }
        }
    }

    /// Gives the error's code, or 0.
    func truncate(to size: UInt64) -> Int32 {
        while true {
            let code = operations.truncate(descriptor, size)
            if code != EINTR { return code }
        }
    }
}
