import GStreamer
import Testing

@Suite struct MessageTests {
    init() throws { try initialized() }

    /// A message of every kind, by GStreamer's number and name, with what its structure holds.
    struct Case: Sendable, CustomTestStringConvertible {
        let number: Int32
        let name: String
        var structure: String?
        let expected: String
        var testDescription: String { name }
    }

    static let extended = Int32(bitPattern: 1 << 31)

    static let cases = [
        Case(number: 1, name: "eos", expected: "endOfStream"),
        Case(
            number: 1 << 4, name: "tag", structure: "GstMessageTag, taglist=(taglist)\"taglist\\,\\ title=Film\\;\"",
            expected: "tags poster Film"),
        Case(
            number: 1 << 5, name: "buffering", structure: "GstMessageBuffering, buffer-percent=42",
            expected: "buffering poster 42"),
        Case(
            number: 1 << 6, name: "state-changed",
            structure:
                "GstMessageStateChanged, old-state=(GstState)ready, new-state=(GstState)paused, pending-state=(GstState)playing",
            expected: "stateChanged poster ready paused playing"),
        Case(number: 1 << 10, name: "clock-lost", expected: "clockLost"),
        Case(number: 1 << 14, name: "application", structure: "word, a=1", expected: "application word"),
        Case(number: 1 << 15, name: "element", structure: "level, rms=1.5", expected: "element poster level"),
        Case(number: 1 << 18, name: "duration-changed", expected: "durationChanged poster"),
        Case(number: 1 << 19, name: "latency", expected: "latency"),
        Case(number: 1 << 20, name: "async-start", expected: "asyncStart poster"),
        Case(number: 1 << 21, name: "async-done", expected: "asyncDone"),
        Case(
            number: 1 << 22, name: "request-state",
            structure: "GstMessageRequestState, new-state=(GstState)paused", expected: "requestState poster paused"),
        Case(number: 1 << 24, name: "qos", expected: "qualityOfService poster"),
        Case(number: 1 << 28, name: "stream-start", expected: "streamStart"),
        Case(
            number: 1 << 29, name: "need-context",
            structure: "GstMessageNeedContext, context-type=gst.gl.GLDisplay",
            expected: "needContext gst.gl.GLDisplay poster"),
        // Not told apart: the name and the number are GStreamer's.
        Case(number: 1 << 12, name: "structure-change", expected: "other structure-change poster"),
        Case(number: 1 << 13, name: "stream-status", expected: "other stream-status poster"),
        Case(number: 1 << 25, name: "progress", expected: "other progress poster"),
        Case(number: extended + 4, name: "stream-collection", expected: "other stream-collection poster"),
        // A message without its device is not one.
        Case(
            number: extended + 1, name: "device-added", structure: "GstMessageDeviceAdded",
            expected: "other device-added poster"),
        Case(
            number: extended + 2, name: "device-removed", structure: "GstMessageDeviceRemoved",
            expected: "other device-removed poster"),
        Case(
            number: extended + 7, name: "device-changed", structure: "GstMessageDeviceChanged",
            expected: "other device-changed poster"),
    ]

    static func words(_ message: BusMessage) -> String {
        switch message {
        case .endOfStream: "endOfStream"
        case .error(let report): "error \(report.domain) \(report.code)"
        case .warning(let report): "warning \(report.domain) \(report.code)"
        case .info(let report): "info \(report.domain) \(report.code)"
        case .stateChanged(let element, let from, let to, let pending):
            "stateChanged \(element) \(from) \(to) \(pending)"
        case .requestState(let element, let state): "requestState \(element) \(state)"
        case .asyncStart(let element): "asyncStart \(element)"
        case .asyncDone: "asyncDone"
        case .latency: "latency"
        case .clockLost: "clockLost"
        case .newClock: "newClock"
        case .streamStart: "streamStart"
        case .durationChanged(let element): "durationChanged \(element)"
        case .buffering(let element, let percent): "buffering \(element) \(percent)"
        case .tags(let element, let tags): "tags \(element) \(tags.text("title") ?? "none")"
        case .element(let name, let structure): "element \(name) \(structure.name)"
        case .application(let structure): "application \(structure.name)"
        case .qualityOfService(let element): "qualityOfService \(element)"
        case .needContext(let type, let element): "needContext \(type) \(element)"
        case .deviceAdded: "deviceAdded"
        case .deviceRemoved: "deviceRemoved"
        case .deviceChanged: "deviceChanged"
        case .other(let type, let source): "other \(type) \(source)"
        }
    }

    @Test(arguments: cases) func aMessageIsMappedByNameAndNumber(_ expectation: Case) throws {
        #expect(BusMessage.name(ofType: expectation.number) == expectation.name)
        let poster = try Element.make("identity", name: "poster")
        let bus = Bus.make()
        poster.setBus(bus)
        let inbox = Inbox<BusMessage>()
        let observation = bus.observe { inbox.put($0) }
        let structure = try expectation.structure.map { try #require(Structure($0)) }
        #expect(poster.post(typeNumber: expectation.number, structure))
        #expect(inbox.values.map(MessageTests.words) == [expectation.expected])
        poster.setBus(nil)
        _ = observation
    }

    @Test(arguments: [(Element.Severity.error, "error"), (.warning, "warning"), (.info, "info")])
    func aReportKeepsItsDomainCodeAndPlace(severity: Element.Severity, word: String) throws {
        let pipeline = Pipeline.named("all")
        let poster = try Element.make("identity", name: "poster")
        try pipeline.add(poster)
        let inbox = Inbox<BusMessage>()
        let observation = pipeline.bus.observe { inbox.put($0) }
        let report = ErrorReport(domain: "gst-resource-error-quark", code: 13, message: "full", debug: "details")
        #expect(poster.post(report, as: severity))
        let message = try #require(inbox.values.first)
        #expect(MessageTests.words(message) == "\(word) gst-resource-error-quark 13")
        let received: ErrorReport? =
            switch message {
            case .error(let report), .warning(let report), .info(let report): report
            default: nil
            }
        #expect(received?.message == "full")
        #expect(received?.debug == "details")
        #expect(received?.element == "poster")
        #expect(received?.path == "/GstPipeline:all/GstIdentity:poster")
        #expect(received?.factory == "identity")
        _ = observation
    }

    @Test func anElementsOwnErrorNamesIt() async throws {
        let pipeline = Pipeline.named("all")
        let source = try Element.make("filesrc", name: "reader")
        try source.set("location", "/nonexistent/film")
        try pipeline.addChain([source, try Element.make("fakesink")])
        let inbox = Inbox<BusMessage>()
        let observation = pipeline.bus.observe { inbox.put($0) }
        #expect(pipeline.setState(.playing) == .failure)
        let reports = inbox.values.compactMap { if case .error(let report) = $0 { report } else { nil } }
        // The base class adds one of its own behind it.
        #expect(reports.first?.domain == "gst-resource-error-quark")
        #expect(reports.first?.code == 3)
        #expect(reports.first?.factory == "filesrc")
        pipeline.setState(.null)
        _ = observation
    }

    @Test func messagesFromBeforeTheObserverComeFirst() throws {
        let poster = try Element.make("identity", name: "poster")
        let bus = Bus.make()
        poster.setBus(bus)
        let words = ["one", "two", "three"]
        for word in words.prefix(2) { #expect(poster.post(application: try #require(Structure(word)))) }
        let inbox = Inbox<BusMessage>()
        let observation = bus.observe { inbox.put($0) }
        #expect(poster.post(application: try #require(Structure(words[2]))))
        #expect(inbox.values.map(MessageTests.words) == words.map { "application \($0)" })
        poster.setBus(nil)
        _ = observation
    }

    @Test func anObservationThatIsLetGoOfReleasesItsClosureOnce() throws {
        let released = Inbox<Bool>()
        let bus = Bus.make()
        var observation: BusObservation? = bus.observe { [canary = Canary { released.put(true) }] _ in canary.touch() }
        #expect(released.values.isEmpty)
        _ = observation
        observation = nil
        #expect(released.values.count == 1)
    }

    @Test func aSecondObserverTakesThePlaceOfTheFirst() throws {
        let poster = try Element.make("identity", name: "poster")
        let bus = Bus.make()
        poster.setBus(bus)
        let (first, second) = (Inbox<BusMessage>(), Inbox<BusMessage>())
        let released = Inbox<Bool>()
        var old: BusObservation? = bus.observe { [canary = Canary { released.put(true) }] message in
            canary.touch()
            first.put(message)
        }
        _ = old
        let observation = bus.observe { second.put($0) }
        #expect(released.values.count == 1)
        // The end of the first is not the end of the second.
        old = nil
        #expect(poster.post(application: try #require(Structure("word"))))
        #expect(first.values.isEmpty)
        #expect(second.values.map(MessageTests.words) == ["application word"])
        poster.setBus(nil)
        _ = observation
    }

    @Test func levelsAreReadFromTheirMessages() async throws {
        let pipeline = Pipeline.named("sound")
        let source = try Element.make("audiotestsrc")
        try source.set(["num-buffers": 60, "wave": "silence"])
        let filter = try Element.make("capsfilter")
        try filter.set("caps", .caps(try #require(Caps("audio/x-raw,channels=2,rate=48000"))))
        let level = try Element.make("level")
        try level.set("interval", 100_000_000)
        try pipeline.addChain([source, filter, level, try Element.make("fakesink")])
        let peaks = Inbox<[Double]>()
        let observation = pipeline.bus.observe { message in
            if case .element(_, let structure) = message { peaks.put(structure.doubles("peak") ?? []) }
        }
        pipeline.setState(.playing)
        let first = try await peaks.first(1)[0]
        #expect(first.count == 2)
        #expect(first.allSatisfy { $0 < -300 })
        pipeline.setState(.null)
        _ = observation
    }
}
