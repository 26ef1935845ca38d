import CaptureKit
import CaptureModel
import Foundation

/// A machine of files in a temporary folder: its `/sys`, `/dev`, `/proc`, `/etc` and `/run`, removed with it.
final class FakeMachine {
    let root: String
    private(set) var nodes = FakeNodes()

    init() throws {
        root = NSTemporaryDirectory() + "tandem-devices-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        write("/etc/group", "root:x:0:\nvideo:x:44:me\naudio:x:29:\n")
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    var scanner: DeviceScanner { DeviceScanner(roots: DeviceRoots(below: root, ownProcess: 4242), nodes: nodes) }
    var inventory: Inventory { scanner.inventory() }

    func write(_ path: String, _ text: String) {
        folder(parent(of: path))
        let isWritten = FileManager.default.createFile(atPath: root + path, contents: Data(text.utf8))
        precondition(isWritten, "the fake machine could not write \(path)")
    }

    func folder(_ path: String) {
        try? FileManager.default.createDirectory(atPath: root + path, withIntermediateDirectories: true)
    }

    /// A link; both ends lie in the machine, unless the target is relative.
    func link(_ path: String, to target: String) {
        folder(parent(of: path))
        let full = target.hasPrefix("/") ? root + target : target
        try? FileManager.default.createSymbolicLink(atPath: root + path, withDestinationPath: full)
    }

    private func parent(of path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    /// A V4L2 node as the kernel shows it. `device` is its folder below `/sys/devices`.
    func node(
        _ name: String, called card: String, device: String? = nil, index: Int = 0, minor: Int = 0, answers: FakeVideo
    ) {
        let folder = "/sys/class/video4linux/" + name
        write(folder + "/name", card + "\n")
        write(folder + "/index", "\(index)\n")
        write(folder + "/dev", "81:\(minor)\n")
        write(folder + "/uevent", "MAJOR=81\nMINOR=\(minor)\nDEVNAME=\(name)\n")
        if let device { link(folder + "/device", to: "/sys/devices/" + device) }
        write("/dev/" + name, "")
        nodes.answers[root + "/dev/" + name] = answers
        nodes.statuses[root + "/dev/" + name] = NodeStatus(
            kind: .characterDevice(major: 81), group: 44, mode: 0o660)
    }

    /// A USB device with one interface, as sysfs lays it out; returns the interface's folder below `/sys/devices`.
    func usbDevice(port: String, product: String = "Cam", serial: String? = nil) -> String {
        let device = "pci0000:00/0000:00:14.0/usb1/1-\(port)"
        write("/sys/devices/\(device)/idVendor", "046d\n")
        write("/sys/devices/\(device)/idProduct", "0825\n")
        write("/sys/devices/\(device)/manufacturer", "Maker\n")
        write("/sys/devices/\(device)/product", product + "\n")
        write("/sys/devices/\(device)/devpath", port + "\n")
        if let serial { write("/sys/devices/\(device)/serial", serial + "\n") }
        let interface = "\(device)/1-\(port):1.0"
        folder("/sys/devices/" + interface)
        link("/sys/devices/\(interface)/driver", to: "/sys/bus/usb/drivers/uvcvideo")
        return interface
    }

    /// A webcam with udev's two links.
    func webcam(
        _ name: String, port: String, serial: String? = nil, answers: FakeVideo? = nil, index: Int = 0
    ) {
        let device = usbDevice(port: port, serial: serial)
        node(
            name, called: "Cam", device: device, index: index,
            answers: answers ?? FakeVideo(card: "Cam", bus: "usb-0000:00:14.0-\(port)"))
        // As udev does it, the later of two rivals takes the link over.
        let byID = "/dev/v4l/by-id/usb-Maker_Cam\(serial.map { "_" + $0 } ?? "")-video-index\(index)"
        try? FileManager.default.removeItem(atPath: root + byID)
        link(byID, to: "../../" + name)
        link("/dev/v4l/by-path/pci-0000:00:14.0-usb-0:\(port):1.0-video-index\(index)", to: "../../" + name)
    }

    /// A process that has a file of this machine open.
    func process(_ number: Int, called name: String, holding path: String) {
        write("/proc/\(number)/comm", name + "\n")
        link("/proc/\(number)/fd/3", to: path)
    }

    func refuse(_ path: String, with error: Int32) {
        nodes.answers[root + path]?.openError = error
        nodes.refusals[root + path] = error
    }

    func status(_ path: String, _ status: NodeStatus) { nodes.statuses[root + path] = status }

    /// An ALSA card with capture devices, each with the status texts of its substreams.
    func card(_ number: Int, id: String, name: String, captures: [Int: [String]]) {
        let cards = root + "/proc/asound/cards"
        let old = (try? String(contentsOfFile: cards, encoding: .utf8)) ?? ""
        let padded = id + String(repeating: " ", count: max(0, 15 - id.count))
        write(
            "/proc/asound/cards",
            old + " \(number) [\(padded)]: Driver - \(name)\n                      \(name) at here\n")
        write("/proc/asound/card\(number)/pcm0p/info", "name: playback\n")
        for (device, statuses) in captures {
            let folder = "/proc/asound/card\(number)/pcm\(device)c"
            write(folder + "/info", "card: \(number)\ndevice: \(device)\nname: \(name)\nsubname: subdevice #0\n")
            for (index, status) in statuses.enumerated() { write("\(folder)/sub\(index)/status", status) }
            let path = "/dev/snd/pcmC\(number)D\(device)c"
            write(path, "")
            nodes.statuses[root + path] = NodeStatus(kind: .characterDevice(major: 116), group: 29, mode: 0o660)
        }
    }
}

/// Nodes with prepared answers; what is not prepared is looked up in the file system.
struct FakeNodes: DeviceNodes {
    var answers: [String: FakeVideo] = [:]
    var statuses: [String: NodeStatus] = [:]
    var refusals: [String: Int32] = [:]

    func status(of path: String) -> NodeStatus { statuses[path] ?? SystemDeviceNodes().status(of: path) }

    func openVideoNode(at path: String) throws(SystemError) -> any VideoNode {
        guard let answers = answers[path] else { throw SystemError(ENOTTY) }
        if let error = answers.openError { throw SystemError(error) }
        return answers
    }

    func refusal(toOpenSoundNodeAt path: String) -> SystemError? {
        if let error = refusals[path] { return SystemError(error) }
        return FileManager.default.fileExists(atPath: path) ? nil : SystemError(ENOENT)
    }
}

/// What a node says for itself.
struct FakeVideo: VideoNode, Sendable {
    static let capture: UInt32 = 0x1
    static let output: UInt32 = 0x2
    static let metadata: UInt32 = 0x80_0000
    static let memoryToMemory: UInt32 = 0x8000
    static let streaming: UInt32 = 0x400_0000

    var driver = "uvcvideo"
    var card = "Cam"
    var bus = ""
    var bits = Self.capture | Self.streaming
    var modes: [(format: String, sizes: [FrameSizes])] = [("MJPG", [.discrete(width: 1280, height: 720)])]
    var intervals: [FrameIntervals] = [.discrete(Fraction(30))]
    var isBusy = false
    var openError: Int32?

    init(card: String = "Cam", bus: String = "", bits: UInt32 = Self.capture | Self.streaming) {
        self.card = card
        self.bus = bus
        self.bits = bits
    }

    func with(_ change: (inout FakeVideo) -> Void) -> FakeVideo {
        var copy = self
        change(&copy)
        return copy
    }

    func capability() throws(SystemError) -> VideoCapability {
        VideoCapability(driver: driver, card: card, bus: bus, bits: bits)
    }
    func formats() -> [String] { modes.map(\.format) }
    func frameSizes(of format: String) -> [FrameSizes] { modes.first { $0.format == format }?.sizes ?? [] }
    func frameIntervals(of format: String, size: Size) -> [FrameIntervals] { intervals }
    func isStreamedByAnother() -> Bool { isBusy }
}
