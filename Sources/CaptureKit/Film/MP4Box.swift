/// The four letters that name a box.
struct MP4BoxType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }
    init(_ letters: StaticString) {
        rawValue = letters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) } }
    var description: String { String(decoding: bytes, as: UTF8.self) }

    /// Zero bytes and other rubbish behind a torn film are no boxes.
    var isPlausible: Bool { bytes.allSatisfy { (0x20...0x7e).contains($0) || $0 == 0xa9 } }

    static let ftyp = MP4BoxType("ftyp")
    static let free = MP4BoxType("free")
    static let mdat = MP4BoxType("mdat")
    static let moov = MP4BoxType("moov")
    static let mvhd = MP4BoxType("mvhd")
    static let trak = MP4BoxType("trak")
    static let tkhd = MP4BoxType("tkhd")
    static let edts = MP4BoxType("edts")
    static let elst = MP4BoxType("elst")
    static let mdia = MP4BoxType("mdia")
    static let mdhd = MP4BoxType("mdhd")
    static let hdlr = MP4BoxType("hdlr")
    static let minf = MP4BoxType("minf")
    static let stbl = MP4BoxType("stbl")
    static let stsd = MP4BoxType("stsd")
    static let stts = MP4BoxType("stts")
    static let ctts = MP4BoxType("ctts")
    static let stss = MP4BoxType("stss")
    static let stsc = MP4BoxType("stsc")
    static let stsz = MP4BoxType("stsz")
    static let stco = MP4BoxType("stco")
    static let co64 = MP4BoxType("co64")
    static let mvex = MP4BoxType("mvex")
    static let trex = MP4BoxType("trex")
    static let moof = MP4BoxType("moof")
    static let traf = MP4BoxType("traf")
    static let tfhd = MP4BoxType("tfhd")
    static let tfdt = MP4BoxType("tfdt")
    static let trun = MP4BoxType("trun")
}

/// A box that lies wholly in memory.
struct MP4Box {
    let type: MP4BoxType
    /// Header and content.
    let whole: ArraySlice<UInt8>
    let content: ArraySlice<UInt8>

    /// The boxes that fill `bytes`; nil when they do not add up.
    static func boxes(in bytes: ArraySlice<UInt8>) -> [MP4Box]? {
        var boxes: [MP4Box] = []
        var rest = bytes
        while !rest.isEmpty {
            guard let header = MP4BoxHeader(rest, available: UInt64(rest.count)),
                header.size <= UInt64(rest.count)
            else { return nil }
            let whole = rest.prefix(Int(header.size))
            boxes.append(MP4Box(type: header.type, whole: whole, content: whole.dropFirst(header.length)))
            rest = rest.dropFirst(Int(header.size))
        }
        return boxes
    }

    var children: [MP4Box]? { MP4Box.boxes(in: content) }
}

extension [MP4Box] {
    func first(_ type: MP4BoxType) -> MP4Box? { first { $0.type == type } }
}

/// The beginning of a box, in memory or in a file.
struct MP4BoxHeader {
    let type: MP4BoxType
    /// Of header and content together.
    let size: UInt64
    /// Of the header alone: 8, or 16 with a 64-bit size.
    let length: Int

    /// Nil when `bytes` do not begin with a header. `available`: what a box without a size of its own reaches to.
    init?(_ bytes: ArraySlice<UInt8>, available: UInt64) {
        var reader = MP4Reader(bytes)
        guard let short = reader.unsigned32(), let name = reader.unsigned32() else { return nil }
        type = MP4BoxType(rawValue: name)
        switch short {
        case 0:
            guard type.isPlausible else { return nil }
            size = available
            length = 8
        case 1:
            guard let long = reader.unsigned64() else { return nil }
            size = long
            length = 16
        default:
            size = UInt64(short)
            length = 8
        }
        guard size >= UInt64(length) else { return nil }
    }
}

/// Reads big-endian numbers; nil behind the end, so that broken boxes cannot trap.
struct MP4Reader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func unsigned32() -> UInt32? {
        guard rest.count >= 4 else { return nil }
        let start = rest.startIndex
        let value =
            UInt32(rest[start]) << 24 | UInt32(rest[start + 1]) << 16 | UInt32(rest[start + 2]) << 8
            | UInt32(rest[start + 3])
        rest = rest.dropFirst(4)
        return value
    }

    mutating func unsigned64() -> UInt64? {
        guard rest.count >= 8, let high = unsigned32(), let low = unsigned32() else { return nil }
        return UInt64(high) << 32 | UInt64(low)
    }

    /// The number in 64 bits when `isLong`, else in 32.
    mutating func unsigned(isLong: Bool) -> UInt64? { isLong ? unsigned64() : unsigned32().map(UInt64.init) }

    mutating func skip(_ count: Int) -> Bool {
        guard rest.count >= count else { return false }
        rest = rest.dropFirst(count)
        return true
    }
}

/// Writes big-endian numbers and boxes.
struct MP4Writer {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ value: UInt32) {
        bytes.append(UInt8(truncatingIfNeeded: value >> 24))
        bytes.append(UInt8(truncatingIfNeeded: value >> 16))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    mutating func append(_ value: UInt64) {
        append(UInt32(truncatingIfNeeded: value >> 32))
        append(UInt32(truncatingIfNeeded: value))
    }

    /// In 64 bits when `isLong`, else in 32: the caller has made sure that it fits.
    mutating func append(_ value: UInt64, isLong: Bool) {
        if isLong { append(value) } else { append(UInt32(truncatingIfNeeded: value)) }
    }

    mutating func append(_ slice: ArraySlice<UInt8>) { bytes += slice }

    /// A box around what `content` writes. No box of an index comes near the 4 GiB of its size field.
    mutating func box(_ type: MP4BoxType, _ content: (inout MP4Writer) -> Void) {
        let start = bytes.count
        append(UInt32(0))
        append(type.rawValue)
        content(&self)
        var size = MP4Writer()
        size.append(UInt32(truncatingIfNeeded: bytes.count - start))
        bytes.replaceSubrange(start..<start + 4, with: size.bytes)
    }

    /// A box that begins with version and flags.
    mutating func fullBox(
        _ type: MP4BoxType, version: UInt8 = 0, flags: UInt32 = 0, _ content: (inout MP4Writer) -> Void
    ) {
        box(type) { writer in
            writer.append(UInt32(version) << 24 | flags)
            content(&writer)
        }
    }
}
