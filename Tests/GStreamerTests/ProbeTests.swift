import GStreamer
import Synchronization
import Testing

@Suite struct ProbeTests {
    // Before the first element is made, also in the tests that make theirs ahead of the feed.
    init() throws { try initialized() }

    /// Pushes four buffers, one by one or as a list, through a queue whose pad is probed. Sink pads of `identity`
    /// take lists apart, the source pad of a queue keeps them together.
    private func run(
        asList: Bool, on element: String, pad: String, probe: @escaping BufferProbeBody
    ) async throws -> [Buffer] {
        let middle = try Element.make(element)
        let feed = try Feed([middle])
        try #require(middle.staticPad(pad)).addBufferProbe(probe)
        feed.start()
        defer { feed.stop() }
        let buffers = (0..<4).map { Feed.buffer(UInt8($0), at: UInt64($0) * 10) }
        if asList {
            #expect(feed.source.push(buffers))
        } else {
            for buffer in buffers { #expect(feed.source.push(buffer)) }
        }
        try await feed.finish()
        return feed.samples.values.compactMap(\.buffer)
    }

    static let places = [
        (false, "queue", "src"), (true, "queue", "src"), (true, "queue", "sink"), (false, "identity", "sink"),
        (true, "identity", "sink"), (true, "identity", "src"),
    ]

    @Test(arguments: places)
    func aProbeThatPassesSeesEveryBufferOnce(asList: Bool, element: String, pad: String) async throws {
        let seen = Inbox<UInt8>()
        let arrived = try await run(asList: asList, on: element, pad: pad) { buffer in
            seen.put(buffer.withBytes { $0[0] } ?? 99)
            return .pass
        }
        #expect(seen.values == [0, 1, 2, 3])
        #expect(arrived.map { $0.withBytes { $0[0] } } == [0, 1, 2, 3])
    }

    @Test(arguments: places)
    func whatAProbeDropsDoesNotArrive(asList: Bool, element: String, pad: String) async throws {
        let arrived = try await run(asList: asList, on: element, pad: pad) { buffer in
            // Changed first: what is dropped is the changed one.
            buffer.restamp(presentationTime: .seconds(9), duration: nil)
            return buffer.withBytes { $0[0] % 2 == 0 } ?? false ? .drop : .pass
        }
        #expect(arrived.map { $0.withBytes { $0[0] } } == [1, 3])
    }

    @Test(arguments: places)
    func allOfAListMayBeDropped(asList: Bool, element: String, pad: String) async throws {
        let arrived = try await run(asList: asList, on: element, pad: pad) { _ in .drop }
        #expect(arrived.isEmpty)
    }

    @Test(arguments: places)
    func aProbeRestampsAndAppendsAndWrites(asList: Bool, element: String, pad: String) async throws {
        let original = Inbox<Buffer>()
        let arrived = try await run(asList: asList, on: element, pad: pad) { buffer in
            original.put(buffer.retained())
            let time = buffer.presentationTime ?? .zero
            buffer.restamp(presentationTime: time + .seconds(1), duration: .milliseconds(3))
            buffer.append([77])
            buffer.append([])
            buffer.withMutableBytes { $0[1] = 55 }
            return .pass
        }
        #expect(arrived.count == 4)
        for (index, buffer) in arrived.enumerated() {
            #expect(buffer.presentationTime == .milliseconds(1000 + UInt64(index) * 10))
            #expect(buffer.duration == .milliseconds(3))
            #expect(buffer.withBytes { Array($0) } == [UInt8(index), 55, 77])
        }
        // Whoever else holds the buffers sees none of that.
        for (index, buffer) in original.values.enumerated() {
            #expect(buffer.presentationTime == .milliseconds(UInt64(index) * 10))
            #expect(buffer.withBytes { Array($0) } == [UInt8(index), UInt8(index)])
        }
    }

    @Test(arguments: places)
    func aProbeThatRemovesItselfIsLetGoOf(asList: Bool, element: String, pad: String) async throws {
        let released = Inbox<Bool>()
        let calls = Inbox<UInt8>()
        let arrived = try await run(asList: asList, on: element, pad: pad) { [canary = Canary { released.put(true) }] in
            canary.touch()
            calls.put($0.withBytes { $0[0] } ?? 99)
            return calls.values.count == 2 ? .passAndRemove : .pass
        }
        #expect(calls.values == [0, 1])
        #expect(arrived.count == 4)
        #expect(try await released.first(1).count == 1)
        #expect(released.values.count == 1)
    }

    @Test func aRemovedProbeIsLetGoOfOnceAndNotCalledAgain() async throws {
        let released = Inbox<Bool>()
        let feed = try Feed()
        let pad = try #require(feed.sink.staticPad("sink"))
        let calls = Inbox<Bool>()
        let probe = pad.addBufferProbe { [canary = Canary { released.put(true) }] _ in
            canary.touch()
            calls.put(true)
            return .pass
        }
        feed.start()
        defer { feed.stop() }
        feed.push(1, at: 0)
        _ = try await feed.samples.first(1)
        pad.remove(probe)
        #expect(try await released.first(1).count == 1)
        feed.push(2, at: 10)
        try await feed.finish()
        #expect(calls.values.count == 1)
        #expect(feed.bytes == [1, 2])
        #expect(released.values.count == 1)
    }

    @Test func anEventProbeTellsTheKindsApartAndDrops() async throws {
        let feed = try Feed()
        let seen = Inbox<EventKind>()
        try #require(feed.sink.staticPad("sink")).addEventProbe { event in
            seen.put(event)
            return event == .gap ? .drop : .pass
        }
        feed.start()
        defer { feed.stop() }
        feed.push(1, at: 0)
        _ = try await feed.samples.first(1)
        #expect(try #require(feed.source.staticPad("src")).push(.gap(start: .milliseconds(10), duration: nil)))
        try await feed.finish()
        #expect(seen.values.filter { $0 != .other } == [.caps, .segment, .gap, .endOfStream])
    }

    @Test func flushesAreSeenInTheirOwnDirection() async throws {
        let feed = try Feed([try Element.make("identity")])
        let downstream = Inbox<EventKind>()
        let upstream = Inbox<EventKind>()
        let pad = try #require(feed.sink.staticPad("sink"))
        pad.addEventProbe { event in
            downstream.put(event)
            return .pass
        }
        pad.addEventProbe(upstream: true) { event in
            upstream.put(event)
            return event == .qualityOfService ? .drop : .pass
        }
        feed.start()
        defer { feed.stop() }
        feed.push(1, at: 0)
        _ = try await feed.samples.first(1)
        let source = try #require(feed.source.staticPad("src"))
        #expect(source.push(.flushStart))
        #expect(source.push(.flushStop(resetTime: false)))
        #expect(downstream.values.filter { $0 == .flush }.count == 2)
        #expect(!upstream.values.contains(.flush))
    }

    @Test func whatGoesUpstreamIsToldApart() async throws {
        let feed = try Feed([try Element.make("identity")])
        let seen = Inbox<EventKind>()
        let pad = try #require(feed.source.staticPad("src"))
        pad.addEventProbe(upstream: true) { event in
            seen.put(event)
            return .pass
        }
        feed.start()
        defer { feed.stop() }
        feed.push(1, at: 0)
        _ = try await feed.samples.first(1)
        #expect(feed.pipeline.recalculateLatency())
        feed.sink.send(.forceKeyUnit(runningTime: .seconds(1)))
        #expect(seen.values.contains(.latency))
        // The request for a key frame, which is of no kind that is told apart.
        #expect(seen.values.last == .other)
    }

    @Test func aQueryProbeSeesTheKindAndMayRefuse() async throws {
        let feed = try Feed()
        feed.start()
        defer { feed.stop() }
        feed.push(1, at: 0)
        _ = try await feed.samples.first(1)
        let asked = Inbox<QueryKind>()
        let pad = try #require(feed.sink.staticPad("sink"))
        let box = SharedFlag()
        let probe = pad.addQueryProbe(upstream: true) { query in
            asked.put(query)
            return box.isSet && query == .latency ? .drop : .pass
        }
        #expect(feed.pipeline.queryLatency() != nil)
        #expect(asked.values.filter { $0 == .latency }.count == 1)
        box.set()
        _ = feed.pipeline.queryLatency()
        #expect(asked.values.filter { $0 == .latency }.count == 2)
        pad.remove(probe)
        _ = feed.pipeline.queryLatency()
        #expect(asked.values.filter { $0 == .latency }.count == 2)
    }

    @Test func aBlockedPadHoldsTheStreamUntilTheProbeGoes() async throws {
        let feed = try Feed([try Element.make("identity")])
        let blocked = Inbox<Bool>()
        let pad = try #require(feed.sink.staticPad("sink"))
        feed.start()
        defer { feed.stop() }
        feed.push(1, at: 0)
        _ = try await feed.samples.first(1)
        let probe = pad.blockDownstream { blocked.put(true) }
        feed.push(2, at: 10)
        _ = try await blocked.first(1)
        #expect(feed.bytes == [1])
        pad.remove(probe)
        try await feed.finish()
        #expect(feed.bytes == [1, 2])
    }

    @Test func anIdlePadRunsItsClosureOnceAndAtOnce() throws {
        try Library.initialize()
        let ran = Inbox<Bool>()
        let released = Inbox<Bool>()
        let element = try Element.make("identity")
        try #require(element.staticPad("src")).whenIdle { [canary = Canary { released.put(true) }] in
            canary.touch()
            ran.put(true)
        }
        #expect(ran.values.count == 1)
        #expect(released.values.count == 1)
    }
}

private final class SharedFlag: Sendable {
    private let flag = Atomic<Bool>(false)
    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}
