internal import CaptureModel
internal import GStreamer

/// The caps that hold everywhere in a session, so that nothing is negotiated twice or converted by surprise.
struct MediaCaps {
    let canvas: Canvas
    let colorimetry: Colorimetry

    /// Samples per second, channels and format of the sound from the microphone's branch to the encoders.
    static let sampleRate = 48_000
    static let channels = 2
    static let bytesPerAudioFrame = 8

    /// 4:2:0, progressive, limited range, square pixels. The chroma's place is pinned as well: where two inputs
    /// differ in it the compositor converts.
    func picture(_ size: Size, frameRate: Fraction? = nil) -> String {
        var text = "video/x-raw,format=I420,width=\(size.width),height=\(size.height),pixel-aspect-ratio=1/1"
        text += ",interlace-mode=progressive,colorimetry=\(colorimetry.capsName),chroma-site=mpeg2"
        if let frameRate { text += ",framerate=\(frameRate.numerator)/\(frameRate.denominator)" }
        return text
    }

    var stage: String { picture(canvas.size, frameRate: canvas.frameRate) }

    static let sound =
        "audio/x-raw,format=F32LE,layout=interleaved,rate=\(sampleRate),channels=\(channels),"
        + "channel-mask=(bitmask)0x3"

    /// One frame of the canvas.
    var frameDuration: ClockTime {
        ClockTime(
            nanoseconds: UInt64(canvas.frameRate.denominator) * 1_000_000_000 / UInt64(canvas.frameRate.numerator))
    }
}

extension Colorimetry {
    /// GStreamer's name: both are limited range.
    var capsName: String { rawValue }
}

/// Makes caps of text that the program itself has put together.
func caps(_ text: String) throws(CaptureError) -> Caps {
    guard let caps = Caps(text) else {
        throw CaptureError(.internal, message: "GStreamer does not understand the caps \(text)")
    }
    return caps
}

/// A capsfilter for such caps.
func capsFilter(_ text: String) throws -> Element {
    let filter = try Element.make("capsfilter")
    try filter.set("caps", .caps(try caps(text)))
    return filter
}

/// A queue that is bounded in buffers alone: the default's 10 MB are three frames of 1080p.
func pictureQueue(_ buffers: Int) throws -> Element {
    let queue = try Element.make("queue")
    try queue.set(["max-size-buffers": .integer(buffers), "max-size-bytes": 0, "max-size-time": 0])
    return queue
}
