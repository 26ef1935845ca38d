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
    /// Nanoseconds of session time at which a frame last arrived at the stage; `.max` before the first.
    private let lastArrival = Atomic<UInt64>(.max)

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
    ///
    /// - Parameter time: session time in nanoseconds; `nil` where there is none to be had.
    package func frameReachedStage(isLate: Bool, at time: UInt64? = nil) {
        if let time { lastArrival.store(time, ordering: .relaxed) }
        if isLate { late.add(1, ordering: .relaxed) }
        if !hasReachedStage.exchange(true, ordering: .relaxed) { onFirstFrame() }
    }

    /// The stage made an output frame in which this frame of the source, named by its time, is seen.
    package func frameShown(_ time: UInt64) {
        if lastShown.exchange(time, ordering: .relaxed) != time { shown.add(1, ordering: .relaxed) }
    }

    package var hasGivenFrame: Bool { hasReachedStage.load(ordering: .relaxed) }

    /// How long no frame has arrived, in nanoseconds, at a moment of session time; zero before the first.
    package func silence(at now: UInt64) -> UInt64 {
        let last = lastArrival.load(ordering: .relaxed)
        return last == .max || now < last ? 0 : now - last
    }

    /// The counters so far.
    ///
    /// - Parameter now: session time in nanoseconds; with it the frames are counted as missing that a source which has
    ///   fallen silent has left out until then.
    package func statistics(at now: UInt64?) -> SourceStatistics {
        let arrival = arrival.withLock { $0 }
        var missing = arrival.missing
        // Half a second is no silence yet: frames come late, and some cameras slow down in the dark.
        if let now, arrival.nominalInterval > 0, silence(at: now) > 500_000_000 {
            missing += max(0, Int(silence(at: now) / arrival.nominalInterval) - 1)
        }
        return SourceStatistics(
            name: name, framesIn: arrival.framesIn, shown: shown.load(ordering: .relaxed),
            late: late.load(ordering: .relaxed), missing: missing,
            frameRate: arrival.interval > 0 ? 1e9 / arrival.interval : 0)
    }

    package var statistics: SourceStatistics { statistics(at: nil) }
}
