import GStreamer
import Testing

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
        #expect(record.file.hasSuffix("DebugLogTests.swift"))
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

    @Test(.enabled(if: standardErrorOutputWasRemoved != nil, "the log has been asked for on standard error"))
    func theOutputOnStandardErrorEndsOnceAndObserversGoOn() {
        #expect(standardErrorOutputWasRemoved == true)
        #expect(!DebugLog.removeStandardErrorOutput())
        DebugLog.setThresholds("tandem:5")
        let records = Inbox<DebugLog.Record>()
        let observation = DebugLog.observe { records.put($0) }
        DebugLog.log(.warning, "still heard")
        #expect(records.values.contains { $0.message == "still heard" })
        _ = observation
    }
}
