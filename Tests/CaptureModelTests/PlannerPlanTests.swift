import CaptureModel
import Testing

@Suite struct PlannerPlanTests {
    private func camera(_ name: String, fit: Fit = .contain, rotate: Rotation = .none) -> Source {
        Source(name: name, origin: .camera(.automatic), rotate: rotate, fit: fit)
    }

    private let test = Source(name: "main", origin: .test(pattern: "smpte"))
    private let halves = [
        Layout(name: "full", items: [Placement(source: "main")]),
        Layout(
            name: "half", items: [Placement(source: "main", x: .percent(0), width: .percent(50), height: .percent(100))]
        ),
    ]

    private func plan(_ preset: Preset, _ modes: [CaptureMode]...) throws -> CapturePlan {
        let cameras = modes.enumerated().map { Machine.camera($0.offset, $0.element) }
        return try Planner.plan(preset, inventory: Inventory(cameras: cameras))
    }

    @Test("The picture-in-picture layout is in pixels, with the inset above and in its corner")
    func pictureInPicture() throws {
        let plan = try plan(Machine.twoCameras, Machine.laptop, Machine.laptop)
        #expect(plan.layout == "pip")
        #expect(plan.layouts[0].items.map(\.source) == ["main", "inset"])
        #expect(plan.rectangle(of: "main", in: "pip") == "1280x720+0+0")
        #expect(plan.rectangle(of: "inset", in: "pip") == "320x180+936+516")
        #expect(plan.sources.map(\.scaledSize.description) == ["1280x720", "320x180"])
    }

    @Test("A picture of another shape is fitted and its scaled size is what is seen")
    func contained() throws {
        let square = [CaptureMode(format: "MJPG", width: 960, height: 960, frameRates: [Fraction(30)])]
        let plan = try plan(Machine.preset([camera("main")]), square)
        #expect(plan.rectangle(of: "main", in: "pip") == "720x720+280+0")
        #expect(plan.sources[0].scaledSize.description == "720x720")
    }

    @Test("A rotated picture is fitted upright")
    func rotated() throws {
        let plan = try plan(Machine.preset([camera("main", rotate: .clockwise90)]), Machine.television)
        #expect(plan.rectangle(of: "main", in: "pip") == "404x720+438+0")
        #expect(plan.sources[0].scaledSize.description == "404x720")
    }

    @Test("Cover and stretch fill the box, and a source is scaled to its largest one")
    func filled() throws {
        for fit in [Fit.cover, .stretch] {
            let plan = try plan(Machine.preset([camera("main", fit: fit)], layouts: halves), Machine.genericHD)
            #expect(plan.sources[0].scaledSize.description == "1280x720")
            #expect(plan.rectangle(of: "main", in: "full") == "1280x720+0+0")
            // The covering picture is cut to its largest box; in a box of another shape it is not distorted.
            let half = fit == .cover ? "640x360+0+180" : "640x720+0+0"
            #expect(plan.rectangle(of: "main", in: "half") == half)
        }
    }

    @Test("Test pictures are made in the shape of their largest box")
    func testPictures() throws {
        let plan = try plan(Machine.preset([test], layouts: [halves[1]]))
        #expect(plan.sources[0].scaledSize.description == "640x720")
        #expect(plan.rectangle(of: "main", in: "half") == "640x720+0+0")
    }

    @Test("A source that no layout shows is scaled to the canvas, and hidden")
    func hidden() throws {
        let sources = [test, Source(name: "spare", origin: .test(pattern: "ball"))]
        let plan = try plan(Machine.preset(sources, layouts: [halves[0]]))
        #expect(plan.sources[1].scaledSize.description == "1280x720")
        #expect(plan.rectangle(of: "spare", in: "full") == nil)
    }

    @Test("The matrix is the first source's own, unless the preset names one")
    func colorimetry() throws {
        func matrix(_ first: Source, height: Int = 720, color: Colorimetry? = nil) throws -> Colorimetry {
            let canvas = Canvas(width: 1280, height: height, frameRate: Fraction(30))
            return try plan(Machine.preset([first], canvas: canvas, color: color), Machine.laptop).colorimetry
        }
        #expect(try matrix(camera("main")) == .bt601)
        #expect(try matrix(camera("main"), color: .bt709) == .bt709)
        #expect(try matrix(test) == .bt709)
        #expect(try matrix(test, height: 718) == .bt601)
        #expect(try matrix(test, color: .bt601) == .bt601)
        #expect(try matrix(Source(name: "main", origin: .file(path: "a.mp4"))) == .bt601)
        #expect(try matrix(Source(name: "main", origin: .element(description: "videotestsrc"))) == .bt601)
    }

    @Test("A preset made in code with names that do not fit together is refused")
    func names() {
        let stranger = Layout(name: "full", items: [Placement(source: "nobody")])
        let unknown = #expect(throws: CaptureError.self) { try plan(Machine.preset([test], layouts: [stranger])) }
        #expect(
            unknown?.description
                == "the preset dual-camera shows nobody in its layout full, but has no source of that name")
        var preset = Machine.preset([test])
        preset.layout = "side"
        let layout = #expect(throws: CaptureError.self) { try plan(preset) }
        #expect(layout?.code == .invalidPreset)
        #expect(
            layout?.description == "the preset dual-camera starts with the layout side, which it does not have")
    }
}
