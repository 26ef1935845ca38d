/// How the film's picture is encoded; each is encoded by the processor. AVFoundation: `AVVideoCodecType`.
public enum VideoCodec: String, Sendable, Hashable, CaseIterable { case h264, vp8 }
/// How the film's sound is encoded. AVFoundation: `AVFormatIDKey`.
public enum AudioCodec: String, Sendable, Hashable, CaseIterable { case aac, opus }

/// A film's container; it decides which codecs fit and which are the default. AVFoundation: `AVFileType`.
public enum Container: String, Sendable, Hashable, CaseIterable {
    case mp4, mkv, webm

    /// The codecs that fit; the first is the default.
    public var videoCodecs: [VideoCodec] {
        switch self {
        case .mp4: [.h264]
        case .mkv: [.h264, .vp8]
        case .webm: [.vp8]
        }
    }

    /// The codecs that fit; the first is the default.
    public var audioCodecs: [AudioCodec] {
        switch self {
        case .mp4: [.aac]
        case .mkv: [.aac, .opus]
        case .webm: [.opus]
        }
    }

    /// The container that a file's name asks for by its extension, in either case; `nil` for another or none.
    public init?(pathExtensionOf path: String) {
        guard let last = path.split(separator: "/").last, let dot = last.lastIndex(of: "."), dot != last.startIndex
        else { return nil }
        switch last[last.index(after: dot)...].lowercased() {
        case "mp4", "m4v": self = .mp4
        case "mkv": self = .mkv
        case "webm": self = .webm
        default: return nil
        }
    }
}

/// A word for the film's bit rate, as a part of what the canvas and its rate call for.
public enum VideoQuality: String, Sendable, Hashable, CaseIterable {
    case low, medium, high

    /// What the automatic bit rate is multiplied with.
    public var bitrateFactor: Double {
        switch self {
        case .low: 0.5
        case .medium: 1
        case .high: 2
        }
    }
}

/// How the film's picture is encoded, as the preset says. AVFoundation: `AVVideoCompressionPropertiesKey`.
public struct VideoSettings: Sendable, Hashable {
    /// `nil`: the container's own (mp4, mkv: h264; webm: vp8).
    public var codec: VideoCodec?
    /// Bits per second; `nil`: from the canvas's pixels and rate, and `quality`.
    public var bitrate: Int?
    /// How much of the automatic bit rate is spent; `nil`: medium. A preset gives this or `bitrate`, not both.
    public var quality: VideoQuality?
    /// Time between key frames; `nil`: two seconds.
    public var keyframeInterval: Duration?

    public init(
        codec: VideoCodec? = nil, bitrate: Int? = nil, quality: VideoQuality? = nil,
        keyframeInterval: Duration? = nil
    ) {
        self.codec = codec
        self.bitrate = bitrate
        self.quality = quality
        self.keyframeInterval = keyframeInterval
    }
}

/// How the film's sound is encoded, as the preset says; always 48 kHz, two channels.
public struct AudioSettings: Sendable, Hashable {
    /// `nil`: the container's own (mp4, mkv: aac; webm: opus).
    public var codec: AudioCodec?
    /// Bits per second; `nil`: 128,000.
    public var bitrate: Int?

    public init(codec: AudioCodec? = nil, bitrate: Int? = nil) {
        self.codec = codec
        self.bitrate = bitrate
    }
}

/// What the film is called and where it goes, as the preset says. Used by the command; `startRecording` takes a path.
public struct OutputSettings: Sendable, Hashable {
    /// `nil`: from the file name's extension.
    public var container: Container?
    /// A pattern with `{name}`, `{date}`, `{time}`, `{take}`.
    public var file: String
    /// `nil`: the current folder.
    public var directory: String?

    public init(
        container: Container? = nil, file: String = "{name}-{date}-{time}.mp4", directory: String? = nil
    ) {
        self.container = container
        self.file = file
        self.directory = directory
    }
}

/// Each ends the film well when it is reached. AVFoundation: `AVCaptureFileOutput`'s `maxRecordedDuration`,
/// `maxRecordedFileSize`, `minFreeDiskSpaceLimit`.
public struct Limits: Sendable, Hashable {
    /// Length of the film; `nil`: none.
    public var maxDuration: Duration?
    /// Bytes; `nil`: none.
    public var maxSize: Int?
    /// Bytes on the film's file system; 0: none.
    public var minFreeDisk: Int

    public init(maxDuration: Duration? = nil, maxSize: Int? = nil, minFreeDisk: Int = 200_000_000) {
        self.maxDuration = maxDuration
        self.maxSize = maxSize
        self.minFreeDisk = minFreeDisk
    }
}
