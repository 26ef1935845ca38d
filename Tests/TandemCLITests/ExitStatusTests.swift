import CaptureModel
import CapturePresets
import Testing

@testable import TandemCLI

@Suite struct ExitStatusTests {
    /// Written out again, so that a change of the mapping is seen to be one.
    private static let expected: [CaptureError.Code: Int32] = [
        .inputNotFound: 66, .noCamera: 69, .noMicrophone: 69, .deviceNotFound: 69, .ambiguousDevice: 69,
        .notACaptureDevice: 69,
        .deviceBusy: 69, .notPermitted: 77, .bandwidthExceeded: 69, .modeNotOffered: 69, .deviceRemoved: 69,
        .sourceEnded: 69, .sourceGaveNoFrame: 69, .sourceFailed: 69, .missingElement: 69, .encoderFailed: 70,
        .outputExists: 73, .cannotCreateOutput: 73, .diskFull: 74, .fileTooLarge: 74, .diskFailed: 74,
        .belowFreeDiskLimit: 74, .invalidState: 70, .invalidPreset: 65, .stopTimedOut: 1, .internal: 70,
    ]

    @Test(arguments: CaptureError.Code.allCases)
    func everyErrorHasItsStatus(code: CaptureError.Code) throws {
        let status = try #require(ExitStatusTests.expected[code])
        #expect(TandemCLI.ExitStatus(code).rawValue == status)
        let report = ExitReport(
            CaptureError(code, source: "main", message: "it\nfailed", remedy: "mend it"), command: "record")
        #expect(report.status.rawValue == status)
        #expect(report.lines == ["tandem record: error: main: it failed; mend it"])
    }

    @Test func aTakeThatALimitEndedIsDone() {
        for reason in [.stopped, .maxDuration, .maxSize, .minFreeDisk, .sessionStopped] as [TakeResult.Reason] {
            #expect(TandemCLI.ExitStatus(result(reason)) == .done)
        }
    }

    @Test func aFilmThatIsNotWholeIsTold() {
        #expect(TandemCLI.ExitStatus(result(.stopped, successful: false)) == .filmNotWhole)
    }

    @Test func aLostSourceIsToldThoughTheFilmIsWhole() {
        let error = CaptureError(.deviceRemoved, source: "main", message: "the camera was unplugged")
        #expect(TandemCLI.ExitStatus(result(.error, error: error)) == .unavailable)
        let disk = CaptureError(.diskFull, message: "the disk is full")
        #expect(TandemCLI.ExitStatus(result(.error, successful: false, error: disk)) == .inputOutput)
    }

    @Test func usageErrorsNameTheirCommand() {
        let report = ExitReport(UsageError(command: "check", "PRESET… is missing"), command: "")
        #expect(report == ExitReport(status: .usage, lines: ["tandem check: error: PRESET… is missing"]))
    }

    @Test func presetsThatCannotBeReadHaveTheirStatus() {
        let place = Diagnostic(file: "a.json5", line: 2, column: 3, key: "canvas.heigth", message: "unknown key")
        let other = Diagnostic(file: "a.json5", line: 4, column: 1, key: "canvas.width", message: "is odd")
        #expect(
            ExitReport(PresetError(diagnostics: [place, other]), command: "check")
                == ExitReport(
                    status: .badPreset,
                    lines: [
                        "a.json5:2:3: error: canvas.heigth: unknown key", "a.json5:4:1: error: canvas.width: is odd",
                    ]))
        let file = PresetFileError(code: .notFound, path: "x.json5", message: "there is no such file")
        #expect(
            ExitReport(file, command: "check")
                == ExitReport(
                    status: .noInput, lines: ["tandem check: error: x.json5: there is no such file"]))
        let locked = PresetFileError(code: .notPermitted, path: "x.json5", message: "it may not be read")
        #expect(ExitReport(locked, command: "check").status == .notPermitted)
    }

    private func result(
        _ reason: TakeResult.Reason, successful: Bool = true, error: CaptureError? = nil
    ) -> TakeResult {
        TakeResult(
            file: "a.mp4", reason: reason, successful: successful, duration: .seconds(1), bytes: 1, frames: 30,
            error: error)
    }
}
