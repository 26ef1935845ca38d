import GStreamer
import Testing

@Suite struct RegistryTests {
    init() throws { try initialized() }

    @Test func aFactoryIsKnownByNameRankClassAndPlugin() throws {
        let factory = try #require(ElementRegistry.factory(named: "videotestsrc"))
        #expect(factory.name == "videotestsrc")
        #expect(factory.klass == "Source/Video")
        #expect(factory.longName == "Video test source")
        #expect(!factory.description.isEmpty)
        #expect(factory.rank == 0)
        #expect(factory.plugin == "videotestsrc")
        #expect(factory.pluginFile?.hasSuffix("libgstvideotestsrc.so") == true)
        #expect(!factory.isHardware)
        #expect(ElementRegistry.factory(named: "nothing-of-the-kind") == nil)
        #expect(Library.hasElement("videotestsrc"))
        #expect(!Library.hasElement("nothing-of-the-kind"))
    }

    @Test func theEncodersForCapsAreThoseThatGiveThem() throws {
        let h264 = ElementRegistry.encoders(for: try #require(Caps("video/x-h264"))).map(\.name)
        #expect(h264.contains("x264enc"))
        #expect(!h264.contains("vp8enc"))
        let vp8 = ElementRegistry.encoders(for: try #require(Caps("video/x-vp8")))
        #expect(vp8.map(\.name).contains("vp8enc"))
        #expect(vp8.allSatisfy { $0.klass.contains("Encoder") })
        #expect(ElementRegistry.encoders(for: try #require(Caps("video/x-no-such-codec"))).isEmpty)
    }

    @Test(arguments: ElementRegistry.Kind.allCases)
    func everyKindHasElementsInOrderOfRank(kind: ElementRegistry.Kind) {
        let factories = ElementRegistry.factories(kind)
        #expect(!factories.isEmpty)
        #expect(factories.map(\.rank) == factories.map(\.rank).sorted(by: >))
    }

    @Test func decodersAreFoundByWhatTheyTake() throws {
        let decoders = ElementRegistry.factories(.decoder, accepting: Caps("image/jpeg")).map(\.name)
        #expect(decoders.contains("jpegdec"))
        #expect(!decoders.contains("vp8dec"))
    }
}

@Suite struct DeviceMonitorTests {
    init() throws { try initialized() }

    @Test func aMonitorStartsListsAndStops() throws {
        let monitor = DeviceMonitor.make()
        #expect(monitor.referenceCount == 1)
        let messages = Inbox<BusMessage>()
        let observation = monitor.observe { messages.put($0) }
        monitor.addFilter(classes: "Video/Source", caps: Caps("video/x-raw"))
        let hasStarted = monitor.start()
        let devices = monitor.devices
        #expect(hasStarted || devices.isEmpty)
        for device in devices {
            #expect(!device.displayName.isEmpty)
            #expect(device.has(classes: "Video/Source"))
            #expect(device.deviceClass.contains("Source"))
        }
        if hasStarted { monitor.stop() }
        _ = observation
    }

    @Test func aMonitorGoesWithItsHandle() async throws {
        let gone = Inbox<Bool>()
        do {
            let monitor = DeviceMonitor.make()
            monitor.whenGone { gone.put(true) }
            monitor.addFilter(classes: "Audio/Source")
            if monitor.start() { monitor.stop() }
            _ = monitor.devices
        }
        #expect(gone.values.count == 1)
    }

    @Test func aClassThatNobodyKnowsFindsNothing() throws {
        let monitor = DeviceMonitor.make()
        #expect(monitor.addFilter(classes: "Nothing/Of/The/Kind") == false || monitor.devices.isEmpty)
    }
}

@Suite(.serialized) struct DebugLogTests {
    init() throws { try initialized() }

    @Test func aLineOfOnesOwnReachesTheObserver() throws {
        DebugLog.setThresholds("tandem:5")
        let records = Inbox<DebugLog.Record>()
        let observation = DebugLog.observe { records.put($0) }
        DebugLog.log(.debug, "counted 17")
        let record = try #require(records.values.first { $0.message == "counted 17" })
        #expect(record.category == "tandem")
        #expect(record.level == .debug)
        #expect(record.file.hasSuffix("RegistryTests.swift"))
        #expect(record.function.hasPrefix("aLineOfOnesOwn"))
        #expect(record.line > 1)
        #expect(record.object.isEmpty)
        _ = observation
    }

    @Test func whatTheThresholdForbidsIsNotPutTogether() {
        DebugLog.setThresholds("tandem:5")
        #expect(DebugLog.isEnabled(.debug))
        #expect(!DebugLog.isEnabled(.trace))
        #expect(!DebugLog.isEnabled(.none))
        let made = Inbox<Bool>()
        func text() -> String {
            made.put(true)
            return "text"
        }
        DebugLog.log(.trace, text())
        #expect(made.values.isEmpty)
        DebugLog.log(.error, text())
        #expect(made.values.count == 1)
    }

    @Test func gStreamersOwnLinesNameTheirObject() throws {
        DebugLog.setThresholds("GST_STATES:5")
        let records = Inbox<DebugLog.Record>()
        let observation = DebugLog.observe { records.put($0) }
        let element = try Element.make("identity", name: "spoken-of")
        element.setState(.ready)
        element.setState(.null)
        DebugLog.setThresholds("GST_STATES:1")
        #expect(records.values.contains { $0.object == "spoken-of" && $0.category == "GST_STATES" })
        _ = observation
    }

    @Test func anObserverThatIsLetGoOfHearsNothingMore() {
        DebugLog.setThresholds("tandem:5")
        let records = Inbox<DebugLog.Record>()
        let released = Inbox<Bool>()
        var observation: DebugLogObservation? = DebugLog.observe { [canary = Canary { released.put(true) }] record in
            canary.touch()
            records.put(record)
        }
        _ = observation
        observation = nil
        #expect(released.values.count == 1)
        DebugLog.log(.debug, "unheard")
        #expect(!records.values.contains { $0.message == "unheard" })
    }
}
