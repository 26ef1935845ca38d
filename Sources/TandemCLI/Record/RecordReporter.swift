package import CaptureModel
internal import Synchronization

/// Says what happens during a recording, in the manner that was asked for: as JSON lines, as plain lines, or not
/// at all. Errors are always said, each once.
package final class RecordReporter: Sendable {
    package enum Manner: Sendable, Hashable { case plain, json, quiet }

    private let console: Console
    private let manner: Manner
    private let verbose: Bool
    private let reported = Mutex(Set<CaptureError>())
    private let firstFatal = Mutex<CaptureError?>(nil)

    package init(console: Console, manner: Manner, verbose: Bool) {
        self.console = console
        self.manner = manner
        self.verbose = verbose
    }

    package func say(_ text: String) {
        if manner == .plain { console.report(text) }
    }

    package func warn(_ diagnostic: Diagnostic) {
        if manner != .quiet { console.report(diagnostic.description) }
    }

    /// The error that ended the session, once its event has come.
    package var fatalError: CaptureError? { firstFatal.withLock { $0 } }

    package func report(_ error: any Error) {
        if let error = error as? CaptureError {
            report(error)
        } else {
            ExitReport(error, command: "record").lines.forEach(console.report)
        }
    }

    package func report(_ error: CaptureError) {
        // An error can come twice: as an event, and thrown by the call that met it.
        guard reported.withLock({ $0.insert(error).inserted }) else { return }
        ExitReport.lines(for: error, command: "record").forEach(console.report)
        guard verbose else { return }
        if let origin = error.origin {
            console.report("  from \(origin.element): \(origin.domain) \(origin.number)")
            if !origin.debug.isEmpty { console.report("  " + ExitReport.oneLine(origin.debug)) }
        }
        for follower in error.followers { console.report("  then: " + ExitReport.oneLine(follower)) }
    }

    package func report(_ event: CaptureEvent) {
        if manner == .json {
            let offset = LocalTime(secondsSince1970: event.wallClock.seconds).utcOffset
            console.printExactly(event.json(utcOffset: offset).text)
        }
        switch event.kind {
        case .sessionDidStart(let summary): RecordReporter.lines(for: summary).forEach(say)
        case .recordingDidStart(let file): say("recording \(file)")
        case .runtimeError(let error, let fatal):
            if fatal { firstFatal.withLock { $0 = $0 ?? error } }
            report(error)
        case .recordingDidFinish, .sessionDidStop: break
        }
    }

    /// The last words: what the film is, and its path alone on standard output.
    package func finish(_ result: TakeResult, printsPath: Bool = true) {
        if let error = result.error { report(error) }
        RecordReporter.lines(for: result).forEach(say)
        if manner == .plain, printsPath { console.print(path: result.file) }
    }

    /// Which cameras, test pictures and sound a session uses.
    static func lines(for summary: SessionSummary) -> [String] {
        let sources = summary.sources.map { source in
            "\(source.name): \(source.origin)" + (source.mode.isEmpty ? "" : ", \(source.mode)")
        }
        return sources + ["microphone: \(summary.microphone ?? "none")"]
    }

    static func lines(for result: TakeResult) -> [String] {
        let size = Units.approximateText(ofSize: result.bytes)
        var first = "\(result.successful ? "finished" : "NOT whole"): \(seconds(result.duration)), \(size)"
        first += ", \(result.frames) \(result.frames == 1 ? "frame" : "frames")"
        if result.dropped > 0 { first += ", \(result.dropped) dropped" }
        first += " (\(phrase(for: result.reason)))"
        return [first]
            + result.sources.map { source in
                "\(source.name): \(source.framesIn) \(source.framesIn == 1 ? "frame" : "frames") in, "
                    + "\(source.shown) shown, \(source.late) late, "
                    + "\(source.missing) missing"
            }
    }

    private static func phrase(for reason: TakeResult.Reason) -> String {
        switch reason {
        case .stopped: "stopped"
        case .cancelled: "cancelled"
        case .maxDuration: "the duration that was asked for"
        case .maxSize: "the largest size"
        case .minFreeDisk: "the disk is nearly full"
        case .sessionStopped: "the session stopped"
        case .error: "an error"
        }
    }

    /// `10.0 s` below a minute, `1:23` from there.
    private static func seconds(_ duration: Duration) -> String {
        if duration >= .seconds(60) { return ProgressLine.clock(duration) }
        let tenths = Int((duration / .milliseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
