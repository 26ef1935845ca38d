/// One stream of a film, in ffprobe's words; a property that ffprobe leaves out is empty, zero or nil.
package struct FilmStream: Sendable {
    package let index: Int
    /// `video` or `audio`.
    package let kind: String
    package let codec: String
    package let profile: String
    package let pixelFormat: String
    package let width: Int
    package let height: Int
    package let fieldOrder: String
    package let colorRange: String
    package let colorSpace: String
    package let colorTransfer: String
    package let colorPrimaries: String
    package let sampleAspectRatio: String
    /// Samples a second.
    package let sampleRate: Int
    package let channels: Int
    /// Seconds.
    package let startTime: Double?
    /// Seconds.
    package let duration: Double?
    /// As the container counts them; nil when it does not.
    package let frameCount: Int?
    /// A fraction such as `30/1`.
    package let averageFrameRate: String
    package let timeBase: String
    package let hasBFrames: Bool

    init(_ answer: Answer.Stream) {
        index = answer.index
        kind = answer.codecType ?? ""
        codec = answer.codecName ?? ""
        profile = answer.profile ?? ""
        pixelFormat = answer.pixFmt ?? ""
        width = answer.width ?? 0
        height = answer.height ?? 0
        fieldOrder = answer.fieldOrder ?? ""
        colorRange = answer.colorRange ?? ""
        colorSpace = answer.colorSpace ?? ""
        colorTransfer = answer.colorTransfer ?? ""
        colorPrimaries = answer.colorPrimaries ?? ""
        sampleAspectRatio = answer.sampleAspectRatio ?? ""
        sampleRate = answer.sampleRate.flatMap { Int($0) } ?? 0
        channels = answer.channels ?? 0
        startTime = answer.startTime.flatMap { Double($0) }
        duration = answer.duration.flatMap { Double($0) }
        frameCount = answer.nbFrames.flatMap { Int($0) }
        averageFrameRate = answer.avgFrameRate ?? ""
        timeBase = answer.timeBase ?? ""
        hasBFrames = (answer.hasBFrames ?? 0) > 0
    }
}

/// One coded packet. Times are seconds.
package struct FilmPacket: Sendable, Equatable {
    package let presentationTime: Double?
    package let decodingTime: Double?
    package let duration: Double?
    /// Bytes.
    package let size: Int
    /// Where it lies in the file, in bytes; nil when the container does not tell.
    package let position: Int?
    package let isKeyFrame: Bool

    init(_ answer: Answer.Packet) {
        presentationTime = answer.ptsTime.flatMap { Double($0) }
        decodingTime = answer.dtsTime.flatMap { Double($0) }
        duration = answer.durationTime.flatMap { Double($0) }
        size = answer.size.flatMap { Int($0) } ?? 0
        position = answer.pos.flatMap { Int($0) }
        isKeyFrame = answer.flags?.contains("K") ?? false
    }
}

/// Times in seconds, and what tests ask about them.
package struct FilmTimes: Sendable {
    package let seconds: [Double]

    package init(seconds: [Double]) { self.seconds = seconds }

    package var count: Int { seconds.count }
    package var first: Double? { seconds.first }
    package var last: Double? { seconds.last }
    /// The distances between neighbours.
    package var gaps: [Double] { zip(seconds, seconds.dropFirst()).map { $1 - $0 } }
    package var smallestGap: Double? { gaps.min() }
    package var largestGap: Double? { gaps.max() }
    package var isStrictlyIncreasing: Bool { gaps.allSatisfy { $0 > 0 } }
}

/// Width and height in pixels.
package struct FilmSize: Sendable, Equatable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// The layouts that pictures are handed out in; the raw values are ffmpeg's names.
package enum FilmPixelFormat: String, Sendable {
    case rgb = "rgb24"
    case gray

    package var bytesPerPixel: Int { self == .rgb ? 3 : 1 }
}

/// One decoded picture.
package struct FilmFrame: Sendable, Equatable {
    package let size: FilmSize
    package let format: FilmPixelFormat
    /// Rows from the top, without padding.
    package let bytes: [UInt8]

    /// The components of one pixel: red, green and blue, or the one gray.
    package func pixel(x: Int, y: Int) -> [UInt8] {
        let start = (y * size.width + x) * format.bytesPerPixel
        return Array(bytes[start..<start + format.bytesPerPixel])
    }

    /// The mean absolute difference of all components, 0 to 255; both pictures have the same size and format.
    package func meanDifference(to other: FilmFrame) -> Double {
        precondition(size == other.size && format == other.format, "pictures of unlike shape cannot be compared")
        let sum = zip(bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(max(1, bytes.count))
    }
}

/// Levels in dB of full scale.
package struct FilmVolume: Sendable {
    package let mean: Double
    package let peak: Double
}
