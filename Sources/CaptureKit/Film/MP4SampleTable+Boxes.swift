extension MP4SampleTable {
    /// Writes the tables of `stbl` that follow `stsd`.
    func appendBoxes(offsetShift: Int64, to writer: inout MP4Writer) {
        writer.fullBox(.stts) { writer in
            writer.append(UInt32(durations.count))
            for run in durations {
                writer.append(run.count)
                writer.append(run.duration)
            }
        }
        appendCompositionOffsets(shift: offsetShift, to: &writer)
        if !allAreSync {
            writer.fullBox(.stss) { writer in
                writer.append(UInt32(syncSamples.count))
                for number in syncSamples { writer.append(number) }
            }
        }
        appendSampleToChunk(to: &writer)
        appendSizes(to: &writer)
        appendChunkOffsets(to: &writer)
    }

    private func appendCompositionOffsets(shift: Int64, to writer: inout MP4Writer) {
        let offsets = compositionOffsets.map { Int32(clamping: Int64($0.offset) + shift) }
        guard offsets.contains(where: { $0 != 0 }) else { return }
        // Only version 1 has a sign.
        writer.fullBox(.ctts, version: offsets.contains { $0 < 0 } ? 1 : 0) { writer in
            writer.append(UInt32(offsets.count))
            for (run, offset) in zip(compositionOffsets, offsets) {
                writer.append(run.count)
                writer.append(UInt32(bitPattern: offset))
            }
        }
    }

    private func appendSampleToChunk(to writer: inout MP4Writer) {
        var entries: [(first: UInt32, chunk: Chunk)] = []
        for (index, chunk) in chunks.enumerated() {
            if let last = entries.last?.chunk, last.sampleCount == chunk.sampleCount,
                last.descriptionIndex == chunk.descriptionIndex
            {
                continue
            }
            entries.append((UInt32(truncatingIfNeeded: index + 1), chunk))
        }
        writer.fullBox(.stsc) { writer in
            writer.append(UInt32(entries.count))
            for entry in entries {
                writer.append(entry.first)
                writer.append(entry.chunk.sampleCount)
                writer.append(entry.chunk.descriptionIndex)
            }
        }
    }

    private func appendSizes(to writer: inout MP4Writer) {
        // A common size of 0 would announce a table.
        let common = sizes.first.flatMap { first in first > 0 && sizes.allSatisfy { $0 == first } ? first : nil }
        writer.fullBox(.stsz) { writer in
            writer.append(common ?? 0)
            writer.append(UInt32(sizes.count))
            if common == nil {
                for size in sizes { writer.append(size) }
            }
        }
    }

    /// 64-bit places only where they are needed: some old readers know no others.
    private func appendChunkOffsets(to writer: inout MP4Writer) {
        let isLong = chunks.contains { $0.offset > UInt64(UInt32.max) }
        writer.fullBox(isLong ? .co64 : .stco) { writer in
            writer.append(UInt32(chunks.count))
            for chunk in chunks { writer.append(chunk.offset, isLong: isLong) }
        }
    }
}
