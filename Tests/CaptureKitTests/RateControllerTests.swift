import CaptureTestSupport
import Testing

@testable import CaptureKit

/// A card of another speed than the clock's, as the controller sees it.
@Suite("The rate controller")
struct RateControllerTests {
    /// Feeds pieces of 10 ms of a card that is `speed` times as fast as the clock, and returns how far the output was
    /// from the clock at most after `settle` seconds, and the controller.
    private func run(
        speed: Double, seconds: Int, settle: Double, jitter: Double, seed: UInt64
    ) -> (worst: Double, controller: RateController, restarts: Int, largestStep: Double) {
        var generator = SeededGenerator(seed: seed)
        var controller = RateController(sampleRate: 48_000)
        var ratio = 1.0
        var carried = 0.0
        var worst = 0.0
        var restarts = 0
        var largestStep = 0.0
        for piece in 0..<(seconds * 100) {
            // The true moment of the piece's first sample, and the timestamp that the driver makes of it.
            let moment = 1 + Double(piece) * 0.01 / speed
            let stamped = moment + Double.random(in: -jitter...jitter, using: &generator)
            let decision = controller.take(time: UInt64(stamped * 1e9), frames: 480)
            if decision.restarts { restarts += 1 }
            if let new = decision.ratio {
                if moment > settle { largestStep = max(largestStep, abs(new - ratio)) }
                ratio = new
            }
            carried += 480 / ratio
            let frames = Int(carried)
            carried -= Double(frames)
            let place = controller.produce(frames: frames)
            if moment > settle { worst = max(worst, abs(Double(place.time) / 1e9 - moment)) }
        }
        return (worst, controller, restarts, largestStep)
    }

    @Test(
        "keeps sound within 10 ms of the clock for ten minutes, and learns the card's rate",
        arguments: [1.0005, 0.9995, 1.00005, 1.0, 0.99, 1.01])
    func drift(speed: Double) {
        let result = run(speed: speed, seconds: 600, settle: 90, jitter: 0.005, seed: 7)
        #expect(result.worst < 0.01, "\(result.worst)")
        #expect(abs(result.controller.correction - (speed - 1)) < 0.0005)
        // Only the beginning.
        #expect(result.restarts == 1)
        // A tenth of a cent of pitch.
        #expect(result.largestStep < 0.0006, "\(result.largestStep)")
    }

    @Test("begins anew after a hole, with the rate that it has learnt")
    func hole() {
        var controller = RateController(sampleRate: 48_000)
        var time: UInt64 = 0
        for _ in 0..<100 {
            _ = controller.take(time: time, frames: 480)
            _ = controller.produce(frames: 480)
            time += 10_000_000
        }
        let learnt = controller.correction
        let decision = controller.take(time: time + 500_000_000, frames: 480)
        #expect(decision.restarts)
        #expect(controller.correction == learnt)
        let place = controller.produce(frames: 480)
        #expect(place.time == time + 500_000_000)
        #expect(place.end == time + 510_000_000)
    }

    @Test("never asks for more than two in a hundred")
    func bounds() {
        var controller = RateController(sampleRate: 48_000)
        var ratios: [Double] = []
        for piece in 0..<5000 {
            // Timestamps at twice the pace of the samples, each within the jump.
            if let ratio = controller.take(time: UInt64(piece) * 20_000_000, frames: 480).ratio { ratios.append(ratio) }
            _ = controller.produce(frames: 480)
        }
        #expect(!ratios.isEmpty)
        #expect(ratios.allSatisfy { abs($0 - 1) <= RateController.mostCorrection })
    }
}
