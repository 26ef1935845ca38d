/// Figures of a running session at one moment; reading them costs the session nothing but a copy.
public struct SessionStatistics: Sendable, Hashable {
    public var state: SessionState
    /// Session time.
    public var time: Duration
    public var sources: [SourceStatistics]
    /// `nil`: nothing is recorded.
    public var recording: RecordingStatistics?

    public init(
        state: SessionState, time: Duration, sources: [SourceStatistics], recording: RecordingStatistics?
    ) {
        self.state = state
        self.time = time
        self.sources = sources
        self.recording = recording
    }
}

/// Counters of one source since the session began.
public struct SourceStatistics: Sendable, Hashable {
    public var name: String
    /// Frames that the source gave.
    public var framesIn: Int
    /// Different frames of this source that the stage has shown.
    public var shown: Int
    /// Frames that came to the stage after their moment had passed.
    public var late: Int
    /// Frames that the source left out, by the gaps in its timestamps against its nominal rate.
    public var missing: Int
    /// Frames per second over the last second or so.
    public var frameRate: Double

    public init(
        name: String, framesIn: Int = 0, shown: Int = 0, late: Int = 0, missing: Int = 0, frameRate: Double = 0
    ) {
        self.name = name
        self.framesIn = framesIn
        self.shown = shown
        self.late = late
        self.missing = missing
        self.frameRate = frameRate
    }
}

extension SourceStatistics {
    /// What was counted between an earlier moment and this one.
    package func since(_ earlier: SourceStatistics) -> SourceStatistics {
        SourceStatistics(
            name: name, framesIn: framesIn - earlier.framesIn, shown: shown - earlier.shown,
            late: late - earlier.late, missing: missing - earlier.missing, frameRate: frameRate)
    }
}

/// Figures of the running take. AVFoundation: the file output's `recordedDuration`, `recordedFileSize`.
public struct RecordingStatistics: Sendable, Hashable {
    public var file: String
    /// Film time recorded.
    public var duration: Duration
    /// Frames handed to the encoder.
    public var frames: Int
    /// Frames for which the encoder had no room.
    public var dropped: Int
    /// Bytes in the film so far; 0 for outputs that are no regular files.
    public var bytes: Int
    /// Bytes free on the film's file system; `nil` for outputs that are no regular files.
    public var freeDisk: Int?

    public init(file: String, duration: Duration, frames: Int, dropped: Int, bytes: Int, freeDisk: Int?) {
        self.file = file
        self.duration = duration
        self.frames = frames
        self.dropped = dropped
        self.bytes = bytes
        self.freeDisk = freeDisk
    }
}

/// Where a session is between its start and its end.
///
/// AVFoundation has `isRunning`, `isRecording` and `isPaused`; here they are one state.
public enum SessionState: String, Sendable, Hashable, CaseIterable {
    case idle, starting, ready, recording, paused, finishing, stopped, failed
}
