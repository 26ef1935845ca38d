package import CaptureKit
package import CaptureModel

/// What `record` needs of a session: the part of `CaptureSession` that it calls, so that tests can put a scripted
/// one in its place.
package protocol RecordingSession: Sendable {
    associatedtype Film: FilmInProgress

    /// Each call a new subscriber; ends after `sessionDidStop`.
    var events: AsyncStream<CaptureEvent> { get }
    func startRunning() async throws(CaptureError)
    func startRecording(to file: String, options: RecordingOptions) async throws(CaptureError) -> Film
    func stopRecording() async throws(CaptureError) -> TakeResult
    func stopRunning() async
    func statistics() async -> SessionStatistics
}

/// A take that has begun.
package protocol FilmInProgress: Sendable {
    var file: String { get }
    /// Waits until the take has ended, whatever ends it.
    func result() async -> TakeResult
}

extension CaptureSession: RecordingSession {}
extension Take: FilmInProgress {}
