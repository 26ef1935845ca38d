import GStreamer
import Testing

@Suite struct CapsAndStructureTests {
    init() throws { try initialized() }

    @Test func capsSurviveTheWayThroughText() throws {
        let caps = try #require(
            Caps("video/x-raw,format=I420,width=1280,height=720,framerate=30000/1001,pixel-aspect-ratio=1/1"))
        #expect(caps.isFixed)
        #expect(Caps(caps.description) == caps)
        let structure = try #require(caps.structures.first)
        #expect(structure.name == "video/x-raw")
        #expect(structure.fields == ["format", "width", "height", "framerate", "pixel-aspect-ratio"])
        #expect(structure.string("format") == "I420")
        #expect(structure.integer("width") == 1280)
        #expect(try #require(structure.fraction("framerate")) == (30000, 1001))
        #expect(structure.integer("format") == nil)
        #expect(structure.text("framerate") == "30000/1001")
        #expect(structure.text("nothing") == nil)
        for text in ["video/x-raw,width=", "1st", "video/x-raw,width", "video x-raw", ",", "%"] {
            #expect(Caps(text) == nil, "\(text)")
        }
    }

    @Test func capsIntersectAndKnowWhenTheyCannot() throws {
        let open = try #require(Caps("video/x-raw,width=[1,100],height=50"))
        let fixed = try #require(Caps("video/x-raw,width=20"))
        #expect(!open.isFixed)
        #expect(open.canIntersect(fixed))
        #expect(open.intersection(fixed) == Caps("video/x-raw,width=20,height=50"))
        let sound = try #require(Caps("audio/x-raw"))
        #expect(!open.canIntersect(sound))
        #expect(open.intersection(sound).isEmpty)
        #expect(try #require(Caps("ANY")).isAny)
    }

    @Test func equalCapsHaveEqualHashes() throws {
        let left = try #require(Caps("video/x-raw,width=1,height=2; audio/x-raw"))
        let right = try #require(Caps("audio/x-raw; video/x-raw,height=2,width=1"))
        #expect(left == right)
        #expect(Set([left, right]).count == 1)
    }

    @Test func aStructureOfTypedFieldsGivesThemBack() throws {
        let structure = try #require(
            Structure(
                name: "tandem/values",
                fields: [
                    "flag": true, "small": 7, "large": 5_000_000_000, "unsigned": .unsigned(.max), "real": 0.5,
                    "text": "with \"quotes\", commas", "rate": .fraction(30, 1),
                ]))
        #expect(structure.name == "tandem/values")
        #expect(structure.boolean("flag") == true)
        #expect(structure.integer("small") == 7)
        #expect(structure.text("large") == "5000000000")
        #expect(structure.unsigned("unsigned") == .max)
        #expect(structure.double("real") == 0.5)
        #expect(structure.string("text") == "with \"quotes\", commas")
        #expect(try #require(structure.fraction("rate")) == (30, 1))
        #expect(Structure(structure.description) == structure)
    }

    @Test func whatIsNoStructureIsNil() {
        for text in ["", ";", "1st", "two words, a=1", "name, a=", "name, a"] { #expect(Structure(text) == nil) }
        #expect(Structure(name: "1st", fields: [:]) == nil)
        #expect(Structure(name: "", fields: [:]) == nil)
        #expect(Structure(name: "with space", fields: [:]) == nil)
        #expect(Structure(name: "rate", fields: ["rate": .fraction(1, 0)]) == nil)
    }

    @Test func listsOfNumbersAreRead() throws {
        let structure = try #require(Structure("levels, peak=(double)< 0.5, -3.25 >, one=1;"))
        #expect(structure.doubles("peak") == [0.5, -3.25])
        #expect(structure.doubles("one") == nil)
        #expect(structure.doubles("nothing") == nil)
    }
}
