/// The cameras and microphones of one machine at one moment: what the planner chooses from.
public struct Inventory: Sendable, Hashable {
    /// In an order that does not depend on node numbers: by bus, then by stable id.
    public var cameras: [Camera]
    /// By card id, then device number.
    public var microphones: [AudioDevice]
    /// Nodes below `/dev` that are no capture devices (metadata, outputs, codecs), for messages about them.
    public var otherNodes: [OtherNode]
    /// The ALSA device that `default` stands for here: `default` itself where a sound server, a configuration or the
    /// first card gives it sense; else the first capture device that may be used; `nil` when there is none.
    public var defaultMicrophone: String?
    /// Files with the user's or the machine's own ALSA definitions (`/etc/asound.conf`): with one of them any name may
    /// be a device.
    public var soundConfigurations: [String]

    public init(
        cameras: [Camera] = [], microphones: [AudioDevice] = [], otherNodes: [OtherNode] = [],
        defaultMicrophone: String? = nil, soundConfigurations: [String] = []
    ) {
        self.cameras = cameras
        self.microphones = microphones
        self.otherNodes = otherNodes
        self.defaultMicrophone = defaultMicrophone
        self.soundConfigurations = soundConfigurations
    }
}

/// A V4L2 node that gives pictures. AVFoundation: `AVCaptureDevice`.
public struct Camera: Sendable, Hashable {
    /// The by-id link's name if it is the only one for it, else the by-path link's name if unique, else the
    /// driver's bus_info.
    public var id: String
    /// What the driver calls it; two cameras of one make have the same.
    public var name: String
    /// `/dev/video0`
    public var path: String
    public var driver: String
    /// The driver's bus_info: `usb-0000:00:14.0-2`.
    public var bus: String
    /// Other paths of the same node: by-id and by-path links.
    public var links: [String]
    /// Whether it can be used now.
    public var access: Access
    /// Empty when the camera could not be opened.
    public var modes: [CaptureMode]

    public init(
        id: String, name: String, path: String, driver: String = "", bus: String = "", links: [String] = [],
        access: Access = .available, modes: [CaptureMode] = []
    ) {
        self.id = id
        self.name = name
        self.path = path
        self.driver = driver
        self.bus = bus
        self.links = links
        self.access = access
        self.modes = modes
    }

    /// Whether a device can be used, and if not, why.
    public enum Access: Sendable, Hashable {
        case available
        /// Somebody streams from it. Holders are empty when `/proc` does not tell.
        case busy(holders: [Holder])
        /// The group that may open it, as `/etc/group` names it; `nil` when the node has no group access.
        case notPermitted(group: String?)
        /// The node could not be opened for another reason, in the system's words.
        case failed(reason: String)
    }
}

/// A process that has a device open.
public struct Holder: Sendable, Hashable {
    public var pid: Int
    public var name: String

    public init(pid: Int, name: String) {
        self.pid = pid
        self.name = name
    }
}

/// One format, size and set of rates that a camera offers. AVFoundation: `AVCaptureDevice.Format`.
public struct CaptureMode: Sendable, Hashable {
    /// V4L2 FourCC: `MJPG`, `YUYV`, `NV12`.
    public var format: String
    public var width: Int
    public var height: Int
    /// Highest first; empty when the driver names none.
    public var frameRates: [Fraction]

    public init(format: String, width: Int, height: Int, frameRates: [Fraction]) {
        self.format = format
        self.width = width
        self.height = height
        self.frameRates = frameRates
    }

    /// Pixels.
    public var size: Size { Size(width: width, height: height) }
}

/// An ALSA capture device, addressed by its card's id and never by its number.
public struct AudioDevice: Sendable, Hashable {
    /// What `alsasrc` takes: `hw:CARD=Loopback,DEV=1`.
    public var id: String
    /// The card's id: `Loopback`.
    public var card: String
    public var name: String
    /// Whether it can be used now.
    public var access: Camera.Access

    public init(id: String, card: String, name: String, access: Camera.Access = .available) {
        self.id = id
        self.card = card
        self.name = name
        self.access = access
    }
}

/// A node that no picture can be taken from, and why.
public struct OtherNode: Sendable, Hashable {
    public var path: String
    public var name: String
    /// `metadata`, `output`, `memory-to-memory`, `radio`…
    public var kind: String

    public init(path: String, name: String, kind: String) {
        self.path = path
        self.name = name
        self.kind = kind
    }
}
