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
        case .tick:
            checkLimits()
            lookAfterSources()
            lookAfterFilm()
            if machine.state != .stopped, machine.state != .failed { after(CaptureSession.checkInterval, .tick) }
        case .gateDeadline(let number): gateDeadlineCame(ofTake: number)
        case .drainCheck(let number, let before): checkDraining(number, before: before)
        case .burstIsOver: await burstIsOver()
        }
    }

    private func handle(_ message: BusMessage) async {
        switch message {
        case .error(let report): await sessionError(report)
        case .latency:
            // It waits for a change of state that is under way, and that may be for ever.
            guard let pipeline = graph?.pipeline else { return }
            graphQueue.async { pipeline.recalculateLatency() }
        default: break
        }
    }

    private func handle(_ message: BusMessage, ofTake number: Int) {
        guard let take, take.number == number else { return }
        switch message {
        case .endOfStream:
            take.drained.fulfil(nil)
        case .error(let report):
            // The disk or the encoder has failed; the first error is the cause, and the session goes on.
            guard !take.drained.isFulfilled else { return }
            var error = CaptureError(film: take.recorder.file.path, report: report)
            if take.recorder.file.size == 0 { error.remedy = "nothing has been recorded; choose another output" }
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

    func checkLimits() {
        guard var current = take, current.reason == nil else { return }
        let counts = current.recorder.encoded.counts
        if let most = current.limits.maxSize {
            let rate =
                plan.video.bitrate(for: plan.canvas) + (plan.microphone == nil ? 0 : plan.audio.bitrate ?? 128_000)
            let forecast = FilmSizeForecast(
                frameRate: plan.canvas.frameRate.value, bitrate: rate,
                secondsToShut: CaptureSession.checkInterval.inSeconds + 0.2)
            let size = forecast.size(
                written: current.recorder.file.size, filmFrames: intake.counts?.filmFrames ?? 0, encoded: counts,
                earlier: current.encodedAtCheck)
            current.encodedAtCheck = counts
            take = current
            if size > most {
                if machine.apply(.stopRecording) == .finishTake { endTake(.maxSize) }
                return
            }
        }
        if let free = current.recorder.file.freeDisk, free < current.limits.minFreeDisk {
            if machine.apply(.stopRecording) == .finishTake { endTake(.minFreeDisk) }
        }
    }
}

extension CaptureSession {
    /// How long a source may be silent before it is told.
    static let silenceDeadline = Duration.seconds(5)

    /// Tells of a source whose picture stands still; the film goes on with its last one.
    private func lookAfterSources() {
        guard machine.state == .ready || machine.state == .recording, let graph,
            let now = graph.pipeline.runningTime?.nanoseconds
        else { return }
        for (index, branch) in graph.branches.enumerated() {
            guard branch.counters.silence(at: now) >= UInt64(CaptureSession.silenceDeadline.wholeNanoseconds) else {
                silentSources.remove(index)
                continue
            }
            guard silentSources.insert(index).inserted else { continue }
            send(
                .runtimeError(
                    CaptureError(
                        .sourceGaveNoFrame, source: branch.source.name,
                        message: "no frame has come for 5 seconds, and the picture stands still",
                        remedy: "check its cable; the film goes on with the last picture"), fatal: false))
        }
    }

    /// Tells at once when a film has lost its name, while something can still be done.
    private func lookAfterFilm() {
        guard var current = take, current.reason == nil, !current.isMissed, !current.recorder.file.isInPlace else {
            return
        }
        current.isMissed = true
        take = current
        let path = current.recorder.file.path
        send(
            .runtimeError(
                CaptureError(
                    .diskFailed, message: "\(path) was moved, removed or replaced while it is being recorded",
                    remedy: "end this take and begin another; what was removed is lost when it ends"), fatal: false))
    }
}

extension WallClock {
    static var now: WallClock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallClock(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }
}
