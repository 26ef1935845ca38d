/// What a fragmented film's header says.
struct MP4Movie {
    /// What samples are like when a fragment does not say.
    struct Defaults {
        var descriptionIndex: UInt32 = 1
        var duration: UInt32 = 0
        var size: UInt32 = 0
        var flags: UInt32 = 0
    }

    struct Track {
        var id: UInt32
        var timescale: UInt32
        var handler: String
        var defaults: Defaults
    }

    /// The boxes inside `moov`.
    let boxes: [MP4Box]
    let timescale: UInt32
    let tracks: [Track]
    /// Whether samples are to be looked for in fragments.
    let isFragmented: Bool

    private static let mostTracks = 256

    /// Reads the content of a `moov`.
    init(_ content: ArraySlice<UInt8>) throws(MP4FinisherError) {
        guard let boxes = MP4Box.boxes(in: content) else {
            throw .brokenHeader("the boxes inside moov do not add up")
        }
        self.boxes = boxes
        guard let header = boxes.first(.mvhd), let scale = Self.timescale(of: header) else {
            throw .brokenHeader("moov has no usable mvhd")
        }
        timescale = scale
        isFragmented = boxes.first(.mvex) != nil
        let defaults = Self.defaults(in: boxes.first(.mvex))
        var tracks: [Track] = []
        for box in boxes where box.type == .trak {
            guard tracks.count < Self.mostTracks else { throw .brokenHeader("moov has too many tracks") }
            guard var track = Self.track(box) else { throw .brokenHeader("a track cannot be understood") }
            guard !tracks.contains(where: { $0.id == track.id }) else {
                throw .brokenHeader("two tracks have the number \(track.id)")
            }
            track.defaults = defaults[track.id] ?? Defaults()
            tracks.append(track)
        }
        guard !tracks.isEmpty else { throw .brokenHeader("moov has no track") }
        self.tracks = tracks
    }

    /// The identifier of the track that a `trak` describes.
    static func trackIdentifier(of box: MP4Box) -> UInt32? {
        guard let header = box.children?.first(.tkhd) else { return nil }
        var reader = MP4Reader(header.content)
        guard let version = reader.unsigned32().map({ $0 >> 24 }), version <= 1,
            reader.skip(version == 1 ? 16 : 8)
        else { return nil }
        return reader.unsigned32()
    }

    /// The time scale in an `mvhd` or `mdhd`: ticks a second.
    static func timescale(of box: MP4Box) -> UInt32? { timescaleAndDuration(of: box)?.timescale }

    static func timescaleAndDuration(of box: MP4Box) -> (timescale: UInt32, duration: UInt64)? {
        var reader = MP4Reader(box.content)
        guard let version = reader.unsigned32().map({ $0 >> 24 }), version <= 1,
            reader.skip(version == 1 ? 16 : 8), let scale = reader.unsigned32(), scale > 0,
            let duration = reader.unsigned(isLong: version == 1)
        else { return nil }
        return (scale, duration)
    }

    private static func track(_ box: MP4Box) -> Track? {
        guard let id = trackIdentifier(of: box), let media = box.children?.first(.mdia)?.children,
            let mediaHeader = media.first(.mdhd), let scale = timescale(of: mediaHeader),
            let tables = media.first(.minf)?.children?.first(.stbl)?.children, tables.first(.stsd) != nil
        else { return nil }
        var handler = ""
        if let box = media.first(.hdlr) {
            var reader = MP4Reader(box.content)
            if reader.skip(8), let name = reader.unsigned32() { handler = MP4BoxType(rawValue: name).description }
        }
        return Track(id: id, timescale: scale, handler: handler, defaults: Defaults())
    }

    private static func defaults(in box: MP4Box?) -> [UInt32: Defaults] {
        var defaults: [UInt32: Defaults] = [:]
        for box in box?.children ?? [] where box.type == .trex {
            var reader = MP4Reader(box.content)
            guard reader.skip(4), let id = reader.unsigned32(), let description = reader.unsigned32(),
                let duration = reader.unsigned32(), let size = reader.unsigned32(), let flags = reader.unsigned32()
            else { continue }
            defaults[id] = Defaults(descriptionIndex: description, duration: duration, size: size, flags: flags)
        }
        return defaults
    }
}
