import CaptureModel
import Testing

@Suite struct PlannerModeTests {
    struct Choice: CustomTestStringConvertible, Sendable {
        var name: String
        var modes: [CaptureMode]
        var main: String
        var inset: String
        var testDescription: String { name }
    }

    static let choices = [
        Choice(name: "generic HD", modes: Machine.genericHD, main: "MJPG 1280x720 at 30", inset: "MJPG 1280x720 at 30"),
        Choice(
            name: "JPEG only", modes: Machine.jpegOnly1080, main: "MJPG 1280x720 at 30", inset: "MJPG 1280x720 at 30"),
        Choice(name: "laptop", modes: Machine.laptop, main: "MJPG 1280x720 at 30", inset: "YUYV 320x180 at 30"),
        Choice(
            name: "60 frames", modes: Machine.sixtyFrames, main: "MJPG 1280x720 at 30", inset: "NV12 640x360 at 30"),
        Choice(name: "grabber", modes: Machine.grabber4K, main: "MJPG 1280x720 at 60", inset: "MJPG 1280x720 at 60"),
        Choice(
            name: "own encoder", modes: Machine.ownEncoder, main: "MJPG 1280x720 at 30", inset: "MJPG 1280x720 at 30"),
        Choice(name: "odd sizes", modes: Machine.oddSizes, main: "YUYV 800x448 at 30", inset: "YUYV 800x448 at 30"),
        Choice(
            name: "listed twice", modes: Machine.listedTwice, main: "MJPG 1280x720 at 30", inset: "MJPG 1280x720 at 30"),
        Choice(
            name: "television", modes: Machine.television, main: "MJPG 1280x720 at 30000/1001",
            inset: "MJPG 1280x720 at 30000/1001"),
        Choice(name: "rateless", modes: Machine.rateless, main: "YUYV 1280x720", inset: "YUYV 1280x720"),
    ]

    @Test("Two cameras of one make on one bus get the cheapest mode that fills each rectangle", arguments: choices)
    func pairs(choice: Choice) throws {
        let inventory = Inventory(cameras: [Machine.camera(0, choice.modes), Machine.camera(1, choice.modes)])
        let plan = try Planner.plan(Machine.twoCameras, inventory: inventory)
        #expect(plan.mode(of: "main") == choice.main)
        #expect(plan.mode(of: "inset") == choice.inset)
    }

    @Test("A camera by itself gets the mode that it would get beside another", arguments: choices)
    func singly(choice: Choice) throws {
        #expect(try mode(choice.modes) == choice.main)
    }

    private func mode(
        _ modes: [CaptureMode], canvas: Canvas = Canvas(width: 1280, height: 720, frameRate: Fraction(30)),
        wish: ModeWish? = nil, rotate: Rotation = .none, fit: Fit = .contain, bus: String? = nil
    ) throws -> String? {
        let source = Source(name: "main", origin: .camera(.automatic), rotate: rotate, fit: fit, mode: wish)
        let inventory = Inventory(cameras: [Machine.camera(0, modes, bus: bus)])
        return try Planner.plan(Machine.preset([source], canvas: canvas), inventory: inventory).mode(of: "main")
    }

    @Test("A canvas larger than anything offered gets the largest mode")
    func largest() throws {
        let canvas = Canvas(width: 3840, height: 2160, frameRate: Fraction(30))
        #expect(try mode(Machine.laptop, canvas: canvas) == "MJPG 1920x1080 at 30")
        #expect(try mode(Machine.grabber4K, canvas: canvas) == "MJPG 3840x2160 at 30")
    }

    @Test("The rate is the nearest at or above the canvas's, else the highest")
    func rates() throws {
        func at(_ rate: Fraction) throws -> String? {
            try mode(Machine.sixtyFrames, canvas: Canvas(width: 1280, height: 720, frameRate: rate))
        }
        #expect(try at(Fraction(25)) == "MJPG 1280x720 at 30")
        #expect(try at(Fraction(24)) == "MJPG 1280x720 at 24")
        #expect(try at(Fraction(15, 2)) == "MJPG 1280x720 at 15/2")
        #expect(try at(Fraction(60)) == "MJPG 1280x720 at 60")
        #expect(try at(Fraction(120)) == "MJPG 1280x720 at 60")
    }

    @Test("A full picture that is only a little slow beats a tiny one at the full rate")
    func slightlySlow() throws {
        let modes = [
            CaptureMode(format: "MJPG", width: 160, height: 120, frameRates: [Fraction(30)]),
            CaptureMode(format: "MJPG", width: 1280, height: 720, frameRates: [Fraction(25)]),
        ]
        #expect(try mode(modes) == "MJPG 1280x720 at 25")
    }

    @Test("Raw is preferred at small sizes, and at all sizes where no bus is shared")
    func rawOrJPEG() throws {
        let small = Canvas(width: 320, height: 240, frameRate: Fraction(30))
        #expect(try mode(Machine.genericHD, canvas: small) == "YUYV 320x240 at 30")
        #expect(try mode(Machine.genericHD) == "MJPG 1280x720 at 30")
        #expect(try mode(Machine.genericHD, bus: "platform:sensor") == "YUYV 1280x720 at 30")
    }

    @Test("A camera that lies on its side is judged by its rotated rectangle")
    func rotated() throws {
        let portrait = Canvas(width: 720, height: 1280, frameRate: Fraction(30))
        #expect(try mode(Machine.laptop, canvas: portrait, rotate: .clockwise90) == "MJPG 1280x720 at 30")
        // Upright in a wide canvas the picture is at most 540 columns wide: a small mode shows as much.
        #expect(try mode(Machine.laptop, rotate: .clockwise90) == "MJPG 640x480 at 30")
    }

    @Test("With cover a picture of another shape will do, if no side is enlarged")
    func cover() throws {
        let canvas = Canvas(width: 320, height: 180, frameRate: Fraction(30))
        #expect(try mode(Machine.genericHD, canvas: canvas, fit: .cover) == "YUYV 320x240 at 30")
        #expect(try mode(Machine.genericHD, canvas: canvas, fit: .contain) == "MJPG 1280x720 at 30")
    }

    @Test("Grey pictures are taken only from a camera that has no others")
    func grey() throws {
        let grey = CaptureMode(format: "GREY", width: 1280, height: 720, frameRates: [Fraction(30)])
        let color = CaptureMode(format: "YUYV", width: 320, height: 240, frameRates: [Fraction(15)])
        #expect(try mode([grey, color]) == "YUYV 320x240 at 15")
        #expect(try mode([grey]) == "GREY 1280x720 at 30")
    }

    @Test("A camera that lists no modes is taken as it comes")
    func unlisted() throws {
        #expect(try mode([]) == nil)
        let wish = ModeWish(format: "MJPG", width: 640, height: 480)
        #expect(try mode([], wish: wish) == "MJPG 640x480")
    }

    @Test("A wish narrows the choice and leaves the rest free")
    func wishes() throws {
        #expect(try mode(Machine.laptop, wish: ModeWish(format: "YUYV")) == "YUYV 640x480 at 30")
        #expect(try mode(Machine.laptop, wish: ModeWish(width: 848)) == "MJPG 848x480 at 30")
        #expect(try mode(Machine.laptop, wish: ModeWish(height: 540)) == "MJPG 960x540 at 30")
        #expect(try mode(Machine.sixtyFrames, wish: ModeWish(frameRate: Fraction(60))) == "MJPG 1280x720 at 60")
        #expect(try mode(Machine.television, wish: ModeWish(frameRate: Fraction(30))) == "MJPG 1280x720 at 30000/1001")
        #expect(try mode(Machine.rateless, wish: ModeWish(frameRate: Fraction(15))) == "YUYV 1280x720 at 15")
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        var wish: ModeWish
        var modes: [CaptureMode]
        var text: String
        var testDescription: String { text }
    }

    static let camera = "main: the camera Cam (usb-Maker_Cam_0-video-index0)"
    static let refusals = [
        Refusal(
            wish: ModeWish(format: "MJPG", width: 1024, height: 768), modes: jpegs,
            text: "\(camera) does not offer MJPG 1024x768; the nearest that it offers is MJPG 1280x720 at 30"),
        Refusal(
            wish: ModeWish(format: "YUYV", width: 1280, height: 720), modes: jpegs,
            text: "\(camera) does not offer YUYV 1280x720; the nearest that it offers is MJPG 1280x720 at 30"),
        Refusal(
            wish: ModeWish(width: 1920, height: 1080, frameRate: Fraction(60)), modes: jpegs,
            text: "\(camera) does not offer 1920x1080 at 60; the nearest that it offers is MJPG 1920x1080 at 30"),
        Refusal(
            wish: ModeWish(frameRate: Fraction(120)), modes: jpegs,
            text: "\(camera) does not offer 120 frames a second; the nearest that it offers is MJPG 1920x1080 at 30"),
        Refusal(
            wish: ModeWish(format: "H264"), modes: Machine.ownEncoder,
            text: "\(camera) offers H264, but that cannot be decoded here; "
                + "the nearest that it offers is MJPG 1920x1080 at 30"),
        Refusal(
            wish: ModeWish(), modes: [CaptureMode(format: "H264", width: 1920, height: 1080, frameRates: [])],
            text: "\(camera) offers only H264, which cannot be decoded here; "
                + "choose another camera with --camera main=ID"),
        Refusal(
            wish: ModeWish(width: 640), modes: [],
            text: "\(camera) lists no modes, so a part of one cannot be looked up; "
                + "give the mode's format, width and height, or leave it out to take the camera as it comes"),
    ]
    static let jpegs = Machine.jpegOnly1080

    @Test("A mode that is not offered is refused with the nearest that is", arguments: refusals)
    func refused(refusal: Refusal) {
        let error = #expect(throws: CaptureError.self) { try mode(refusal.modes, wish: refusal.wish) }
        #expect(error?.code == .modeNotOffered)
        #expect(error?.description == refusal.text)
    }

    @Test("The table of formats names each code once, with caps")
    func formats() {
        let codes = PixelFormat.decodable.map(\.fourCC)
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { $0.count == 4 })
        #expect(PixelFormat(fourCC: "YUYV")?.caps == "video/x-raw,format=YUY2")
        #expect(PixelFormat(fourCC: "MJPG")?.caps == "image/jpeg")
        #expect(PixelFormat(fourCC: "H264") == nil)
    }
}
