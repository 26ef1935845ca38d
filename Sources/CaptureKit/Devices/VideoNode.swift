package import CaptureModel

/// An error number of the C library.
package struct SystemError: Error, Hashable {
    package var number: Int32

    package init(_ number: Int32) { self.number = number }
}

/// What the inventory asks of the nodes below `/dev`; tests give answers of their own.
package protocol DeviceNodes: Sendable {
    /// What lies at a path, links followed.
    func status(of path: String) -> NodeStatus
    /// Opens a V4L2 node without waiting and without changing anything of the camera.
    func openVideoNode(at path: String) throws(SystemError) -> any VideoNode
    /// Whether this process may open a sound node for reading; `nil` when it may.
    func refusal(toOpenSoundNodeAt path: String) -> SystemError?
}

/// An open V4L2 node; letting go of it closes it.
package protocol VideoNode {
    func capability() throws(SystemError) -> VideoCapability
    /// FourCC codes in the driver's order, duplicates and all.
    func formats() -> [String]
    func frameSizes(of format: String) -> [FrameSizes]
    func frameIntervals(of format: String, size: Size) -> [FrameIntervals]
    /// Whether another open handle has the node's buffers, and so streams or is about to.
    func isStreamedByAnother() -> Bool
}

/// `struct v4l2_capability`, with the bits that count for this node alone.
package struct VideoCapability: Hashable {
    package var driver: String
    package var card: String
    package var bus: String
    package var bits: UInt32

    package init(driver: String, card: String, bus: String, bits: UInt32) {
        self.driver = driver
        self.card = card
        self.bus = bus
        self.bits = bits
    }
}

/// One entry of a format's sizes; a continuous range is a stepwise one with steps of 1.
package enum FrameSizes: Hashable {
    case discrete(width: Int, height: Int)
    case stepwise(width: ClosedRange<Int>, widthStep: Int, height: ClosedRange<Int>, heightStep: Int)
}

/// One entry of a size's frame intervals, as frames per second: the inverse of what the driver says.
package enum FrameIntervals: Hashable {
    case discrete(Fraction)
    /// With the seconds between two neighbouring intervals; `nil` where the range is continuous.
    case range(slowest: Fraction, fastest: Fraction, step: Fraction?)
}

/// What lies at a path.
package struct NodeStatus: Hashable, Sendable {
    package var kind: Kind
    /// The numeric group, and the permission bits.
    package var group: UInt32
    package var mode: UInt32

    package init(kind: Kind, group: UInt32 = 0, mode: UInt32 = 0) {
        self.kind = kind
        self.group = group
        self.mode = mode
    }

    package enum Kind: Hashable, Sendable {
        case missing
        case danglingLink(target: String)
        case directory, plainFile, blockDevice, pipe, socket
        case characterDevice(major: UInt32)
        /// Something on the way may not be entered, or is broken.
        case unreachable(SystemError)
    }
}
