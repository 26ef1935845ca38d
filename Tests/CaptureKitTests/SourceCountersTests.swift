import CaptureModel
import Synchronization
import Testing

@testable import CaptureKit

@Suite("The counters of a source")
struct SourceCountersTests {
    private func counters(_ rate: Fraction? = Fraction(30), onFirst: @escaping @Sendable () -> Void = {})
        -> SourceCounters
    {
        SourceCounters(name: "main", nominalRate: rate, onFirstFrame: onFirst)
    }

    private func times(_ frames: [Int], jitter: [Int] = [0]) -> [UInt64] {
        frames.enumerated().map { UInt64(1_000_000_000 + $1 * 1_000_000_000 / 30 + jitter[$0 % jitter.count]) }
    }

    @Test(
        "frames that were left out are counted by the gaps, and jitter of a third of a frame is no gap",
        arguments: [
            ([0, 1, 2, 3], [0], 0), ([0, 1, 3, 4], [0], 1), ([0, 5], [0], 4), ([0, 1, 2, 3, 4], [0, 10_000_000], 0),
            ([0, 1, 3, 3, 4], [0], 1), ([3, 2, 3], [0], 0),
        ] as [([Int], [Int], Int)])
    func missing(frames: [Int], jitter: [Int], expected: Int) {
        let counters = counters()
        for time in times(frames, jitter: jitter) { counters.frameCame(at: time) }
        #expect(counters.statistics.missing == expected)
        #expect(counters.statistics.framesIn == frames.count)
    }

    @Test("without a nominal rate, or without times, frames are counted and nothing is missed")
    func unknownRate() {
        let counters = counters(nil)
        for time in times([0, 10, 50]) { counters.frameCame(at: time) }
        counters.frameCame(at: nil)
        #expect(counters.statistics.framesIn == 4)
        #expect(counters.statistics.missing == 0)
        #expect(self.counters(Fraction(0)).statistics.missing == 0)
    }

    @Test("the rate is the one of the last frames")
    func rate() {
        let counters = counters()
        #expect(counters.statistics.frameRate == 0)
        for time in times(Array(0..<60)) { counters.frameCame(at: time) }
        #expect(abs(counters.statistics.frameRate - 30) < 0.01)
        for number in 1...60 { counters.frameCame(at: 3_000_000_000 + UInt64(number) * 66_666_667) }
        #expect(abs(counters.statistics.frameRate - 15) < 0.5)
    }

    @Test("a frame that is shown several times counts once, and late ones are counted")
    func shownAndLate() {
        let counters = counters()
        for time in [5, 5, 6, 6, 6, 8] as [UInt64] { counters.frameShown(time) }
        for isLate in [false, true, true, false] { counters.frameReachedStage(isLate: isLate) }
        #expect(counters.statistics.shown == 3)
        #expect(counters.statistics.late == 2)
    }

    @Test("the first frame at the stage is told once")
    func first() {
        let calls = Mutex(0)
        let counters = counters { calls.withLock { $0 += 1 } }
        counters.frameCame(at: 1)
        #expect(!counters.hasGivenFrame)
        for _ in 0..<3 { counters.frameReachedStage(isLate: false) }
        #expect(counters.hasGivenFrame)
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("what happened in a take is the difference of two readings")
    func difference() {
        let before = SourceStatistics(name: "main", framesIn: 10, shown: 9, late: 1, missing: 2, frameRate: 29)
        let after = SourceStatistics(name: "main", framesIn: 25, shown: 20, late: 1, missing: 5, frameRate: 30)
        #expect(
            after.since(before)
                == SourceStatistics(name: "main", framesIn: 15, shown: 11, late: 0, missing: 3, frameRate: 30))
    }

    @Test("what a source has left out until now is missing, once it has been silent for half a second")
    func silence() {
        let counters = counters(Fraction(30))
        #expect(counters.silence(at: 9_000_000_000) == 0)
        counters.frameCame(at: 0)
        counters.frameReachedStage(isLate: false, at: 1_000_000_000)
        #expect(counters.statistics(at: 1_400_000_000).missing == 0)
        #expect(counters.statistics(at: 3_000_000_000).missing == 59)
        #expect(counters.silence(at: 3_000_000_000) == 2_000_000_000)
        counters.frameReachedStage(isLate: false, at: 3_000_000_000)
        #expect(counters.statistics(at: 3_100_000_000).missing == 0)
    }
}
