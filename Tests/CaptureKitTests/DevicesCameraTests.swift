import CaptureKit
import CaptureModel
import Glibc
import Testing

@Suite struct DevicesCameraTests {
    private let machine: FakeMachine

    init() throws { machine = try FakeMachine() }

    private var ids: [String] { machine.inventory.cameras.map(\.id) }

    @Test("A machine without video devices has no cameras and no other nodes")
    func nothing() {
        #expect(machine.inventory == Inventory())
    }

    @Test("A webcam is told by its by-id link, and its metadata node is no camera")
    func webcam() {
        machine.webcam("video0", port: "2", serial: "A1")
        machine.node(
            "video1", called: "Cam", device: "pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0", index: 1, minor: 1,
            answers: FakeVideo(bits: FakeVideo.metadata | FakeVideo.streaming))
        let inventory = machine.inventory
        #expect(inventory.cameras.count == 1)
        let camera = inventory.cameras[0]
        #expect(camera.id == "usb-Maker_Cam_A1-video-index0")
        #expect(camera.name == "Cam")
        #expect(camera.path == machine.root + "/dev/video0")
        #expect(camera.driver == "uvcvideo")
        #expect(camera.bus == "usb-0000:00:14.0-2")
        #expect(camera.access == .available)
        #expect(
            camera.links.map { $0.split(separator: "/").last ?? "" }
                == ["usb-Maker_Cam_A1-video-index0", "pci-0000:00:14.0-usb-0:2:1.0-video-index0"])
        #expect(camera.modes == [CaptureMode(format: "MJPG", width: 1280, height: 720, frameRates: [Fraction(30)])])
        #expect(
            inventory.otherNodes
                == [OtherNode(path: machine.root + "/dev/video1", name: "Cam", kind: "metadata")])
    }

    @Test("Two cameras of one make without serial numbers are told apart by where they are plugged in")
    func twins() {
        machine.webcam("video0", port: "2")
        machine.webcam("video2", port: "10")
        #expect(
            ids == [
                "pci-0000:00:14.0-usb-0:2:1.0-video-index0", "pci-0000:00:14.0-usb-0:10:1.0-video-index0",
            ])
        // The link that both claim is known for both, so that choosing by it is told to be ambiguous.
        #expect(
            machine.inventory.cameras.allSatisfy { $0.links.contains { $0.hasSuffix("usb-Maker_Cam-video-index0") } })
    }

    @Test("Serial numbers tell cameras of one make apart")
    func serials() {
        machine.webcam("video0", port: "2", serial: "B")
        machine.webcam("video2", port: "1", serial: "A")
        #expect(ids == ["usb-Maker_Cam_A-video-index0", "usb-Maker_Cam_B-video-index0"])
    }

    @Test("The order and the ids stay when the nodes get other numbers")
    func renumbered() throws {
        machine.webcam("video0", port: "2", serial: "A")
        machine.webcam("video2", port: "3", serial: "B")
        let other = try FakeMachine()
        other.webcam("video7", port: "3", serial: "B")
        other.webcam("video9", port: "2", serial: "A")
        #expect(ids == other.inventory.cameras.map(\.id))
        #expect(other.inventory.cameras.map(\.path) == [other.root + "/dev/video9", other.root + "/dev/video7"])
    }

    /// Two `vivid` cameras: one platform device, one by-path link for both.
    private func vivid(_ change: (inout FakeVideo) -> Void = { _ in }) {
        machine.folder("/sys/devices/platform/vivid.0")
        for number in 0...1 {
            let answers = FakeVideo(card: "vivid", bus: "platform:vivid-00\(number)").with(change)
            machine.node(
                "video\(number)", called: "vivid-00\(number)-vid-cap", device: "platform/vivid.0", minor: number,
                answers: answers)
        }
        machine.link("/dev/v4l/by-path/platform-vivid.0-video-index0", to: "../../video1")
    }

    @Test("Cameras that share their only link are told apart by the driver's bus_info")
    func busInfo() {
        vivid()
        #expect(ids == ["platform:vivid-000", "platform:vivid-001"])
        #expect(machine.inventory.cameras.map(\.name) == ["vivid", "vivid"])
    }

    @Test("Ids are the same when the cameras may not be opened")
    func idsWithoutPermission() throws {
        vivid()
        machine.webcam("video4", port: "1.4")
        machine.webcam("video6", port: "2", serial: "A")
        // v4l2loopback's cameras belong to no device and have no links.
        for number in 0...1 {
            machine.node(
                "video\(10 + number)", called: "Front", minor: 10 + number,
                answers: FakeVideo(card: "Front", bus: "platform:v4l2loopback-00\(number)"))
            machine.write("/sys/class/video4linux/video\(10 + number)/max_openers", "10\n")
        }
        let open = machine.inventory.cameras
        for camera in open { machine.refuse(String(camera.path.dropFirst(machine.root.count)), with: EACCES) }
        let closed = machine.inventory.cameras
        #expect(open.count == 6)
        #expect(closed.map(\.id) == open.map(\.id))
        #expect(closed.map(\.bus) == open.map(\.bus))
        #expect(closed.map(\.path) == open.map(\.path))
        #expect(closed.allSatisfy { $0.access == .notPermitted(group: "video") && $0.modes.isEmpty })
    }

    @Test("udev's notes tell what a node is that may not be opened, and what it calls itself")
    func notes() {
        vivid()
        machine.refuse("/dev/video0", with: EACCES)
        machine.refuse("/dev/video1", with: EACCES)
        machine.write(
            "/run/udev/data/c81:0", "S:v4l/by-path/x\nE:ID_V4L_PRODUCT=vivid\nE:ID_V4L_CAPABILITIES=:capture:\n")
        machine.write("/run/udev/data/c81:1", "E:ID_V4L_PRODUCT=vivid\nE:ID_V4L_CAPABILITIES=:\n")
        #expect(machine.inventory.cameras.map(\.name) == ["vivid"])
        #expect(machine.inventory.otherNodes.map(\.kind) == ["metadata"])
    }

    @Test("A loopback node that may not be opened is a camera while it is fed, whatever udev noted before")
    func fedLoopback() {
        machine.node("video40", called: "Front", answers: FakeVideo().with { $0.openError = EACCES })
        machine.write("/run/udev/data/c81:0", "E:ID_V4L_PRODUCT=Front\nE:ID_V4L_CAPABILITIES=:video_output:\n")
        machine.write("/sys/class/video4linux/video40/max_openers", "10\n")
        machine.write("/sys/class/video4linux/video40/format", "")
        #expect(machine.inventory.otherNodes.map(\.kind) == ["output"])
        machine.write("/sys/class/video4linux/video40/format", "MJPG:320x180@10\n")
        #expect(ids == ["platform:v4l2loopback-000"])
        #expect(machine.inventory.cameras[0].access == .notPermitted(group: "video"))
    }

    @Test("Two streams of one device that nothing else tells apart are numbered in their ids")
    func streams() {
        machine.folder("/sys/devices/platform/isp.0")
        for index in 0...1 {
            machine.node(
                "video\(index)", called: "isp", device: "platform/isp.0", index: index, minor: index,
                answers: FakeVideo(card: "isp", bus: "platform:isp.0"))
        }
        #expect(ids == ["platform:isp.0-video-index0", "platform:isp.0-video-index1"])
    }

    @Test("A camera in use names who has it, without this process")
    func busy() {
        machine.webcam("video0", port: "2", serial: "A", answers: FakeVideo().with { $0.isBusy = true })
        machine.process(812, called: "zoom", holding: "/dev/video0")
        machine.process(900, called: "cheese", holding: "/dev/video1")
        machine.process(4242, called: "tandem", holding: "/dev/video0")
        #expect(machine.inventory.cameras[0].access == .busy(holders: [Holder(pid: 812, name: "zoom")]))
        #expect(machine.inventory.cameras[0].modes.count == 1)
    }

    @Test("A camera that somebody has merely open is available")
    func merelyOpen() {
        machine.webcam("video0", port: "2", serial: "A")
        machine.process(812, called: "zoom", holding: "/dev/video0")
        #expect(machine.inventory.cameras[0].access == .available)
    }

    @Test("Why a camera cannot be opened is kept apart")
    func refusals() {
        machine.webcam("video0", port: "2", serial: "A")
        func access(_ error: Int32) -> Camera.Access? {
            machine.refuse("/dev/video0", with: error)
            return machine.inventory.cameras.first?.access
        }
        #expect(access(EACCES) == .notPermitted(group: "video"))
        #expect(access(EPERM) == .notPermitted(group: nil))
        #expect(access(EBUSY) == .busy(holders: []))
        #expect(access(ENODEV) == .failed(reason: "No such device"))
        let path = machine.root + "/dev/video0"
        #expect(
            access(ENOENT)
                == .failed(reason: "the kernel has it, but there is no \(path) here (a container must be given it)"))
    }

    @Test("Root's own group and an unnamed group are not advised")
    func groups() {
        machine.webcam("video0", port: "2", serial: "A")
        machine.refuse("/dev/video0", with: EACCES)
        func group(_ number: UInt32, mode: UInt32) -> Camera.Access? {
            machine.status("/dev/video0", NodeStatus(kind: .characterDevice(major: 81), group: number, mode: mode))
            return machine.inventory.cameras.first?.access
        }
        #expect(group(0, mode: 0o660) == .notPermitted(group: nil))
        #expect(group(44, mode: 0o600) == .notPermitted(group: nil))
        #expect(group(4711, mode: 0o660) == .notPermitted(group: nil))
        #expect(group(29, mode: 0o660) == .notPermitted(group: "audio"))
    }

    @Test("Nodes that give no pictures are listed with their kind")
    func otherNodes() {
        machine.node("video0", called: "encoder", answers: FakeVideo(card: "encoder", bits: FakeVideo.memoryToMemory))
        machine.node("video1", called: "screen", answers: FakeVideo(card: "screen", bits: FakeVideo.output))
        machine.node("radio0", called: "tuner", answers: FakeVideo())
        machine.node("vbi0", called: "text", answers: FakeVideo())
        #expect(machine.inventory.cameras.isEmpty)
        #expect(
            machine.inventory.otherNodes.map { "\($0.name): \($0.kind)" }
                == ["tuner: radio", "text: vbi", "encoder: memory-to-memory", "screen: output"])
    }
}
