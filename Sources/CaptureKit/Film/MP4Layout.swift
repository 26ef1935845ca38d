/// What kind of MP4 a file is, from its top-level boxes up to `moov`.
struct MP4Layout {
    enum Kind {
        /// The samples are listed in `moov`.
        case ordinary
        /// Fragments, with room behind `ftyp` for the header that hides them.
        case finishable(reservedOffset: UInt64)
        /// Fragments of some other writer.
        case foreignFragments
    }

    let kind: Kind
    let movie: MP4Movie
    /// Where `moov` ends in the file.
    let movieEnd: UInt64

    private static let largestMovie: UInt64 = 256 << 20
    /// Before `moov` there are a handful of boxes; thousands are no film.
    private static let mostBoxes = 1000

    init(of file: MP4File) throws(MP4FinisherError) {
        guard file.size > 0 else { throw .notAFilm("it is empty") }
        var offset: UInt64 = 0
        var reservedOffset: UInt64?
        for index in 0..<Self.mostBoxes {
            guard offset < file.size else { throw .notAFilm("its header is missing (it ends before moov)") }
            let bytes = try file.read(at: offset, count: 16)
            guard let header = MP4BoxHeader(bytes[...], available: file.size - offset), header.type.isPlausible else {
                throw .notAFilm("there is no box at byte \(offset)")
            }
            guard index > 0 || header.type == .ftyp else { throw .notAFilm("it does not begin with ftyp") }
            guard header.size <= file.size - offset else {
                throw .notAFilm("it ends inside the box \(header.type) at byte \(offset)")
            }
            if header.type == .moov {
                guard header.size <= Self.largestMovie else {
                    throw .brokenHeader("moov claims \(header.size) bytes")
                }
                let whole = try file.read(at: offset, count: Int(header.size))
                movie = try MP4Movie(whole[...].dropFirst(header.length))
                movieEnd = offset + header.size
                let isBehindReserved = reservedOffset.map { $0 + UInt64(MP4Finisher.reservedBox.count) } == offset
                kind =
                    if !movie.isFragmented {
                        .ordinary
                    } else if let reservedOffset, isBehindReserved {
                        .finishable(reservedOffset: reservedOffset)
                    } else {
                        .foreignFragments
                    }
                return
            }
            if index == 1, bytes == MP4Finisher.reservedBox { reservedOffset = offset }
            offset += header.size
        }
        throw .notAFilm("there is no moov among its first \(Self.mostBoxes) boxes")
    }
}
