import CaptureKit
import CaptureModel
import Foundation
import Testing

@Suite struct DevicesDiagnosisTests {
    private let machine: FakeMachine

    init() throws {
        machine = try FakeMachine()
        machine.webcam("video0", port: "2", serial: "A")
        machine.node("video1", called: "Cam", index: 1, answers: FakeVideo(bits: FakeVideo.metadata))
        machine.node("video2", called: "Cam", answers: FakeVideo().with { $0.isBusy = true })
        machine.process(812, called: "zoom", holding: "/dev/video2")
        machine.node("video3", called: "Cam", answers: FakeVideo().with { $0.openError = EACCES })
        machine.node("video4", called: "Cam", answers: FakeVideo().with { $0.openError = ENODEV })
        machine.node("video5", called: "Cam", answers: FakeVideo().with { $0.openError = EPERM })
        machine.node("video6", called: "Cam", answers: FakeVideo().with { $0.openError = EIO })
        machine.node("video7", called: "Cam", answers: FakeVideo().with { $0.openError = ENOTTY })
        machine.node("video8", called: "Screen", answers: FakeVideo(card: "Screen", bits: FakeVideo.output))
        machine.folder("/dev/folder")
        machine.write("/dev/film.mp4", "film")
        machine.link("/dev/gone", to: "nowhere")
        machine.link("/dev/desk", to: "video0")
        machine.status("/dev/tty", NodeStatus(kind: .characterDevice(major: 5)))
        machine.status("/dev/disk", NodeStatus(kind: .blockDevice))
        machine.status("/dev/pipe", NodeStatus(kind: .pipe))
        machine.status("/dev/socket", NodeStatus(kind: .socket))
        machine.status("/dev/closed/x", NodeStatus(kind: .unreachable(SystemError(EACCES))))
        machine.status("/dev/loop", NodeStatus(kind: .unreachable(SystemError(ELOOP))))
    }

    static let list = "list the cameras with tandem devices"
    static let other = "choose another camera with --camera main=ID"

    /// A path, the code, and the sentence, in which `@` stands for the path.
    static let refusals: [(path: String, code: CaptureError.Code, text: String)] = [
        ("/dev/video9", .deviceNotFound, "there is no @; connect the camera, or \(list)"),
        (
            "/dev/gone", .deviceNotFound,
            "@ is a link to nowhere, which is not there; connect the camera that it stands for, or \(list)"
        ),
        ("/dev/folder", .notACaptureDevice, "@ is no camera: it is a directory; \(list)"),
        (
            "/dev/film.mp4", .notACaptureDevice,
            "@ is no camera: it is a plain file; to record from a film or picture file, write { file: \"@\" }"
        ),
        ("/dev/disk", .notACaptureDevice, "@ is no camera: it is a block device, such as a disk; \(list)"),
        ("/dev/pipe", .notACaptureDevice, "@ is no camera: it is a pipe; \(list)"),
        ("/dev/socket", .notACaptureDevice, "@ is no camera: it is a socket; \(list)"),
        ("/dev/tty", .notACaptureDevice, "@ is no camera: it is a device, but not one of V4L2; \(list)"),
        ("/dev/video7", .notACaptureDevice, "@ is no camera: it is a device, but not one of V4L2; \(list)"),
        ("/dev/video1", .notACaptureDevice, "@ is no camera: it is a metadata node of Cam; \(list)"),
        ("/dev/video8", .notACaptureDevice, "@ is no camera: it is an output node of Screen; \(list)"),
        (
            "/dev/video2", .deviceBusy, "the camera Cam (@) is in use by zoom (pid 812); close it, or \(other)"
        ),
        (
            "/dev/video3", .notPermitted,
            "the camera @ may not be opened: @ is for members of the group video; "
                + "run sudo usermod -aG video \"$USER\", then log in again"
        ),
        (
            "/dev/video5", .notPermitted,
            "the camera @ may not be opened: the owner and mode of @ do not allow it; "
                + "ask the administrator for access to it, or give it to the container if this is one"
        ),
        (
            "/dev/video4", .notACaptureDevice,
            "@ is no camera: its node is there, but the device behind it is gone; \(list)"
        ),
        (
            "/dev/video6", .sourceFailed,
            "the camera @ (@) cannot be opened: Input/output error; check its connection, or \(other)"
        ),
        (
            "/dev/closed/x", .notPermitted,
            "@ cannot be reached: a folder on the way may not be entered; ask the administrator for access to it"
        ),
        (
            "/dev/loop", .notACaptureDevice,
            "@ is no camera: it cannot be reached (Too many levels of symbolic links); \(list)"
        ),
    ]

    @Test("Each path that is no usable camera has its own sentence", arguments: refusals)
    func refused(path: String, code: CaptureError.Code, text: String) {
        let full = machine.root + path
        let error = machine.scanner.diagnosis(ofCameraPath: full, source: "main")
        #expect(error?.code == code)
        #expect(error?.description.replacingOccurrences(of: full, with: "@") == "main: " + text)
    }

    @Test("A camera that can be used has no diagnosis, by its node or by a link")
    func fine() {
        #expect(machine.scanner.diagnosis(ofCameraPath: machine.root + "/dev/video0") == nil)
    }

    @Test("On this machine a directory, a plain file and a device of another kind are told apart")
    func reality() {
        func text(_ path: String) -> String? { DeviceInventory.diagnosis(ofCameraPath: path)?.message }
        #expect(text("/dev") == "/dev is no camera: it is a directory")
        #expect(text("/dev/null") == "/dev/null is no camera: it is a device, but not one of V4L2")
        #expect(text("/etc/passwd") == "/etc/passwd is no camera: it is a plain file")
        #expect(text("/etc/passwd/x") == "there is no /etc/passwd/x")
        #expect(text("/dev/no such camera") == "there is no /dev/no such camera")
    }

    private func preset(_ camera: String) -> Preset {
        Preset(
            name: "one", canvas: Canvas(width: 1280, height: 720, frameRate: Fraction(30)),
            sources: [Source(name: "main", origin: .camera(.named(camera)))],
            layouts: [Layout(name: "full", items: [Placement(source: "main")])], layout: "full")
    }

    @Test("A link of the user's own leads to the camera that it stands for")
    func ownLink() throws {
        let plan = try machine.scanner.plan(preset(machine.root + "/dev/desk"))
        guard case .camera(let camera, let mode) = plan.sources[0].origin else {
            Issue.record("the source is no camera")
            return
        }
        #expect(camera.id == "usb-Maker_Cam_A-video-index0")
        #expect(mode?.description == "MJPG 1280x720 at 30")
    }

    @Test("Planning explains a path that is no camera")
    func explained() {
        let path = machine.root + "/dev/folder"
        let error = #expect(throws: CaptureError.self) { try machine.scanner.plan(preset(path)) }
        #expect(error?.description == "main: \(path) is no camera: it is a directory; \(Self.list)")
    }
}
