/// `tandem check`
package enum CheckCommand {
    /// Reads every preset that is named, and says every problem of each. The status is that of the first that
    /// is wrong.
    package static func run(_ parsed: ParsedCommand, services: Services) -> ExitStatus {
        var status = ExitStatus.done
        for name in parsed.arguments {
            do {
                let loaded = try services.presets.load(name)
                for warning in loaded.warnings { services.console.report(warning.description) }
                services.console.print(PlainText.line("\(loaded.file): ok"))
            } catch {
                let report = ExitReport(error, command: "check")
                report.lines.forEach(services.console.report)
                if status == .done { status = report.status }
            }
        }
        return status
    }
}
