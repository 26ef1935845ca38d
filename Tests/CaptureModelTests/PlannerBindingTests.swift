import CaptureModel
import Testing

@Suite struct PlannerBindingTests {
    private let two = [Machine.camera(0, Machine.laptop), Machine.camera(1, Machine.laptop)]

    private func plan(_ sources: [Source], _ cameras: [Camera], others: [OtherNode] = []) throws -> CapturePlan {
        try Planner.plan(
            Machine.preset(sources), inventory: Inventory(cameras: cameras, otherNodes: others))
    }

    @Test("Each auto source gets a camera of its own, in the inventory's order")
    func automatic() throws {
        let plan = try plan([Machine.auto("main"), Machine.auto("inset")], two)
        #expect(plan.camera(of: "main") == "/dev/video0")
        #expect(plan.camera(of: "inset") == "/dev/video1")
    }

    @Test("A camera that is named is never given to auto, wherever it stands in the preset")
    func namedFirst() throws {
        let plan = try plan([Machine.auto("main"), Machine.named("inset", "/dev/video0")], two)
        #expect(plan.camera(of: "main") == "/dev/video1")
        #expect(plan.camera(of: "inset") == "/dev/video0")
    }

    @Test(
        "A camera may be named by id, path, node, link, name or bus",
        arguments: [
            "usb-Maker_Desk_1-video-index0", "/dev/video1", "video1", "/dev/v4l/by-id/usb-Maker_Desk_1-video-index0",
            "Desk", "usb-0000:00:14.0-1",
        ])
    func selectors(selector: String) throws {
        let cameras = [Machine.camera(0, Machine.laptop), Machine.camera(1, Machine.laptop, name: "Desk")]
        #expect(try plan([Machine.named("main", selector)], cameras).camera(of: "main") == "/dev/video1")
    }

    @Test("An id wins over another camera's name")
    func idBeforeName() throws {
        var cameras = two
        cameras[0].name = cameras[1].id
        #expect(try plan([Machine.named("main", cameras[1].id)], cameras).camera(of: "main") == "/dev/video1")
    }

    @Test("Cameras in use or not permitted are passed over while others are free")
    func prefersAvailable() throws {
        let cameras = [
            Machine.camera(0, [], access: .busy(holders: [])), Machine.camera(1, Machine.laptop),
            Machine.camera(2, [], access: .notPermitted(group: "video")), Machine.camera(3, Machine.laptop),
        ]
        let plan = try plan([Machine.auto("main"), Machine.auto("inset")], cameras)
        #expect(plan.camera(of: "main") == "/dev/video1")
        #expect(plan.camera(of: "inset") == "/dev/video3")
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var sources: [Source]
        var cameras: [Camera]
        var others: [OtherNode] = []
        var code: CaptureError.Code
        var text: String
    }

    static let cam0 = "usb-Maker_Cam_0-video-index0"
    static let cam1 = "usb-Maker_Cam_1-video-index0"
    static let modes = Machine.laptop
    static let dual = [Machine.auto("main"), Machine.auto("inset")]
    static let refusals = [
        Refusal(
            testDescription: "no camera at all", sources: dual, cameras: [], code: .noCamera,
            text: "main: no camera was found; connect a camera, or try the preset test-pattern, which needs none"),
        Refusal(
            testDescription: "nodes that are no cameras", sources: dual, cameras: [],
            others: [OtherNode(path: "/dev/video1", name: "Cam", kind: "metadata")], code: .noCamera,
            text: "main: no camera was found; these video devices give no pictures: /dev/video1 (Cam, metadata); "
                + "connect a camera, or try the preset test-pattern, which needs none"),
        Refusal(
            testDescription: "named, but none at all", sources: [Machine.named("main", "Cam")], cameras: [],
            code: .noCamera,
            text: "main: no camera was found; connect a camera, or try the preset test-pattern, which needs none"),
        Refusal(
            testDescription: "one for two", sources: dual, cameras: [Machine.camera(0, modes)], code: .noCamera,
            text: "inset: the preset dual-camera needs 2 cameras, and 1 was found: \(cam0) (Cam, /dev/video0); "
                + "connect another camera, or record this one alone with the preset single-camera"),
        Refusal(
            testDescription: "two for three", sources: dual + [Machine.auto("desk")],
            cameras: [Machine.camera(0, modes), Machine.camera(1, modes)], code: .noCamera,
            text: "desk: the preset dual-camera needs 3 cameras, and 2 were found: "
                + "\(cam0) (Cam, /dev/video0), \(cam1) (Cam, /dev/video1); "
                + "connect more cameras, or give desk another origin"),
        Refusal(
            testDescription: "in use", sources: [Machine.auto("main")],
            cameras: [Machine.camera(0, [], access: .busy(holders: [Holder(pid: 812, name: "zoom")]))],
            code: .deviceBusy,
            text: "main: the camera Cam (\(cam0)) is in use by zoom (pid 812); "
                + "close it, or choose another camera with --camera main=ID"),
        Refusal(
            testDescription: "in use by nobody knows whom", sources: [Machine.named("main", "/dev/video0")],
            cameras: [Machine.camera(0, [], access: .busy(holders: [])), Machine.camera(1, modes)], code: .deviceBusy,
            text: "main: the camera Cam (\(cam0)) is in use by another program (which one, the system does not tell); "
                + "close it, or choose another camera with --camera main=ID"),
        Refusal(
            testDescription: "not permitted", sources: [Machine.auto("main")],
            cameras: [Machine.camera(0, [], access: .notPermitted(group: "video"))], code: .notPermitted,
            text: "main: the camera Cam (\(cam0)) may not be opened: /dev/video0 is for members of the group video; "
                + "run sudo usermod -aG video \"$USER\", then log in again"),
        Refusal(
            testDescription: "not permitted, and no group helps", sources: [Machine.auto("main")],
            cameras: [Machine.camera(0, [], access: .notPermitted(group: nil))], code: .notPermitted,
            text:
                "main: the camera Cam (\(cam0)) may not be opened: the owner and mode of /dev/video0 do not allow it; "
                + "ask the administrator for access to it, or give it to the container if this is one"),
        Refusal(
            testDescription: "the second of two is needed and in use", sources: dual,
            cameras: [Machine.camera(0, [], access: .busy(holders: [])), Machine.camera(1, modes)], code: .deviceBusy,
            text: "inset: the camera Cam (\(cam0)) is in use by another program (which one, the system does not tell); "
                + "close it, or choose another camera with --camera inset=ID"),
        Refusal(
            testDescription: "cannot be opened", sources: [Machine.auto("main")],
            cameras: [Machine.camera(0, [], access: .failed(reason: "No such device"))], code: .sourceFailed,
            text: "main: the camera Cam (\(cam0)) cannot be opened: No such device; "
                + "check its connection, or choose another camera with --camera main=ID"),
        Refusal(
            testDescription: "not found", sources: [Machine.named("main", "Kitchen")],
            cameras: [Machine.camera(0, modes)], code: .deviceNotFound,
            text: "main: there is no camera Kitchen; there are: \(cam0) (Cam, /dev/video0); "
                + "choose one of them with --camera main=ID"),
        Refusal(
            testDescription: "misspelt", sources: [Machine.named("main", "usb-Maker_Cam_0-video-idnex0")],
            cameras: [Machine.camera(0, modes)], code: .deviceNotFound,
            text: "main: there is no camera usb-Maker_Cam_0-video-idnex0; there are: \(cam0) (Cam, /dev/video0); "
                + "did you mean \(cam0)?"),
        Refusal(
            testDescription: "ambiguous", sources: [Machine.named("main", "Cam")],
            cameras: [Machine.camera(0, modes), Machine.camera(1, modes)], code: .ambiguousDevice,
            text: "main: Cam fits 2 cameras: \(cam0) (Cam, /dev/video0), \(cam1) (Cam, /dev/video1); "
                + "choose one by its id: --camera main=\(cam0)"),
        Refusal(
            testDescription: "one camera twice",
            sources: [Machine.named("main", "video0"), Machine.named("inset", cam0)],
            cameras: [Machine.camera(0, modes)], code: .invalidPreset,
            text: "inset: the camera Cam (\(cam0)) already serves main, and a camera serves one source only; "
                + "choose another with --camera inset=ID"),
        Refusal(
            testDescription: "no capture node", sources: [Machine.named("main", "/dev/video1")],
            cameras: [Machine.camera(0, modes)],
            others: [OtherNode(path: "/dev/video1", name: "Cam", kind: "metadata")], code: .notACaptureDevice,
            text: "main: /dev/video1 (Cam) gives no pictures: it is a metadata node; "
                + "choose one of: \(cam0) (Cam, /dev/video0)"),
        Refusal(
            testDescription: "no sources", sources: [], cameras: [], code: .invalidPreset,
            text: "the preset dual-camera has no sources"),
        Refusal(
            testDescription: "two sources of one name", sources: [Machine.auto("main"), Machine.auto("main")],
            cameras: [], code: .invalidPreset, text: "the preset dual-camera has two sources named main"),
    ]

    @Test("What cannot be bound is refused with its reason and a way out", arguments: refusals)
    func refused(refusal: Refusal) {
        let error = #expect(throws: CaptureError.self) {
            try plan(refusal.sources, refusal.cameras, others: refusal.others)
        }
        #expect(error?.code == refusal.code)
        #expect(error?.description == refusal.text)
    }
}
