package import CaptureModel
package import CapturePresets

/// What the program tells whoever started it. The numbers are those of `sysexits.h` where it has one.
package enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
    /// Done. A limit may have ended the film, and interruptions may have been bridged.
    case done = 0
    /// The film is not whole.
    case filmNotWhole = 1
    /// The command line cannot be followed. `EX_USAGE`
    case usage = 64
    /// The preset is wrong. `EX_DATAERR`
    case badPreset = 65
    /// There is no such preset or input. `EX_NOINPUT`
    case noInput = 66
    /// A device or a plugin is missing, or a source was lost and had to end the take. `EX_UNAVAILABLE`
    case unavailable = 69
    /// A mistake of the program itself. `EX_SOFTWARE`
    case internalError = 70
    /// The output cannot be created, or exists. `EX_CANTCREAT`
    case cannotCreateOutput = 73
    /// Input or output failed: mostly the disk. `EX_IOERR`
    case inputOutput = 74
    /// Not permitted. `EX_NOPERM`
    case notPermitted = 77
    /// Interrupted a second time, or before the film began.
    case interrupted = 130
}

extension ExitStatus {
    package init(_ code: CaptureError.Code) {
        self =
            switch code {
            case .noCamera, .noMicrophone, .deviceNotFound, .ambiguousDevice, .notACaptureDevice, .deviceBusy,
                .bandwidthExceeded, .modeNotOffered, .deviceRemoved, .sourceEnded, .sourceGaveNoFrame,
                .sourceFailed, .missingElement:
                .unavailable
            case .inputNotFound: .noInput
            case .notPermitted: .notPermitted
            case .outputExists, .cannotCreateOutput: .cannotCreateOutput
            case .diskFull, .fileTooLarge, .diskFailed, .belowFreeDiskLimit: .inputOutput
            case .invalidPreset: .badPreset
            case .stopTimedOut: .filmNotWhole
            case .encoderFailed, .invalidState, .internal: .internalError
            }
    }

    package init(_ code: PresetFileError.Code) {
        self =
            switch code {
            case .notPermitted: .notPermitted
            case .notFound, .isDirectory, .notARegularFile, .tooLarge, .unreadable: .noInput
            }
    }

    /// How a take that has ended ends the program. A source that was lost is told even though its film is whole.
    package init(_ result: TakeResult) {
        if let error = result.error {
            self = ExitStatus(error.code)
        } else {
            self = result.successful ? .done : .filmNotWhole
        }
    }
}
