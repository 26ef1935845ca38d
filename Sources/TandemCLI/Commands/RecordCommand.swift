internal import CaptureModel
internal import Glibc

/// `tandem record`
package enum RecordCommand {
    /// - Throws: what `ExitReport` knows; nothing has been opened or left behind then.
    package static func run(_ parsed: ParsedCommand, services: Services) async throws -> ExitStatus {
        let now = LocalTime.now
        let request = try RecordRequest(parsed, now: now)
        let manner: RecordReporter.Manner = request.json ? .json : request.quiet ? .quiet : .plain
        let reporter = RecordReporter(console: services.console, manner: manner, verbose: request.verbose)
        if request.verbose { showMediaWarnings() }

        let loaded = try services.presets.load(request.preset, settings: request.settings)
        loaded.warnings.forEach(reporter.warn)
        var preset = loaded.preset
        try request.applyDevices(to: &preset)
        let output = try FilmOutput(
            request.output, preset: preset, overwrite: request.overwrite,
            moment: LocalTime(secondsSince1970: now.seconds))
        let session = try services.makeSession(preset)
        let recorder = RecordRun(
            session: session, interrupts: services.interrupts, reporter: reporter, console: services.console,
            showsProgress: manner == .plain && services.console.showsProgress)
        return await recorder.record(to: output.path) {
            request.options(container: output.container, at: LocalTime.now)
        }
    }

    /// Lets GStreamer write its warnings to standard error, unless the user has said otherwise. It reads these
    /// when it is first used, which is later.
    private static func showMediaWarnings() {
        setenv("GST_DEBUG", "2", 0)
        if isatty(2) != 1 { setenv("GST_DEBUG_NO_COLOR", "1", 0) }
    }
}
