extension MP4Movie {
    /// What the tables of an ordinary MP4's `moov` say. Tables that cannot be understood count as empty.
    func ordinarySummary(bytes: UInt64) -> MP4Summary {
        let found = boxes.filter { $0.type == .trak }.compactMap(ordinaryTrack)
        return MP4Summary(
            tracks: found, duration: found.map { $0.start + $0.duration }.max() ?? 0, bytes: bytes, wasFinished: true,
            fragmentCount: 0, damagedFragmentCount: 0, unusedTailBytes: 0)
    }

    private func ordinaryTrack(_ box: MP4Box) -> MP4Summary.Track? {
        guard let id = MP4Movie.trackIdentifier(of: box), let track = tracks.first(where: { $0.id == id }),
            let media = box.children?.first(.mdia)?.children,
            let time = media.first(.mdhd).flatMap(MP4Movie.timescaleAndDuration),
            let boxes = media.first(.minf)?.children?.first(.stbl)?.children
        else { return nil }
        let sizes = Self.sampleSizes(in: boxes.first(.stsz))
        guard sizes.count > 0 else { return nil }
        var syncCount = sizes.count
        if let box = boxes.first(.stss) {
            var reader = MP4Reader(box.content)
            syncCount = reader.skip(4) ? Int(reader.unsigned32() ?? 0) : 0
        }
        let edits = Self.edits(in: box.children?.first(.edts)?.children?.first(.elst))
        let shown = edits.filter { !$0.isEmpty }.reduce(0) { $0 + $1.duration }
        return MP4Summary.Track(
            id: id, handler: track.handler, sampleCount: sizes.count, syncSampleCount: syncCount,
            start: edits.prefix { $0.isEmpty }.reduce(0) { $0 + $1.duration } / Double(timescale),
            duration: shown > 0 ? shown / Double(timescale) : Double(time.duration) / Double(time.timescale),
            bytes: sizes.bytes)
    }

    private static func sampleSizes(in box: MP4Box?) -> (count: Int, bytes: UInt64) {
        guard let box else { return (0, 0) }
        var reader = MP4Reader(box.content)
        guard reader.skip(4), let common = reader.unsigned32(), let count = reader.unsigned32() else { return (0, 0) }
        if common > 0 { return (Int(count), UInt64(common) * UInt64(count)) }
        guard reader.rest.count >= Int(count) * 4 else { return (0, 0) }
        var bytes: UInt64 = 0
        for _ in 0..<count { bytes += UInt64(reader.unsigned32() ?? 0) }
        return (Int(count), bytes)
    }

    /// Durations in the film's time scale.
    private static func edits(in box: MP4Box?) -> [(duration: Double, isEmpty: Bool)] {
        guard let box else { return [] }
        var reader = MP4Reader(box.content)
        guard let word = reader.unsigned32(), let count = reader.unsigned32() else { return [] }
        let isLong = word >> 24 == 1
        var edits: [(duration: Double, isEmpty: Bool)] = []
        for _ in 0..<count {
            guard let duration = reader.unsigned(isLong: isLong), let time = reader.unsigned(isLong: isLong),
                reader.skip(4)
            else { return edits }
            edits.append((Double(duration), time == (isLong ? UInt64.max : UInt64(UInt32.max))))
        }
        return edits
    }
}
