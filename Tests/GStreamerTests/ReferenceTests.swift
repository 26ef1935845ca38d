import GStreamer
import Testing

@Suite struct ReferenceTests {
    init() throws { try initialized() }

    @Test func aFreshElementHasOneReferenceAndGoesWithItsHandle() async throws {
        let gone = Inbox<Bool>()
        do {
            let element = try Element.make("identity")
            #expect(element.referenceCount == 1)
            element.whenGone { gone.put(true) }
            #expect(gone.values.isEmpty)
        }
        #expect(gone.values.count == 1)
    }

    @Test func anAdoptedReferenceIsTheHandlesOwn() throws {
        let element = try Element.make("identity")
        // The element's own and the handle's.
        let pad = try #require(element.staticPad("src"))
        #expect(pad.referenceCount == 2)
        do {
            let second = try #require(element.staticPad("src"))
            #expect(second == pad)
            #expect(pad.referenceCount == 3)
        }
        #expect(pad.referenceCount == 2)
    }

    @Test func aBorrowedReferenceIsAddedToAndGivenBack() throws {
        let bin = Bin.make(name: "outer")
        let inner = try Element.make("identity")
        try bin.add(inner)
        let ghost = try bin.addGhostPad("src", target: try #require(inner.staticPad("src")))
        #expect(ghost.referenceCount == 2)
        // The bin's and the handle's.
        #expect(inner.referenceCount == 2)
        do {
            let elements = bin.elements
            #expect(elements == [inner])
            #expect(inner.referenceCount == 3)
        }
        #expect(inner.referenceCount == 2)
        #expect(bin.remove(inner))
        #expect(inner.referenceCount == 1)
    }

    @Test func aRequestedPadGoesWhenItIsReleased() async throws {
        let gone = Inbox<Bool>()
        let compositor = try Aggregator.makeAggregator("compositor", name: "stage")
        do {
            let pad = try #require(compositor.requestPad("sink_%u"))
            pad.whenGone { gone.put(true) }
            #expect(pad.referenceCount == 2)
            compositor.release(pad)
            #expect(pad.referenceCount == 1)
        }
        #expect(gone.values.count == 1)
        #expect(compositor.requestPad("nothing_%u") == nil)
    }

    @Test func aPipelineWhoseBusWasObservedGoesWithItsHandle() async throws {
        let gone = Inbox<String>()
        let messages = Inbox<BusMessage>()
        do {
            let pipeline = Pipeline.named("short")
            let source = try Element.make("fakesrc")
            try source.set("num-buffers", 3)
            try pipeline.addChain([source, try Element.make("fakesink")])
            pipeline.whenGone { gone.put("pipeline") }
            source.whenGone { gone.put("source") }
            let observation = pipeline.bus.observe { messages.put($0) }
            pipeline.setState(.playing)
            _ = try await messages.until { $0.contains { if case .endOfStream = $0 { true } else { false } } }
            pipeline.setState(.null)
            _ = observation
        }
        // A message holds its poster: one that nobody lets go of would keep both.
        #expect(Set(try await gone.first(2)) == ["pipeline", "source"])
    }

    @Test func aDescriptionThatFailsLeavesNothingBehind() {
        #expect(throws: ElementError.self) { try Bin.parse("videotestsrc ! nothing-of-the-kind", name: "bin") }
        #expect(throws: ElementError.self) { try Bin.parse("videotestsrc patern=ball", name: "bin") }
        #expect(throws: ElementError.self) { try Bin.parse("videotestsrc pattern=nonsense", name: "bin") }
        #expect(throws: ElementError.self) { try Bin.parse("videotestsrc !", name: "bin") }
        do {
            _ = try Bin.parse("nothing-of-the-kind", name: "bin")
            Issue.record("it was understood")
        } catch { #expect(error.description.contains("nothing-of-the-kind")) }
    }

    @Test func anAppsinksClosureGoesWhenItIsReplacedOrRemoved() throws {
        let released = Inbox<String>()
        let sink = try AppSink.make(name: "sink")
        sink.onNewSample { [canary = Canary { released.put("first") }] _ in canary.touch() }
        sink.onNewSample { [canary = Canary { released.put("second") }] _ in canary.touch() }
        #expect(released.values == ["first"])
        sink.removeCallbacks()
        #expect(released.values == ["first", "second"])
    }

    @Test func aSignalsClosureGoesWithItsObject() throws {
        let released = Inbox<Bool>()
        do {
            let stage = try Aggregator.makeAggregator("compositor", name: "stage")
            try stage.onSamplesSelected { [canary = Canary { released.put(true) }] _ in canary.touch() }
            #expect(released.values.isEmpty)
        }
        #expect(released.values.count == 1)
    }

    @Test func aProbesClosureGoesWithItsPad() throws {
        let released = Inbox<String>()
        do {
            let pad = try #require(try Element.make("identity").staticPad("src"))
            pad.addBufferProbe { [canary = Canary { released.put("buffer") }] _ in
                canary.touch()
                return .pass
            }
            pad.addEventProbe { [canary = Canary { released.put("event") }] _ in
                canary.touch()
                return .pass
            }
            pad.addQueryProbe { [canary = Canary { released.put("query") }] _ in
                canary.touch()
                return .pass
            }
            #expect(released.values.isEmpty)
        }
        #expect(Set(released.values) == ["buffer", "event", "query"])
        #expect(released.values.count == 3)
    }
}
