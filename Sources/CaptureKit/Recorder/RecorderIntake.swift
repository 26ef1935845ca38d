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

    /// How far the stages have come: what has passed here cannot belong to a take that begins now.
    fileprivate struct Position {
        /// The next stage frame and the next sample, on the session's time line.
        var frame = 0
        var sample = 0
    }

    fileprivate struct State {
        var position = Position()
        var feed: Feed?
    }

    private let state = Mutex(State())

    /// Begins to hand on what a gate lets through, from the first moment on that neither stage has passed.
    ///
    /// - Parameters:
    ///   - moment: session time in nanoseconds; the take begins with the first frame that is not before it.
    ///   - makeFeed: given a gate that opens there.
    /// - Returns: the gate.
    func begin(
        at moment: UInt64, frameRate: Fraction, priming: Int, _ makeFeed: @Sendable (TakeGate) -> Feed
    ) -> TakeGate {
        state.withLock { state in
            let grid = TakeGate(
                frameRate: frameRate, sampleRate: MediaCaps.sampleRate, priming: priming, firstFrame: 0)
            let first = max(grid.frame(notBeforeNanoseconds: moment), state.position.firstFrame(of: grid))
            let feed = makeFeed(
                TakeGate(
                    frameRate: frameRate, sampleRate: MediaCaps.sampleRate, priming: priming, firstFrame: first))
            state.feed = feed
            return feed.gate
        }
    }

    /// Shuts the gate at a moment of session time, in nanoseconds, or where the stages are if they are further.
    func end(at moment: UInt64) {
        state.withLock { state in
            guard let gate = state.feed?.gate else { return }
            let frame = max(gate.frame(notBeforeNanoseconds: moment), state.position.firstFrame(of: gate))
            state.feed?.gate.end(beforeFrame: frame)
        }
    }

    /// Ends the streams now, whatever has or has not arrived.
    func cut() {
        state.withLock { state in
            guard let current = state.feed else { return }
            if !current.pictureIsOver { current.video.endOfStream() }
            if !current.soundIsOver { current.audio?.endOfStream() }
            state.feed?.pictureIsOver = true
            state.feed?.soundIsOver = true
        }
    }

    /// Hands nothing on any more; returns what was counted.
    @discardableResult
    func detach() -> (frames: Int, dropped: Int)? {
        state.withLock { state in
            defer { state.feed = nil }
            return state.feed.map { ($0.frames, $0.dropped) }
        }
    }

    /// Frames in the film so far, and frames dropped; `nil` while there is no take.
    var counts: (frames: Int, dropped: Int, filmFrames: Int)? {
        state.withLock { $0.feed.map { ($0.frames, $0.dropped, $0.lastFilmFrame + 1) } }
    }

    // MARK: Streaming threads

    func takePicture(_ sample: Sample, frameRate: Fraction) {
        guard let buffer = sample.buffer, let time = buffer.presentationTime else { return }
        let grid = TakeGate(frameRate: frameRate, sampleRate: MediaCaps.sampleRate, priming: 0, firstFrame: 0)
        let frame = grid.frame(atNanoseconds: time.nanoseconds)
        let complete: (@Sendable () -> Void)? = state.withLock { state in
            state.position.frame = max(state.position.frame, frame + 1)
            return state.feed?.takePicture(buffer, stageFrame: frame)
        }
        complete?()
    }

    func takeSound(_ sample: Sample) {
        guard let buffer = sample.buffer, let time = buffer.presentationTime else { return }
        let rate = UInt128(MediaCaps.sampleRate)
        let first = Int((UInt128(time.nanoseconds) * rate + 500_000_000) / 1_000_000_000)
        let count = buffer.size / MediaCaps.bytesPerAudioFrame
        let complete: (@Sendable () -> Void)? = state.withLock { state in
            state.position.sample = max(state.position.sample, first + count)
            return state.feed?.takeSound(buffer, firstSample: first, count: count)
        }
        complete?()
    }
}

extension RecorderIntake.Position {
    /// The first frame at which neither stage has passed what belongs to it.
    fileprivate func firstFrame(of gate: TakeGate) -> Int {
        var first = frame
        while gate.samples(inFrames: first) + gate.priming < sample { first += 1 }
        return first
    }
}

extension RecorderIntake.Feed {
    /// What to call when with this frame all that belongs to the take has been handed on.
    fileprivate mutating func takePicture(_ buffer: Buffer, stageFrame: Int) -> (@Sendable () -> Void)? {
        guard !pictureIsOver else { return nil }
        switch gate.passage(ofStageFrame: stageFrame) {
        case .outside:
            return nil
        case .film(let frame):
            handOn(buffer, asFilmFrame: frame)
            // The gate may know already that no frame follows: no need to wait for it to come.
            return gate.passage(ofStageFrame: stageFrame + 1) == .ended ? finishPicture() : nil
        case .ended:
            return finishPicture()
        }
    }

    fileprivate mutating func takeSound(
        _ buffer: Buffer, firstSample: Int, count: Int
    ) -> (@Sendable () -> Void)? {
        guard let audio, !soundIsOver else { return nil }
        let rate = UInt128(MediaCaps.sampleRate)
        for piece in gate.pieces(ofSamplesFrom: firstSample, count: count) {
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
        return gate.isOver(fromSample: firstSample + count) ? finishSound() : nil
    }

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
