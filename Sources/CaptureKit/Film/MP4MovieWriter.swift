/// Builds the `moov` of an ordinary MP4 from that of a fragmented one and the index of its fragments.
///
/// Everything that is not about time or place is copied as it stands. A track without samples is left out: players
/// stumble over it, and there is nothing in it. The header's own edit lists are replaced: a fragmented film of this
/// kind has none.
struct MP4MovieWriter {
    /// When a track is shown, in the film's time scale.
    struct Timing {
        /// From the film's beginning to the track's.
        var start: UInt64
        var duration: UInt64
        /// Where the presentation begins, in the track's own time scale.
        var mediaTime: UInt64
        /// Added to every composition offset, so that nothing is presented before the track's zero.
        var offsetShift: Int64
    }

    let movie: MP4Movie
    let tables: [UInt32: MP4SampleTable]
    private let timings: [UInt32: Timing]

    init(movie: MP4Movie, tables: [UInt32: MP4SampleTable]) {
        self.movie = movie
        self.tables = tables.filter { !$0.value.isEmpty }
        var timings: [UInt32: Timing] = [:]
        for track in movie.tracks {
            guard let table = self.tables[track.id] else { continue }
            let shift = max(0, -table.firstPresentation)
            let presented = UInt64(clamping: table.presentationEnd - table.firstPresentation)
            timings[track.id] = Timing(
                start: Self.scale(table.firstDecodeTime, from: track.timescale, to: movie.timescale, roundingUp: false),
                // Rounded up: an edit that is a hair too short makes players drop the last frame.
                duration: Self.scale(presented, from: track.timescale, to: movie.timescale, roundingUp: true),
                mediaTime: UInt64(table.firstPresentation + shift), offsetShift: shift)
        }
        let earliest = timings.values.map(\.start).min() ?? 0
        self.timings = timings.mapValues { timing in
            var timing = timing
            timing.start -= earliest
            return timing
        }
    }

    /// In the film's time scale.
    var duration: UInt64 { timings.values.map { $0.start + $0.duration }.max() ?? 0 }

    /// The whole box.
    func movieBox() -> [UInt8] {
        var writer = MP4Writer()
        writer.box(.moov) { writer in
            for box in movie.boxes {
                switch box.type {
                case .mvex: break
                case .mvhd: Self.append(box, duration: duration, fieldsBefore: 4, to: &writer)
                case .trak: appendTrack(box, to: &writer)
                default: writer.append(box.whole)
                }
            }
        }
        return writer.bytes
    }

    func summary(of file: MP4File, index: MP4FragmentIndex, bytes: UInt64) -> MP4Summary {
        let tracks = movie.tracks.compactMap { track -> MP4Summary.Track? in
            guard let table = tables[track.id], let timing = timings[track.id] else { return nil }
            return MP4Summary.Track(
                id: track.id, handler: track.handler, sampleCount: table.count,
                syncSampleCount: table.syncSamples.count,
                start: Double(timing.start) / Double(movie.timescale),
                duration: Double(table.presentationEnd - table.firstPresentation) / Double(track.timescale),
                bytes: table.bytes)
        }
        return MP4Summary(
            tracks: tracks, duration: tracks.map { $0.start + $0.duration }.max() ?? 0, bytes: bytes,
            wasFinished: false, fragmentCount: index.fragmentCount,
            damagedFragmentCount: index.damagedFragmentCount, unusedTailBytes: file.size - index.contentEnd)
    }

    private func appendTrack(_ track: MP4Box, to writer: inout MP4Writer) {
        guard let id = MP4Movie.trackIdentifier(of: track), let table = tables[id], let timing = timings[id] else {
            return
        }
        writer.box(.trak) { writer in
            for box in track.children ?? [] {
                switch box.type {
                case .edts: break
                case .tkhd:
                    Self.append(box, duration: timing.start + timing.duration, fieldsBefore: 8, to: &writer)
                    appendEdits(timing, to: &writer)
                case .mdia:
                    writer.box(.mdia) { appendMedia(box, table: table, timing: timing, to: &$0) }
                default: writer.append(box.whole)
                }
            }
        }
    }

    private func appendMedia(_ media: MP4Box, table: MP4SampleTable, timing: Timing, to writer: inout MP4Writer) {
        for box in media.children ?? [] {
            switch box.type {
            case .mdhd: Self.append(box, duration: table.decodeDuration, fieldsBefore: 4, to: &writer)
            case .minf:
                writer.box(.minf) { writer in
                    for box in box.children ?? [] {
                        guard box.type == .stbl else {
                            writer.append(box.whole)
                            continue
                        }
                        writer.box(.stbl) { writer in
                            if let descriptions = box.children?.first(.stsd) { writer.append(descriptions.whole) }
                            table.appendBoxes(offsetShift: timing.offsetShift, to: &writer)
                        }
                    }
                }
            default: writer.append(box.whole)
            }
        }
    }

    private func appendEdits(_ timing: Timing, to writer: inout MP4Writer) {
        let largest = UInt64(UInt32.max >> 1)
        let isLong = timing.start > largest || timing.duration > largest || timing.mediaTime > largest
        writer.box(.edts) { writer in
            writer.fullBox(.elst, version: isLong ? 1 : 0) { writer in
                let rate: UInt32 = 0x0001_0000
                writer.append(UInt32(timing.start > 0 ? 2 : 1))
                if timing.start > 0 {
                    writer.append(timing.start, isLong: isLong)
                    writer.append(UInt64.max, isLong: isLong)
                    writer.append(rate)
                }
                writer.append(timing.duration, isLong: isLong)
                writer.append(timing.mediaTime, isLong: isLong)
                writer.append(rate)
            }
        }
    }

    /// Copies an `mvhd`, `tkhd` or `mdhd` with another duration, in its 64-bit form when it is needed. Between the
    /// dates and the duration lie `fieldsBefore` bytes.
    private static func append(_ box: MP4Box, duration: UInt64, fieldsBefore: Int, to writer: inout MP4Writer) {
        var reader = MP4Reader(box.content)
        let word = reader.unsigned32() ?? 0
        let wasLong = word >> 24 == 1
        // All ones stand for a duration that nobody knows.
        let isLong = wasLong || duration >= UInt64(UInt32.max)
        let created = reader.unsigned(isLong: wasLong) ?? 0
        let modified = reader.unsigned(isLong: wasLong) ?? 0
        let between = reader.rest.prefix(fieldsBefore)
        _ = reader.skip(fieldsBefore)
        _ = reader.unsigned(isLong: wasLong)
        writer.fullBox(box.type, version: isLong ? 1 : 0, flags: word & 0x00ff_ffff) { writer in
            writer.append(created, isLong: isLong)
            writer.append(modified, isLong: isLong)
            writer.append(between)
            writer.append(duration, isLong: isLong)
            writer.append(reader.rest)
        }
    }

    /// A time in another scale; absurd times of a damaged film end at a bound instead of trapping.
    private static func scale(_ time: UInt64, from old: UInt32, to new: UInt32, roundingUp: Bool) -> UInt64 {
        let bound = UInt64(1) << 60
        let product = time.multipliedFullWidth(by: UInt64(new))
        let divisor = UInt64(old)
        guard product.high < divisor else { return bound }
        let (quotient, remainder) = divisor.dividingFullWidth(product)
        let rounds = roundingUp ? remainder > 0 : remainder >= divisor - divisor / 2
        return min(bound, quotient) + (rounds ? 1 : 0)
    }
}
