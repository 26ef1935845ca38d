import CaptureKit
import CaptureTestSupport
import Testing

/// Writes the samples of a real film into fragments of every form that the format allows, by hand: another writer's
/// fragments, and places and times that a short recording does not reach.
struct MP4Refragmenter {
    struct Sample {
        var bytes: [UInt8]
        /// To the next sample.
        var duration: UInt32
        /// What the fragment says, if that is something else.
        var toldDuration: UInt32?
        var compositionOffset: Int32
        var isSync: Bool
    }

    struct Track {
        var id: UInt32
        var samples: [Sample]
        /// Decoding time of the first sample.
        var start: UInt64 = 0
    }

    /// What one fragment writes to the file, and where.
    struct Piece {
        var offset: UInt64
        var bytes: [UInt8]
    }

    private static let syncFlags: UInt32 = 0x0200_0000
    private static let otherFlags: UInt32 = 0x0101_0000

    /// `ftyp`, the reserved box and `moov`, whose default values are set to ones that no sample has.
    private(set) var header: [UInt8]
    var tracks: [Track]

    /// Takes a film apart by what ffprobe says is in it.
    init(_ film: [UInt8], in directory: TemporaryDirectory) async throws {
        let file = try MP4TestFile(directory, "source.mp4", bytes: film)
        let movie = try #require(try FilmBox.topLevel(of: file.path).first { $0.type == "moov" })
        header = Array(film[..<Int(movie.end)])
        let probe = try await FilmProbe(file.path)
        let packets = try await FilmProbe.packetsByStream(of: file.path)
        tracks = try probe.streams.map { stream in
            let scale = try #require(Double(stream.timeBase.dropFirst(2)))
            func ticks(_ seconds: Double?) -> Int { Int(((seconds ?? 0) * scale).rounded()) }
            let packets = packets[stream.index] ?? []
            return Track(
                id: UInt32(stream.index + 1),
                samples: try packets.map { packet in
                    let position = try #require(packet.position)
                    return Sample(
                        bytes: Array(film[position..<position + packet.size]),
                        duration: UInt32(ticks(packet.duration)),
                        compositionOffset: Int32(ticks(packet.presentationTime) - ticks(packet.decodingTime)),
                        isSync: packet.isKeyFrame)
                })
        }
    }

    /// Sets the film-wide defaults of one track.
    mutating func setDefaults(of track: UInt32, duration: UInt32, size: UInt32, flags: UInt32) {
        let name = Array("trex".utf8)
        for index in 0..<header.count - 24 where Array(header[index..<index + 4]) == name {
            guard MP4Fixture.bigEndian(header, index + 8) == track else { continue }
            header.replaceSubrange(index + 16..<index + 28, with: [duration, size, flags].flatMap(Self.bytes))
        }
    }

    /// The whole film as pieces. `gap`: bytes of nothing put before the fragment of that number.
    func pieces(
        using generator: inout SeededGenerator, samplesPerFragment: ClosedRange<Int> = 3...9, tellsTime: Bool = false,
        gap: (fragment: Int, size: UInt64)? = nil
    ) -> [Piece] {
        var pieces = [Piece(offset: 0, bytes: header)]
        var offset = UInt64(header.count)
        var positions = tracks.map { _ in 0 }
        var times = tracks.map(\.start)
        var number = 0
        while zip(positions, tracks).contains(where: { $0 < $1.samples.count }) {
            if let gap, gap.fragment == number {
                pieces.append(Piece(offset: offset, bytes: Self.longFree(gap.size)))
                offset += gap.size
            } else if Bool.random(using: &generator) {
                let filler = Self.box("styp", Array("isomisom".utf8))
                pieces.append(Piece(offset: offset, bytes: filler))
                offset += UInt64(filler.count)
            }
            // Both tracks in one fragment, or one alone.
            var parts: [Part] = []
            for index in tracks.indices where positions[index] < tracks[index].samples.count {
                if !parts.isEmpty, Bool.random(using: &generator) { continue }
                let count = Int.random(in: samplesPerFragment, using: &generator)
                let samples = tracks[index].samples[positions[index]...].prefix(count)
                parts.append(
                    Part(
                        id: tracks[index].id, time: times[index], tellsTime: tellsTime || positions[index] == 0,
                        samples: Array(samples)))
                positions[index] += samples.count
                times[index] += samples.reduce(0) { $0 + UInt64($1.duration) }
            }
            let bytes = fragment(parts, at: offset, using: &generator)
            pieces.append(Piece(offset: offset, bytes: bytes))
            offset += UInt64(bytes.count)
            number += 1
        }
        return pieces
    }

    private struct Part {
        var id: UInt32
        var time: UInt64
        var tellsTime: Bool
        var samples: [Sample]
    }

    /// A `moof` and its `mdat`.
    private func fragment(_ parts: [Part], at offset: UInt64, using generator: inout SeededGenerator) -> [UInt8] {
        // The form is drawn once; the sizes it leads to do not depend on the offsets written into it.
        let forms = parts.map { _ in Form(using: &generator) }
        let data = parts.flatMap { $0.samples.flatMap(\.bytes) }
        func moof(dataStart: UInt64) -> [UInt8] {
            var content = Self.fullBox("mfhd", 0, 0, Self.bytes(UInt32(1)))
            var place = dataStart
            for (index, (part, form)) in zip(parts, forms).enumerated() {
                content += trackFragment(part, form, moof: offset, data: place, follows: index > 0)
                place += part.samples.reduce(0) { $0 + UInt64($1.bytes.count) }
            }
            return Self.box("moof", content)
        }
        let size = UInt64(moof(dataStart: offset).count)
        return moof(dataStart: offset + size + 8) + Self.box("mdat", data)
    }

    /// The liberties that a writer has for one track of one fragment.
    private struct Form {
        enum Base: CaseIterable { case moof, absolute, implied }
        var base: Base
        var longTime: Bool
        var leavesTimeOut: Bool
        var splits: Bool
        var durationInTrack: Bool
        var firstFlags: Bool
        var signedOffsets: Bool
        var hasDescription: Bool

        init(using generator: inout SeededGenerator) {
            base = Base.allCases.randomElement(using: &generator) ?? .moof
            longTime = Bool.random(using: &generator)
            leavesTimeOut = Bool.random(using: &generator)
            splits = Bool.random(using: &generator)
            durationInTrack = Bool.random(using: &generator)
            firstFlags = Bool.random(using: &generator)
            signedOffsets = Bool.random(using: &generator)
            hasDescription = Bool.random(using: &generator)
        }
    }

    private func trackFragment(_ part: Part, _ form: Form, moof: UInt64, data: UInt64, follows: Bool) -> [UInt8] {
        var flags: UInt32 = form.base == .moof ? 0x020000 : 0
        var fields: [UInt8] = Self.bytes(part.id)
        if form.base == .absolute {
            flags |= 0x000001
            fields += Self.bytes(data)
        }
        if form.hasDescription {
            flags |= 0x000002
            fields += Self.bytes(UInt32(1))
        }
        let told = part.samples.map { $0.toldDuration ?? $0.duration }
        let common = told.allSatisfy { $0 == told[0] }
        let durationInTrack = form.durationInTrack && common
        if durationInTrack {
            flags |= 0x000008
            fields += Self.bytes(told[0])
        }
        let commonSize = part.samples.allSatisfy { $0.bytes.count == part.samples[0].bytes.count }
        if commonSize {
            flags |= 0x000010
            fields += Self.bytes(UInt32(part.samples[0].bytes.count))
        }
        // All but the first are alike: one flag for the first, a default for the rest.
        let restIsAlike = part.samples.dropFirst().allSatisfy { $0.isSync == part.samples.last?.isSync }
        let flagsInTrack = form.firstFlags && restIsAlike
        if flagsInTrack {
            flags |= 0x000020
            fields += Self.bytes(part.samples.last?.isSync == true ? Self.syncFlags : Self.otherFlags)
        }
        var content = Self.fullBox("tfhd", 0, flags, fields)
        if part.tellsTime || !form.leavesTimeOut {
            content += Self.fullBox(
                "tfdt", form.longTime ? 1 : 0, 0,
                form.longTime ? Self.bytes(part.time) : Self.bytes(UInt32(part.time)))
        }
        let cut = form.splits ? part.samples.count / 2 : part.samples.count
        let runs = [Array(part.samples[..<cut]), Array(part.samples[cut...])].filter { !$0.isEmpty }
        var place = data
        for (index, run) in runs.enumerated() {
            // A place is left out where it follows by itself: behind a run, behind a track, at an absolute base.
            let needsPlace = index == 0 && (form.base == .moof || (form.base == .implied && !follows))
            let distance = needsPlace ? Int32(Int64(place) - Int64(moof)) : nil
            content += trackRun(
                run, form, distance: distance, hasDuration: !durationInTrack, hasSize: !commonSize,
                hasFlags: !flagsInTrack, isFirst: index == 0)
            place += run.reduce(0) { $0 + UInt64($1.bytes.count) }
        }
        return Self.box("traf", content)
    }

    private func trackRun(
        _ samples: [Sample], _ form: Form, distance: Int32?, hasDuration: Bool, hasSize: Bool, hasFlags: Bool,
        isFirst: Bool
    ) -> [UInt8] {
        let hasOffsets = samples.contains { $0.compositionOffset != 0 }
        let isSigned = form.signedOffsets || samples.contains { $0.compositionOffset < 0 }
        let hasFirstFlags = !hasFlags && isFirst
        var flags: UInt32 = 0
        if distance != nil { flags |= 0x000001 }
        if hasFirstFlags { flags |= 0x000004 }
        if hasDuration { flags |= 0x000100 }
        if hasSize { flags |= 0x000200 }
        if hasFlags { flags |= 0x000400 }
        if hasOffsets { flags |= 0x000800 }
        var content = Self.bytes(UInt32(samples.count))
        if let distance { content += Self.bytes(UInt32(bitPattern: distance)) }
        if hasFirstFlags { content += Self.bytes(samples[0].isSync ? Self.syncFlags : Self.otherFlags) }
        for sample in samples {
            if hasDuration { content += Self.bytes(sample.toldDuration ?? sample.duration) }
            if hasSize { content += Self.bytes(UInt32(sample.bytes.count)) }
            if hasFlags { content += Self.bytes(sample.isSync ? Self.syncFlags : Self.otherFlags) }
            if hasOffsets { content += Self.bytes(UInt32(bitPattern: sample.compositionOffset)) }
        }
        return Self.fullBox("trun", isSigned ? 1 : 0, flags, content)
    }

    private static func longFree(_ size: UInt64) -> [UInt8] {
        bytes(UInt32(1)) + Array("free".utf8) + bytes(size)
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        bytes(UInt32(8 + content.count)) + Array(type.utf8) + content
    }

    private static func fullBox(_ type: String, _ version: UInt32, _ flags: UInt32, _ content: [UInt8]) -> [UInt8] {
        box(type, bytes(version << 24 | flags) + content)
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
