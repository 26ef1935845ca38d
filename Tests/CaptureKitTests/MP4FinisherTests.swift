import CaptureKit
import CaptureTestSupport
import Glibc
import Testing

@Suite struct `Finishing an MP4` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: [MP4Fixture.plain, MP4Fixture.reordered])
    func `keeps picture and sound to the bit and leaves an ordinary film`(film: Task<[UInt8], any Error>) async throws {
        let bytes = try await film.value
        let file = try MP4TestFile(directory, bytes: bytes)
        let before = try await FilmProbe(file.path)
        let video = try #require(before.video)
        let audio = try #require(before.audio)
        let picturesBefore = try await before.frameHashes(of: video)
        let soundBefore = try await before.frameHashes(of: audio)
        let packetsBefore = try await before.packets(of: video)
        #expect(picturesBefore.count == 90 && soundBefore.count > 130)

        let summary = try MP4Finisher.finish(fileDescriptor: file.descriptor)

        let boxes = try FilmBox.topLevel(of: file.path)
        #expect(boxes.map(\.type) == ["ftyp", "mdat", "moov"])
        let after = try await FilmProbe(file.path)
        #expect(try await after.frameHashes(of: try #require(after.video)) == picturesBefore)
        #expect(try await after.frameHashes(of: try #require(after.audio)) == soundBefore)
        let packets = try await after.packets(of: try #require(after.video))
        #expect(packets.map(\.size) == packetsBefore.map(\.size))
        #expect(packets.map(\.position) == packetsBefore.map(\.position))
        #expect(packets.map(\.isKeyFrame) == packetsBefore.map(\.isKeyFrame))
        #expect(packets.count { $0.isKeyFrame } >= 6)
        try await after.decodeStrictly()

        #expect(summary.track("vide")?.sampleCount == 90)
        #expect(summary.track("soun")?.sampleCount == audioCount(after))
        #expect(summary.bytes == UInt64(try file.bytes().count))
        #expect(!summary.wasFinished && summary.damagedFragmentCount == 0 && summary.unusedTailBytes == 0)
        #expect(abs(summary.duration - (after.duration ?? 0)) < 0.001)
    }

    @Test(arguments: [MP4Fixture.plain, MP4Fixture.reordered])
    func `tells the true times`(film: Task<[UInt8], any Error>) async throws {
        let file = try MP4TestFile(directory, bytes: try await film.value)
        try MP4Finisher.finish(fileDescriptor: file.descriptor)
        let probe = try await FilmProbe(file.path)
        let video = try #require(probe.video)
        let audio = try #require(probe.audio)
        #expect(video.startTime == 0 && audio.startTime == 0)
        #expect(abs((video.duration ?? 0) - 3) < 0.001)
        #expect(video.frameCount == 90)
        #expect(abs((audio.duration ?? 0) - Double(audio.frameCount ?? 0) * 1024 / 48000) < 0.001)
        let times = try await probe.frameTimes(of: video)
        #expect(times.count == 90 && times.first == 0 && times.isStrictlyIncreasing)
        #expect(abs((times.smallestGap ?? 0) - 1.0 / 30) < 0.001 && abs((times.largestGap ?? 0) - 1.0 / 30) < 0.001)
    }

    @Test func `keeps what the header says of codec and colour`() async throws {
        let file = try MP4TestFile(directory, bytes: try await MP4Fixture.plain.value)
        let before = try #require(try await FilmProbe(file.path).video)
        try MP4Finisher.finish(fileDescriptor: file.descriptor)
        let after = try #require(try await FilmProbe(file.path).video)
        #expect(after.colorSpace == "bt709" && after.colorRange == "tv" && after.pixelFormat == "yuv420p")
        #expect(after.codec == before.codec && after.profile == before.profile && after.timeBase == before.timeBase)
        #expect(after.colorSpace == before.colorSpace && after.colorTransfer == before.colorTransfer)
        #expect(after.colorPrimaries == before.colorPrimaries && after.width == 320 && after.height == 180)
    }

    @Test(arguments: [MP4Fixture.plain, MP4Fixture.reordered])
    func `makes a film that seeks`(film: Task<[UInt8], any Error>) async throws {
        let file = try MP4TestFile(directory, bytes: try await film.value)
        try MP4Finisher.finish(fileDescriptor: file.descriptor)
        let whole = try await FilmProbe(file.path)
        let expected = try await whole.rawFrame(at: 85, format: .gray)
        let seek = try await CommandRunner().check(
            "ffmpeg",
            [
                "-v", "error", "-ss", "2.8334", "-i", file.path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray",
                "-",
            ])
        #expect(seek.standardOutput == expected.bytes)
    }

    @Test func `satisfies GStreamer too`() async throws {
        let file = try MP4TestFile(directory, bytes: try await MP4Fixture.reordered.value)
        try MP4Finisher.finish(fileDescriptor: file.descriptor)
        let found = try await CommandRunner().check("gst-discoverer-1.0", ["-v", file.path]).outputText
        #expect(found.contains("Seekable: yes"))
        #expect(found.contains("Duration: 0:00:03.0") || found.contains("Duration: 0:00:02.99"))
        #expect(found.contains("H.264") && found.contains("AAC"))
    }

    @Test func `changes nothing the second time and says so`() async throws {
        let file = try MP4TestFile(directory, bytes: try await MP4Fixture.reordered.value)
        let first = try MP4Finisher.finish(fileDescriptor: file.descriptor)
        let bytes = try file.bytes()
        var second = try MP4Finisher.finish(fileDescriptor: file.descriptor)
        #expect(second.wasFinished)
        #expect(try file.bytes() == bytes)
        #expect(zip(first.tracks, second.tracks).allSatisfy { abs($0.duration - $1.duration) < 0.001 })
        for index in second.tracks.indices { second.tracks[index].duration = first.tracks[index].duration }
        #expect(second.tracks == first.tracks)
        #expect(try MP4Finisher.inspect(fileDescriptor: file.descriptor).wasFinished)
    }

    @Test func `can look first without writing`() async throws {
        let bytes = try await MP4Fixture.plain.value
        let file = try MP4TestFile(directory, bytes: bytes)
        var looked = try MP4Finisher.inspect(fileDescriptor: file.descriptor)
        #expect(try file.bytes() == bytes)
        let finished = try MP4Finisher.finish(fileDescriptor: file.descriptor)
        #expect(looked.bytes == UInt64(bytes.count) && finished.bytes > looked.bytes)
        looked.bytes = finished.bytes
        #expect(looked == finished)
    }

    @Test func `leaves a foreign fragmented film alone`() async throws {
        var bytes = try await MP4Fixture.plain.value
        let end = Int(MP4Fixture.bigEndian(bytes, 0))
        bytes.removeSubrange(end..<end + MP4Finisher.reservedBox.count)
        let file = try MP4TestFile(directory, bytes: bytes)
        #expect(throws: MP4FinisherError.notPrepared) { try MP4Finisher.finish(fileDescriptor: file.descriptor) }
        #expect(try file.bytes() == bytes)
    }

    @Test(
        arguments: [
            [], Array("hello".utf8), Array("RIFF\u{0}\u{0}\u{0}\u{10}WAVEfmt and more and more".utf8),
            [UInt8](repeating: 0, count: 5000), [UInt8](repeating: 0xff, count: 5000),
        ] as [[UInt8]])
    func `refuses what is no film`(bytes: [UInt8]) throws {
        let file = try MP4TestFile(directory, bytes: bytes)
        let error = #expect(throws: MP4FinisherError.self) { try MP4Finisher.finish(fileDescriptor: file.descriptor) }
        guard case .notAFilm = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try file.bytes() == bytes)
    }

    @Test func `refuses what is no regular file`() throws {
        let descriptor = open("/dev/zero", O_RDWR)
        defer { close(descriptor) }
        #expect(throws: MP4FinisherError.notAFilm("it is not a regular file")) {
            try MP4Finisher.finish(fileDescriptor: descriptor)
        }
    }

    @Test func `refuses a descriptor that can only append`() async throws {
        let bytes = try await MP4Fixture.small.value
        let file = try MP4TestFile(directory, bytes: bytes, flags: O_RDWR | O_APPEND)
        #expect(throws: MP4FinisherError.cannotWriteInPlace) {
            try MP4Finisher.finish(fileDescriptor: file.descriptor)
        }
        #expect(try file.bytes() == bytes)
    }

    @Test func `does not move the file position`() async throws {
        let file = try MP4TestFile(directory, bytes: try await MP4Fixture.small.value)
        lseek(file.descriptor, 77, SEEK_SET)
        try MP4Finisher.finish(fileDescriptor: file.descriptor)
        #expect(lseek(file.descriptor, 0, SEEK_CUR) == 77)
    }

    private func audioCount(_ probe: FilmProbe) -> Int? { probe.audio?.frameCount }
}
