internal import CaptureModel
internal import Glibc

/// `tandem record`
package enum RecordCommand {
    /// - Throws: what `ExitReport` knows; nothing has been opened or left behind then.
    package static func run(_ parsed: ParsedCommand, services: Services) async throws -> ExitStatus {
        services.endAtInterrupt()
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
            request.output, preset: preset, presetFile: loaded.file, overwrite: request.overwrite,
            moment: LocalTime(secondsSince1970: now.seconds))
        let isOnOutput = FileIdentity.isStream(1, output.path)
        if isOnOutput || FileIdentity.isStream(2, output.path) {
            try refuseMixing(output.path, parsed, json: request.json)
        }
        let session = try services.makeSession(preset)
        let recorder = RecordRun(
            session: session, interrupts: services.interrupts(), reporter: reporter, console: services.console,
            showsProgress: manner == .plain && services.console.showsProgress,
            printsPath: !isOnOutput)
        return await recorder.record(to: output.path) {
            request.options(container: output.container, at: LocalTime.now)
        }
    }

    /// A film on a standard stream must have it for itself.
    private static func refuseMixing(_ path: String, _ parsed: ParsedCommand, json: Bool) throws {
        if json, FileIdentity.isStream(1, path) {
            throw parsed.usageError("--json and the film would both go to standard output; choose another --output")
        }
        if FileIdentity.isStream(2, path) {
            throw parsed.usageError(
                "--output \(path): messages go there as well and would spoil the film; send them elsewhere, "
                    + "such as with 2>messages.txt")
        }
    }

    /// Lets GStreamer write its warnings to standard error, unless the user has said otherwise. It reads these
    /// when it is first used, which is later.
    private static func showMediaWarnings() {
        setenv("GST_DEBUG", "2", 0)
        if isatty(2) != 1 { setenv("GST_DEBUG_NO_COLOR", "1", 0) }
    }
}
