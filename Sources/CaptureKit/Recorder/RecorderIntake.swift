internal import CaptureModel
internal import GStreamer
internal import Synchronization

/// Hands the stages' frames to the recorder of the running take: gated, restamped, never waiting.
///
/// Threading: `takePicture` and `takeSound` on the stages' streaming threads; the rest on the session's executor.
/// The lock is held while references are handed on, which does not block.
final class RecorderIntake: Sendable {
    /// What a take needs on the streaming threads.
    struct Feed: Sendable {
        var gate: TakeGate
        var video: AppSource
        var audio: AppSource?
        /// Frames that may wait for the encoder.
        var room: Int
        /// Called once, on a streaming thread, when all that belongs to the take has been handed on.
        var onComplete: @Sendable () -> Void

        var pictureIsOver = false
        var soundIsOver = false
        /// Frames handed on, and frames for which there was no room.
        var frames = 0
        var dropped = 0
        /// The film's frames that the gate has let through or dropped so far.
        var lastFilmFrame = -1
    }

    private let feed = Mutex<Feed?>(nil)

    /// Begins to hand on what `feed`'s gate lets through.
    func begin(_ feed: Feed) {
        self.feed.withLock { $0 = feed }
    }

    /// Shuts the gate before a stage frame; what is before it still passes.
    func end(beforeFrame frame: Int) {
        feed.withLock { $0?.gate.end(beforeFrame: frame) }
    }

    /// Ends the streams now, whatever has or has not arrived.
    func cut() {
        feed.withLock { feed in
            guard let current = feed else { return }
            if !current.pictureIsOver { current.video.endOfStream() }
            if !current.soundIsOver { current.audio?.endOfStream() }
            feed?.pictureIsOver = true
            feed?.soundIsOver = true
        }
    }

    /// Hands nothing on any more; returns what was counted.
    @discardableResult
    func detach() -> (frames: Int, dropped: Int)? {
        feed.withLock { feed in
            defer { feed = nil }
            return feed.map { ($0.frames, $0.dropped) }
        }
    }

    /// Frames in the film so far, and frames dropped; `nil` while there is no take.
    var counts: (frames: Int, dropped: Int, filmFrames: Int)? {
        feed.withLock { $0.map { ($0.frames, $0.dropped, $0.lastFilmFrame + 1) } }
    }

    // MARK: Streaming threads

    func takePicture(_ sample: Sample) {
        guard let buffer = sample.buffer, let time = buffer.presentationTime else { return }
        let complete: (@Sendable () -> Void)? = feed.withLock { feed in
            guard feed != nil, !feed!.pictureIsOver else { return nil }
            switch feed!.gate.passage(ofStageFrame: feed!.gate.frame(atNanoseconds: time.nanoseconds)) {
            case .outside:
                return nil
            case .film(let frame):
                feed!.handOn(buffer, asFilmFrame: frame)
                // The gate may know already that no frame follows: no need to wait for it to come.
                let next = feed!.gate.frame(atNanoseconds: time.nanoseconds) + 1
                guard feed!.gate.passage(ofStageFrame: next) == .ended else { return nil }
                return feed!.finishPicture()
            case .ended:
                return feed!.finishPicture()
            }
        }
        complete?()
    }

    func takeSound(_ sample: Sample) {
        guard let buffer = sample.buffer, let time = buffer.presentationTime else { return }
        let complete: (@Sendable () -> Void)? = feed.withLock { feed in
            guard feed != nil, let audio = feed!.audio, !feed!.soundIsOver else { return nil }
            let rate = UInt128(MediaCaps.sampleRate)
            let first = Int((UInt128(time.nanoseconds) * rate + 500_000_000) / 1_000_000_000)
            let count = buffer.size / MediaCaps.bytesPerAudioFrame
            for piece in feed!.gate.pieces(ofSamplesFrom: first, count: count) {
                let part =
                    piece.count == count
                    ? buffer
                    : buffer.samples(
                        from: piece.firstSample, count: piece.count, bytesPerFrame: MediaCaps.bytesPerAudioFrame)
                let start = UInt128(piece.filmSample) * 1_000_000_000 / rate
                let end = UInt128(piece.filmSample + piece.count) * 1_000_000_000 / rate
                audio.push(
                    part.restamped(
                        presentationTime: ClockTime(nanoseconds: UInt64(start)),
                        duration: ClockTime(nanoseconds: UInt64(end - start))))
            }
            return feed!.gate.isOver(fromSample: first + count) ? feed!.finishSound() : nil
        }
        complete?()
    }
}

extension RecorderIntake.Feed {
    /// A frame for which the encoder has no room is dropped and counted; the film's time goes on.
    fileprivate mutating func handOn(_ buffer: Buffer, asFilmFrame frame: Int) {
        lastFilmFrame = frame
        guard video.waitingBuffers < room else {
            dropped += 1
            return
        }
        let start = gate.nanoseconds(ofFrame: frame)
        let end = gate.nanoseconds(ofFrame: frame + 1)
        let pushed = video.push(
            buffer.restamped(
                presentationTime: ClockTime(nanoseconds: start), duration: ClockTime(nanoseconds: end - start)))
        if pushed { frames += 1 } else { dropped += 1 }
    }

    fileprivate mutating func finishPicture() -> (@Sendable () -> Void)? {
        guard !pictureIsOver else { return nil }
        pictureIsOver = true
        video.endOfStream()
        return audio == nil || soundIsOver ? onComplete : nil
    }

    fileprivate mutating func finishSound() -> (@Sendable () -> Void)? {
        guard !soundIsOver else { return nil }
        soundIsOver = true
        audio?.endOfStream()
        return pictureIsOver ? onComplete : nil
    }
}
