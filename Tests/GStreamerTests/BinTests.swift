import GStreamer
import Testing

@Suite struct BinTests {
    init() throws { try initialized() }

    @Test func elementsAreFoundByNameAndListed() throws {
        let bin = Bin.make(name: "outer")
        let first = try Element.make("identity", name: "first")
        let second = try Element.make("queue", name: "second")
        try bin.addChain([first, second])
        #expect(bin.element(named: "first") == first)
        #expect(bin.element(named: "third") == nil)
        #expect(Set(bin.elements) == [first, second])
        #expect(first.path.hasSuffix("/GstBin:outer/GstIdentity:first"))
        #expect(first.factoryName == "identity")
        #expect(bin.dot.contains("GstIdentity"))
        #expect(bin.remove(second))
        #expect(bin.elements == [first])
    }

    @Test func anElementIsInOneBinOnly() throws {
        let bin = Bin.make(name: "outer")
        let other = Bin.make(name: "other")
        let element = try Element.make("identity", name: "inner")
        try bin.add(element)
        #expect(throws: ElementError.notAdded("inner", bin: "other")) { try other.add(element) }
        #expect(bin.element(named: "inner") == element)
    }

    @Test func aGhostPadStandsForTheInnerOne() throws {
        let bin = Bin.make(name: "outer")
        let inner = try Element.make("identity")
        try bin.add(inner)
        let target = try #require(inner.staticPad("src"))
        let ghost = try bin.addGhostPad("src", target: target)
        #expect(bin.staticPad("src") == ghost)
        #expect(throws: ElementError.padExists("src", element: "outer")) {
            try bin.addGhostPad("src", target: target)
        }
        let pipeline = Pipeline.named("all")
        let sink = try Element.make("fakesink")
        try pipeline.add(bin, sink)
        #expect(!ghost.isLinked)
        try bin.link(sink)
        #expect(ghost.isLinked)
        #expect(ghost.peer == sink.staticPad("sink"))
        #expect(ghost.unlink(try #require(sink.staticPad("sink"))))
        #expect(ghost.peer == nil)
    }

    @Test func whatDoesNotFitIsNotLinked() throws {
        let pipeline = Pipeline.named("all")
        let source = try Element.make("videotestsrc", name: "source")
        let sink = try Element.make("opusenc", name: "sink")
        try pipeline.add(source, sink)
        #expect(throws: ElementError.notLinked(from: "source", to: "sink")) { try source.link(sink) }
        let (from, to) = (try #require(source.staticPad("src")), try #require(sink.staticPad("sink")))
        #expect(throws: ElementError.notLinked(from: from.path, to: to.path)) { try from.link(to) }
        #expect(throws: ElementError.missing(factory: "nothing-of-the-kind")) {
            try Element.make("nothing-of-the-kind")
        }
        #expect(throws: ElementError.missing(factory: "identity")) {
            try Aggregator.makeAggregator("identity", name: "stage")
        }
    }

    @Test func aDescriptionBecomesABinWithAPad() throws {
        let bin = try Bin.parse("videotestsrc num-buffers=1 ! videoconvert", name: "made")
        #expect(bin.name == "made")
        #expect(bin.staticPad("src") != nil)
        #expect(bin.elements.count == 2)
    }

    @Test func statesAreReachedAndReported() async throws {
        let feed = try Feed()
        #expect(feed.pipeline.setState(.ready) == .success)
        #expect(feed.pipeline.state(timeout: .seconds(20)).current == .ready)
        let source = try Element.make("filesrc")
        try source.set("location", "/nonexistent/film")
        #expect(source.setState(.paused) == .failure)
        source.setState(.null)
        feed.stop()
        #expect(feed.pipeline.state(timeout: .zero).current == .null)
    }

    @Test func aLockedElementKeepsItsState() throws {
        let pipeline = Pipeline.named("all")
        let element = try Element.make("identity")
        try pipeline.add(element)
        element.setLockedState(true)
        pipeline.setState(.ready)
        #expect(element.state(timeout: .zero).current == .null)
        element.setLockedState(false)
        #expect(element.syncStateWithParent())
        #expect(element.state(timeout: .zero).current == .ready)
        pipeline.setState(.null)
    }

    @Test func queriesAreAnswered() async throws {
        let feed = try Feed()
        #expect(feed.pipeline.queryDuration() == nil)
        feed.start()
        defer { feed.stop() }
        feed.push(1, at: 30)
        _ = try await feed.samples.first(1)
        let latency = try #require(feed.pipeline.queryLatency())
        #expect(!latency.isLive)
        #expect(latency.minimum == .zero)
        let position = try #require(feed.pipeline.queryPosition())
        #expect(position <= .milliseconds(40))
    }

    @Test func tagsAreSetOnWhatTakesThem() async throws {
        let identity = try Element.make("identity")
        #expect(!identity.takesTags)
        #expect(!identity.setTag("title", "A film"))
        let muxer = try Element.make("matroskamux")
        #expect(muxer.takesTags)
        #expect(muxer.setTag("title", "A film"))
        #expect(!muxer.setTag("no-such-tag", "A film"))
        #expect(!muxer.setTag("bitrate", "number"))
    }
}
