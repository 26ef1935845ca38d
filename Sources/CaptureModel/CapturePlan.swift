/// What one machine will do for a preset: devices, modes, conversions, rectangles, encoder. A pure value; the
/// only thing that `CaptureGraph` builds from.
public struct CapturePlan: Sendable, Hashable {
    public var name: String
    public var canvas: Canvas
    /// The stage's, and with it the film's; always limited range, 4:2:0, progressive.
    public var colorimetry: Colorimetry
    public var sources: [PlannedSource]
    /// `nil`: a film without sound.
    public var microphone: Microphone?
    /// In the preset's order.
    public var layouts: [PlannedLayout]
    /// The layout that a session starts with.
    public var layout: String
    public var video: VideoSettings
    public var audio: AudioSettings
    public var output: OutputSettings
    public var limits: Limits

    public init(
        name: String, canvas: Canvas, colorimetry: Colorimetry, sources: [PlannedSource], microphone: Microphone?,
        layouts: [PlannedLayout], layout: String, video: VideoSettings, audio: AudioSettings,
        output: OutputSettings, limits: Limits
    ) {
        self.name = name
        self.canvas = canvas
        self.colorimetry = colorimetry
        self.sources = sources
        self.microphone = microphone
        self.layouts = layouts
        self.layout = layout
        self.video = video
        self.audio = audio
        self.output = output
        self.limits = limits
    }
}

/// One source of a plan: the preset's, with its device, its mode and its size worked out.
public struct PlannedSource: Sendable, Hashable {
    public var name: String
    public var origin: Origin
    public var mirror: Bool
    public var rotate: Rotation
    public var fit: Fit
    /// The size that the picture is scaled to, once: the largest that it has in any layout. Even.
    public var scaledSize: Size

    public init(
        name: String, origin: Origin, mirror: Bool, rotate: Rotation, fit: Fit, scaledSize: Size
    ) {
        self.name = name
        self.origin = origin
        self.mirror = mirror
        self.rotate = rotate
        self.fit = fit
        self.scaledSize = scaledSize
    }

    /// Where the picture comes from on this machine.
    public enum Origin: Sendable, Hashable {
        /// `mode` is `nil` when the camera lists none: it is then taken as it comes.
        case camera(Camera, mode: PlannedMode?)
        /// Made at `scaledSize` (before rotation) and the canvas's rate, in the stage's colorimetry.
        case test(pattern: String)
        case file(path: String)
        case element(description: String)
    }
}

/// The one mode that a camera is asked for.
public struct PlannedMode: Sendable, Hashable, CustomStringConvertible {
    /// V4L2 FourCC.
    public var format: String
    public var size: Size
    /// `nil`: whatever the driver gives.
    public var frameRate: Fraction?

    public init(format: String, size: Size, frameRate: Fraction?) {
        self.format = format
        self.size = size
        self.frameRate = frameRate
    }

    /// `MJPG 1280x720 at 30`
    public var description: String { "\(format) \(size)" + (frameRate.map { " at \($0)" } ?? "") }
}

/// A layout in pixels; later items lie above earlier ones. A source that is not in it is hidden.
public struct PlannedLayout: Sendable, Hashable {
    public var name: String
    public var items: [Item]

    public init(name: String, items: [Item]) {
        self.name = name
        self.items = items
    }

    /// One source's place.
    public struct Item: Sendable, Hashable {
        /// The source's name.
        public var source: String
        /// Where the picture really lies (with `fit: contain`, the fitted rectangle).
        public var rectangle: Rectangle

        public init(source: String, rectangle: Rectangle) {
            self.source = source
            self.rectangle = rectangle
        }
    }
}
