internal import CaptureModel
internal import Dispatch
internal import GStreamer

/// How a session starts and ends, and what it does when a source is lost.
extension CaptureSession {
    /// How long a source may take for its first frame, the opening of its device included.
    static let startDeadline = Duration.seconds(5)
    /// How long closing may block before a device is abandoned. With the time for finishing a take it stays
    /// below the five seconds that `stopRunning` promises.
    static let closeDeadline = Duration.seconds(2)

    func openGraph() async throws(CaptureError) {
        do { try Library.initialize() } catch {
            throw CaptureError(.internal, message: "GStreamer cannot be used: \(error.message)")
        }
        let inputs = inputs
        let graph = try CaptureGraph(
            plan,
            callbacks: CaptureGraph.Callbacks(
                firstData: { inputs.yield(.firstData(source: $0)) }, ended: { inputs.yield(.sourceEnded(source: $0)) }))
        self.graph = graph
        awaited = Set(plan.sources.indices.map { $0 } + (plan.microphone == nil ? [] : [Int?.none]))
        observation = graph.pipeline.bus.observe { message in
            // Elements tell their bus a lot; only what the session acts on wakes it.
            switch message {
            case .error, .latency: inputs.yield(.sessionMessage(message))
            default: break
            }
        }
        let frameRate = plan.canvas.frameRate
        graph.videoIntake.onNewSample { [intake] in intake.takePicture($0, frameRate: frameRate) }
        graph.audioIntake?.onNewSample { [intake] in intake.takeSound($0) }

        // Opening may block for ever on a driver, and so nobody waits for it but the deadline. What closes the graph
        // comes after it on the same queue: it would else be set running again behind a stop's back.
        graphQueue.async { [start = graph.start] in _ = start() }
        after(CaptureSession.startDeadline, .startDeadline)
        // While the sources take their time: the first take is to begin at once.
        FilmRecorder.warm(plan, container: plan.output.container ?? .mp4)
        // A failure has an error on the bus that says more; without one within the deadline, the deadline speaks.
        if let error = await sourcesAreReady.get() { throw error }
    }

    /// Tells why the session could not start, and closes what was opened.
    func failToStart(_ error: CaptureError) async {
        let action = machine.apply(.startFailed)
        // A stop during the start has its own way out, and its own reason.
        guard action == .closeGraph else { return }
        stopReason = .error
        send(.runtimeError(error, fatal: true))
        await perform(action, ending: .error)
    }

    /// Does what the state machine asks for.
    func perform(_ action: SessionStateMachine.Action?, ending reason: TakeResult.Reason) async {
        switch action {
        case .finishTake: endTake(reason)
        case .closeGraph: await closeGraph()
        case .announceStopped: announceStopped()
        case .openGraph, .announceReady, .openTake, Optional.none, .some(.none): break
        }
    }

    private func closeGraph() async {
        sourcesAreReady.fulfil(CaptureError(.invalidState, message: "the session was stopped while it started"))
        lastStatistics = sourceStatistics
        lastTime = time
        if let graph {
            graph.videoIntake.removeCallbacks()
            graph.audioIntake?.removeCallbacks()
            let pipeline = graph.pipeline
            let closed = await BoundedCall.run(on: graphQueue, deadline: CaptureSession.closeDeadline) {
                pipeline.setState(.null)
            }
            if closed == nil {
                // The blocked thread still works on it: all of it is kept for ever, and so is the observer, without
                // which its messages would pile up on the bus.
                _ = Unmanaged.passRetained(graph)
                if let observation { _ = Unmanaged.passRetained(observation) }
                markAbandoned()
            }
            observation = nil
        }
        graph = nil
        await perform(machine.apply(.graphIsDown), ending: .sessionStopped)
    }

    private func announceStopped() {
        send(.sessionDidStop(reason: stopReason))
        endEvents()
        isDown.fulfil(true)
    }

    // MARK: What sources tell

    func sourceGaveData(_ source: Int?) {
        awaited.remove(source)
        if awaited.isEmpty { sourcesAreReady.fulfil(nil) }
    }

    func startDeadlineCame() {
        guard !awaited.isEmpty, !sourcesAreReady.isFulfilled else { return }
        // While one device is being opened the others have to wait for it: it alone is to blame.
        let opening = graph?.branches.indices.first { awaited.contains($0) && isBeingOpened($0) }
        let silent: [Int?] = opening.map { [$0] } ?? awaited.sorted { ($0 ?? .max) < ($1 ?? .max) }
        let names = silent.map { $0.map { plan.sources[$0].name } ?? "microphone" }
        let device =
            if let first = silent[0], case .camera(let camera, _) = plan.sources[first].origin {
                " (\(camera.name), \(camera.path))"
            } else { "" }
        sourcesAreReady.fulfil(
            CaptureError(
                .sourceGaveNoFrame, source: names[0],
                message: "no frame came within 5 seconds of the start" + device
                    + (names.count > 1 ? "; neither from \(names.dropFirst().joined(separator: ", "))" : ""),
                remedy: "check the cable and that tandem devices lists it, or unplug it and plug it in again"))
    }

    private func isBeingOpened(_ source: Int) -> Bool {
        graph?.branches[source].bin.state(timeout: .zero).change == .asynchronous
    }

    func sourceEnded(_ source: Int?) async {
        let name = source.map { plan.sources[$0].name } ?? "microphone"
        await sourceFailed(
            CaptureError(
                .sourceEnded, source: name, message: "the source has come to its end",
                remedy: "a session goes on for as long as all its sources do"))
    }

    func sessionError(_ report: ErrorReport) async {
        switch CaptureGraph.source(ofPath: report.path) {
        case .some(.some(let index)):
            await sourceFailed(CaptureError(source: plan.sources[index], report: report))
        case .some(.none):
            guard let microphone = plan.microphone else { return }
            await sourceFailed(CaptureError(microphone: microphone, report: report))
        case .none:
            await sourceFailed(
                CaptureError(
                    .internal, message: "\(report.factory) failed: \(report.message)", origin: .init(report)))
        }
    }

    /// The first error of a burst is the cause and ends the session; those that come with it hang under it.
    private func sourceFailed(_ error: CaptureError) async {
        if burst != nil {
            // Another source's loss at the same moment is told by its name.
            let other = error.source == burst?.first.source ? nil : error.source
            burst?.followers.append((other.map { "\($0): " } ?? "") + error.message)
            return
        }
        burst = ErrorBurst(first: error)
        after(ErrorBurst.length, .burstIsOver)
    }

    /// All errors of a burst are in: the cause is told and the session ends, its take first.
    func burstIsOver() async {
        guard let burst, !burst.isTold else { return }
        self.burst?.isTold = true
        let error = burst.error
        if machine.state == .starting, !sourcesAreReady.isFulfilled {
            // Whoever waits for the start tells it.
            sourcesAreReady.fulfil(error)
            return
        }
        guard machine.state != .stopped, machine.state != .failed else { return }
        stopReason = .sourceLost
        send(.runtimeError(error, fatal: true))
        take?.error = error
        await perform(machine.apply(.fatalError), ending: .error)
    }

    // MARK: Summary

    var summary: SessionSummary {
        SessionSummary(
            preset: plan.name, canvas: plan.canvas,
            sources: plan.sources.map { source in
                switch source.origin {
                case .camera(let camera, let mode):
                    SessionSummary.SourceSummary(
                        name: source.name, origin: "\(camera.name) (\(camera.id))", mode: mode?.description ?? "")
                case .test(let pattern):
                    SessionSummary.SourceSummary(name: source.name, origin: "test picture \(pattern)", mode: "")
                case .file(let path): SessionSummary.SourceSummary(name: source.name, origin: "file \(path)", mode: "")
                case .element(let text):
                    SessionSummary.SourceSummary(name: source.name, origin: "element \(text)", mode: "")
                }
            },
            microphone: plan.microphone.map {
                switch $0.origin {
                case .alsa(let device): device
                case .test(let wave): "test sound \(wave)"
                }
            },
            layout: plan.layout)
    }
}

/// The errors of one mishap: one unplugged camera posts three.
struct ErrorBurst {
    let first: CaptureError
    var followers: [String] = []
    var isTold = false

    /// Long enough for the followers, short enough for the event to come at once.
    static let length = Duration.milliseconds(100)

    init(first: CaptureError) { self.first = first }

    var error: CaptureError {
        var error = first
        error.followers = followers
        return error
    }
}
