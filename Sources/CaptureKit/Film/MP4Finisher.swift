/// Makes an ordinary MP4 out of a film that was recorded in fragments, in place and without copying a sample.
///
/// While it is recorded such a film is `ftyp, free(16), moov, moof, mdat, moof, mdat, …` and readable at any moment.
/// Finishing appends a second `moov` with the complete index and then turns the 16 bytes of `free` into the header of
/// one `mdat` that reaches up to it. That one write of 16 bytes is the only change of what was there: before it the
/// film is fragments, after it an ordinary MP4, whenever the process or the machine dies. The same serves a film whose
/// recording was killed: every whole sample is kept.
///
/// Nothing of a take is ever deleted: what is torn at its end stays in the file, inside the `mdat`, where players do not
/// look and a later, better repair still can.
package enum MP4Finisher {
    /// What the recorder writes behind `ftyp`: a `free` box of the size of a long box header.
    package static let reservedBox: [UInt8] = [0, 0, 0, 16] + MP4BoxType.free.bytes + [0, 0, 0, 0, 0, 0, 0, 0]

    /// Finishes the film in `fileDescriptor`, which is open for reading and writing and stays open; its file position
    /// does not matter and does not change. Does nothing to a film that is an ordinary MP4 already
    /// (`MP4Summary.wasFinished`).
    ///
    /// Reads every `moof` (a few MB for hours) and needs memory for the index only. Blocks for the disk: call it from a
    /// thread that may wait. Nobody else may write to the file meanwhile. On an error the file is still what it was,
    /// except where the error says otherwise.
    @discardableResult
    package static func finish(
        fileDescriptor: Int32, operations: MP4FileOperations = .system
    ) throws(MP4FinisherError) -> MP4Summary {
        let file = try MP4File(descriptor: fileDescriptor, operations: operations)
        let layout = try MP4Layout(of: file)
        guard case .finishable(let reservedOffset) = layout.kind else {
            return try summaryOfOrdinary(layout, file: file)
        }
        guard !file.appendsOnly else { throw .cannotWriteInPlace }
        let index = try MP4FragmentIndex(of: file, from: layout.movieEnd, movie: layout.movie)
        let writer = MP4MovieWriter(movie: layout.movie, tables: index.tables)
        guard !writer.tables.isEmpty else { throw .noSamples }
        let movieBox = writer.movieBox()

        var code = file.write(movieBox, at: file.size)
        // The index must be on the disk before the header that says so can be.
        if code == 0 { code = file.synchronize() }
        if code != 0 { throw .cannotAppend(code: code, restored: file.truncate(to: file.size) == 0) }

        var header = MP4Writer()
        header.append(UInt32(1))
        header.append(MP4BoxType.mdat.rawValue)
        header.append(file.size - reservedOffset)
        code = file.write(header.bytes, at: reservedOffset)
        if code != 0 {
            // A part of the header may have been written: first the old one again, then the old length.
            let restored = file.write(reservedBox, at: reservedOffset) == 0 && file.truncate(to: file.size) == 0
            throw .cannotSwitch(code: code, restored: restored)
        }
        code = file.synchronize()
        if code != 0 { throw .cannotSync(code: code) }
        return writer.summary(of: file, index: index, bytes: file.size + UInt64(movieBox.count))
    }

    /// What `finish` would find, without writing: `MP4Summary.wasFinished` tells an ordinary MP4 from fragments. Throws
    /// as `finish` does for a file that it would not touch.
    package static func inspect(fileDescriptor: Int32) throws(MP4FinisherError) -> MP4Summary {
        let file = try MP4File(descriptor: fileDescriptor, operations: .system)
        let layout = try MP4Layout(of: file)
        guard case .finishable = layout.kind else { return try summaryOfOrdinary(layout, file: file) }
        let index = try MP4FragmentIndex(of: file, from: layout.movieEnd, movie: layout.movie)
        let writer = MP4MovieWriter(movie: layout.movie, tables: index.tables)
        guard !writer.tables.isEmpty else { throw .noSamples }
        return writer.summary(of: file, index: index, bytes: file.size)
    }

    private static func summaryOfOrdinary(
        _ layout: MP4Layout, file: MP4File
    ) throws(MP4FinisherError) -> MP4Summary {
        guard case .ordinary = layout.kind else { throw .notPrepared }
        return layout.movie.ordinarySummary(bytes: file.size)
    }
}
