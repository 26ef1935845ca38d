/// One sample as a fragment describes it.
struct MP4Sample {
    var size: UInt32
    /// In the track's time scale.
    var duration: UInt32
    /// From decoding to presentation, in the track's time scale.
    var compositionOffset: Int32
    var isSync: Bool
}

/// The samples of one track in decoding order, kept as small as the index that will be written.
struct MP4SampleTable {
    struct DurationRun {
        var count: UInt32
        var duration: UInt32
    }

    struct OffsetRun {
        var count: UInt32
        var offset: Int32
    }

    struct Chunk: Equatable {
        var offset: UInt64
        var sampleCount: UInt32
        /// Which entry of `stsd`, counted from 1.
        var descriptionIndex: UInt32
    }

    private(set) var sizes: [UInt32] = []
    private(set) var durations: [DurationRun] = []
    private(set) var compositionOffsets: [OffsetRun] = []
    /// Counted from 1.
    private(set) var syncSamples: [UInt32] = []
    private(set) var chunks: [Chunk] = []
    private(set) var bytes: UInt64 = 0
    /// Decoding time of the first sample: where the track begins in the film.
    private(set) var firstDecodeTime: UInt64 = 0
    /// The sum of the samples' durations.
    private(set) var decodeDuration: UInt64 = 0
    /// Presentation times counted from the first decoding time.
    private(set) var firstPresentation = Int64.max
    private(set) var presentationEnd = Int64.min

    var count: Int { sizes.count }
    var isEmpty: Bool { sizes.isEmpty }
    var allAreSync: Bool { syncSamples.count == sizes.count }

    /// Whether a fragment that begins at `decodeTime` can follow: a sample's duration has 32 bits.
    func accepts(decodeTime: UInt64) -> Bool {
        guard decodeTime < 1 << 62 else { return false }
        guard !isEmpty else { return true }
        let expected = firstDecodeTime + decodeDuration
        return decodeTime <= expected || decodeTime - expected <= UInt64(UInt32.max >> 1)
    }

    /// Makes the next sample begin at `decodeTime`, by the length of the last one: a fragment's own time is true, and a
    /// sum of rounded durations is not. Time that runs backwards further than that is not followed.
    mutating func align(to decodeTime: UInt64) {
        guard !isEmpty else {
            firstDecodeTime = decodeTime
            return
        }
        let expected = firstDecodeTime + decodeDuration
        guard decodeTime != expected, let last = durations.last else { return }
        let wanted = Int64(last.duration) + Int64(decodeTime) - Int64(expected)
        let corrected = UInt32(clamping: max(min(1, Int64(last.duration)), wanted))
        guard corrected != last.duration else { return }
        decodeDuration = decodeDuration - UInt64(last.duration) + UInt64(corrected)
        durations[durations.count - 1].count -= 1
        if durations[durations.count - 1].count == 0 { durations.removeLast() }
        appendDuration(corrected)
    }

    mutating func append(_ sample: MP4Sample) {
        let presentation = Int64(decodeDuration) + Int64(sample.compositionOffset)
        firstPresentation = min(firstPresentation, presentation)
        presentationEnd = max(presentationEnd, presentation + Int64(sample.duration))
        sizes.append(sample.size)
        bytes += UInt64(sample.size)
        decodeDuration += UInt64(sample.duration)
        appendDuration(sample.duration)
        if compositionOffsets.last?.offset == sample.compositionOffset {
            compositionOffsets[compositionOffsets.count - 1].count += 1
        } else {
            compositionOffsets.append(OffsetRun(count: 1, offset: sample.compositionOffset))
        }
        if sample.isSync { syncSamples.append(UInt32(truncatingIfNeeded: sizes.count)) }
    }

    /// The samples appended since the last chunk lie one behind the other from `offset` on.
    mutating func appendChunk(offset: UInt64, sampleCount: Int, descriptionIndex: UInt32) {
        guard sampleCount > 0 else { return }
        chunks.append(
            Chunk(offset: offset, sampleCount: UInt32(sampleCount), descriptionIndex: descriptionIndex))
    }

    private mutating func appendDuration(_ duration: UInt32) {
        if durations.last?.duration == duration {
            durations[durations.count - 1].count += 1
        } else {
            durations.append(DurationRun(count: 1, duration: duration))
        }
    }
}
