/// Finds out how fast a sound card really runs, and by how much its sound must be stretched to keep the session's
/// time: pure arithmetic, without a clock of its own.
///
/// A card's crystal is up to some hundred parts in a million off. Its timestamps are the system clock's, its samples
/// are not: after an hour the two are a second apart, and a mixer that is left to itself then cuts or pads 43 ms at
/// once. Here the difference between a timestamp and the place of its sample in the output, smoothed, changes the
/// ratio of a resampler a little, ten times a second: a proportional part that closes the difference, and an integral
/// part that learns the card's rate.
struct RateController {
    /// Nominal samples per second.
    let sampleRate: Int

    /// Where the output's time line begins, in nanoseconds of session time; `nil` before the first sound.
    private(set) var start: UInt64?
    /// Output samples since then.
    private(set) var produced = 0
    /// Seconds by which the output is behind the clock, smoothed.
    private(set) var error = 0.0
    /// The stretch that is applied: 0.0005 for a card that is 500 parts in a million fast.
    private(set) var correction = 0.0

    private var integral = 0.0
    private var lastUpdate: UInt64 = 0

    /// A hole or a jump larger than this is no drift: the time line begins anew. Seconds.
    static let jump = 0.1
    /// The most that a ratio may be off; no card that works is worse.
    static let mostCorrection = 0.02
    /// Seconds over which the difference is smoothed: timestamps come with some milliseconds of jitter.
    private static let smoothing = 1.0
    // Critically damped, with a time constant of ten seconds: no audible change of pitch from jitter, and a card that
    // is 500 parts in a million off is never further than 2 ms from the clock.
    private static let proportional = 0.2
    private static let integrating = 0.01
    private static let updateInterval: UInt64 = 100_000_000

    init(sampleRate: Int) { self.sampleRate = sampleRate }

    /// What is to be done with a piece of sound.
    struct Decision: Hashable {
        /// The time line begins anew with this piece.
        var restarts: Bool
        /// The ratio has changed: input samples for each output sample.
        var ratio: Double?
    }

    /// Takes note of a piece that is about to be resampled.
    ///
    /// - Parameters:
    ///   - time: its timestamp, in nanoseconds of session time.
    ///   - frames: its samples a channel.
    mutating func take(time: UInt64, frames: Int) -> Decision {
        guard let start else { return restart(at: time) }
        let expected = Double(start) / 1e9 + Double(produced) / Double(sampleRate)
        let difference = Double(time) / 1e9 - expected
        guard abs(difference) < RateController.jump else { return restart(at: time) }
        let length = Double(frames) / Double(sampleRate)
        error += (difference - error) * min(1, length / RateController.smoothing)
        guard time >= lastUpdate + RateController.updateInterval else { return Decision(restarts: false) }
        integral += error * Double(time - lastUpdate) / 1e9
        lastUpdate = time
        let wanted = -RateController.proportional * error - RateController.integrating * integral
        correction = max(-RateController.mostCorrection, min(RateController.mostCorrection, wanted))
        return Decision(restarts: false, ratio: 1 + correction)
    }

    /// Takes note of what the resampler made of it; returns where that lies, in nanoseconds of session time.
    mutating func produce(frames: Int) -> (time: UInt64, end: UInt64) {
        let first = produced
        produced += frames
        return (time(ofSample: first), time(ofSample: produced))
    }

    private func time(ofSample sample: Int) -> UInt64 {
        (start ?? 0) + UInt64(UInt128(sample) * 1_000_000_000 / UInt128(sampleRate))
    }

    /// The rate that has been learnt stays: it is the same card.
    private mutating func restart(at time: UInt64) -> Decision {
        start = time
        produced = 0
        error = 0
        lastUpdate = time
        return Decision(restarts: true, ratio: 1 + correction)
    }
}
