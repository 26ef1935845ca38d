/// One `moof`, understood as a whole before any of it is used.
struct MP4Fragment {
    /// Samples of one track that lie one behind the other.
    struct Run {
        var trackIdentifier: UInt32
        var descriptionIndex: UInt32
        /// Where the first sample lies in the file.
        var offset: UInt64
        /// Decoding time of the first sample; nil: it follows what went before.
        var decodeTime: UInt64?
        var samples: [MP4Sample]
    }

    private(set) var runs: [Run] = []

    /// More in one fragment is a damaged count, not a film: fragments last a fraction of a second to some seconds.
    private static let mostSamples = 1 << 20

    /// Nil when anything in it does not add up. `content`: of the `moof`; `offset`: where the `moof` lies in the file.
    init?(_ content: ArraySlice<UInt8>, at offset: UInt64, of movie: MP4Movie) {
        guard let boxes = MP4Box.boxes(in: content) else { return nil }
        var sampleCount = 0
        // Without a base of its own a track's data follows that of the track before it.
        var nextData = offset
        for box in boxes where box.type == .traf {
            guard let parts = box.children, let headerBox = parts.first(.tfhd),
                let header = TrackHeader(headerBox, moofOffset: offset, following: nextData, movie: movie)
            else { return nil }
            var decodeTime: UInt64?
            if let box = parts.first(.tfdt) {
                guard let time = Self.decodeTime(in: box) else { return nil }
                decodeTime = time
            }
            var position = header.base
            for box in parts where box.type == .trun {
                guard
                    var run = Self.run(
                        in: box, header: header, position: position, limit: Self.mostSamples - sampleCount)
                else { return nil }
                run.decodeTime = decodeTime
                decodeTime = nil
                sampleCount += run.samples.count
                // At most 2^20 samples of less than 2^32 bytes behind an offset below 2^62: no overflow.
                position = run.samples.reduce(run.offset) { $0 + UInt64($1.size) }
                runs.append(run)
            }
            nextData = position
        }
    }

    private static func decodeTime(in box: MP4Box) -> UInt64? {
        var reader = MP4Reader(box.content)
        guard let version = reader.unsigned32().map({ $0 >> 24 }), version <= 1 else { return nil }
        return reader.unsigned(isLong: version == 1)
    }

    /// One `trun`.
    private static func run(in box: MP4Box, header: TrackHeader, position: UInt64, limit: Int) -> Run? {
        var reader = MP4Reader(box.content)
        guard let word = reader.unsigned32(), let count = reader.unsigned32(), count <= UInt32(limit) else {
            return nil
        }
        let version = word >> 24
        guard version <= 1 else { return nil }
        func has(_ flag: UInt32) -> Bool { word & flag != 0 }

        var offset = position
        if has(0x000001) {
            guard let distance = reader.unsigned32().map({ Int64(Int32(bitPattern: $0)) }) else { return nil }
            let place = Int64(header.base) + distance
            guard place >= 0 else { return nil }
            offset = UInt64(place)
        }
        var firstFlags: UInt32?
        if has(0x000004) {
            guard let flags = reader.unsigned32() else { return nil }
            firstFlags = flags
        }
        let fields = [0x000100, 0x000200, 0x000400, 0x000800].filter { has($0) }.count
        guard reader.rest.count >= Int(count) * fields * 4 else { return nil }

        var samples: [MP4Sample] = []
        samples.reserveCapacity(Int(count))
        for index in 0..<count {
            let duration = has(0x000100) ? reader.unsigned32() : header.defaults.duration
            let size = has(0x000200) ? reader.unsigned32() : header.defaults.size
            var flags = has(0x000400) ? reader.unsigned32() : header.defaults.flags
            if index == 0, let firstFlags { flags = firstFlags }
            // Version 0 says unsigned, and writers put negative numbers there all the same.
            let composition = has(0x000800) ? reader.unsigned32() : 0
            guard let duration, let size, let flags, let composition else { return nil }
            samples.append(
                MP4Sample(
                    size: size, duration: duration, compositionOffset: Int32(bitPattern: composition),
                    isSync: flags & 0x0001_0000 == 0))
        }
        return Run(
            trackIdentifier: header.trackIdentifier, descriptionIndex: header.defaults.descriptionIndex,
            offset: offset, decodeTime: nil, samples: samples)
    }

    /// One `tfhd`, with what it leaves to the film's header filled in.
    private struct TrackHeader {
        var trackIdentifier: UInt32
        var base: UInt64
        var defaults: MP4Movie.Defaults

        init?(_ box: MP4Box, moofOffset: UInt64, following: UInt64, movie: MP4Movie) {
            var reader = MP4Reader(box.content)
            guard let word = reader.unsigned32(), let id = reader.unsigned32(),
                let track = movie.tracks.first(where: { $0.id == id })
            else { return nil }
            trackIdentifier = id
            defaults = track.defaults
            base = word & 0x020000 != 0 ? moofOffset : following
            if word & 0x000001 != 0 {
                guard let offset = reader.unsigned64(), offset < 1 << 62 else { return nil }
                base = offset
            }
            for (flag, field) in [
                (0x000002, \MP4Movie.Defaults.descriptionIndex), (0x000008, \.duration), (0x000010, \.size),
                (0x000020, \.flags),
            ] as [(UInt32, WritableKeyPath<MP4Movie.Defaults, UInt32>)] where word & flag != 0 {
                guard let value = reader.unsigned32() else { return nil }
                defaults[keyPath: field] = value
            }
            guard defaults.descriptionIndex > 0 else { return nil }
        }
    }
}
