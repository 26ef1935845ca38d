import GStreamer
import Testing

@Suite struct PropertyTests {
    init() throws { try initialized() }

    @Test func everyKindOfValueIsSetAndReadBack() throws {
        let source = try Element.make("videotestsrc")
        try source.set(["pattern": "ball", "is-live": true, "num-buffers": 7, "blocksize": .unsigned(99)])
        #expect(try source.string("pattern") == "ball")
        #expect(try source.boolean("is-live"))
        #expect(try source.integer("num-buffers") == 7)
        #expect(try source.integer("blocksize") == 99)
        let sound = try Element.make("audiotestsrc")
        try sound.set("volume", 0.25)
        #expect(try sound.double("volume") == 0.25)
        let crop = try Element.make("aspectratiocrop")
        try crop.set("aspect-ratio", .fraction(16, 9))
        #expect(try crop.string("aspect-ratio") == "16/9")
        let file = try Element.make("filesrc")
        let path = #"/a "quoted" näme\with,everything"#
        try file.set("location", .string(path))
        #expect(try file.string("location") == path)
        let filter = try Element.make("capsfilter")
        let caps = try #require(Caps("video/x-raw,width=16"))
        try filter.set("caps", .caps(caps))
        #expect(Caps(try filter.string("caps")) == caps)
    }

    @Test func anUnknownPropertyIsNamed() throws {
        let source = try Element.make("videotestsrc")
        #expect(throws: PropertyError.unknown(property: "patern", type: "GstVideoTestSrc")) {
            try source.set("patern", "ball")
        }
        #expect(throws: PropertyError.unknown(property: "patern", type: "GstVideoTestSrc")) {
            try source.string("patern")
        }
        #expect(source.hasProperty("pattern"))
        #expect(!source.hasProperty("patern"))
    }

    @Test func aValueOfAnotherTypeIsRefusedAndNothingChanges() throws {
        let source = try Element.make("videotestsrc")
        try source.set(["pattern": "ball", "num-buffers": 7])
        for (property, value) in [
            ("pattern", "nonsense"), ("pattern", 4711), ("num-buffers", "seven"), ("num-buffers", 0.5),
            ("num-buffers", true), ("is-live", 3), ("num-buffers", .fraction(1, 2)),
        ] as [(String, PropertyValue)] {
            let error = try #require(throws: PropertyError.self) { try source.set(property, value) }
            guard case .badValue(value.description, property, "GstVideoTestSrc", _) = error else {
                Issue.record("\(property) = \(value): \(error)")
                continue
            }
        }
        #expect(try source.string("pattern") == "ball")
        #expect(try source.integer("num-buffers") == 7)
        #expect(try !source.boolean("is-live"))
        let crop = try Element.make("aspectratiocrop")
        let before = try crop.string("aspect-ratio")
        #expect(throws: PropertyError.self) { try crop.set("aspect-ratio", .fraction(16, 0)) }
        #expect(try crop.string("aspect-ratio") == before)
    }

    @Test func aNumberOutOfRangeIsRefusedAndNothingChanges() throws {
        let source = try Element.make("videotestsrc")
        try source.set(["num-buffers": 7, "blocksize": 100])
        for (property, value) in [
            ("num-buffers", -2), ("num-buffers", 5_000_000_000), ("blocksize", -1), ("blocksize", 5_000_000_000),
            ("num-buffers", .unsigned(.max)), ("num-buffers", "5000000000"), ("blocksize", "-1"),
        ] as [(String, PropertyValue)] {
            #expect(
                throws: PropertyError.outOfRange(value.description, property: property, type: "GstVideoTestSrc")
            ) { try source.set(property, value) }
        }
        #expect(try source.integer("num-buffers") == 7)
        #expect(try source.integer("blocksize") == 100)
        let sound = try Element.make("audiotestsrc")
        #expect(throws: PropertyError.outOfRange("11.0", property: "volume", type: "GstAudioTestSrc")) {
            try sound.set("volume", 11.0)
        }
        #expect(try sound.double("volume") == 0.8)
    }

    @Test func whatCannotBeWrittenOrReadSaysSo() throws {
        let queue = try Element.make("queue")
        #expect(throws: PropertyError.notWritable(property: "current-level-buffers", type: "GstQueue")) {
            try queue.set("current-level-buffers", 3)
        }
        // Only a constructor may set it: GObject itself would complain and go on.
        let pad = try #require(queue.staticPad("src"))
        #expect(throws: PropertyError.notWritable(property: "direction", type: "GstPad")) {
            try pad.set("direction", "sink")
        }
        #expect(try pad.string("direction") == "src")
        #expect(throws: PropertyError.self) { try queue.integer("name") }
    }

    @Test func severalPropertiesStopAtTheFirstThatIsRefused() throws {
        let queue = try Element.make("queue")
        let before = try queue.integer("max-size-time")
        #expect(throws: PropertyError.self) {
            try queue.set(["max-size-buffers": 5, "max-size-bites": 1, "max-size-time": 9])
        }
        #expect(try queue.integer("max-size-buffers") == 5)
        #expect(try queue.integer("max-size-time") == before)
    }
}
