import CaptureKit
import CaptureTestSupport
import Glibc
import Testing

/// Fragments that mp4mux does not write, or does not write in a short film.
@Suite struct `An MP4 with fragments of any form` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func write(_ pieces: [MP4Refragmenter.Piece], _ name: String = "film.mp4") throws -> MP4TestFile {
        let file = try MP4TestFile(directory, name)
        for piece in pieces {
            try #require(
                pwrite(file.descriptor, piece.bytes, piece.bytes.count, off_t(piece.offset)) == piece.bytes.count)
        }
        return file
    }

    /// The packets without their places, which differ.
    private func contents(_ file: MP4TestFile) async throws -> [Int: [String]] {
        try await FilmProbe.packetsByStream(of: file.path).mapValues { packets in
            packets.map {
                "\($0.presentationTime ?? -1) \($0.decodingTime ?? -1) \($0.duration ?? -1) \($0.size) \($0.isKeyFrame)"
            }
        }
    }

    @Test(arguments: [MP4Fixture.small, MP4Fixture.smallReordered])
    func `has the same index whatever form they have`(film: Task<[UInt8], any Error>) async throws {
        let bytes = try await film.value
        let original = try MP4TestFile(directory, "original.mp4", bytes: bytes)
        try MP4Finisher.finish(fileDescriptor: original.descriptor)
        let expected = try await contents(original)
        let hashes = try await FilmProbe.allFrameHashes(of: original.path)

        var refragmenter = try await MP4Refragmenter(bytes, in: directory)
        refragmenter.setDefaults(of: 1, duration: 77, size: 88, flags: 0x0101_0000)
        refragmenter.setDefaults(of: 2, duration: 77, size: 88, flags: 0x0101_0000)
        var generator = SeededGenerator(seed: 3)
        for round in 0..<8 {
            let file = try write(refragmenter.pieces(using: &generator))
            let summary = try MP4Finisher.finish(fileDescriptor: file.descriptor)
            #expect(summary.damagedFragmentCount == 0 && summary.unusedTailBytes == 0, "round \(round)")
            #expect(try await contents(file) == expected, "round \(round)")
            #expect(try await FilmProbe.allFrameHashes(of: file.path) == hashes, "round \(round)")
        }
    }

    @Test func `finds samples beyond four gibibytes`() async throws {
        let bytes = try await MP4Fixture.smallReordered.value
        let refragmenter = try await MP4Refragmenter(bytes, in: directory)
        let original = try MP4TestFile(directory, "original.mp4", bytes: bytes)
        let hashes = try await FilmProbe.allFrameHashes(of: original.path)
        var generator = SeededGenerator(seed: 4)
        let hole: UInt64 = 5 << 30
        let file = try write(refragmenter.pieces(using: &generator, gap: (fragment: 3, size: hole)))
        let summary = try MP4Finisher.finish(fileDescriptor: file.descriptor)

        #expect(summary.bytes > hole && summary.damagedFragmentCount == 0)
        let boxes = try FilmBox.topLevel(of: file.path)
        #expect(boxes.map(\.type) == ["ftyp", "mdat", "moov"])
        #expect(boxes[1].size > hole)
        let packets = try await FilmProbe.packetsByStream(of: file.path)
        for stream in [0, 1] {
            let positions = packets[stream]?.compactMap(\.position) ?? []
            let samples = refragmenter.tracks[stream].samples
            #expect(positions.count == samples.count)
            #expect(positions.contains { $0 < Int(hole) } && positions.contains { $0 > Int(hole) })
            for (position, sample) in zip(positions, samples) {
                var found = [UInt8](repeating: 0, count: sample.bytes.count)
                #expect(pread(file.descriptor, &found, found.count, off_t(position)) == found.count)
                #expect(found == sample.bytes)
            }
        }
        #expect(try await FilmProbe.allFrameHashes(of: file.path) == hashes)
        // A sparse file: nothing was copied, nothing was filled.
        var status = stat()
        #expect(fstat(file.descriptor, &status) == 0 && status.st_blocks * 512 < 4 << 20)
    }

    @Test func `shows a track that begins later at its own time`() async throws {
        let bytes = try await MP4Fixture.smallReordered.value
        var refragmenter = try await MP4Refragmenter(bytes, in: directory)
        refragmenter.tracks[0].start = 3000 * 10
        refragmenter.tracks[1].start = 48000 * 10 + 24000
        var generator = SeededGenerator(seed: 5)
        let file = try write(refragmenter.pieces(using: &generator))
        let summary = try MP4Finisher.finish(fileDescriptor: file.descriptor)
        let probe = try await FilmProbe(file.path)
        #expect(probe.video?.startTime == 0)
        #expect(abs((probe.audio?.startTime ?? 0) - 0.5) < 0.0005)
        #expect(summary.track("vide")?.start == 0)
        #expect(abs((summary.track("soun")?.start ?? 0) - 0.5) < 0.0005)
        #expect(abs(summary.duration - (0.5 + (summary.track("soun")?.duration ?? 0))) < 0.001)
        // The summary of the finished film is read from its edit list.
        let again = try MP4Finisher.inspect(fileDescriptor: file.descriptor)
        #expect(again.wasFinished && abs((again.track("soun")?.start ?? 0) - 0.5) < 0.0005)
    }

    @Test(arguments: [Int32(-200), -5000, 12345])
    func `begins at zero whatever its composition offsets are`(shift: Int32) async throws {
        let bytes = try await MP4Fixture.smallReordered.value
        let original = try MP4TestFile(directory, "original.mp4", bytes: bytes)
        try MP4Finisher.finish(fileDescriptor: original.descriptor)
        let expected = try await FilmProbe(original.path)
        let times = try await expected.frameTimes(of: try #require(expected.video))
        var refragmenter = try await MP4Refragmenter(bytes, in: directory)
        for index in refragmenter.tracks[0].samples.indices {
            refragmenter.tracks[0].samples[index].compositionOffset += shift
        }
        var generator = SeededGenerator(seed: 6)
        let file = try write(refragmenter.pieces(using: &generator))
        try MP4Finisher.finish(fileDescriptor: file.descriptor)
        let probe = try await FilmProbe(file.path)
        #expect(try await probe.frameTimes(of: try #require(probe.video)).seconds == times.seconds)
        #expect(times.first == 0 && times.count == 30)
    }

    @Test func `follows a fragment's own time where durations do not add up`() async throws {
        let bytes = try await MP4Fixture.small.value
        var refragmenter = try await MP4Refragmenter(bytes, in: directory)
        // Frames are 100 apart and said to be 99 long, and each fragment says when it really begins.
        for index in refragmenter.tracks[0].samples.indices { refragmenter.tracks[0].samples[index].toldDuration = 99 }
        var generator = SeededGenerator(seed: 8)
        let pieces = refragmenter.pieces(using: &generator, samplesPerFragment: 1...3, tellsTime: true)
        let file = try write(pieces)
        try MP4Finisher.finish(fileDescriptor: file.descriptor)
        let probe = try await FilmProbe(file.path)
        let times = try await probe.frameTimes(of: try #require(probe.video))
        #expect(abs((times.last ?? 0) - 29.0 / 30) < 0.0005)
    }

    @Test func `does not lose a sample to any mutation of its boxes`() async throws {
        let film = try await MP4Fixture.smallReordered.value
        let file = try MP4TestFile(directory, bytes: film)
        let boxes = try FilmBox.topLevel(of: file.path)
        // Everything that is not a sample: headers of boxes, and the whole of moov and the moofs.
        let targets = boxes.flatMap { box in
            Array(Int(box.offset)..<Int(box.type == "mdat" ? box.offset + 8 : box.end))
        }
        let reserved = Int(boxes[1].offset)..<Int(boxes[1].end)
        let values: [[UInt8]] = [
            [0, 0, 0, 0], [255, 255, 255, 255], [127, 255, 255, 255], [128, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 8],
            [0, 16, 0, 0], Array("moof".utf8), Array("trun".utf8), Array("free".utf8),
        ]
        var generator = SeededGenerator(seed: 11)
        // Nobody waits for the disk here.
        let operations = MP4FileOperations(
            write: MP4FileOperations.system.write, synchronize: { _ in 0 }, truncate: MP4FileOperations.system.truncate)
        var finished = 0
        var refused = 0
        for round in 0..<500 {
            var mutant = film
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = try #require(targets.randomElement(using: &generator))
                if Bool.random(using: &generator) {
                    mutant[place] = UInt8.random(in: 0...255, using: &generator)
                } else {
                    let value = try #require(values.randomElement(using: &generator))
                    mutant.replaceSubrange(place..<min(place + 4, mutant.count), with: value)
                    mutant = Array(mutant.prefix(film.count))
                }
            }
            try file.replace(with: mutant)
            do {
                let summary = try MP4Finisher.finish(
                    fileDescriptor: file.descriptor, operations: operations)
                let after = try file.bytes()
                if summary.wasFinished {
                    #expect(after == mutant, "round \(round)")
                } else {
                    #expect(after.count > mutant.count, "round \(round)")
                    #expect(after[..<reserved.lowerBound] == mutant[..<reserved.lowerBound], "round \(round)")
                    #expect(
                        after[reserved.upperBound..<mutant.count] == mutant[reserved.upperBound...], "round \(round)")
                    #expect(try MP4Finisher.inspect(fileDescriptor: file.descriptor).wasFinished, "round \(round)")
                    finished += 1
                }
            } catch is MP4FinisherError {
                #expect(try file.bytes() == mutant, "round \(round)")
                refused += 1
            }
        }
        // Both ways out were really taken.
        #expect(finished > 100 && refused > 20, "\(finished) finished, \(refused) refused")
    }
}
