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
