import CaptureModel
import CaptureTestSupport
import Testing

@testable import CaptureKit

@Suite("The gate that cuts a take out of the stages")
struct TakeGateTests {
    static let rates = [
        Fraction(1), Fraction(15), Fraction(24000, 1001), Fraction(25), Fraction(30000, 1001), Fraction(30),
        Fraction(50), Fraction(60000, 1001), Fraction(60),
    ]

    private func gate(
        _ rate: Fraction = Fraction(30), priming: Int = 0, from first: Int = 0, to end: Int? = nil
    ) -> TakeGate {
        var gate = TakeGate(frameRate: rate, sampleRate: 48_000, priming: priming, firstFrame: first)
        if let end { gate.end(beforeFrame: end) }
        return gate
    }

    @Test("frames before the start are outside, those up to the end are the film's, and what follows is over")
    func passages() {
        let gate = gate(from: 10, to: 13)
        let expected: [TakeGate.Passage] = [
            .outside, .film(frame: 0), .film(frame: 1), .film(frame: 2), .ended, .ended,
        ]
        #expect((9...14).map { gate.passage(ofStageFrame: $0) } == expected)
        #expect(self.gate(from: 10).passage(ofStageFrame: 1_000_000) == .film(frame: 999_990))
        #expect((8...14).map { gate.filmFrames(beforeStageFrame: $0) } == [0, 0, 0, 1, 2, 3, 3])
    }

    @Test("an end before the start leaves one frame, and a second end only ever makes the film shorter")
    func ends() {
        #expect(gate(from: 10, to: 3) == gate(from: 10, to: 11))
        #expect(gate(from: 10, to: 10) == gate(from: 10, to: 11))
        var limited = gate(from: 10, to: 40)
        limited.end(beforeFrame: 50)
        #expect(limited == gate(from: 10, to: 40))
        limited.end(beforeFrame: 20)
        #expect(limited == gate(from: 10, to: 20))
        limited.end(beforeFrame: 0)
        #expect(limited == gate(from: 10, to: 11))
    }

    @Test("the film's samples are tiled without gap or overlap, however the sound is cut into buffers")
    func tiling() {
        var random = SeededGenerator(seed: 7)
        for round in 0..<600 {
            let rate = TakeGateTests.rates[round % TakeGateTests.rates.count]
            let priming = [0, 1024, 1600][round % 3]
            let first = Int.random(in: 0...5_000_000, using: &random)
            let length = Int.random(in: 1...90, using: &random)
            let gate = gate(rate, priming: priming, from: first, to: first + length)
            let start = gate.samples(inFrames: first) + priming
            let end = gate.samples(inFrames: first + length) + priming
            var sample = max(0, start - Int.random(in: 0...3000, using: &random))
            var expected = 0
            while !gate.isOver(fromSample: sample) {
                let count = Int.random(in: 1...4800, using: &random)
                for piece in gate.pieces(ofSamplesFrom: sample, count: count) {
                    #expect(piece.filmSample == expected)
                    #expect(sample + piece.firstSample == start + expected)
                    #expect(piece.count > 0 && piece.firstSample >= 0 && piece.firstSample + piece.count <= count)
                    expected += piece.count
                }
                sample += count
            }
            #expect(expected == end - start, "\(rate) from \(first), \(length) frames")
            // Picture and sound end together, to a sample.
            #expect(abs(expected - gate.samples(inFrames: length)) <= 1)
            #expect(gate.pieces(ofSamplesFrom: sample, count: 480) == [])
        }
    }

    @Test("the stage's rounded times name their frames, at every rate and after a year", arguments: rates)
    func grid(rate: Fraction) {
        let gate = gate(rate)
        var random = SeededGenerator(seed: 11)
        let year = Int(365 * 86_400 * rate.value)
        for frame in [0, 1, 2, 1000] + (0..<300).map({ _ in Int.random(in: 0...year, using: &random) }) {
            let time = gate.nanoseconds(ofFrame: frame)
            #expect(gate.frame(atNanoseconds: time) == frame)
            #expect(gate.frame(notBeforeNanoseconds: time) == frame)
            #expect(gate.frame(notBeforeNanoseconds: time + 1) == frame + 1)
            #expect(gate.frame(atNanoseconds: time + 200_000) == frame)
            if frame > 0 { #expect(gate.frame(atNanoseconds: time - 200_000) == frame) }
        }
    }

    @Test("a length becomes the whole frames that it has room for, and none more", arguments: rates)
    func lengths(rate: Fraction) {
        let gate = gate(rate)
        for frames in [1, 2, 29, 30, 31, 299, 1800, 107_892] {
            // As a person writes it, and as the film itself tells its length: rounded down.
            let length = Duration.nanoseconds(Int64(gate.nanoseconds(ofFrame: frames)))
            #expect(gate.frames(in: length) == frames)
            #expect(gate.frames(in: length - .nanoseconds(2)) == frames - 1)
        }
        #expect(gate.frames(in: .zero) == 0)
    }

    @Test("lengths of days, years and ages do not overflow", arguments: rates)
    func longLengths(rate: Fraction) {
        var gate = gate(rate, priming: 1024, from: 100)
        let days = gate.frames(in: .seconds(86_400 * 30))
        #expect(days == 86_400 * 30 * rate.numerator / rate.denominator)
        let ages = gate.frames(in: .seconds(Int64.max))
        #expect(ages > days)
        gate.end(beforeFrame: gate.firstFrame + ages)
        #expect(gate.passage(ofStageFrame: 100) == .film(frame: 0))
        #expect(gate.pieces(ofSamplesFrom: 0, count: 10_000_000).map(\.filmSample) == [0])
        #expect(!gate.isOver(fromSample: 1_000_000_000))
    }
}
