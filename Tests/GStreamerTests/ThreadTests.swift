import GStreamer
import Synchronization
import Testing

/// The tests live on the main actor, and their closures are written in its code: none of them may inherit it.
@MainActor
@Suite struct ThreadTests {
    init() throws { try initialized() }

    /// Where each call of a callback ran, by whether that was the main actor's queue.
    private func expectOffMain(_ calls: Inbox<Bool>, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(isOnMainActor(), "the test itself is on the main actor", sourceLocation: sourceLocation)
        let first = try await calls.first(1)
        #expect(first == [false], sourceLocation: sourceLocation)
    }

    @Test func aBusHandlerRunsOffTheMainActor() async throws {
        let feed = try Feed()
        let calls = Inbox<Bool>()
        let observation = feed.pipeline.bus.observe { message in
            // State changes are posted by the thread that makes them, the end by the sink's.
            if case .endOfStream = message { calls.put(isOnMainActor()) }
        }
        feed.start()
        feed.source.endOfStream()
        try await expectOffMain(calls)
        feed.stop()
        _ = observation
    }

    @Test func aBufferProbeRunsOffTheMainActor() async throws {
        let feed = try Feed()
        let calls = Inbox<Bool>()
        try #require(feed.sink.staticPad("sink")).addBufferProbe { _ in
            calls.put(isOnMainActor())
            return .pass
        }
        feed.start()
        feed.push(1, at: 0)
        try await expectOffMain(calls)
        feed.stop()
    }

    @Test func aBufferProbeOnAListRunsOffTheMainActor() async throws {
        let feed = try Feed()
        let calls = Inbox<Bool>()
        try #require(feed.source.staticPad("src")).addBufferProbe { _ in
            calls.put(isOnMainActor())
            return .drop
        }
        feed.start()
        feed.source.push([Feed.buffer(1, at: 0), Feed.buffer(2, at: 10)])
        try await expectOffMain(calls)
        feed.stop()
    }

    @Test func anEventProbeRunsOffTheMainActor() async throws {
        let feed = try Feed()
        let calls = Inbox<Bool>()
        try #require(feed.sink.staticPad("sink")).addEventProbe { event in
            if event == .segment { calls.put(isOnMainActor()) }
            return .pass
        }
        feed.start()
        feed.push(1, at: 0)
        try await expectOffMain(calls)
        feed.stop()
    }

    @Test func aQueryProbeRunsOffTheMainActor() async throws {
        let feed = try Feed()
        let calls = Inbox<Bool>()
        try #require(feed.source.staticPad("src")).addQueryProbe { query in
            // Asked by the source before its first buffer.
            if query == .allocation { calls.put(isOnMainActor()) }
            return .pass
        }
        feed.start()
        feed.push(1, at: 0)
        try await expectOffMain(calls)
        feed.stop()
    }

    @Test func aBlockingProbeRunsOffTheMainActor() async throws {
        let feed = try Feed()
        let calls = Inbox<Bool>()
        let pad = try #require(feed.source.staticPad("src"))
        let probe = pad.blockDownstream { calls.put(isOnMainActor()) }
        feed.start()
        feed.push(1, at: 0)
        try await expectOffMain(calls)
        pad.remove(probe)
        feed.stop()
    }

    @Test func anAppsinksCallbackRunsOffTheMainActor() async throws {
        let feed = try Feed()
        let calls = Inbox<Bool>()
        feed.sink.onNewSample { _ in calls.put(isOnMainActor()) }
        feed.start()
        feed.push(1, at: 0)
        try await expectOffMain(calls)
        feed.stop()
    }

    @Test func aSignalRunsOffTheMainActor() async throws {
        let pipeline = Pipeline.named("stage")
        let stage = try Aggregator.makeAggregator("compositor", name: "stage")
        let source = try Element.make("videotestsrc")
        try source.set("num-buffers", 3)
        try pipeline.add(source, stage, try Element.make("fakesink", name: "sink"))
        let pad = try #require(stage.requestPad("sink_%u"))
        try #require(source.staticPad("src")).link(pad)
        try stage.link(try #require(pipeline.element(named: "sink")))
        let calls = Inbox<Bool>()
        let times = Inbox<ClockTime?>()
        let released = Inbox<Bool>()
        try stage.onSamplesSelected { [unowned stage, canary = Canary { released.put(true) }] _ in
            canary.touch()
            calls.put(isOnMainActor())
            times.put(stage.selectedTime(of: pad))
        }
        pipeline.setState(.playing)
        try await expectOffMain(calls)
        #expect(try await times.first(1) == [.zero])
        pipeline.setState(.null)
        #expect(released.values.isEmpty)
    }

    @Test func theLogsObserverRunsOffTheMainActor() async throws {
        let calls = Inbox<Bool>()
        let observation = DebugLog.observe { record in
            if record.message == "from a streaming thread" { calls.put(isOnMainActor()) }
        }
        DebugLog.setThresholds("tandem:5")
        let feed = try Feed()
        try #require(feed.sink.staticPad("sink")).addBufferProbe { _ in
            DebugLog.log(.debug, "from a streaming thread")
            return .pass
        }
        feed.start()
        feed.push(1, at: 0)
        try await expectOffMain(calls)
        feed.stop()
        _ = observation
    }

    @Test func aDestroyNotifyRunsOffTheMainActor() async throws {
        let feed = try Feed()
        let calls = Inbox<Bool>()
        try #require(feed.sink.staticPad("sink")).addBufferProbe {
            [canary = Canary { calls.put(isOnMainActor()) }] _ in
            canary.touch()
            return .passAndRemove
        }
        feed.start()
        feed.push(1, at: 0)
        try await expectOffMain(calls)
        feed.stop()
    }

    @Test func anAsynchronousCallRunsOffTheMainActor() async throws {
        let element = try Element.make("identity")
        let calls = Inbox<Bool>()
        let released = Inbox<Bool>()
        element.callAsynchronously { [canary = Canary { released.put(true) }] in
            canary.touch()
            calls.put(isOnMainActor())
        }
        try await expectOffMain(calls)
        // On whichever thread lets go of it last, the caller's or the other.
        #expect(try await released.first(1).count == 1)
    }

    @Test func theEndOfAnObjectIsToldOffTheMainActor() async throws {
        let calls = Inbox<Bool>()
        let held = Mutex<Element?>(try Element.make("identity"))
        held.withLock { $0?.whenGone { calls.put(isOnMainActor()) } }
        let carrier = try Element.make("identity")
        let box = Carrier(held.withLock { $0.take() })
        carrier.callAsynchronously { box.letGo() }
        try await expectOffMain(calls)
    }
}

/// Holds an element until it is told to let go.
private final class Carrier: Sendable {
    private let element: Mutex<Element?>
    init(_ element: Element?) { self.element = Mutex(element) }
    func letGo() { element.withLock { $0 = nil } }
}
