/// All samples of a fragmented film that are really there, gathered by reading its `moof`s and nothing else.
struct MP4FragmentIndex {
    private(set) var tables: [UInt32: MP4SampleTable] = [:]
    private(set) var fragmentCount = 0
    private(set) var damagedFragmentCount = 0
    /// Where the last box ends that is whole, or the last sample, whichever is later.
    private(set) var contentEnd: UInt64

    /// A `moof` of a short fragment has a few hundred bytes; a size beyond this is damage.
    private static let largestFragmentHeader: UInt64 = 64 << 20
    /// One read usually gives a fragment's header and all of its `moof`.
    private static let readAhead = 4096
    /// Behind the last regular `fdatasync` a power failure can leave a file with its length but zeros for its bytes.
    private static let uncertainTail: UInt64 = 8 << 20

    /// Reads from `start`, which lies behind `moov`, to the last whole box.
    init(of file: MP4File, from start: UInt64, movie: MP4Movie) throws(MP4FinisherError) {
        contentEnd = start
        var offset = start
        while offset < file.size {
            let ahead = try file.read(at: offset, count: Self.readAhead)
            guard let header = MP4BoxHeader(ahead[...], available: file.size - offset), header.type.isPlausible else {
                return
            }
            let isWhole = header.size <= file.size - offset
            guard header.type == .moof else {
                guard isWhole else { return }
                offset += header.size
                contentEnd = max(contentEnd, offset)
                continue
            }
            guard isWhole else { return }
            guard
                let next = try readFragment(
                    at: offset, header: header, ahead: ahead, file: file, movie: movie)
            else { return }
            offset = next
        }
    }

    /// Reads a `moof` and looks at the `mdat` behind it. Gives where the next box begins; nil when the film ends here.
    private mutating func readFragment(
        at offset: UInt64, header: MP4BoxHeader, ahead: [UInt8], file: MP4File, movie: MP4Movie
    ) throws(MP4FinisherError) -> UInt64? {
        let end = offset + header.size
        fragmentCount += 1
        contentEnd = max(contentEnd, end)
        guard header.size <= Self.largestFragmentHeader else {
            damagedFragmentCount += 1
            return end
        }
        let size = Int(header.size)
        let whole = size <= ahead.count ? ahead : try file.read(at: offset, count: size)
        let fragment = MP4Fragment(whole.prefix(size).dropFirst(header.length), at: offset, of: movie)

        let dataHeaderBytes = try file.read(at: end, count: 16)
        guard end < file.size, let data = MP4BoxHeader(dataHeaderBytes[...], available: file.size - end),
            data.type == .mdat
        else {
            damagedFragmentCount += 1
            // Another box is read in its turn; rubbish ends the film there.
            return end < file.size ? end : nil
        }
        let isWhole = data.size <= file.size - end
        let dataStart = end + UInt64(data.length)
        let dataEnd = isWhole ? end + data.size : file.size
        if isWhole { contentEnd = max(contentEnd, dataEnd) }
        if let fragment, dataStart <= dataEnd {
            try add(fragment, from: file, within: dataStart..<dataEnd)
        } else {
            damagedFragmentCount += 1
        }
        return isWhole ? dataEnd : nil
    }

    private mutating func add(
        _ fragment: MP4Fragment, from file: MP4File, within data: Range<UInt64>
    ) throws(MP4FinisherError) {
        var isDamaged = false
        for run in fragment.runs {
            let present = try presentSamples(of: run, from: file, within: data)
            isDamaged = isDamaged || present < run.samples.count
            guard present > 0 else { continue }
            // Taken out and put back: a table that two places hold would be copied for every fragment of a long film.
            var table = tables.removeValue(forKey: run.trackIdentifier) ?? MP4SampleTable()
            defer { tables[run.trackIdentifier] = table }
            if let time = run.decodeTime {
                guard table.accepts(decodeTime: time) else {
                    isDamaged = true
                    continue
                }
                table.align(to: time)
            }
            var end = run.offset
            for sample in run.samples.prefix(present) {
                table.append(sample)
                end += UInt64(sample.size)
            }
            table.appendChunk(offset: run.offset, sampleCount: present, descriptionIndex: run.descriptionIndex)
            contentEnd = max(contentEnd, end)
        }
        if isDamaged { damagedFragmentCount += 1 }
    }

    /// How many samples from the first on are wholly there.
    private func presentSamples(
        of run: MP4Fragment.Run, from file: MP4File, within data: Range<UInt64>
    ) throws(MP4FinisherError) -> Int {
        guard run.offset >= data.lowerBound else { return 0 }
        var offset = run.offset
        for (index, sample) in run.samples.enumerated() {
            let end = offset + UInt64(sample.size)
            guard end <= data.upperBound else { return index }
            if end + Self.uncertainTail > file.size, try isUnwritten(from: offset, to: end, in: file) { return index }
            offset = end
        }
        return run.samples.count
    }

    /// Whether either end of a sample is a row of zeros, which neither H.264 behind its length prefix nor AAC has.
    private func isUnwritten(from start: UInt64, to end: UInt64, in file: MP4File) throws(MP4FinisherError) -> Bool {
        let probe = 16
        guard end - start >= UInt64(probe) else { return false }
        for place in [start, end - UInt64(probe)] {
            let bytes = try file.read(at: place, count: probe)
            if bytes.allSatisfy({ $0 == 0 }) { return true }
        }
        return false
    }
}
