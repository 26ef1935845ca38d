internal import CaptureModel
internal import GStreamer
internal import Glibc

/// What a session does with what reaches it from its streaming threads, its buses and its timers.
extension CaptureSession {
    func handle(_ input: SessionInput) async {
        switch input {
        case .sessionMessage(let message): await handle(message)
        case .filmMessage(let number, let message): handle(message, ofTake: number)
        case .firstData(let source): sourceGaveData(source)
        case .sourceEnded(let source): await sourceEnded(source)
        case .startDeadline: startDeadlineCame()
        case .filmHasBegun(let number): filmHasBegun(number)
        case .takeIsComplete(let number): takeIsComplete(number)
        case .tick: checkLimits()
        case .burstIsOver: await burstIsOver()
        }
    }

    private func handle(_ message: BusMessage) async {
        switch message {
        case .error(let report): await sessionError(report)
        case .latency: graph?.pipeline.recalculateLatency()
        default: break
        }
    }

    private func handle(_ message: BusMessage, ofTake number: Int) {
        guard let take, take.number == number else { return }
        switch message {
        case .endOfStream:
            take.drained.fulfil(nil)
        case .latency:
            take.recorder.pipeline.recalculateLatency()
        case .error(let report):
            // The disk or the encoder has failed; the first error is the cause, and the session goes on.
            guard !take.drained.isFulfilled else { return }
            let error = CaptureError(film: take.recorder.file.path, report: report)
            take.drained.fulfil(error)
            self.take?.error = error
            send(.runtimeError(error, fatal: false))
            if machine.apply(.recordingFailed) == .finishTake { endTake(.error) }
        default: break
        }
    }

    private func filmHasBegun(_ number: Int) {
        guard var current = take, current.number == number, !current.hasBegun else { return }
        current.hasBegun = true
        take = current
        send(.recordingDidStart(file: current.recorder.file.path))
    }

    /// The gate has shut by itself: the film is as long as it may be.
    private func takeIsComplete(_ number: Int) {
        guard let take, take.number == number, take.reason == nil else { return }
        if machine.apply(.stopRecording) == .finishTake { endTake(.maxDuration) }
    }

    private func checkLimits() {
        guard let take, take.reason == nil else { return }
        if let most = take.limits.maxSize, take.recorder.file.size + sizeStillToCome >= most {
            if machine.apply(.stopRecording) == .finishTake { endTake(.maxSize) }
        } else if let free = take.recorder.file.freeDisk, free < take.limits.minFreeDisk {
            if machine.apply(.stopRecording) == .finishTake { endTake(.minFreeDisk) }
        }
    }

    /// What the encoder and the index will still add after the gate has shut, with room for two checks: bytes.
    private var sizeStillToCome: Int {
        guard let take else { return 0 }
        let rate = plan.video.bitrate(for: plan.canvas) + (plan.audio.bitrate ?? 128_000)
        let index = (intake.counts?.filmFrames ?? 0) * 32
        return rate / 8 * 5 / 2 + index + (take.recorder.container == .mp4 ? 4096 : 65_536)
    }
}

extension WallClock {
    static var now: WallClock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallClock(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }
}
