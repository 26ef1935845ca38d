import CaptureTestSupport
import Synchronization
import Testing

@testable import CaptureKit
@testable import GStreamer

/// The correction with GStreamer's own resampler, on a tone whose timestamps are those of a card of another speed.
@Suite("The rate correction")
struct RateCorrectionTests {
    private struct Heard {
        var samples: [Float] = []
        var lastEnd: UInt64?
        var gaps = 0
        var end: UInt64 = 0
    }

    /// Sixty seconds of a tone from a card that is `speed` times as fast as the clock, as they leave the correction.
    private func listen(speed: Double) throws -> Heard {
        try Library.initialize()
        let pipeline = Pipeline.named("correction")
        let tone = try Element.make("audiotestsrc")
        try tone.set(["num-buffers": 6000, "samplesperbuffer": 480, "freq": 1000.0, "volume": 0.5])
        let filter = try capsFilter(MediaCaps.sound)
        let sink = try AppSink.make(name: "heard")
        try sink.set(["drop": false, "max-buffers": 16])
        try pipeline.addChain([tone, filter, sink])
        let correction = try #require(RateCorrection())
        let pad = try #require(filter.staticPad("src"))
        pad.addBufferProbe { buffer in
            guard let time = buffer.presentationTime else { return .drop }
            buffer.restamp(
                presentationTime: ClockTime(nanoseconds: UInt64(Double(time.nanoseconds) / speed)), duration: nil)
            return .pass
        }
        pad.addBufferProbe { correction.correct($0) }
        pipeline.setState(.playing)
        defer { pipeline.setState(.null) }
        var heard = Heard()
        while let sample = sink.pull(timeout: .seconds(20)) {
            guard let buffer = sample.buffer, let time = buffer.presentationTime, let length = buffer.duration else {
                continue
            }
            if let last = heard.lastEnd, last != time.nanoseconds { heard.gaps += 1 }
            heard.lastEnd = time.nanoseconds + length.nanoseconds
            heard.end = time.nanoseconds + length.nanoseconds
            _ = buffer.withBytes { bytes in
                for frame in 0..<bytes.count / 8 {
                    heard.samples.append(bytes.loadUnaligned(fromByteOffset: frame * 8, as: Float.self))
                }
            }
        }
        return heard
    }

    @Test("keeps a fast and a slow card in time, without a gap and without a click", arguments: [1.0005, 0.9995])
    func tone(speed: Double) throws {
        let heard = try listen(speed: speed)
        #expect(heard.gaps == 0)
        // The card's sixty seconds took this long on the clock.
        #expect(abs(Double(heard.end) / 1e9 - 60 / speed) < 0.005, "\(heard.end)")
        #expect(abs(Double(heard.samples.count) / 48_000 - 60 / speed) < 0.005)
        // A pure tone bends nowhere more than its frequency says; a click does.
        let bend = 0.5 * (2 * Float.pi * 1000 / 48_000) * (2 * Float.pi * 1000 / 48_000) * 1.1
        let settled = heard.samples.dropFirst(1000)
        var worst: Float = 0
        for index in settled.indices.dropFirst().dropLast() {
            worst = max(worst, abs(settled[index - 1] - 2 * settled[index] + settled[index + 1]))
        }
        #expect(worst <= bend, "\(worst) against \(bend)")
        #expect((settled.max() ?? 0) > 0.45)
    }
}
