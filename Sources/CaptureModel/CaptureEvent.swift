/// Something that a session tells its subscribers. One case is one JSON `event` (see `CaptureEvent+JSON.swift`).
///
/// AVFoundation: `AVCaptureSession`'s notifications and `AVCaptureFileOutputRecordingDelegate`'s calls.
public struct CaptureEvent: Sendable, Hashable {
    /// Since the session's pipeline began to run: session time.
    public var time: Duration
    /// Within the film, while there is one.
    public var filmTime: Duration?
    public var wallClock: WallClock
    public var kind: Kind

    public init(time: Duration, filmTime: Duration? = nil, wallClock: WallClock, kind: Kind) {
        self.time = time
        self.filmTime = filmTime
        self.wallClock = wallClock
        self.kind = kind
    }

    /// What happened, with what is to be known about it.
    public enum Kind: Sendable, Hashable {
        /// Every source gives frames.
        case sessionDidStart(SessionSummary)
        /// Everything is closed; the last event.
        case sessionDidStop(reason: SessionStopReason)
        /// The film's first bytes are written.
        case recordingDidStart(file: String)
        /// The film is closed.
        case recordingDidFinish(TakeResult)
        /// Something failed: with `fatal` the session ends, else only the take.
        case runtimeError(CaptureError, fatal: Bool)
    }

    /// Terminal events are never dropped from a subscriber's stream, however slow it is.
    public var isTerminal: Bool {
        switch kind {
        case .sessionDidStop, .recordingDidFinish, .runtimeError: true
        case .sessionDidStart, .recordingDidStart: false
        }
    }
}

/// A moment of the wall clock, for names and records only: nothing is measured with it.
public struct WallClock: Sendable, Hashable {
    /// Since 1970-01-01 00:00:00 UTC.
    public var seconds: Int
    public var nanoseconds: Int

    public init(seconds: Int, nanoseconds: Int) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}

/// Why a session has stopped.
///
/// - `stopped`: it was asked to.
/// - `sourceLost`: a source, or the stage, failed while it ran.
/// - `error`: it could not start.
public enum SessionStopReason: String, Sendable, Hashable {
    case stopped, sourceLost, error
}

/// What a session that has started does, in short.
public struct SessionSummary: Sendable, Hashable {
    public var preset: String
    public var canvas: Canvas
    public var sources: [SourceSummary]
    /// `nil`: no sound.
    public var microphone: String?
    public var layout: String

    public init(
        preset: String, canvas: Canvas, sources: [SourceSummary], microphone: String?, layout: String
    ) {
        self.preset = preset
        self.canvas = canvas
        self.sources = sources
        self.microphone = microphone
        self.layout = layout
    }

    public struct SourceSummary: Sendable, Hashable {
        public var name: String
        /// A camera's name and id, or `test picture smpte`.
        public var origin: String
        /// `MJPG 1280x720 at 30`; empty where there is no mode to choose.
        public var mode: String

        public init(name: String, origin: String, mode: String) {
            self.name = name
            self.origin = origin
            self.mode = mode
        }
    }
}

/// How a take ended. AVFoundation: `didFinishRecordingTo`, with `AVErrorRecordingSuccessfullyFinishedKey`.
public struct TakeResult: Sendable, Hashable {
    public var file: String
    public var reason: Reason
    /// The film is finished and whole, whatever ended it.
    public var successful: Bool
    /// Length of the film.
    public var duration: Duration
    /// 0 for outputs that are no regular files.
    public var bytes: Int
    /// Frames in the film.
    public var frames: Int
    /// Frames that the recorder had no room for.
    public var dropped: Int
    /// Counters of each source over the take.
    public var sources: [SourceStatistics]
    /// What ended it, where it failed; can be there although the film is whole.
    public var error: CaptureError?

    public init(
        file: String, reason: Reason, successful: Bool, duration: Duration, bytes: Int, frames: Int,
        dropped: Int = 0, sources: [SourceStatistics] = [], error: CaptureError? = nil
    ) {
        self.file = file
        self.reason = reason
        self.successful = successful
        self.duration = duration
        self.bytes = bytes
        self.frames = frames
        self.dropped = dropped
        self.sources = sources
        self.error = error
    }

    /// What ended it: it was asked to, a limit was reached, the session was stopped, or something failed.
    public enum Reason: String, Sendable, Hashable {
        case stopped, cancelled, maxDuration, maxSize, minFreeDisk, sessionStopped, error
    }
}
