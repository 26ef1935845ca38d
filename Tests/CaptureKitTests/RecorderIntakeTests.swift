import CaptureModel
import GStreamer
import Synchronization
import Testing

@testable import CaptureKit

/// The intake between real elements: samples come from an appsink, the film's are pushed into appsrcs.
@Suite("What the intake hands on to a film", .timeLimit(.minutes(1)))
struct RecorderIntakeTests {
    /// Makes samples of buffers.
    private final class Mill: Sendable {
        let pipeline = Pipeline.named("mill")
        let source: AppSource
        let sink: AppSink

        init() throws {
            try Library.initialize()
            source = try AppSource.make(name: "in", caps: try caps("application/x-test"), maxBuffers: 0)
            sink = try AppSink.make(name: "out", maxBuffers: 4)
            try pipeline.addChain([source, sink])
            pipeline.setState(.playing)
        }

        deinit { pipeline.setState(.null) }

        func sample(at time: UInt64, bytes: Int = 8) throws -> Sample {
            source.push(
                Buffer(bytes: [UInt8](repeating: 1, count: bytes), presentationTime: ClockTime(nanoseconds: time)))
            return try #require(sink.pull(timeout: .seconds(20)))
        }

        func frame(_ number: Int) throws -> Sample { try sample(at: UInt64(number) * 1_000_000_000 / 30) }

        func sound(from first: Int, count: Int) throws -> Sample {
            try sample(at: UInt64(first) * 1_000_000_000 / 48_000, bytes: count * MediaCaps.bytesPerAudioFrame)
        }
    }

    /// One stream of a film: what has been pushed into it, as it comes out.
    private final class Stream: Sendable {
        let pipeline = Pipeline.named("stream")
        let source: AppSource
        let sink: AppSink

        init(takes: Bool = true) throws {
            try Library.initialize()
            source = try AppSource.make(name: "in", caps: try caps("application/x-test"), maxBuffers: 0)
            sink = try AppSink.make(name: "out", maxBuffers: 1000)
            try pipeline.addChain([source, sink])
            // An appsrc that does not run yet takes what it is given as soon as it is in PAUSED.
            if !takes { try sink.set("async", true) }
            pipeline.setState(takes ? .playing : .ready)
        }

        deinit { pipeline.setState(.null) }

        func buffers() throws -> [Buffer] {
            var all: [Buffer] = []
            while let sample = sink.pull(timeout: .seconds(20)) { all.append(try #require(sample.buffer)) }
            #expect(sink.isAtEnd)
            return all
        }
    }

    private let rate = Fraction(30)

    @Test("a take begins with the first frame after its moment that has not passed, restamped from zero")
    func begins() throws {
        let mill = try Mill()
        let picture = try Stream()
        let intake = RecorderIntake()
        let completions = Mutex(0)
        for frame in 0..<10 { intake.takePicture(try mill.frame(frame), frameRate: rate) }
        let gate = intake.begin(at: 100_000_000, frameRate: rate, priming: 0) { gate in
            var gate = gate
            gate.end(beforeFrame: gate.firstFrame + 3)
            return RecorderIntake.Feed(
                gate: gate, video: picture.source, audio: nil, room: 100,
                onComplete: { completions.withLock { $0 += 1 } })
        }
        // 100 ms is frame 3; frame 9 has passed.
        #expect(gate.firstFrame == 10)
        for frame in 10..<16 { intake.takePicture(try mill.frame(frame), frameRate: rate) }
        let buffers = try picture.buffers()
        #expect(buffers.map { $0.presentationTime?.nanoseconds } == [0, 33_333_333, 66_666_666])
        #expect(buffers.map { $0.duration?.nanoseconds } == [33_333_333, 33_333_333, 33_333_334])
        #expect(completions.withLock { $0 } == 1)
        #expect(intake.counts?.frames == 3)
        #expect(intake.detach()?.frames == 3)
        #expect(intake.counts == nil)
        #expect(intake.detach() == nil)
    }

    @Test("a take begins where the sound has not passed either")
    func beginsAfterSound() throws {
        let mill = try Mill()
        let intake = RecorderIntake()
        let picture = try Stream()
        let sound = try Stream()
        intake.takeSound(try mill.sound(from: 0, count: 4801))
        let gate = intake.begin(at: 0, frameRate: rate, priming: 0) {
            RecorderIntake.Feed(gate: $0, video: picture.source, audio: sound.source, room: 9, onComplete: {})
        }
        // Sample 4801 belongs to frame 3, whose first samples are gone.
        #expect(gate.firstFrame == 4)
    }

    @Test("sound is cut to the sample, with the priming, and restamped from zero")
    func sound() throws {
        let mill = try Mill()
        let picture = try Stream()
        let sound = try Stream()
        let intake = RecorderIntake()
        let completions = Mutex(0)
        _ = intake.begin(at: 1_000_000_000, frameRate: rate, priming: 1024) { gate in
            var gate = gate
            gate.end(beforeFrame: gate.firstFrame + 2)
            return RecorderIntake.Feed(
                gate: gate, video: picture.source, audio: sound.source, room: 9,
                onComplete: { completions.withLock { $0 += 1 } })
        }
        for start in stride(from: 48_000, to: 54_000, by: 480) {
            intake.takeSound(try mill.sound(from: start, count: 480))
        }
        #expect(completions.withLock { $0 } == 0)
        for frame in 30..<33 { intake.takePicture(try mill.frame(frame), frameRate: rate) }
        #expect(completions.withLock { $0 } == 1)
        let buffers = try sound.buffers()
        #expect(buffers.reduce(0) { $0 + $1.size } == 3200 * MediaCaps.bytesPerAudioFrame)
        var sample = 0
        for buffer in buffers {
            #expect(buffer.presentationTime?.nanoseconds == UInt64(sample) * 1_000_000_000 / 48_000)
            sample += buffer.size / MediaCaps.bytesPerAudioFrame
        }
        #expect(try picture.buffers().count == 2)
    }

    @Test("a frame for which there is no room is dropped and counted, and the film's time goes on")
    func drops() throws {
        let mill = try Mill()
        let picture = try Stream(takes: false)
        let intake = RecorderIntake()
        _ = intake.begin(at: 0, frameRate: rate, priming: 0) {
            RecorderIntake.Feed(gate: $0, video: picture.source, audio: nil, room: 3, onComplete: {})
        }
        // Held at its first buffer until it plays.
        picture.pipeline.setState(.paused)
        intake.takePicture(try mill.frame(0), frameRate: rate)
        while picture.source.waitingBuffers > 0 {}
        for frame in 1..<8 { intake.takePicture(try mill.frame(frame), frameRate: rate) }
        #expect(intake.counts?.frames == 4)
        #expect(intake.counts?.dropped == 4)
        #expect(intake.counts?.filmFrames == 8)
        picture.pipeline.setState(.playing)
        while picture.source.waitingBuffers > 0 {}
        intake.takePicture(try mill.frame(8), frameRate: rate)
        intake.cut()
        let times = try picture.buffers().compactMap { $0.presentationTime?.nanoseconds }
        #expect(times == [0, 33_333_333, 66_666_666, 100_000_000, 266_666_666])
    }

    @Test("frames that a failed recorder refuses count as dropped, and a cut ends both streams once")
    func refused() throws {
        let mill = try Mill()
        let picture = try Stream()
        let sound = try Stream()
        let intake = RecorderIntake()
        let completions = Mutex(0)
        _ = intake.begin(at: 0, frameRate: rate, priming: 0) {
            RecorderIntake.Feed(
                gate: $0, video: picture.source, audio: sound.source, room: 9,
                onComplete: { completions.withLock { $0 += 1 } })
        }
        intake.takePicture(try mill.frame(0), frameRate: rate)
        intake.cut()
        intake.cut()
        intake.takePicture(try mill.frame(1), frameRate: rate)
        intake.takeSound(try mill.sound(from: 0, count: 480))
        #expect(try picture.buffers().count == 1)
        #expect(try sound.buffers().isEmpty)
        #expect(intake.counts?.frames == 1)
        #expect(completions.withLock { $0 } == 0)
    }

    @Test("an end in the past ends with what has passed, and one in the future with its frame")
    func ends() throws {
        for (moment, expected) in [(0, 4), (200_000_000, 6)] as [(UInt64, Int)] {
            let mill = try Mill()
            let picture = try Stream()
            let intake = RecorderIntake()
            _ = intake.begin(at: 0, frameRate: rate, priming: 0) {
                RecorderIntake.Feed(gate: $0, video: picture.source, audio: nil, room: 99, onComplete: {})
            }
            for frame in 0..<4 { intake.takePicture(try mill.frame(frame), frameRate: rate) }
            intake.end(at: moment)
            for frame in 4..<9 { intake.takePicture(try mill.frame(frame), frameRate: rate) }
            #expect(try picture.buffers().count == expected)
        }
    }
}
