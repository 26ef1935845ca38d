internal import Synchronization

/// Counts what comes out of a film's encoders, which is known well before it is in the file.
///
/// Threading: any thread; the lock is held for a few instructions.
final class EncodedCounters: Sendable {
    struct Counts: Sendable, Hashable {
        var frames = 0
        /// Picture and sound.
        var bytes = 0
        /// Of a picture: bytes.
        var largestFrame = 0
    }

    private let state = Mutex(Counts())

    var counts: Counts { state.withLock { $0 } }

    func frameCame(bytes: Int) {
        state.withLock { counts in
            counts.frames += 1
            counts.bytes += bytes
            counts.largestFrame = max(counts.largestFrame, bytes)
        }
    }

    func soundCame(bytes: Int) { state.withLock { $0.bytes += bytes } }
}
