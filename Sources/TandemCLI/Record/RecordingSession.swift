package import CaptureModel

/// What `record` needs of a session: the part of `CaptureSession` that it calls, so that tests can put a scripted
/// one in its place.
package protocol RecordingSession: Sendable {
    var plan: CapturePlan { get }
    /// Each call a new subscriber; ends after `sessionDidStop`.
    var events: AsyncStream<CaptureEvent> { get }
    func startRunning() async throws
    func startRecording(to file: String, options: RecordingOptions) async throws -> any RunningTake
    func stopRecording() async throws -> TakeResult
    func stopRunning() async
    func statistics() async -> SessionStatistics
}

/// A take that has begun.
package protocol RunningTake: Sendable {
    var file: String { get }
    /// Waits until the take has ended, whatever ends it.
    func result() async -> TakeResult
}

/// What one recording is to do differently from its preset; `nil` is the preset's own.
package struct RecordingOptions: Sendable, Hashable {
    package var overwrite: Bool
    package var container: Container?
    package var maxDuration: Duration?
    package var maxSize: Int?
    package var minFreeDisk: Int?

    package init(
        overwrite: Bool = false, container: Container? = nil, maxDuration: Duration? = nil, maxSize: Int? = nil,
        minFreeDisk: Int? = nil
    ) {
        self.overwrite = overwrite
        self.container = container
        self.maxDuration = maxDuration
        self.maxSize = maxSize
        self.minFreeDisk = minFreeDisk
    }
}
