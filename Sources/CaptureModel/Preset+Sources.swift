/// One picture that a preset brings together with others.
public struct Source: Sendable, Hashable {
    /// The role that layouts use: `main`, `inset`.
    public var name: String
    public var origin: Origin
    /// Flips left and right, after `rotate`.
    public var mirror: Bool
    /// Clockwise, applied before `mirror`.
    public var rotate: Rotation
    /// How the picture meets a rectangle of another shape.
    public var fit: Fit
    /// The capture mode wished for; each part left out is free.
    public var mode: ModeWish?

    public init(
        name: String, origin: Origin, mirror: Bool = false, rotate: Rotation = .none, fit: Fit = .contain,
        mode: ModeWish? = nil
    ) {
        self.name = name
        self.origin = origin
        self.mirror = mirror
        self.rotate = rotate
        self.fit = fit
        self.mode = mode
    }

    /// Where the picture comes from. AVFoundation: `AVCaptureInput`.
    public enum Origin: Sendable, Hashable {
        case camera(CameraSelector)
        /// One of `videotestsrc`'s patterns by its nick: `smpte`, `ball`.
        case test(pattern: String)
        /// A film or picture file, by path.
        case file(path: String)
        /// A gst-launch fragment with one open video source pad.
        case element(description: String)
    }
}

/// Which camera a source means.
public enum CameraSelector: Sendable, Hashable {
    /// The next camera that no other source of the preset has taken, in the inventory's stable order.
    case automatic
    /// A stable id, a camera's name, or a path below `/dev`.
    case named(String)
}

/// A turn in degrees, clockwise. AVFoundation: `videoRotationAngle`.
public enum Rotation: Int, Sendable, Hashable, CaseIterable {
    case none = 0
    case clockwise90 = 90
    case half = 180
    case clockwise270 = 270
}

/// How a picture meets a rectangle of another aspect.
public enum Fit: String, Sendable, Hashable, CaseIterable {
    /// All of the picture is seen; the rectangle may not be filled.
    case contain
    /// The rectangle is filled; the picture's edges may be cut.
    case cover
    /// The rectangle is filled; the picture may be distorted.
    case stretch
}

/// A wish for a camera's mode; `nil` parts are free.
public struct ModeWish: Sendable, Hashable {
    /// A V4L2 FourCC such as `MJPG` or `YUYV`.
    public var format: String?
    /// Pixels.
    public var width: Int?
    /// Pixels.
    public var height: Int?
    /// Frames per second.
    public var frameRate: Fraction?

    public init(format: String? = nil, width: Int? = nil, height: Int? = nil, frameRate: Fraction? = nil) {
        self.format = format
        self.width = width
        self.height = height
        self.frameRate = frameRate
    }
}

/// Where the film's sound comes from.
public struct Microphone: Sendable, Hashable {
    public var origin: Origin

    public init(origin: Origin) { self.origin = origin }

    public enum Origin: Sendable, Hashable {
        /// An ALSA device by name: `default`, `hw:CARD=Loopback,DEV=1`, or a card's id.
        case alsa(device: String)
        /// One of `audiotestsrc`'s waves by its nick: `ticks`, `sine`.
        case test(wave: String)
    }
}
