/// One V4L2 device as sysfs and udev tell of it, without opening it.
struct VideoClassEntry {
    /// The kernel's name: `video0`.
    var name: String
    /// `/dev/video0`
    var path: String
    /// Its place among the nodes of one device.
    var index: Int
    /// The kernel's path of the device that it belongs to; `nil` for virtual cameras, which belong to none.
    var device: String?
    /// `uvcvideo`; empty when sysfs does not tell.
    var driver: String
    /// As the camera calls itself, if udev has asked it; else the kernel's name for the node.
    var displayName: String
    /// What the driver would say as bus_info.
    var derivedBus: String
    /// Its vendor, product and serial number, by which udev makes the by-id link; `nil` when it is not on USB.
    var usbIdentity: String?
    /// udev's words for what the node can do; `nil` when udev knows nothing of it.
    private var capabilities: [String]?
    /// A v4l2loopback node that is being fed. It becomes a camera by that, and udev's notes are from before.
    private var isFedLoopback: Bool

    init(name: String, roots: DeviceRoots) {
        self.name = name
        let folder = roots.videoClass + "/" + name
        let kernelName = SystemFiles.attribute(at: folder + "/name") ?? name
        path = roots.devices + "/" + (Self.value(of: "DEVNAME", in: folder + "/uevent") ?? name)
        index = SystemFiles.attribute(at: folder + "/index").flatMap { Int($0) } ?? 0
        device = SystemFiles.resolved(folder + "/device")
        driver = device.flatMap { SystemFiles.linkTarget(of: $0 + "/driver") }?.lastPathComponent ?? ""
        let notes = SystemFiles.attribute(at: folder + "/dev").map { roots.deviceNotes + "/c" + $0 } ?? ""
        displayName = Self.value(of: "E:ID_V4L_PRODUCT", in: notes) ?? kernelName
        capabilities = Self.value(of: "E:ID_V4L_CAPABILITIES", in: notes)?.split(separator: ":").map(String.init)
        isFedLoopback = Self.isLoopback(folder) && SystemFiles.attribute(at: folder + "/format") != nil
        let usb = device.flatMap(Self.usbDevice)
        usbIdentity = usb.map { folder in
            ["idVendor", "idProduct", "manufacturer", "product", "serial"]
                .map { SystemFiles.attribute(at: "\(folder)/\($0)") ?? "" }.joined(separator: "\u{1F}")
        }
        derivedBus = Self.bus(device: device, usb: usb, kernelName: kernelName, name: name, roots: roots)
    }

    /// What the node is by its kernel name alone; `nil` for `videoN`, which may be anything.
    var kindByName: String? {
        let kinds = [
            ("radio", "radio"), ("vbi", "vbi"), ("swradio", "software radio"), ("v4l-touch", "touch"),
            ("v4l-subdev", "sub-device"),
        ]
        return kinds.first { name.hasPrefix($0.0) }?.1
    }

    /// What a node that cannot be opened is, if it is no camera. Without udev's notes a device's first node is taken for
    /// its camera and any other for something else, as it is with webcams.
    var kindByNotes: String? {
        if isFedLoopback { return nil }
        guard let capabilities else { return index == 0 ? nil : "unknown" }
        if capabilities.contains("capture") { return nil }
        if capabilities.contains("video_output") || capabilities.contains("video_overlay") { return "output" }
        if capabilities.contains("radio") || capabilities.contains("tuner") { return "radio" }
        return "metadata"
    }

    // MARK: Bus

    /// What the driver would say as bus_info, for cameras that cannot be opened and have no link of their own. Right for
    /// USB and PCI cameras, for platform drivers that follow the kernel's rule, and for `vivid`. v4l2loopback counts its
    /// devices, which sysfs does not show: they are counted here by their nodes, which is the same unless somebody gave
    /// the nodes numbers in another order.
    private static func bus(
        device: String?, usb: String?, kernelName: String, name: String, roots: DeviceRoots
    ) -> String {
        guard let device else {
            let place = loopbacks(roots).firstIndex(of: name)
            return place.map { "platform:v4l2loopback-\(padded($0))" } ?? ""
        }
        if let usb {
            let port =
                SystemFiles.attribute(at: usb + "/devpath")
                ?? usb.lastPathComponent.split(separator: "-").dropFirst().joined(separator: "-")
            let controller = device.split(separator: "/").map(String.init)
            if let hub = controller.firstIndex(where: isRootHub), hub > 0 {
                return "usb-\(controller[hub - 1])-\(port)"
            }
            return ""
        }
        let unit = device.lastPathComponent
        if unit.hasPrefix("vivid."), let end = kernelName.dropFirst(6).firstIndex(of: "-"),
            kernelName.hasPrefix("vivid-")
        {
            return "platform:\(kernelName[..<end])"
        }
        if SystemFiles.linkTarget(of: device + "/subsystem")?.lastPathComponent == "pci" { return "PCI:\(unit)" }
        return "platform:\(unit)"
    }

    /// The USB device that an interface belongs to: the nearest folder above it that has a product number.
    private static func usbDevice(of device: String) -> String? {
        var folder = device
        while folder.count > 1 {
            if SystemFiles.exists(folder + "/idProduct") { return folder }
            folder = folder.parentPath
        }
        return nil
    }

    private static func isRootHub(_ name: String) -> Bool {
        name.hasPrefix("usb") && name.count > 3 && name.dropFirst(3).allSatisfy(\.isNumber)
    }

    /// v4l2loopback's nodes have an attribute that no other driver has.
    private static func isLoopback(_ folder: String) -> Bool { SystemFiles.exists(folder + "/max_openers") }

    /// The v4l2loopback nodes, by number.
    private static func loopbacks(_ roots: DeviceRoots) -> [String] {
        SystemFiles.entries(of: roots.videoClass)
            .filter { isLoopback("\(roots.videoClass)/\($0)") }
            .sorted(by: VideoScan.naturallyPrecedes)
    }

    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }

    /// The value of a `KEY=value` line.
    private static func value(of key: String, in path: String) -> String? {
        guard let text = SystemFiles.text(at: path) else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix(key + "=") {
            let value = line.dropFirst(key.count + 1).trimmed
            return value.isEmpty ? nil : value
        }
        return nil
    }
}
