package import CaptureModel
internal import CapturePresets

/// What an error says to the user and to whoever started the program. The only place that decides either.
package struct ExitReport: Sendable, Hashable {
    package var status: ExitStatus
    /// For standard error, one line each.
    package var lines: [String]

    package init(status: ExitStatus, lines: [String]) {
        self.status = status
        self.lines = lines
    }

    /// - Parameter command: the command that failed; empty for the program itself.
    package init(_ error: any Error, command: String) {
        let place = command.isEmpty ? "tandem" : "tandem \(command)"
        switch error {
        case let error as UsageError:
            let place = error.command.isEmpty ? "tandem" : "tandem \(error.command)"
            self.init(status: .usage, lines: ["\(place): error: \(error.message)"])
        case let error as CaptureError:
            self.init(status: ExitStatus(error.code), lines: ExitReport.lines(for: error, command: command))
        case let error as PresetLibrary.NotFound:
            self.init(status: .noInput, lines: ["\(place): error: \(ExitReport.oneLine(error.description))"])
        case let error as PresetFileError:
            self.init(
                status: ExitStatus(error.code), lines: ["\(place): error: \(ExitReport.oneLine(error.description))"])
        case let error as PresetError:
            self.init(status: .badPreset, lines: error.diagnostics.map(\.description))
        default:
            self.init(
                status: .internalError,
                lines: ["\(place): error: \(error); this is a mistake in tandem, please report it"])
        }
    }

    /// The cause in one line. Messages that were made from several lines keep to one.
    package static func lines(for error: CaptureError, command: String) -> [String] {
        ["tandem \(command): error: \(oneLine(error.description))"]
    }

    static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
