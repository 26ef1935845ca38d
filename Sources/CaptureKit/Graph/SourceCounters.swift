package import CaptureModel
internal import Synchronization

/// Counts one source's frames on the threads that they pass through; read from anywhere.
///
/// Threading: `frameCame` on the source's streaming thread, `frameReachedStage` on its branch's, `frameShown` on
/// the stage's. Each touches atomics or a lock that is held for a few instructions.
package final class SourceCounters: Sendable {
    private struct Arrival {
        var framesIn = 0
        var missing = 0
        var lastTime: UInt64?
        /// Nanoseconds; zero where the source has no nominal rate.
        var nominalInterval: UInt64 = 0
        /// Smoothed nanoseconds between frames.
        var interval = 0.0
    }

    private let arrival = Mutex(Arrival())
    private let late = Atomic<Int>(0)
    private let shown = Atomic<Int>(0)
    private let lastShown = Atomic<UInt64>(.max)
    private let name: String
    /// Called once, with the first frame that reaches the stage.
    private let onFirstFrame: @Sendable () -> Void
    private let hasReachedStage = Atomic<Bool>(false)

    package init(name: String, nominalRate: Fraction?, onFirstFrame: @escaping @Sendable () -> Void) {
        self.name = name
        self.onFirstFrame = onFirstFrame
        if let nominalRate, nominalRate.numerator > 0 {
            let interval = UInt64(nominalRate.denominator) * 1_000_000_000 / UInt64(nominalRate.numerator)
            arrival.withLock { $0.nominalInterval = interval }
        }
    }

    /// A frame left the source, with its capture time in nanoseconds.
    package func frameCame(at time: UInt64?) {
        arrival.withLock { arrival in
            arrival.framesIn += 1
            guard let time else { return }
            defer { arrival.lastTime = time }
            guard let last = arrival.lastTime, time > last else { return }
            let gap = time - last
            arrival.interval += (Double(gap) - arrival.interval) * (arrival.interval == 0 ? 1 : 0.1)
            // A gap of one and a half intervals or more has room for a frame that did not come.
            if arrival.nominalInterval > 0 {
                let expected = (gap + arrival.nominalInterval / 2) / arrival.nominalInterval
                if expected > 1 { arrival.missing += Int(expected) - 1 }
            }
        }
    }

    /// A frame arrived at the stage's pad, in time for its moment or not.
    package func frameReachedStage(isLate: Bool) {
        if isLate { late.add(1, ordering: .relaxed) }
        if !hasReachedStage.exchange(true, ordering: .relaxed) { onFirstFrame() }
    }

    /// The stage made an output frame in which this frame of the source, named by its time, is seen.
    package func frameShown(_ time: UInt64) {
        if lastShown.exchange(time, ordering: .relaxed) != time { shown.add(1, ordering: .relaxed) }
    }

    package var hasGivenFrame: Bool { hasReachedStage.load(ordering: .relaxed) }

    package var statistics: SourceStatistics {
        let arrival = arrival.withLock { $0 }
        return SourceStatistics(
            name: name, framesIn: arrival.framesIn, shown: shown.load(ordering: .relaxed),
            late: late.load(ordering: .relaxed), missing: arrival.missing,
            frameRate: arrival.interval > 0 ? 1e9 / arrival.interval : 0)
    }
}
