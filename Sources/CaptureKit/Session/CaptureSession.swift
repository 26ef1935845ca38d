public import CaptureModel
internal import Dispatch
internal import GStreamer

/// Records several cameras and a microphone as one film.
///
/// ```
/// let session = try CaptureSession(preset)
/// try await session.startRunning()
/// let take = try await session.startRecording(to: "talk.mp4")
/// let result = try await session.stopRecording()
/// await session.stopRunning()
/// ```
///
/// A session is used once: after `stopRunning` or a fatal error, make a new one.
///
/// Threading: an actor with an executor of its own; every method may be called from anywhere.
/// AVFoundation: `AVCaptureMultiCamSession` with an `AVCaptureMovieFileOutput`.
public actor CaptureSession {
    /// What this session does on this machine. Read from anywhere. AVFoundation: the inputs and connections.
    public nonisolated let plan: CapturePlan

    private let executor = SessionExecutor(label: "tandem.session")
    /// Opens and closes the graph, one after the other, as either may block on a driver.
    let graphQueue = DispatchQueue(label: "tandem.graph", qos: .userInitiated)
    private let hub = EventHub()
    let inputs: AsyncStream<SessionInput>.Continuation
    private let inputStream: AsyncStream<SessionInput>
    private var inputTask: Task<Void, Never>?

    var machine = SessionStateMachine()
    var graph: CaptureGraph?
    var observation: BusObservation?
    let intake = RecorderIntake()

    /// Sources (by index; `nil` is the microphone) of which nothing has come yet.
    var awaited: Set<Int?> = []
    /// Fulfilled when all sources have given data, or with the first error.
    let sourcesAreReady = Promise<CaptureError?>()
    /// The first error of a burst, and what followed it.
    var burst: ErrorBurst?
    var stopReason = SessionStopReason.stopped
    /// Sources (by index) of which it has been told that they have fallen silent.
    var silentSources: Set<Int> = []
    let isDown = Promise<Bool>()

    var take: RunningTake?
    var takeCount = 0
    /// Every take's outcome, for whoever asks, now or later.
    var outcomes: [Int: Promise<TakeResult>] = [:]

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Plans a session for this machine, looking at its devices if the preset needs any; no device is kept open.
    ///
    /// Threading: waits for drivers while it looks at devices, so it belongs on a thread that may wait.
    /// Errors: `CaptureError`: a device that is missing, taken, or not permitted; a mode that is not offered. There is
    /// no session then. AVFoundation: `addInput(_:)`, `addOutput(_:)`.
    public init(_ preset: Preset) throws(CaptureError) {
        try self.init(
            plan: preset.needsDevices
                ? DeviceInventory.plan(preset) : Planner.plan(preset, inventory: Inventory()))
    }

    /// The same for an inventory that the caller has. Pure: looks at no device.
    ///
    /// Errors: as `init(_:)`, but a path that the inventory does not know gets the planner's general error.
    public init(planning preset: Preset, inventory: Inventory) throws(CaptureError) {
        try self.init(plan: Planner.plan(preset, inventory: inventory))
    }

    private init(plan: CapturePlan) {
        self.plan = plan
        (inputStream, inputs) = AsyncStream<SessionInput>.makeStream(bufferingPolicy: .unbounded)
    }

    /// A new subscriber's stream of events, from now on; it ends after `sessionDidStop`. Ask before `startRunning` to
    /// miss none.
    ///
    /// A subscriber that leaves more than 256 events unread misses the next ones; `recordingDidFinish`, `runtimeError`
    /// and `sessionDidStop` are kept whatever happens.
    /// Threading: may be read and iterated anywhere; a slow subscriber holds nobody up.
    /// AVFoundation: the session's notifications.
    public nonisolated var events: AsyncStream<CaptureEvent> { hub.subscribe() }

    /// The state of this moment. AVFoundation: `isRunning`, and the file output's `isRecording`, `isRecordingPaused`.
    public var state: SessionState { machine.state }

    // MARK: Running

    /// Opens the devices and starts the stages; returns when every source gives frames.
    ///
    /// That takes five seconds at most, opening included, or it fails; the session's executor is not held up.
    /// Errors: `CaptureError` of the source that could not be opened or gave no frame within five seconds, and
    /// then the session has `failed` and its events end; `missingElement` likewise; `invalidState` when it was started
    /// before, and then nothing has changed, or when it was stopped meanwhile.
    /// AVFoundation: `startRunning()`.
    public func startRunning() async throws(CaptureError) {
        guard machine.apply(.startRunning) == .openGraph else {
            throw CaptureError(
                .invalidState, message: "the session is \(machine.state.rawValue) and cannot be started",
                remedy: "make a new session")
        }
        listen()
        do throws(CaptureError) {
            try await openGraph()
        } catch {
            await failToStart(error)
            throw error
        }
        // A stop may have come while the devices were being opened.
        guard machine.apply(.sourcesAreReady) == .announceReady else {
            throw burst?.error ?? CaptureError(.invalidState, message: "the session was stopped while it started")
        }
        send(.sessionDidStart(summary))
        after(CaptureSession.checkInterval, .tick)
    }

    /// Ends the running take well, closes the devices, and ends the events. Does nothing when the session is stopped
    /// already.
    ///
    /// No source makes it take longer than five seconds: a driver that does not let go is abandoned
    /// (`hasAbandonedDevice`). An encoder or a disk that still writes gets its time.
    /// AVFoundation: `stopRunning()`.
    public func stopRunning() async {
        await perform(machine.apply(.stopRunning), ending: .sessionStopped)
        if machine.state == .idle { return }
        _ = await isDown.get()
    }

    /// Whether a driver did not let go of its device in time, or a disk of its file: the process should then leave with
    /// `_exit`, because tidying up would wait for the blocked thread. AVFoundation has no counterpart.
    public private(set) var hasAbandonedDevice = false

    func markAbandoned() { hasAbandonedDevice = true }

    // MARK: Figures

    /// Counters of this moment; after the end, the last ones. AVFoundation has no counterpart.
    public func statistics() -> SessionStatistics {
        SessionStatistics(
            state: machine.state, time: time, sources: sourceStatistics, recording: recordingStatistics)
    }

    var sourceStatistics: [SourceStatistics] {
        guard let graph else { return lastStatistics }
        let now = graph.pipeline.runningTime?.nanoseconds
        return graph.branches.map { $0.counters.statistics(at: now) }
    }
    /// The counters as they were when the graph was closed.
    var lastStatistics: [SourceStatistics] = []

    /// Session time.
    var time: Duration { graph?.pipeline.runningTime?.duration ?? lastTime }
    var lastTime = Duration.zero

    // MARK: Events

    /// - Parameter filmTime: where the running take no longer knows it.
    func send(_ kind: CaptureEvent.Kind, filmTime: Duration? = nil) {
        hub.send(
            CaptureEvent(
                time: time, filmTime: filmTime ?? take.map { self.filmTime(of: $0) }, wallClock: .now, kind: kind))
    }

    func endEvents() {
        hub.finish()
        inputs.finish()
    }

    /// A session that is let go closes its devices; a take that runs then keeps what has been written of it.
    isolated deinit {
        endEvents()
        intake.detach()
        let pipelines = [take?.recorder.pipeline, graph?.pipeline].compactMap(\.self)
        guard !pipelines.isEmpty else { return }
        graph?.videoIntake.removeCallbacks()
        graph?.audioIntake?.removeCallbacks()
        let film = take?.recorder.file
        // Its streaming threads use all of the graph until it is down; nobody else has it any more.
        nonisolated(unsafe) let graph = graph
        graphQueue.async {
            for pipeline in pipelines { pipeline.setState(.null) }
            film?.close()
            withExtendedLifetime(graph) {}
        }
    }

    // MARK: Inputs

    /// Handles what the streaming threads and the buses tell, one after another, in order.
    private func listen() {
        // Not `self` for as long as the task lives: a session that is let go without a stop has to end.
        inputTask = Task(executorPreference: executor.taskExecutor) { [weak self, inputStream] in
            for await input in inputStream { await self?.handle(input) }
        }
    }

    /// Brings an input in when a time has passed.
    func after(_ time: Duration, _ input: SessionInput) {
        executor.after(time) { [inputs] in inputs.yield(input) }
    }
}

/// What reaches a session from outside its executor.
enum SessionInput: Sendable {
    case sessionMessage(BusMessage)
    case filmMessage(take: Int, BusMessage)
    /// The first frame or sound of a source (`nil`: the microphone).
    case firstData(source: Int?)
    case sourceEnded(source: Int?)
    case startDeadline
    /// The first bytes of a film are written.
    case filmHasBegun(take: Int)
    /// All that belongs to a take has been handed on to its recorder.
    case takeIsComplete(take: Int)
    case tick
    case burstIsOver
    /// The stages have had their time to bring the last frames of a take.
    case gateDeadline(take: Int)
    /// A look at whether a take that is being drained gets on; with what was seen at the look before.
    case drainCheck(take: Int, before: [Int])
}

extension Preset {
    /// Whether planning has to look at this machine's devices: a camera, or a microphone that is no test sound.
    public var needsDevices: Bool {
        if case .alsa? = microphone?.origin { return true }
        return sources.contains { if case .camera = $0.origin { true } else { false } }
    }
}
