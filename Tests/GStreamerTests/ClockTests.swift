import CaptureTestSupport
import GStreamer
import Testing

@Suite struct ClockTests {
    init() throws { try initialized() }

    @Test func timesAreAddedSubtractedAndConverted() {
        #expect(ClockTime.milliseconds(1500) + .seconds(1) == ClockTime(nanoseconds: 2_500_000_000))
        #expect(ClockTime.seconds(1) - .seconds(2) == .zero)
        #expect(ClockTime(Duration.milliseconds(250)) == .milliseconds(250))
        #expect(ClockTime(Duration.seconds(-1)) == .zero)
        #expect(ClockTime.seconds(3).duration == .seconds(3))
        #expect(ClockTime.milliseconds(20) < .milliseconds(21))
    }

    @Test func theSystemClockNeverGoesBack() {
        let clock = Clock.system()
        #expect(clock == Clock.system())
        let times = (0..<100).map { _ in clock.time }
        #expect(times == times.sorted())
        #expect(times[0] > .zero)
    }

    @Test func aTestClockStandsUntilItIsMoved() {
        let test = TestClock()
        #expect(test.clock.time == .zero)
        test.set(.seconds(5))
        #expect(test.clock.time == .seconds(5))
        test.advance(by: .milliseconds(500))
        #expect(test.clock.time == .milliseconds(5500))
        #expect(test.waiting == 0)
        #expect(test.clock.referenceCount == 1)
    }

    @Test func aPipelineRunsOnTheClockThatItIsGiven() async throws {
        let test = TestClock()
        let pipeline = Pipeline.named("by-hand")
        let source = try Element.make("videotestsrc")
        try source.set(["is-live": true, "num-buffers": 3])
        let filter = try Element.make("capsfilter")
        try filter.set("caps", .caps(try #require(Caps("video/x-raw,width=16,height=16,framerate=10/1"))))
        let sink = try AppSink.make(name: "sink")
        try pipeline.addChain([source, filter, sink])
        pipeline.useClock(test.clock)
        let times = Inbox<ClockTime?>()
        sink.onNewSample { times.put($0.buffer?.presentationTime) }
        #expect(pipeline.runningTime == nil)
        pipeline.setState(.playing)
        defer { pipeline.setState(.null) }
        // A live source waits for each frame's moment, and time is what the test says.
        for frame in 0..<3 {
            #expect(test.crank())
            #expect(try await times.first(frame + 1).last == .milliseconds(UInt64(frame) * 100))
        }
        #expect(pipeline.baseTime == .zero)
    }
}
