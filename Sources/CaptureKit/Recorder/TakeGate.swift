package import CaptureModel

/// Cuts a take out of the running stages: which of their frames and samples belong to the film, and where.
///
/// Everything is counted in frames of the stage's grid (frame n is shown at n / rate of session time), so that
/// picture and sound are cut by the same interval and no rounding adds up. A pause closes an interval and the next
/// one follows it in the film without a gap. The encoder's priming, samples that an audio encoder delays its output
/// by without saying so in the file, is allowed for by cutting the sound that much later.
package struct TakeGate: Sendable, Hashable {
    package let frameRate: Fraction
    /// Samples per second.
    package let sampleRate: Int
    /// Samples.
    package let priming: Int

    /// From `start` up to but without `end`, in stage frames; `end` is `nil` while it is open.
    private struct Interval: Sendable, Hashable {
        var start: Int
        var end: Int?
    }

    private var intervals: [Interval]
    /// Nothing comes after the last interval.
    package private(set) var isEnded = false

    /// A gate that opens at a stage frame.
    package init(frameRate: Fraction, sampleRate: Int, priming: Int, firstFrame: Int) {
        self.frameRate = frameRate
        self.sampleRate = sampleRate
        self.priming = priming
        intervals = [Interval(start: firstFrame, end: nil)]
    }

    package var firstFrame: Int { intervals[0].start }

    /// Shuts the gate before a stage frame, for good. A film has at least one frame, and an end that has been set
    /// only ever moves to the front.
    package mutating func end(beforeFrame frame: Int) {
        let last = intervals.count - 1
        let wanted = max(frame, intervals[last].start + (filmFramesBefore(last) == 0 ? 1 : 0))
        intervals[last].end = min(intervals[last].end ?? wanted, wanted)
        isEnded = true
    }

    /// Frames in the film when everything up to a stage frame (without it) has passed.
    package func filmFrames(beforeStageFrame frame: Int) -> Int {
        intervals.reduce(0) { $0 + max(0, min($1.end ?? frame, frame) - $1.start) }
    }

    private func filmFramesBefore(_ index: Int) -> Int {
        intervals[..<index].reduce(0) { $0 + ($1.end ?? $1.start) - $1.start }
    }

    // MARK: Picture

    /// What becomes of a stage frame.
    package enum Passage: Sendable, Hashable {
        /// Before the take, or in a pause.
        case outside
        /// It is this frame of the film.
        case film(frame: Int)
        /// The take is over.
        case ended
    }

    package func passage(ofStageFrame frame: Int) -> Passage {
        for (index, interval) in intervals.enumerated() where frame >= interval.start {
            if frame < interval.end ?? .max { return .film(frame: filmFramesBefore(index) + frame - interval.start) }
        }
        return isEnded && frame >= intervals[intervals.count - 1].end ?? .max ? .ended : .outside
    }

    // MARK: Sound

    /// A run of samples that belongs to the film.
    package struct Piece: Sendable, Hashable {
        /// Within the buffer.
        package var firstSample: Int
        package var count: Int
        /// Within the film.
        package var filmSample: Int
    }

    /// The pieces of a buffer that belong to the film, given its first sample on the session's time line.
    package func pieces(ofSamplesFrom first: Int, count: Int) -> [Piece] {
        intervals.indices.compactMap { index in
            let interval = intervals[index]
            let start = samples(inFrames: interval.start) + priming
            let end = interval.end.map { samples(inFrames: $0) + priming } ?? .max
            let from = max(first, start)
            let to = min(first + count, end)
            guard from < to else { return nil }
            return Piece(
                firstSample: from - first, count: to - from,
                filmSample: samples(inFrames: filmFramesBefore(index)) + from - start)
        }
    }

    /// Whether no sample from this one on can belong to the film.
    package func isOver(fromSample first: Int) -> Bool {
        guard isEnded, let end = intervals[intervals.count - 1].end else { return false }
        return first >= samples(inFrames: end) + priming
    }

    // MARK: The grid

    // In 128 bits: nanoseconds times a rate such as 60000/1001 leave 64 after a few days.

    /// Nanoseconds at which a frame is shown; a frame in the film or on the stage alike.
    package func nanoseconds(ofFrame frame: Int) -> UInt64 {
        UInt64(UInt128(frame) * unit / UInt128(frameRate.numerator))
    }

    /// The frame that a timestamp of the stage means; the stage rounds its times down.
    package func frame(atNanoseconds time: UInt64) -> Int {
        Int((UInt128(time) * UInt128(frameRate.numerator) + unit / 2) / unit)
    }

    /// The first frame of the grid that is not before a moment.
    package func frame(notBeforeNanoseconds time: UInt64) -> Int {
        Int((UInt128(time) * UInt128(frameRate.numerator) + unit - 1) / unit)
    }

    /// Nanoseconds times the rate's denominator in a second.
    private var unit: UInt128 { UInt128(frameRate.denominator) * 1_000_000_000 }

    /// Samples in so many frames from the start of the time line, rounded down.
    package func samples(inFrames frames: Int) -> Int {
        let unrounded = Int128(frames) * Int128(frameRate.denominator) * Int128(sampleRate)
        return Int(clamping: unrounded / Int128(frameRate.numerator))
    }

    /// Frames in a length of time, rounded down: a film never exceeds its limit.
    package func frames(in duration: Duration) -> Int {
        // A length that means a whole number of frames may have been rounded by a nanosecond.
        let length = Int128(duration.wholeNanoseconds) + 1
        return Int(clamping: length * Int128(frameRate.numerator) / Int128(unit))
    }
}
