import CaptureKit
import CaptureTestSupport
import Glibc
import Synchronization
import Testing

/// What becomes of the film when the process dies, or the disk fails, in the middle of finishing.
@Suite struct `An MP4 whose finishing fails` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The calls that a whole run of finishing makes, in order.
    private enum Step: Equatable {
        case write(offset: UInt64, bytes: [UInt8])
        case synchronize
    }

    private func steps(of film: [UInt8]) throws -> [Step] {
        let file = try MP4TestFile(directory, "model.mp4", bytes: film)
        let recorded = Recorder()
        let system = MP4FileOperations.system
        try MP4Finisher.finish(
            fileDescriptor: file.descriptor,
            operations: MP4FileOperations(
                write: { descriptor, bytes, offset in
                    let written = system.write(descriptor, bytes, offset)
                    recorded.steps.withLock { $0.append(.write(offset: offset, bytes: Array(bytes))) }
                    return written
                },
                synchronize: {
                    recorded.steps.withLock { $0.append(.synchronize) }
                    return system.synchronize($0)
                }, truncate: system.truncate))
        return recorded.steps.withLock { $0 }
    }

    private final class Recorder: Sendable {
        let steps = Mutex<[Step]>([])
    }

    @Test func `writes the index, then waits for the disk, then switches with one write of 16 bytes`() async throws {
        let film = try await MP4Fixture.plain.value
        let steps = try steps(of: film)
        try #require(steps.count == 4)
        guard case .write(let indexOffset, let index) = steps[0], case .write(let headerOffset, let header) = steps[2]
        else {
            Issue.record("\(steps.count) steps, not write, sync, write, sync")
            return
        }
        #expect(steps[1] == .synchronize && steps[3] == .synchronize)
        #expect(indexOffset == UInt64(film.count) && String(decoding: index[4..<8], as: UTF8.self) == "moov")
        #expect(headerOffset == UInt64(MP4Fixture.bigEndian(film, 0)) && header.count == 16)
        // Inside one sector, so that no disk tears it.
        #expect(headerOffset / 512 == (headerOffset + 15) / 512)
    }

    @Test func `is readable after a crash at any moment, and can be finished then`() async throws {
        let film = try await MP4Fixture.smallReordered.value
        let file = try MP4TestFile(directory, bytes: film)
        let content = try await FilmProbe.allFrameHashes(of: file.path)
        #expect(content.count > 60)
        let steps = try steps(of: film)

        // The states that the disk can be in: any part of the index, and the whole of it with and without the header.
        var states: [[UInt8]] = [film]
        var state = film
        var indexSize = 0
        for case .write(let offset, let bytes) in steps {
            let parts = offset == UInt64(film.count) ? [1, 7, 8, 9, 100, bytes.count / 2, bytes.count - 1] : []
            for part in parts { states.append(state + bytes[..<part]) }
            if Int(offset) == state.count {
                indexSize = bytes.count
                state += bytes
            } else {
                state.replaceSubrange(Int(offset)..<Int(offset) + bytes.count, with: bytes)
            }
            states.append(state)
        }
        #expect(states.count == 10)
        for (number, state) in states.enumerated() {
            try file.replace(with: state)
            #expect(try await FilmProbe.allFrameHashes(of: file.path) == content, "state \(number) as it was left")
            if state.count >= film.count + indexSize / 2 {
                let decode = try await CommandRunner().run(
                    "gst-launch-1.0",
                    ["-q", "filesrc", "location=\(file.path)", "!", "decodebin", "!", "videoconvert", "!", "fakesink"])
                #expect(decode.succeeded, "state \(number) in GStreamer: \(decode)")
            }

            let summary = try MP4Finisher.finish(fileDescriptor: file.descriptor)
            #expect(summary.track("vide")?.sampleCount == 30)
            #expect(try FilmBox.topLevel(of: file.path).map(\.type) == ["ftyp", "mdat", "moov"])
            #expect(try await FilmProbe.allFrameHashes(of: file.path) == content, "state \(number) finished")
        }
    }

    @Test(arguments: [0, 1, 500, 2000], [ENOSPC, EIO, EFBIG])
    func `has its old length again when the index does not fit`(room: Int, code: Int32) async throws {
        let film = try await MP4Fixture.plain.value
        let file = try MP4TestFile(directory, bytes: film)
        let end = UInt64(film.count + room)
        let system = MP4FileOperations.system
        let error = #expect(throws: MP4FinisherError.self) {
            try MP4Finisher.finish(
                fileDescriptor: file.descriptor,
                operations: MP4FileOperations(
                    write: { descriptor, bytes, offset in
                        guard offset < end else { return -Int(code) }
                        let part = min(UInt64(bytes.count), end - offset)
                        return system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<Int(part)]), offset)
                    }, synchronize: system.synchronize, truncate: system.truncate))
        }
        #expect(error == .cannotAppend(code: code, restored: true))
        #expect(try file.bytes() == film)
        #expect(error?.description.contains(String(cString: strerror(code))) == true)
    }

    @Test func `says when it could not even be shortened again`() async throws {
        let film = try await MP4Fixture.plain.value
        let file = try MP4TestFile(directory, bytes: film)
        let system = MP4FileOperations.system
        let error = #expect(throws: MP4FinisherError.self) {
            try MP4Finisher.finish(
                fileDescriptor: file.descriptor,
                operations: MP4FileOperations(
                    write: { descriptor, bytes, offset in
                        guard bytes.count > 1000 else { return -Int(EIO) }
                        return system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<1000]), offset)
                    }, synchronize: system.synchronize, truncate: { _, _ in EIO }))
        }
        #expect(error == .cannotAppend(code: EIO, restored: false))
        #expect(try file.bytes().starts(with: film))
        #expect(try await FilmProbe(file.path).streams.count == 2)
        #expect(try MP4Finisher.finish(fileDescriptor: file.descriptor).track("vide")?.sampleCount == 90)
    }

    @Test func `is fragments again when the disk does not take the index`() async throws {
        let film = try await MP4Fixture.plain.value
        let file = try MP4TestFile(directory, bytes: film)
        let system = MP4FileOperations.system
        #expect(throws: MP4FinisherError.cannotAppend(code: EIO, restored: true)) {
            try MP4Finisher.finish(
                fileDescriptor: file.descriptor,
                operations: MP4FileOperations(
                    write: system.write, synchronize: { _ in EIO }, truncate: system.truncate))
        }
        #expect(try file.bytes() == film)
    }

    @Test(arguments: [0, 3, 8, 15])
    func `is fragments again when the header is torn`(written: Int) async throws {
        let film = try await MP4Fixture.plain.value
        let file = try MP4TestFile(directory, bytes: film)
        let system = MP4FileOperations.system
        let headerWrites = Mutex(0)
        let error = #expect(throws: MP4FinisherError.self) {
            try MP4Finisher.finish(
                fileDescriptor: file.descriptor,
                operations: MP4FileOperations(
                    write: { descriptor, bytes, offset in
                        guard offset < UInt64(film.count) else { return system.write(descriptor, bytes, offset) }
                        let count = headerWrites.withLock {
                            $0 += 1
                            return $0
                        }
                        switch count {
                        case 1 where written > 0:
                            return system.write(
                                descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<written]), offset)
                        case 1,
                            2 where written > 0:
                            return -Int(EIO)
                        default: return system.write(descriptor, bytes, offset)
                        }
                    }, synchronize: system.synchronize, truncate: system.truncate))
        }
        #expect(error == .cannotSwitch(code: EIO, restored: true))
        #expect(try file.bytes() == film)
    }

    @Test func `is finished, with a warning, when only the last confirmation fails`() async throws {
        let file = try MP4TestFile(directory, bytes: try await MP4Fixture.plain.value)
        let system = MP4FileOperations.system
        let calls = Mutex(0)
        #expect(throws: MP4FinisherError.cannotSync(code: EIO)) {
            try MP4Finisher.finish(
                fileDescriptor: file.descriptor,
                operations: MP4FileOperations(
                    write: system.write,
                    synchronize: { descriptor in
                        let count = calls.withLock {
                            $0 += 1
                            return $0
                        }
                        return count == 1 ? system.synchronize(descriptor) : EIO
                    }, truncate: system.truncate))
        }
        #expect(try MP4Finisher.inspect(fileDescriptor: file.descriptor).wasFinished)
        #expect(try FilmBox.topLevel(of: file.path).map(\.type) == ["ftyp", "mdat", "moov"])
    }

    @Test func `goes on after interrupted and partial writes`() async throws {
        let film = try await MP4Fixture.plain.value
        let whole = try MP4TestFile(directory, "whole.mp4", bytes: film)
        try MP4Finisher.finish(fileDescriptor: whole.descriptor)
        let file = try MP4TestFile(directory, bytes: film)
        let system = MP4FileOperations.system
        let calls = Mutex(0)
        try MP4Finisher.finish(
            fileDescriptor: file.descriptor,
            operations: MP4FileOperations(
                write: { descriptor, bytes, offset in
                    let count = calls.withLock {
                        $0 += 1
                        return $0
                    }
                    if count.isMultiple(of: 2) { return -Int(EINTR) }
                    let part = min(bytes.count, 777)
                    return system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<part]), offset)
                }, synchronize: system.synchronize, truncate: system.truncate))
        #expect(try file.bytes() == whole.bytes())
    }

    @Test func `is untouched when it was opened for reading only`() async throws {
        let film = try await MP4Fixture.plain.value
        let file = try MP4TestFile(directory, bytes: film, flags: O_RDONLY)
        let error = #expect(throws: MP4FinisherError.self) {
            try MP4Finisher.finish(fileDescriptor: file.descriptor)
        }
        guard case .cannotAppend(EBADF, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try file.bytes() == film)
    }
}
