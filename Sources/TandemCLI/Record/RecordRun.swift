package import CaptureKit
internal import CaptureModel

/// Makes one film with a session, from its start to its end, whatever ends it.
package struct RecordRun: Sendable {
    package var session: any RecordingSession
    package var interrupts: Interrupts
    package var reporter: RecordReporter
    package var console: Console
    /// Whether the progress line is drawn.
    package var showsProgress: Bool
    /// Whether the film's path is printed at the end; not where standard output is the film.
    package var printsPath: Bool

    package init(
        session: any RecordingSession, interrupts: Interrupts, reporter: RecordReporter, console: Console,
        showsProgress: Bool, printsPath: Bool = true
    ) {
        self.session = session
        self.interrupts = interrupts
        self.reporter = reporter
        self.console = console
        self.showsProgress = showsProgress
        self.printsPath = printsPath
    }

    /// How long the last events may take to come after the session has stopped.
    private static let eventsDeadline: Duration = .seconds(2)
    private static let progressInterval: Duration = .milliseconds(500)

    /// Runs the session, records, and stops it again; everything that there is to say has been said.
    /// - Parameter options: asked for when the film begins, which may be seconds later.
    package func record(to file: String, options: @Sendable () -> RecordingOptions) async -> ExitStatus {
        if interrupts.received != nil { return interruptedBeforeFilm() }
        // Subscribed before the start, so that its own events are not missed.
        let events = Task { [events = session.events, reporter] in
            for await event in events {
                reporter.report(event)
                if case .sessionDidStop = event.kind { return }
            }
        }
        let progress = Task { await drawProgress() }
        let outcome = await takeFilm(to: file, options: options)
        await session.stopRunning()
        progress.cancel()
        await progress.value
        console.progress(nil)
        await finish(events)
        switch outcome {
        case .ended(let result):
            reporter.finish(result, printsPath: printsPath)
            return ExitStatus(result)
        case .failed(let error):
            // A session that was lost before the film began has told why; that it takes no film is no news.
            let cause = reporter.fatalError ?? error
            reporter.report(cause)
            return ExitReport(cause, command: "record").status
        case .interruptedBeforeFilm: return interruptedBeforeFilm()
        }
    }

    private func interruptedBeforeFilm() -> ExitStatus {
        reporter.say("interrupted before the film began; there is no film")
        return .interrupted
    }

    private enum Outcome {
        case ended(TakeResult)
        case failed(any Error)
        case interruptedBeforeFilm
    }

    private func takeFilm(to file: String, options: @Sendable () -> RecordingOptions) async -> Outcome {
        let start = Task { [session] in try await session.startRunning() }
        switch await first(of: start) {
        case .interrupted:
            // The session is stopped by the caller; a start that is under way ends with an error that says no more.
            start.cancel()
            return .interruptedBeforeFilm
        case .finished(.failure(let error)): return .failed(error)
        case .finished(.success): break
        }
        let take: any FilmInProgress
        do {
            take = try await session.startRecording(to: file, options: options())
        } catch {
            return .failed(error)
        }
        let end = Task { await take.result() }
        switch await first(of: end) {
        case .finished(.success(let result)): return .ended(result)
        case .interrupted:
            reporter.say("finishing \(take.file); interrupt again to stop at once")
            do {
                return .ended(try await session.stopRecording())
            } catch {
                // The take has ended by itself in this moment: it knows how.
                return .ended(await end.value)
            }
        }
    }

    private enum Race<Success: Sendable, Failure: Error>: Sendable {
        case finished(Result<Success, Failure>)
        case interrupted
    }

    /// What comes first, the task's end or an interrupt. The task goes on in the second case.
    private func first<Success: Sendable, Failure: Error>(
        of task: Task<Success, Failure>
    ) async -> Race<Success, Failure> {
        let (stream, continuation) = AsyncStream<Race<Success, Failure>>.makeStream()
        let end = Task { continuation.yield(.finished(await task.result)) }
        let interrupt = Task { [interrupts] in
            if await interrupts.wait() != nil { continuation.yield(.interrupted) }
        }
        defer {
            interrupt.cancel()
            end.cancel()
        }
        for await race in stream { return race }
        return .interrupted
    }

    /// Lets the events come to their end, for a while.
    private func finish(_ events: Task<Void, Never>) async {
        let deadline = Task {
            try? await Task.sleep(for: RecordRun.eventsDeadline)
            events.cancel()
        }
        await events.value
        deadline.cancel()
    }

    private func drawProgress() async {
        guard showsProgress else { return }
        while !Task.isCancelled {
            let statistics = await session.statistics()
            if Task.isCancelled { return }
            if statistics.state != .idle {
                console.progress(ProgressLine.render(statistics, columns: console.columns))
            }
            try? await Task.sleep(for: RecordRun.progressInterval)
        }
    }
}
