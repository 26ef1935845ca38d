package import CaptureModel
package import GStreamer

/// The one place where GStreamer's errors become ours.
extension CaptureError {
    init(missingElement factory: String) {
        let package = ElementPackages.package(of: factory)
        self.init(
            .missingElement, message: "GStreamer's element \(factory) is not installed",
            remedy: "install the Debian package \(package)")
    }

    /// An error while a graph was being put together.
    init(building error: any Error) {
        switch error {
        case let error as CaptureError: self = error
        case ElementError.missing(let factory): self.init(missingElement: factory)
        case ElementError.badDescription(let text):
            self.init(
                .invalidPreset, message: "the element's description is not understood: \(text)",
                remedy: "try it with gst-launch-1.0 first")
        default: self.init(.internal, message: "the graph could not be built: \(error)")
        }
    }

    /// An error while a source's branch was being put together: by its name, and the fault of what the user wrote
    /// where the user wrote it.
    init(building error: any Error, of source: PlannedSource) {
        if case .element = source.origin, case ElementError.notLinked = error {
            self.init(
                .invalidPreset, message: "the element does not give raw video",
                remedy: "let its description end in raw video, with a decoder if need be; try it with gst-launch-1.0")
        } else {
            self.init(building: error)
        }
        self.source = self.source ?? source.name
    }

    /// An error that a source's element posted on the session's bus.
    package init(source: PlannedSource, report: ErrorReport) {
        let camera: Camera? = if case .camera(let camera, _) = source.origin { camera } else { nil }
        let name =
            switch source.origin {
            case .camera(let camera, _): "the camera \(camera.name) (\(camera.path))"
            case .file(let path): "the file \(path)"
            case .test, .element: "the source"
            }
        let text = Self.words(report)
        let code: Code
        let message: String
        var remedy = ""
        let isResource = report.domain == "gst-resource-error-quark"
        if (isResource && report.code == ResourceErrorNumber.busy) || text.contains("busy") {
            code = .deviceBusy
            message = "\(name) is in use by another program"
            remedy = "close that program, or choose another camera with --camera \(source.name)=ID"
        } else if text.contains("no space left on device") {
            code = .bandwidthExceeded
            message = "\(name) gets no room on its USB bus" + (camera.map { " (\($0.bus))" } ?? "")
            remedy = "plug it into another bus, or ask for a smaller mode; the disk is not meant"
        } else if text.contains("permission denied") {
            code = .notPermitted
            message = "\(name) may not be opened by this user"
            remedy = "sudo usermod -aG video \"$USER\", then log in again"
        } else if (isResource && report.code == ResourceErrorNumber.read) || text.contains("no such device") {
            code = .deviceRemoved
            message = "\(name) gives no more frames: it has been unplugged or its driver has failed"
            remedy = "check the cable"
        } else if case .file(let path) = source.origin {
            code = .sourceFailed
            message = "\(name) could not be played: \(report.message)"
            remedy = "ffprobe \(path) tells what is in it; a source needs moving pictures"
        } else if isResource && ResourceErrorNumber.opening.contains(report.code) {
            code = .deviceNotFound
            message = "\(name) could not be opened: \(report.message)"
            remedy = "tandem devices lists what there is"
        } else if text.contains("not-negotiated") {
            code = .modeNotOffered
            message = "\(name) does not give the mode that it was asked for"
            remedy = "tandem devices lists its modes"
        } else {
            code = .sourceFailed
            message = "\(name) failed: \(report.message)"
        }
        self.init(code, source: source.name, message: message, remedy: remedy, origin: Origin(report))
    }

    /// An error that the microphone's elements posted.
    package init(microphone: Microphone, report: ErrorReport) {
        let text = Self.words(report)
        let device: String = if case .alsa(let device) = microphone.origin { device } else { "test" }
        if text.contains("busy") {
            self.init(
                .deviceBusy, source: "microphone", message: "the microphone \(device) is in use by another program",
                remedy: "close that program, choose another with --microphone ID, or pass --microphone none",
                origin: Origin(report))
        } else if report.domain == "gst-resource-error-quark", ResourceErrorNumber.opening.contains(report.code) {
            self.init(
                .noMicrophone, source: "microphone",
                message: "the microphone \(device) could not be opened: \(report.message)",
                remedy: "tandem devices lists what there is; --microphone none records without sound",
                origin: Origin(report))
        } else {
            self.init(
                .sourceFailed, source: "microphone", message: "the microphone \(device) failed: \(report.message)",
                remedy: "check the cable", origin: Origin(report))
        }
    }

    /// An error on a film's own bus.
    package init(film path: String, report: ErrorReport) {
        let text = Self.words(report)
        switch (report.domain, report.code, report.factory) {
        case ("gst-resource-error-quark", ResourceErrorNumber.noSpaceLeft, _):
            self.init(
                .diskFull, message: "the disk is full: \(path) could not be written any further",
                remedy: "the film so far can be read; make room before the next take", origin: Origin(report))
        case (_, _, "fdsink") where text.contains("file too large"):
            self.init(
                .fileTooLarge, message: "\(path) has reached the largest size that its file system or a limit allows",
                remedy: "the film so far can be read; record to another file system, or limit the size with --max-size",
                origin: Origin(report))
        case ("gst-resource-error-quark", _, "fdsink"):
            self.init(
                .diskFailed, message: "\(path) could not be written: \(report.message)",
                remedy: "the film so far can be read; check the disk", origin: Origin(report))
        default:
            self.init(
                .encoderFailed, message: "\(report.factory) failed: \(report.message)",
                remedy: "the film so far can be read", origin: Origin(report))
        }
    }

    private static func words(_ report: ErrorReport) -> String { (report.message + " " + report.debug).lowercased() }
}

extension CaptureError.Origin {
    init(_ report: ErrorReport) {
        self.init(domain: report.domain, number: report.code, element: report.element, debug: report.debug)
    }
}

/// The numbers of GStreamer's resource errors that mean something of their own here. C: `GstResourceError`
enum ResourceErrorNumber {
    static let busy = 4
    static let read = 9
    static let noSpaceLeft = 14
    /// Not found, and not to be opened for reading, or for reading and writing.
    static let opening: Set<Int> = [3, 5, 7]
}
