internal import CaptureModel
internal import GStreamer

/// How each codec is encoded: one row an encoder, in order of preference, with the reason of each setting.
///
/// Everywhere: no frame may wait for a later one for long (what an encoder holds when the process dies is lost),
/// and no B-frames (a fragmented MP4 cannot say that the picture is early).
struct EncoderSettings {
    let factory: String
    let properties: [(name: String, value: PropertyValue)]
    /// Settings of the codec library itself, set where its version has them.
    var privateProperties: [(name: String, value: PropertyValue)] = []
    /// What follows it: the parser, where the muxers need one.
    let parser: String?
    /// Samples by which the encoder delays sound without telling the file.
    var priming = 0
    /// Caps that it must be fed, where its own first choice is not the film's.
    var inputCaps: String?
}

extension EncoderSettings {
    static func candidates(_ plan: VideoPlan) -> [EncoderSettings] {
        let keyInterval = PropertyValue.integer(plan.keyframeInterval)
        let kilobits = PropertyValue.integer(max(1, plan.bitrate / 1000))
        switch plan.codec {
        case .h264:
            return [
                EncoderSettings(
                    factory: "x264enc",
                    properties: [
                        // Real time for 1080p30 on two cores, at 16 frames of delay.
                        ("speed-preset", "veryfast"),
                        ("bitrate", kilobits),
                        ("bframes", 0),
                        ("key-int-max", keyInterval),
                        // A third of a second at 30 a second: enough for the rate control, little to lose.
                        ("rc-lookahead", 10),
                        // The threads' own look-ahead would come on top.
                        ("sync-lookahead", 0),
                    ], parser: "h264parse"),
                EncoderSettings(
                    factory: "openh264enc",
                    properties: [
                        ("bitrate", .integer(plan.bitrate)), ("gop-size", keyInterval),
                        ("rate-control", "bitrate"), ("complexity", "medium"),
                        // The film's rate is constant: the encoder may not leave frames out.
                        ("enable-frame-skip", false),
                    ], parser: "h264parse"),
            ]
        case .vp8:
            return [
                EncoderSettings(
                    factory: "vp8enc",
                    properties: [
                        ("target-bitrate", .integer(plan.bitrate)), ("keyframe-max-dist", keyInterval),
                        // The default is "as good as possible", at a second a frame.
                        ("deadline", 1), ("cpu-used", 8), ("lag-in-frames", 0), ("threads", .integer(plan.threads)),
                        ("token-partitions", "4"), ("end-usage", "cbr"), ("min-quantizer", 4), ("max-quantizer", 56),
                    ], parser: nil)
            ]
        }
    }

    static func candidates(_ plan: AudioPlan) -> [EncoderSettings] {
        let bitrate = PropertyValue.integer(plan.bitrate)
        switch plan.codec {
        case .aac:
            return [
                EncoderSettings(
                    factory: "avenc_aac", properties: [("bitrate", bitrate)],
                    // GStreamer turns the library's "where it helps" into "always", and then what is on one side only
                    // is heard on both, or in one of them upside down.
                    privateProperties: [("aac-ms", false)], parser: "aacparse", priming: 1024),
                EncoderSettings(
                    factory: "voaacenc", properties: [("bitrate", bitrate)], parser: "aacparse", priming: 1600),
            ]
        case .opus:
            return [
                EncoderSettings(
                    factory: "opusenc", properties: [("bitrate", bitrate), ("frame-size", "20")], parser: nil)
            ]
        }
    }

    /// The first whose element is installed.
    ///
    /// Errors: `missingElement` with the first choice's Debian package.
    static func choose(_ candidates: [EncoderSettings]) throws(CaptureError) -> EncoderSettings {
        if let found = candidates.first(where: { Library.hasElement($0.factory) }) { return found }
        throw CaptureError(missingElement: candidates[0].factory)
    }

    func make() throws -> Element {
        let element = try Element.make(factory)
        for (name, value) in properties { try element.set(name, value) }
        for (name, value) in privateProperties where element.hasProperty(name) { try element.set(name, value) }
        return element
    }
}

/// The film's picture, worked out.
struct VideoPlan {
    var codec: VideoCodec
    /// Bits per second.
    var bitrate: Int
    /// Frames.
    var keyframeInterval: Int
    var threads: Int

    init(_ settings: VideoSettings, container: Container, canvas: Canvas, threads: Int) {
        codec = settings.codec ?? container.videoCodecs[0]
        bitrate = settings.bitrate(for: canvas)
        let interval = settings.keyframeInterval ?? .seconds(2)
        keyframeInterval = max(1, Int(interval.inSeconds * canvas.frameRate.value))
        self.threads = threads
    }
}

/// The film's sound, worked out.
struct AudioPlan {
    var codec: AudioCodec
    /// Bits per second.
    var bitrate: Int

    init(_ settings: AudioSettings, container: Container) {
        codec = settings.codec ?? container.audioCodecs[0]
        bitrate = settings.bitrate ?? 128_000
    }
}

extension VideoSettings {
    /// Bits per second: a tenth of a bit a pixel is good for cameras at 720p, and larger pictures need less.
    func bitrate(for canvas: Canvas) -> Int {
        if let bitrate { return bitrate }
        let pixels = Double(canvas.size.area) * canvas.frameRate.value
        let reference = 1280.0 * 720 * 30
        let ratio = pixels / reference
        return max(300_000, Int(4_000_000 * (ratio > 1 ? ratio.squareRoot() : ratio)))
    }
}
