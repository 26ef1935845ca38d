/// What the user wants, as written in a preset file: pure values, read by `CapturePresets`, turned into a
/// `CapturePlan` for one machine by `Planner`.
public struct Preset: Sendable, Hashable {
    public var name: String
    public var summary: String
    public var canvas: Canvas
    /// In the order in which the file has them.
    public var sources: [Source]
    /// `nil`: a film without sound.
    public var microphone: Microphone?
    /// In the order in which the file has them; never empty after reading.
    public var layouts: [Layout]
    /// The name of the layout that a session starts with.
    public var layout: String
    public var video: VideoSettings
    public var audio: AudioSettings
    public var output: OutputSettings
    public var limits: Limits
    /// `nil`: the first source's own matrix (see `CapturePlan.colorimetry`).
    public var color: Colorimetry?

    public init(
        name: String, summary: String = "", canvas: Canvas, sources: [Source], microphone: Microphone? = nil,
        layouts: [Layout], layout: String, video: VideoSettings = VideoSettings(),
        audio: AudioSettings = AudioSettings(), output: OutputSettings = OutputSettings(),
        limits: Limits = Limits(), color: Colorimetry? = nil
    ) {
        self.name = name
        self.summary = summary
        self.canvas = canvas
        self.sources = sources
        self.microphone = microphone
        self.layouts = layouts
        self.layout = layout
        self.video = video
        self.audio = audio
        self.output = output
        self.limits = limits
        self.color = color
    }
}

/// The film's picture: its size in pixels (both even) and its constant rate in frames per second.
public struct Canvas: Sendable, Hashable {
    public var width: Int
    public var height: Int
    public var frameRate: Fraction

    public init(width: Int, height: Int, frameRate: Fraction) {
        self.width = width
        self.height = height
        self.frameRate = frameRate
    }

    public var size: Size { Size(width: width, height: height) }
}

/// The matrix (and with it the primaries and transfer) of the film; the range is always limited.
public enum Colorimetry: String, Sendable, Hashable, CaseIterable {
    case bt601, bt709
}
