import CaptureKit
import CaptureTestSupport
import Testing

/// Films whose recording was killed: cut anywhere, or with rubbish at the end.
@Suite struct `Repairing a torn MP4` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The packets of an uncut film by an independent reader: a packet is whole when the file reaches to its end, for a
    /// fragment's `moof` always lies before its samples.
    private struct Reference {
        var packets: [Int: [FilmPacket]]
        var boundaries: [Int]

        init(_ file: MP4TestFile) async throws {
            packets = try await FilmProbe.packetsByStream(of: file.path)
            boundaries = try FilmBox.topLevel(of: file.path).map { Int($0.end) }
        }

        /// Picture is the first stream, sound the second.
        func whole(_ stream: Int, before cut: Int) -> [FilmPacket] {
            (packets[stream] ?? []).filter { ($0.position ?? .max) + $0.size <= cut }
        }
    }

    @Test func `keeps every whole sample of a film cut at each box`() async throws {
        let bytes = try await MP4Fixture.small.value
        let file = try MP4TestFile(directory, bytes: bytes)
        let reference = try await Reference(file)
        #expect(reference.boundaries.count > 15)
        for cut in reference.boundaries { try await expectRepair(of: bytes, cutAt: cut, in: file, by: reference) }
    }

    @Test func `keeps every whole sample of a film cut at random`() async throws {
        let bytes = try await MP4Fixture.smallReordered.value
        let file = try MP4TestFile(directory, bytes: bytes)
        let reference = try await Reference(file)
        var generator = SeededGenerator(seed: 20)
        for _ in 0..<25 {
            let cut = Int.random(in: 0..<bytes.count, using: &generator)
            try await expectRepair(of: bytes, cutAt: cut, in: file, by: reference)
        }
        // Inside the boxes' headers and inside a moof, where a cut is least likely to fall by chance.
        let inner = reference.boundaries.filter { $0 > 2000 }.prefix(4)
        for boundary in inner {
            for distance in [1, 4, 8, 15, 60] {
                try await expectRepair(of: bytes, cutAt: boundary + distance, in: file, by: reference)
            }
        }
    }

    private func expectRepair(
        of film: [UInt8], cutAt cut: Int, in file: MP4TestFile, by reference: Reference
    ) async throws {
        let torn = Array(film.prefix(cut))
        let expected = [0, 1].map { reference.whole($0, before: torn.count) }.filter { !$0.isEmpty }
        try file.replace(with: torn)
        guard !expected.isEmpty else {
            #expect(throws: MP4FinisherError.self, "cut at \(cut)") {
                try MP4Finisher.finish(fileDescriptor: file.descriptor)
            }
            #expect(try file.bytes() == torn, "cut at \(cut)")
            return
        }
        let summary = try MP4Finisher.finish(fileDescriptor: file.descriptor)
        #expect(summary.tracks.map(\.sampleCount) == expected.map(\.count), "cut at \(cut)")
        #expect(try FilmBox.topLevel(of: file.path).map(\.type) == ["ftyp", "mdat", "moov"], "cut at \(cut)")
        let packets = try await FilmProbe.packetsByStream(of: file.path)
        #expect(packets.count == expected.count, "cut at \(cut)")
        for (stream, expected) in expected.enumerated() {
            let found = packets[stream] ?? []
            #expect(found.map(\.position) == expected.map(\.position), "cut at \(cut): stream \(stream)")
            #expect(found.map(\.size) == expected.map(\.size), "cut at \(cut): stream \(stream)")
            #expect(found.map(\.isKeyFrame) == expected.map(\.isKeyFrame), "cut at \(cut): stream \(stream)")
        }
        if cut.isMultiple(of: 3) { try await FilmProbe(file.path).decodeStrictly() }
    }

    @Test func `keeps the film in front of zeros that a power failure left`() async throws {
        let film = try await MP4Fixture.plain.value
        let file = try MP4TestFile(directory, bytes: film)
        let reference = try await Reference(file)
        // The length reached the disk, and the last of the bytes did not.
        for written in [film.count, film.count * 3 / 4, film.count / 2 + 333] {
            let video = reference.whole(0, before: written)
            let audio = reference.whole(1, before: written)
            let left = Array(film.prefix(written)) + [UInt8](repeating: 0, count: film.count - written + 70_000)
            try file.replace(with: left)
            let summary = try MP4Finisher.finish(fileDescriptor: file.descriptor)
            // The one sample across the edge may look whole when only a few of its bytes are missing.
            #expect((video.count...video.count + 1).contains(summary.track("vide")?.sampleCount ?? 0))
            #expect((audio.count...audio.count + 1).contains(summary.track("soun")?.sampleCount ?? 0))
            #expect(summary.unusedTailBytes > 0)
            let probe = try await FilmProbe(file.path)
            let frames = try await probe.frameHashes(of: try #require(probe.video))
            #expect(frames.count >= video.count)
            #expect(Array(try file.bytes()[(film.count + 16)..<left.count]) == Array(left[(film.count + 16)...]))
        }
    }

    @Test func `leaves rubbish behind the film in the file and out of the index`() async throws {
        let film = try await MP4Fixture.plain.value
        var generator = SeededGenerator(seed: 7)
        let rubbish = (0..<5000).map { _ in UInt8.random(in: 128...255, using: &generator) }
        let file = try MP4TestFile(directory, bytes: film + rubbish)
        let summary = try MP4Finisher.finish(fileDescriptor: file.descriptor)
        #expect(summary.track("vide")?.sampleCount == 90)
        #expect(summary.unusedTailBytes == 5000)
        #expect(Array(try file.bytes()[film.count..<film.count + 5000]) == rubbish)
        try await FilmProbe(file.path).decodeStrictly()
    }

    @Test func `goes on behind a damaged fragment and keeps its place in time`() async throws {
        var film = try await MP4Fixture.plain.value
        let file = try MP4TestFile(directory, bytes: film)
        let fragments = try FilmBox.topLevel(of: file.path).filter { $0.type == "moof" }
        // The flags of the fragment's first track header: a field is announced that is not there.
        let damaged = fragments[8]
        let header = Int(damaged.offset) + 8 + 16 + 8
        film[header + 11] = 0x01
        try file.replace(with: film)
        let summary = try MP4Finisher.finish(fileDescriptor: file.descriptor)
        #expect(summary.damagedFragmentCount == 1 && summary.fragmentCount == fragments.count)
        let lost = 90 - (summary.track("vide")?.sampleCount ?? 0)
        let lostSound = 140 - (summary.track("soun")?.sampleCount ?? 0)
        #expect((lost > 0) != (lostSound > 0))
        let probe = try await FilmProbe(file.path)
        #expect(abs((probe.video?.duration ?? 0) - 3) < 0.001)
        let last = try await probe.packets(of: try #require(probe.video)).last
        #expect(abs((last?.presentationTime ?? 0) - 89.0 / 30) < 0.001)
    }

    @Test func `a film of which only the header was written is an error of its own`() async throws {
        let film = try await MP4Fixture.plain.value
        let file = try MP4TestFile(directory, bytes: film)
        let boxes = try FilmBox.topLevel(of: file.path)
        let movie = try #require(boxes.first { $0.type == "moov" })
        try file.replace(with: Array(film.prefix(Int(movie.end))))
        #expect(throws: MP4FinisherError.noSamples) { try MP4Finisher.finish(fileDescriptor: file.descriptor) }
        #expect(try file.bytes() == Array(film.prefix(Int(movie.end))))
    }
}
