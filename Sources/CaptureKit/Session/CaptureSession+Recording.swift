public import CaptureModel
internal import Dispatch
internal import GStreamer

/// What a take may be given beyond its preset.
public struct RecordingOptions: Sendable, Hashable {
    /// Replaces a film of this name; it stays until the new one begins. AVFoundation refuses always.
    public var overwrite: Bool
    /// `nil`: from the name's extension, else the preset's, else MP4.
    public var container: Container?
    /// Length of the film, cut off to whole frames. `nil`: the preset's. AVFoundation: `maxRecordedDuration`.
    public var maxDuration: Duration?
    /// Bytes; `nil`: the preset's. The film ends some seconds before, so that it stays below.
    /// AVFoundation: `maxRecordedFileSize`.
    public var maxSize: Int?
    /// Bytes; `nil`: the preset's. AVFoundation: `minFreeDiskSpaceLimit`.
    public var minFreeDisk: Int?

    public init(
        overwrite: Bool = false, container: Container? = nil, maxDuration: Duration? = nil, maxSize: Int? = nil,
        minFreeDisk: Int? = nil
    ) {
        self.overwrite = overwrite
        self.container = container
        self.maxDuration = maxDuration
        self.maxSize = maxSize
        self.minFreeDisk = minFreeDisk
    }

    func limits(over preset: Limits) -> Limits {
        Limits(
            maxDuration: maxDuration ?? preset.maxDuration, maxSize: maxSize ?? preset.maxSize,
            minFreeDisk: minFreeDisk ?? preset.minFreeDisk)
    }
}

/// A take that has begun. AVFoundation: the file output's `outputFileURL` while it records.
public struct Take: Sendable {
    /// The film's path, as it was given to `startRecording`.
    public let file: String
    let number: Int
    let session: CaptureSession

    /// How the take ended; waits until it has, whatever ends it. May be asked by any number, also afterwards.
    public func result() async -> TakeResult { await session.outcome(ofTake: number) }
}

/// A take between its start and its outcome.
struct RunningTake {
    let number: Int
    let recorder: FilmRecorder
    let observation: BusObservation
    var gate: TakeGate
    let limits: Limits
    /// Why it ends; the first reason counts.
    var reason: TakeResult.Reason?
    var error: CaptureError?
    var hasBegun = false
    /// It has been told that the film is no longer where its name leads to.
    var isMissed = false
    /// What the encoders had given when the limits were last looked at.
    var encodedAtCheck = EncodedCounters.Counts()
    /// The sources' counters when the gate opened, and when it shut.
    var sourcesAtStart: [SourceStatistics] = []
    var sourcesAtEnd: [SourceStatistics] = []
    /// Fulfilled when the recorder's pipeline has written all, or with the error that kept it from that.
    let drained = Promise<CaptureError?>()
}

extension CaptureSession {
    /// How often the limits are looked at.
    static let checkInterval = Duration.milliseconds(500)
    /// How long the stages may take to bring the last frames of a take: they lag by their latency.
    static let gateDeadline = Duration.milliseconds(800)
    /// How long an encoder may be silent while a take is drained.
    static let drainDeadline = Duration.seconds(2)

    /// Begins a take with the next frame of the stage.
    ///
    /// Returns at once; `recordingDidStart` comes when the film's first bytes are written.
    ///
    /// - Parameter file: its path. What exists and is no regular file, such as a pipe, is written in place.
    ///
    /// Errors, and then nothing has changed: `invalidState` unless the session is ready; `outputExists`,
    /// `cannotCreateOutput`, `diskFull`, `belowFreeDiskLimit`; `missingElement` for an encoder that is not there.
    /// AVFoundation: `startRecording(to:recordingDelegate:)`.
    @discardableResult
    public func startRecording(
        to file: String, options: RecordingOptions = RecordingOptions()
    ) async throws(CaptureError) -> Take {
        guard let graph, machine.state == .ready else {
            throw CaptureError(
                .invalidState, message: "a take cannot begin while the session is \(machine.state.rawValue)")
        }
        let container = options.container ?? Container(pathExtensionOf: file) ?? plan.output.container ?? .mp4
        let limits = options.limits(over: plan.limits)
        let film = try FilmFile(file, overwrite: options.overwrite, sources: plan.sourceFiles)
        let number = takeCount + 1
        let recorder: FilmRecorder
        let inputs = inputs
        do throws(CaptureError) {
            try CaptureSession.check(film, against: limits)
            recorder = try FilmRecorder(plan, container: container, file: film, number: number) {
                inputs.yield(.filmHasBegun(take: number))
            }
            try film.publish()
        } catch {
            film.remove()
            film.close()
            throw error
        }
        takeCount = number
        _ = machine.apply(.startRecording)
        let observation = recorder.pipeline.bus.observe { inputs.yield(.filmMessage(take: number, $0)) }
        recorder.pipeline.setState(.playing)
        film.startSyncing()

        outcomes[number] = Promise()
        let gate = intake.begin(
            at: graph.pipeline.runningTime?.nanoseconds ?? 0, frameRate: plan.canvas.frameRate,
            priming: recorder.priming
        ) { [video = recorder.video, audio = recorder.audio, room = recorder.room] gate in
            var gate = gate
            if let most = limits.maxDuration { gate.end(beforeFrame: gate.firstFrame + gate.frames(in: most)) }
            return RecorderIntake.Feed(
                gate: gate, video: video, audio: audio, room: room,
                onComplete: { inputs.yield(.takeIsComplete(take: number)) })
        }
        take = RunningTake(
            number: number, recorder: recorder, observation: observation, gate: gate, limits: limits,
            sourcesAtStart: sourceStatistics)
        // A film that would be too large before the first look at it ends with its first frame.
        checkLimits()
        return Take(file: file, number: number, session: self)
    }

    /// Ends the running take with the current frame and returns when its film is whole; then the next take may begin.
    ///
    /// Errors: `invalidState` when nothing is recorded; nothing has changed then. A take that failed is told by
    /// the result. AVFoundation: `stopRecording()`.
    @discardableResult
    public func stopRecording() async throws(CaptureError) -> TakeResult {
        guard let number = take?.number, let action = machine.apply(.stopRecording) else {
            throw CaptureError(
                .invalidState, message: "nothing is being recorded; the session is \(machine.state.rawValue)")
        }
        await perform(action, ending: .stopped)
        return await outcome(ofTake: number)
    }

    func outcome(ofTake number: Int) async -> TakeResult {
        guard let promise = outcomes[number] else {
            return TakeResult(file: "", reason: .error, successful: false, duration: .zero, bytes: 0, frames: 0)
        }
        return await promise.get()
    }

    private static func check(_ film: FilmFile, against limits: Limits) throws(CaptureError) {
        guard let free = film.freeDisk, free < limits.minFreeDisk else { return }
        throw CaptureError(
            .belowFreeDiskLimit,
            message: "\(film.path): \(Units.approximateText(ofSize: free)) are free, less than the limit of "
                + Units.approximateText(ofSize: limits.minFreeDisk),
            remedy: "make room on the disk, or lower --min-free-disk")
    }

    // MARK: The end of a take

    /// Shuts the gate and lets the film be finished; the state machine is in `finishing` already.
    func endTake(_ reason: TakeResult.Reason) {
        guard var current = take, current.reason == nil else { return }
        current.reason = reason
        current.sourcesAtEnd = sourceStatistics
        take = current
        let number = current.number
        if reason == .error && current.drained.isFulfilled {
            // The recorder has failed: there is nobody to hand frames on to.
            intake.cut()
        } else if let now = graph?.pipeline.runningTime {
            intake.end(at: now.nanoseconds)
        } else {
            intake.cut()
        }
        Task { await finishTake(number) }
    }

    /// Drains the recorder, takes it down, makes the film whole, and tells.
    private func finishTake(_ number: Int) async {
        guard let current = take, current.number == number else { return }
        let recorder = current.recorder
        cutWhenStagesAreSilent(current)
        await waitUntilDrained(current)
        let counts = intake.detach() ?? (frames: 0, dropped: 0)
        let pipeline = recorder.pipeline
        let isDown = await BoundedCall.run("tandem.film-close", deadline: CaptureSession.closeDeadline) {
            pipeline.setState(.null)
        }
        if isDown == nil {
            _ = Unmanaged.passRetained(pipeline)
            markAbandoned()
        }
        let failure = await current.drained.get()
        let film = recorder.file
        var error = failure ?? take?.error
        var isWhole = failure == nil && counts.frames > 0
        if isDown == nil {
            // A thread is stuck in writing and still has the descriptor, whose number must not become another file's.
            isWhole = false
        } else if let complaint = await CaptureSession.complete(film, recorder.container) {
            isWhole = false
            error = error ?? complaint
        }
        let bytes = film.size
        let isInPlace = film.isInPlace
        if film.isRegular && !isInPlace {
            isWhole = false
            error =
                error
                ?? CaptureError(
                    .diskFailed, message: "\(film.path) was moved, removed or replaced while it was recorded",
                    remedy: "look for it where it was moved to; what was removed is lost")
        }
        if counts.frames == 0 || bytes == 0 { film.remove() }
        if isDown != nil, let complaint = await CaptureSession.offExecutor({ film.close() }) {
            isWhole = false
            error =
                error
                ?? CaptureError(
                    .diskFailed, message: "not all of \(film.path) has reached the disk: \(complaint)",
                    remedy: "check the disk, and whether the film plays to its end")
        }
        let result = TakeResult(
            file: film.path, reason: take?.reason ?? .stopped,
            successful: isWhole,
            duration: Duration.nanoseconds(Int64(current.gate.nanoseconds(ofFrame: counts.frames + counts.dropped))),
            bytes: bytes, frames: counts.frames, dropped: counts.dropped,
            sources: zip(current.sourcesAtEnd, current.sourcesAtStart).map { $0.since($1) }, error: error)
        send(.recordingDidFinish(result), filmTime: result.duration)
        take = nil
        outcomes[number]?.fulfil(result)
        await perform(machine.apply(.takeIsFinished), ending: .stopped)
    }

    /// Makes the film whole, away from the executor; what went wrong with that, else.
    private static func complete(_ film: FilmFile, _ container: Container) async -> CaptureError? {
        let complaint = await offExecutor { FilmRecorder.finish(film, container: container) }
        return complaint.map {
            CaptureError(
                .diskFailed, message: "\(film.path) could not be made an ordinary MP4: \($0)",
                remedy: "it plays as it is; ffmpeg -i FILE -c copy NEW.mp4 makes an ordinary one of it")
        }
    }

    /// A stage that does not bring the rest of a take must not keep its film open.
    private func cutWhenStagesAreSilent(_ current: RunningTake) {
        let number = current.number
        // The last frame of a slow film may be seconds away.
        let frame = Duration.nanoseconds(Int64(current.gate.nanoseconds(ofFrame: 1)))
        after(CaptureSession.gateDeadline + frame, .gateDeadline(take: number))
    }

    func gateDeadlineCame(ofTake number: Int) {
        if take?.number == number { intake.cut() }
    }

    /// Waits for the recorder's end of stream, for as long as it writes.
    private func waitUntilDrained(_ current: RunningTake) async {
        checkDraining(current.number, before: [])
        _ = await current.drained.get()
    }

    /// Gives a take up that has got no further since the last look, else looks again later.
    func checkDraining(_ number: Int, before: [Int]) {
        guard let now = progressOfDraining(number) else { return }
        if now == before {
            take?.drained.fulfil(
                CaptureError(
                    .stopTimedOut, message: "the encoder did not finish the film in time",
                    remedy: "the film so far can be read"))
        } else {
            after(CaptureSession.drainDeadline, .drainCheck(take: number, before: now))
        }
    }

    /// Bytes written (what is no regular file has none to tell), and frames that wait for the encoder; `nil` when the
    /// take is drained.
    private func progressOfDraining(_ number: Int) -> [Int]? {
        guard let take, take.number == number, !take.drained.isFulfilled else { return nil }
        return [take.recorder.file.size, take.recorder.video.waitingBuffers]
    }

    /// Runs what blocks on the disk away from the session's executor.
    private static func offExecutor<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { continuation.resume(returning: body()) }
        }
    }

    // MARK: Film time

    func filmTime(of take: RunningTake) -> Duration {
        .nanoseconds(Int64(take.gate.nanoseconds(ofFrame: intake.counts?.filmFrames ?? 0)))
    }

    var recordingStatistics: RecordingStatistics? {
        guard let take else { return nil }
        let counts = intake.counts ?? (frames: 0, dropped: 0, filmFrames: 0)
        return RecordingStatistics(
            file: take.recorder.file.path, duration: filmTime(of: take), frames: counts.frames, dropped: counts.dropped,
            bytes: take.recorder.file.size, freeDisk: take.recorder.file.freeDisk)
    }
}
