import CaptureModel
import Testing

@testable import CapturePresets

@Suite("Good presets")
struct GoodPresetTests {
    private let small = "schema:1,name:'n',canvas:{width:640,height:360,frameRate:30},"

    private func read(_ more: String, overrides: [String] = []) throws -> Preset {
        try PresetReader.read(text: "{\(small)\(more)}", file: "p", overrides: overrides.map { PresetOverride($0) })
    }

    @Test("Everything that a preset can say arrives")
    func readsEverything() throws {
        let text = """
            { schema: 1, name: "all", description: "d",
              canvas: { width: 1280, height: 720, frameRate: "30000/1001" },
              sources: {
                a: { camera: "auto", mirror: true, rotate: 90, fit: "cover",
                     mode: { format: "MJPG", width: 1920, height: 1080, frameRate: 29.97 } },
                b: { camera: "/dev/video3" }, c: { file: "logo.png", fit: "stretch" },
                d: { element: "videotestsrc" },
              },
              microphone: { alsa: "hw:CARD=Loopback,DEV=1" },
              layouts: {
                one: [{ source: "a" }, { source: "b", x: "1.5%", y: 2, width: "25%", height: 100 },
                      { source: "c", width: "10%", align: "top left", margin: "1%" }, { source: "d", align: "center" }],
                two: [],
              },
              layout: "two",
              video: { codec: "vp8", quality: "high", keyframeInterval: 1.5 },
              audio: { codec: "opus", bitrate: "96kbit" },
              output: { container: "mkv", file: "{name}-{take}.mkv", directory: "films" },
              limits: { maxDuration: "1h30m", maxSize: "2GiB", minFreeDisk: "1GB" },
              color: "bt601" }
            """
        let expected = Preset(
            name: "all", summary: "d", canvas: Canvas(width: 1280, height: 720, frameRate: Fraction(30000, 1001)),
            sources: [
                Source(
                    name: "a", origin: .camera(.automatic), mirror: true, rotate: .clockwise90, fit: .cover,
                    mode: ModeWish(format: "MJPG", width: 1920, height: 1080, frameRate: Fraction(30000, 1001))),
                Source(name: "b", origin: .camera(.named("/dev/video3"))),
                Source(name: "c", origin: .file(path: "logo.png"), fit: .stretch),
                Source(name: "d", origin: .element(description: "videotestsrc")),
            ],
            microphone: Microphone(origin: .alsa(device: "hw:CARD=Loopback,DEV=1")),
            layouts: [
                Layout(
                    name: "one",
                    items: [
                        Placement(source: "a"),
                        Placement(
                            source: "b", x: .percent(1.5), y: .pixels(2), width: .percent(25), height: .pixels(100)),
                        Placement(
                            source: "c", width: .percent(10), align: Alignment(horizontal: .left, vertical: .top),
                            margin: .percent(1)),
                        Placement(source: "d", align: Alignment()),
                    ]), Layout(name: "two", items: []),
            ],
            layout: "two",
            video: VideoSettings(codec: .vp8, quality: .high, keyframeInterval: .milliseconds(1500)),
            audio: AudioSettings(codec: .opus, bitrate: 96_000),
            output: OutputSettings(container: .mkv, file: "{name}-{take}.mkv", directory: "films"),
            limits: Limits(maxDuration: .seconds(5400), maxSize: 2 << 30, minFreeDisk: 1_000_000_000), color: .bt601)
        #expect(try PresetReader.read(text: text, file: "p") == expected)
    }

    @Test("What is left out, or null, has its default")
    func hasDefaults() throws {
        let plain = try read("sources:{a:{test:'ball'}}")
        #expect(plain.microphone == nil && plain.summary == "" && plain.color == nil)
        #expect(
            plain.layouts == [Layout(name: "default", items: [Placement(source: "a")])] && plain.layout == "default")
        #expect(plain.video == VideoSettings() && plain.audio == AudioSettings())
        #expect(plain.output == OutputSettings() && plain.limits == Limits(minFreeDisk: 200_000_000))
        let nulls = "microphone:null,layouts:null,layout:null,video:null,limits:{maxDuration:null},color:null"
        #expect(try read("sources:{a:{test:'ball',mirror:null}},\(nulls)") == plain)
        #expect(try read("sources:{a:{test:'ball'}},color:'auto'") == plain)
        #expect(
            try read("sources:{a:{test:'ball'}},output:{container:'webm'}").output.file == "{name}-{date}-{time}.webm")
    }

    @Test("Without layouts the first source fills the canvas and the others lie apart along its lower edge")
    func makesDefaultLayouts() throws {
        for count in 1...PresetDecoder.sourceLimit {
            let names = (0..<count).map { "s\($0)" }
            let preset = try read("sources:{" + names.map { "\($0):{test:'ball'}" }.joined(separator: ",") + "}")
            let canvas = Size(width: 1280, height: 720)
            let boxes = preset.layouts[0].items.map { LayoutGeometry.box(of: $0, canvas: canvas) }
            #expect(preset.layouts[0].items.map(\.source) == names)
            #expect(boxes[0] == Rectangle(x: 0, y: 0, width: 1280, height: 720))
            if count > 1 { #expect(boxes[1].x + boxes[1].width == 1256) }
            var right = 1280
            for box in boxes.dropFirst() {
                #expect(box.x >= 0 && box.x + box.width < right && box.y > 0 && box.y + box.height < 720)
                right = box.x
            }
        }
        #expect(
            lines("{\(small)sources:{" + (0...16).map { "s\($0):{test:'ball'}" }.joined(separator: ",") + "}}").count
                == 1)
    }

    @Test(
        "Frame rates are exact",
        arguments: [
            ("30", Fraction(30)), ("29.97", Fraction(30000, 1001)), ("23.976", Fraction(24000, 1001)),
            ("59.94", Fraction(60000, 1001)), ("12.5", Fraction(25, 2)), ("'30000/1001'", Fraction(30000, 1001)),
            ("'60/2'", Fraction(30)), ("1e1", Fraction(10)), ("0x1E", Fraction(30)),
        ])
    func readsFrameRates(text: String, expected: Fraction) throws {
        let preset = try PresetReader.read(
            text: "{schema:1,name:'n',canvas:{width:640,height:360,frameRate:\(text)},sources:{a:{test:'ball'}}}",
            file: "p")
        #expect(preset.canvas.frameRate == expected)
    }

    @Test("An override merges objects, replaces the rest, and takes out with null")
    func overrides() throws {
        let sources = "sources:{a:{camera:'auto',mirror:true},b:{camera:'auto'}},microphone:{alsa:'default'}"
        let set = try read(
            sources,
            overrides: [
                "canvas.frameRate=25", "canvas={ width: 1280, height: 720 }", "sources.a.test=ball",
                "sources.b={ test: 'smpte', rotate: 180 }", "microphone=null", "name=other", "limits.maxDuration=1m30s",
                "layouts.big=[{ source: 'a' }, { source: 'b', width: '50%' }]", "output.directory=a b=c",
            ])
        #expect(set.canvas == Canvas(width: 1280, height: 720, frameRate: Fraction(25)))
        #expect(set.sources[0] == Source(name: "a", origin: .test(pattern: "ball"), mirror: true))
        #expect(set.sources[1] == Source(name: "b", origin: .test(pattern: "smpte"), rotate: .half))
        #expect(set.microphone == nil && set.name == "other" && set.limits.maxDuration == .seconds(90))
        #expect(set.layouts.map(\.name) == ["big"] && set.output.directory == "a b=c")
        let fewer = try read(sources, overrides: ["sources.b=null"])
        #expect(fewer.sources.map(\.name) == ["a"])
        let more = try read(sources, overrides: ["sources.c.test=smpte", "microphone.test=ticks"])
        #expect(more.sources.map(\.name) == ["a", "b", "c"])
        #expect(more.microphone == Microphone(origin: .test(wave: "ticks")))
    }

    @Test(
        "A mistake in an override is told with the override as its place",
        arguments: [
            (
                "canvas.heigth=720",
                ["--set canvas.heigth=720:1:8: error: canvas.heigth: unknown key; did you mean height?"]
            ),
            ("canvass.height=720", ["--set canvass.height=720:1:1: error: canvass: unknown key; did you mean canvas?"]),
            (
                "canvas.height=721",
                [
                    "--set canvas.height=721:1:15: error: canvas.height: 721 is odd; the film's picture needs even numbers: 720 or 722"
                ]
            ),
            (
                "canvas.height=tall",
                [
                    "--set canvas.height=tall:1:15: error: canvas.height: wanted a whole number of pixels, found the text \"tall\""
                ]
            ),
            ("canvas.height", ["--set canvas.height:1:14: error: expected KEY=VALUE, such as canvas.height=720"]),
            ("=1", ["--set =1:1:1: error: expected a key here, such as canvas.height"]),
            ("canvas..height=1", ["--set canvas..height=1:1:8: error: expected a key here, such as canvas.height"]),
            (
                "sources.a={test:",
                [
                    "--set sources.a={test::1:11: error: this { is never closed",
                    "--set sources.a={test::1:17: error: expected a value, found the end of the text",
                ]
            ),
            (
                "sources.maim.mirror=true",
                [
                    "--set sources.maim.mirror=true:1:9: error: sources.maim: there is no source \"maim\"; did you mean \"main\"?"
                ]
            ),
            (
                "limits.maxDuration=90 sec",
                [
                    "--set limits.maxDuration=90 sec:1:20: error: limits.maxDuration: \"90 sec\" is no duration; write 90 (seconds), 90s, 1m30s, 2h or 500ms"
                ]
            ),
        ])
    func tellsBadOverrides(override: String, expected: [String]) {
        #expect(lines("{\(small)sources:{main:{test:'ball'}}}", overrides: [override]) == expected)
    }
}
