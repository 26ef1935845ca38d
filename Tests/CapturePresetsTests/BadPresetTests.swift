import CaptureModel
import Testing

@testable import CapturePresets

/// The diagnostics of a text, one line each.
func lines(_ text: String, overrides: [String] = []) -> [String] {
    PresetReader.inspect(text: Array(text.utf8), file: "p", overrides: overrides.map { PresetOverride($0) })
        .diagnostics.map(\.description)
}

/// A preset of which one part is replaced: the parts are on lines 2 to 5 of the text.
private func preset(
    canvas: String = "{width:640,height:360,frameRate:30}", sources: String = "{a:{test:'ball'},b:{test:'smpte'}}",
    more: String = ""
) -> String {
    "{\nschema:1,name:'n',\ncanvas:\(canvas),\nsources:\(sources),\n\(more)}"
}

@Suite("Bad presets")
struct BadPresetTests {
    @Test(
        "What an override takes out is missed at the override",
        arguments: [
            ("sources", "--set sources=null:1:1: error: sources: missing; a preset needs it"),
            ("schema", "--set schema=null:1:1: error: schema: missing; a preset needs it"),
            (
                "sources.a",
                "--set sources.a=null:1:9: error: sources.a: cannot be taken out: layouts.l[0].source shows it"
            ),
        ])
    func missesAtTheOverride(key: String, line: String) {
        let text = preset(more: "layouts:{l:[{source:'a'},{source:'b'}]}")
        #expect(lines(text, overrides: ["\(key)=null"]).contains(line))
    }

    @Test("A film's name does not begin with a dot", arguments: [".", "..", ".x.mp4"])
    func refusesDots(name: String) {
        #expect(
            lines(preset(more: "output:{file:'\(name)'}")) == [
                "p:5:14: error: output.file: \"\(name)\" begins with a dot, which no film's name may"
            ])
    }

    @Test("Every problem of a file is told in one run, sorted by place")
    func tellsAll() {
        let text = """
            {
              schema: 2,
              name: "",
              canvas: { width: 1279, heigth: 720, frameRate: "fast" },
              sources: {
                main: { camera: "auto", test: "ball" },
                inset: { test: "bal", miror: true, rotate: 45, fit: "cove" },
                inset: { test: "ball" },
              },
              microphone: {},
              layouts: {
                pip: [ { source: "mian" }, { source: "inset", width: 321, margin: 24 } ],
              },
              layout: "pipp",
              video: { codec: "vp8", bitrate: "4MB", quality: "best" },
              limits: { maxDuration: "90 sec", maxSize: "160M" },
            }
            """
        #expect(
            lines(text) == [
                "p:2:11: error: schema: schema 2 is not known; this version reads schema 1",
                "p:3:9: error: name: the text is empty",
                "p:4:20: error: canvas.width: 1279 is odd; the film's picture needs even numbers: 1278 or 1280",
                "p:4:26: error: canvas.heigth: unknown key; did you mean height?",
                "p:4:50: error: canvas.frameRate: \"fast\" is no frame rate; write 30, 12.5 or \"30000/1001\"",
                "p:6:29: error: sources.main.test: excludes camera; a source has only one of camera, test, file, element",
                "p:8:5: error: sources.inset: duplicate key; it is first given at 7:5",
                "p:10:15: error: microphone: missing; a microphone has one of alsa, test",
                "p:12:22: error: layouts.pip[0].source: there is no source \"mian\"; did you mean \"main\"?",
                "p:12:58: error: layouts.pip[1].width: 321 is odd; the film's picture needs even numbers: 320 or 322",
                "p:12:63: error: layouts.pip[1].margin: means nothing without align; write align: \"bottom right\" beside it",
                "p:14:11: error: layout: there is no layout \"pipp\"; did you mean \"pip\"?",
                "p:15:19: error: video.codec: vp8 does not fit into mp4, which takes h264; leave the codec out for the container's own",
                "p:15:35: error: video.bitrate: \"4MB\" is no bit rate; write a number of bits per second, 4Mbit or 128kbit",
                "p:15:42: error: video.quality: excludes bitrate; keep one of them",
                "p:15:51: error: video.quality: unknown value \"best\"; known here: low, medium, high",
                "p:16:26: error: limits.maxDuration: \"90 sec\" is no duration; write 90 (seconds), 90s, 1m30s, 2h or 500ms",
                "p:16:45: error: limits.maxSize: \"160M\" is no size; write a number of bytes, 160MB, 2GB, 512MiB or 2GiB",
            ])
    }

    @Test(
        "Each mistake is told in its own words",
        arguments: [
            (
                "{}",
                [
                    "p:1:1: error: schema: missing; a preset needs it",
                    "p:1:1: error: name: missing; a preset needs it",
                    "p:1:1: error: canvas: missing; a preset needs it",
                    "p:1:1: error: sources: missing; a preset needs it",
                ]
            ),
            ("", ["p:1:1: error: the text is empty"]),
            ("[]", ["p:1:1: error: wanted an object { … }, found a list"]),
            (
                preset(canvas: "{width:'640',height:360.5,frameRate:null}"),
                [
                    "p:3:8: error: canvas.frameRate: missing; canvas needs it",
                    "p:3:15: error: canvas.width: wanted a whole number of pixels, found the text \"640\"",
                    "p:3:28: error: canvas.height: wanted a whole number of pixels, found 360.5",
                ]
            ),
            (
                preset(canvas: "{width:8,height:10000,frameRate:1000}"),
                [
                    "p:3:15: error: canvas.width: 8 is out of range; from 16 to 8192 pixels",
                    "p:3:24: error: canvas.height: 10000 is out of range; from 16 to 8192 pixels",
                    "p:3:40: error: canvas.frameRate: 1000 is out of range; from 1 to 240 frames per second",
                ]
            ),
            (
                preset(canvas: "{width:640,height:360,frameRate:'30/0'}"),
                [
                    "p:3:40: error: canvas.frameRate: \"30/0\" is no frame rate; write 30, 12.5 or \"30000/1001\""
                ]
            ),
            (preset(canvas: "7"), ["p:3:8: error: canvas: wanted an object { … }, found the number 7"]),
            (
                preset(sources: "{}"),
                ["p:4:9: error: sources: a preset needs at least one source, such as main: { camera: \"auto\" }"]
            ),
            (preset(sources: "{'':{test:'ball'}}"), ["p:4:10: error: sources.\"\": the name is empty"]),
            (
                preset(sources: "{'a b':{test:'ball'}}"),
                [
                    "p:4:10: error: sources.\"a b\": a name is made of letters, digits, - and _, at most 64 of them"
                ]
            ),
            (
                preset(sources: "{program:{test:'ball'}}"),
                ["p:4:10: error: sources.program: the name program is taken; choose another"]
            ),
            (
                preset(sources: "{a:{}}"),
                ["p:4:12: error: sources.a: missing; a source has one of camera, test, file, element"]
            ),
            (
                preset(sources: "{a:'auto'}"),
                ["p:4:12: error: sources.a: wanted an object { … }, found the text \"auto\""]
            ),
            (preset(sources: "{a:{camera:''}}"), ["p:4:20: error: sources.a.camera: the text is empty"]),
            (
                preset(sources: "{a:{test:'smpet'}}"),
                ["p:4:18: error: sources.a.test: unknown value \"smpet\"; did you mean \"smpte\"?"]
            ),
            (
                preset(sources: "{a:{test:'ball',mirror:'yes',rotate:'90',fit:1}}"),
                [
                    "p:4:32: error: sources.a.mirror: wanted true or false, found the text \"yes\"",
                    "p:4:45: error: sources.a.rotate: wanted a whole number of degrees, found the text \"90\"",
                    "p:4:54: error: sources.a.fit: wanted one of \"contain\", \"cover\", \"stretch\", found the number 1",
                ]
            ),
            (
                preset(sources: "{a:{test:'ball',rotate:45}}"),
                [
                    "p:4:32: error: sources.a.rotate: 45 is no quarter turn; write 0, 90, 180 or 270 (clockwise)"
                ]
            ),
            (
                preset(sources: "{a:{test:'ball',mode:{width:640}}}"),
                ["p:4:25: error: sources.a.mode: only a camera has modes"]
            ),
            (
                preset(sources: "{a:{camera:'auto',mode:{format:'mjpeg',width:0}}}"),
                [
                    "p:4:40: error: sources.a.mode.format: \"mjpeg\" is no format; V4L2's are four characters in capitals; did you mean \"MJPG\"?",
                    "p:4:54: error: sources.a.mode.width: 0 is out of range; from 1 to 16384 pixels",
                ]
            ),
            (
                preset(more: "microphone:{test:'tick'}"),
                ["p:5:18: error: microphone.test: unknown value \"tick\"; did you mean \"ticks\"?"]
            ),
            (
                preset(more: "microphone:'none'"),
                ["p:5:12: error: microphone: wanted an object { … }, found the text \"none\""]
            ),
            (
                preset(more: "layouts:{}"),
                ["p:5:9: error: layouts: no layout in it; leave layouts out for the default one"]
            ),
            (
                preset(more: "layouts:{l:{source:'a'}}"),
                [
                    "p:5:12: error: layouts.l: wanted a list of placements such as [{ source: \"main\" }], found an object"
                ]
            ),
            (
                preset(more: "layouts:{l:[{source:'a'},{source:'b'},{source:'a'}]}"),
                [
                    "p:5:47: error: layouts.l[2].source: \"a\" is in this layout already, at 5:21; a layout shows a source once"
                ]
            ),
            (
                preset(more: "layouts:{l:[{source:'a'},{source:'b',x:'60%',width:'50%'}]}"),
                [
                    "p:5:40: error: layouts.l[1].x: the rectangle 320x180 at 384,90 reaches beyond the canvas of 640x360"
                ]
            ),
            (
                preset(more: "layouts:{l:[{source:'a'},{source:'b',width:700}]}"),
                [
                    "p:5:44: error: layouts.l[1].width: the rectangle 700x392 at -30,-16 reaches beyond the canvas of 640x360"
                ]
            ),
            (
                preset(more: "layouts:{l:[{source:'a'},{source:'b',width:640,align:'bottom',margin:2}]}"),
                [
                    "p:5:70: error: layouts.l[1].margin: the rectangle 640x360 at 0,-2 reaches beyond the canvas of 640x360"
                ]
            ),
            (
                preset(more: "layouts:{l:[{source:'a'},{source:'b',x:-2,y:3,width:0,height:'0%'}]}"),
                [
                    "p:5:40: error: layouts.l[1].x: -2 is out of range; at least 0 pixels",
                    "p:5:45: error: layouts.l[1].y: 3 is odd; the film's picture needs even numbers: 2 or 4",
                    "p:5:53: error: layouts.l[1].width: 0 is out of range; at least 2 pixels",
                    "p:5:62: error: layouts.l[1].height: a side of 0 % shows nothing; leave the source out of the layout",
                ]
            ),
            (
                preset(more: "layouts:{l:[{source:'a'},{source:'b',width:'25',height:'120%'}]}"),
                [
                    "p:5:44: error: layouts.l[1].width: \"25\" is no length; write pixels as a number (24) or a percentage (\"25%\")",
                    "p:5:56: error: layouts.l[1].height: \"120%\" is out of range; from 0% to 100%",
                ]
            ),
            (
                preset(more: "layouts:{l:[{source:'a'},{source:'b',width:'25%',align:'botom right',margin:-1}]}"),
                [
                    "p:5:56: error: layouts.l[1].align: \"botom right\" is no place; did you mean \"bottom\"?",
                    "p:5:77: error: layouts.l[1].margin: -1 is out of range; at least 0 pixels",
                ]
            ),
            (
                preset(more: "layouts:{l:[{source:'a'},{source:'b',x:0,width:'25%',align:'bottom right'}]}"),
                [
                    "p:5:38: error: layouts.l[1].x: excludes align, which says the same; keep one of them"
                ]
            ),
            (
                preset(more: "layouts:{l:[{source:'a'}]}"),
                ["p:4:26: warning: sources.b: is in no layout: it would run and never be seen"]
            ),
            (
                preset(more: "microphone:{alsa:'hw:1,0'}"),
                [
                    "p:5:18: warning: microphone.alsa: \"hw:1,0\" names a card by its number, which can change at every start; write \"hw:CARD=ID,DEV=0\""
                ]
            ),
            (preset(more: "layout:'x'"), ["p:5:8: error: layout: there is no layout \"x\"; there is \"default\""]),
            (
                preset(more: "video:{codec:'h265',keyframeInterval:'20s'}"),
                [
                    "p:5:14: error: video.codec: unknown value \"h265\"; did you mean \"h264\"?",
                    "p:5:38: error: video.keyframeInterval: 20s is out of range; from 100ms to 10s",
                ]
            ),
            (
                preset(more: "output:{container:'webm'},audio:{codec:'aac',bitrate:1000}"),
                [
                    "p:5:40: error: audio.codec: aac does not fit into webm, which takes opus; leave the codec out for the container's own",
                    "p:5:54: error: audio.bitrate: 1kbit is out of range; from 8kbit to 512kbit",
                ]
            ),
            (preset(more: "output:{file:'a.mkv'},video:{codec:'vp8'},audio:{codec:'opus'}"), []),
            (
                preset(more: "output:{container:'mkv',file:'a.mp4'}"),
                [
                    "p:5:30: error: output.file: the name ends in .mp4, but output.container is mkv; leave one of them out, or make them the same"
                ]
            ),
            (
                preset(more: "output:{file:'a.avi'}"),
                [
                    "p:5:14: error: output.file: \"a.avi\" does not say which container; end it in .mp4, .mkv or .webm, or give output.container"
                ]
            ),
            (
                preset(more: "output:{file:'x/{name}.mp4'}"),
                [
                    "p:5:14: error: output.file: \"x/{name}.mp4\" has a / in it; the folder goes into output.directory"
                ]
            ),
            (
                preset(more: "output:{file:'{nam}.mp4'}"),
                ["p:5:14: error: output.file: unknown field \"{nam}\"; did you mean {name}?"]
            ),
            (
                preset(more: "output:{file:'{name.mp4'}"),
                ["p:5:14: error: output.file: \"{name.mp4\" has a brace without its other half"]
            ),
            (
                preset(more: "limits:{maxDuration:0,maxSize:1.5,minFreeDisk:-1}"),
                [
                    "p:5:21: error: limits.maxDuration: 0s is out of range; from 100ms to 100000h",
                    "p:5:31: error: limits.maxSize: 1.5 is no size; write a number of bytes, 160MB, 2GB, 512MiB or 2GiB",
                    "p:5:47: error: limits.minFreeDisk: -1 is no size; write a number of bytes, 160MB, 2GB, 512MiB or 2GiB",
                ]
            ),
            (
                preset(more: "color:'bt2020'"),
                ["p:5:7: error: color: unknown value \"bt2020\"; known here: auto, bt601, bt709"]
            ),
            (preset(more: "color:'bt70'"), ["p:5:7: error: color: unknown value \"bt70\"; did you mean \"bt709\"?"]),
        ])
    func tellsEach(text: String, expected: [String]) {
        #expect(lines(text) == expected)
    }

    @Test("A syntax error hides no other problem, and nothing is called missing for it")
    func goesOnAfterSyntaxErrors() {
        let text = """
            {
              schema: 1, name: "n,
              canvas: { width: 641, height: 360, frameRate: 30 },
              sources: { a: { test: ball }, b: { test: "smpte" } },
              layouts: { l: [ { source: "c" } ] },
              colour: "auto",
            }
            """
        #expect(
            lines(text) == [
                "p:2:20: error: this text has no closing \" on its line",
                "p:3:20: error: canvas.width: 641 is odd; the film's picture needs even numbers: 640 or 642",
                "p:4:25: error: expected a value, found the bare word ball; a text is written in quotes: \"ball\"",
                "p:6:3: error: colour: unknown key; did you mean color?",
            ])
    }

    @Test("Bytes that are no UTF-8 are told with their place, and how many more there are")
    func tellsDamage() {
        let bytes = Array("{\n // ".utf8) + [0xE9, 0x0A, 0xFF] + Array("}".utf8)
        let found = PresetReader.inspect(text: bytes, file: "p").diagnostics.map(\.description)
        #expect(found.first == "p:2:5: error: the byte 0xE9 is not UTF-8 here (and 1 more such places)")
    }

    @Test("A text that is too large, or has countless problems, is refused in few words")
    func isBounded() {
        let large = PresetReader.inspect(text: [UInt8](repeating: 0x20, count: (1 << 20) + 1), file: "p")
        #expect(
            large.diagnostics.map(\.description) == [
                "p:1:1: error: the text has 1048577 bytes; a preset may have 1048576"
            ])
        let many = lines("{" + (0..<5000).map { "x\($0):1" }.joined(separator: ",") + "}")
        #expect(many.count == 201 && many.last?.hasSuffix("4804 more problems are not shown") == true)
    }

    @Test("The error that is thrown has the errors and not the warnings")
    func throwsErrorsOnly() throws {
        let text = preset(more: "microphone:{alsa:'hw:1'},colour:1")
        let error = try #require(throws: PresetError.self) { try PresetReader.read(text: text, file: "p") }
        #expect(error.description == "p:5:26: error: colour: unknown key; did you mean color?")
        let warned = preset(more: "microphone:{alsa:'hw:1'}")
        #expect(try PresetReader.read(text: warned, file: "p").microphone == Microphone(origin: .alsa(device: "hw:1")))
    }
}

@Suite("Huge texts")
struct HugeTextTests {
    @Test(
        "are refused in little time, whatever they are made of", .timeLimit(.minutes(1)),
        arguments: ["a:1,", "'", "\u{301},", "x1y2z3:[],", "[{", "\\u", "/*", "{\"a\":", "1e9", "é\n"])
    func areRefusedSoon(piece: String) {
        let filler = String(repeating: piece, count: PresetReader.sizeLimit / 4 / piece.utf8.count)
        let found = PresetReader.inspect(text: Array(("{" + filler + "}").utf8), file: "p").diagnostics
        #expect(!found.isEmpty && found.count <= 201)
    }
}
