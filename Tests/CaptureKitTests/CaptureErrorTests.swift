import CaptureModel
import GStreamer
import Testing

@testable import CaptureKit

@Suite("GStreamer's errors in the program's words")
struct CaptureErrorTests {
    static let resource = "gst-resource-error-quark"
    static let stream = "gst-stream-error-quark"

    struct Row: Sendable, CustomTestStringConvertible {
        var domain = CaptureErrorTests.resource
        var number: Int
        var message = "words"
        var debug = ""
        var factory = ""
        var code: CaptureError.Code

        var report: ErrorReport {
            ErrorReport(domain: domain, code: number, message: message, debug: debug, element: "e0", factory: factory)
        }
        var testDescription: String { "\(domain) \(number) \(message) \(debug) → \(code)" }
    }

    private func camera() -> PlannedSource {
        let camera = Camera(id: "usb-1", name: "Cam", path: "/dev/video0", bus: "usb-0000:00:14.0-1", modes: [])
        return PlannedSource(
            name: "inset", origin: .camera(camera, mode: nil), mirror: false, rotate: .none, fit: .contain,
            scaledSize: Size(width: 320, height: 180))
    }

    static let sources = [
        Row(number: 4, code: .deviceBusy),
        Row(number: 3, debug: "system error: Device or resource busy", code: .deviceBusy),
        Row(number: 9, debug: "VIDIOC_STREAMON: No space left on device", code: .bandwidthExceeded),
        Row(number: 5, debug: "Permission denied", code: .notPermitted),
        Row(number: 9, code: .deviceRemoved),
        Row(domain: stream, number: 1, debug: "ioctl: No such device", code: .deviceRemoved),
        Row(number: 3, code: .deviceNotFound), Row(number: 5, code: .deviceNotFound),
        Row(number: 7, code: .deviceNotFound),
        Row(domain: stream, number: 1, debug: "reason not-negotiated (-4)", code: .modeNotOffered),
        Row(domain: stream, number: 1, code: .sourceFailed),
        // The numbers mean something else in another domain.
        Row(domain: stream, number: 4, code: .sourceFailed), Row(domain: stream, number: 9, code: .sourceFailed),
    ]

    @Test("each of a camera's errors has its code, names the source, and keeps where it came from", arguments: sources)
    func source(row: Row) {
        let error = CaptureError(source: camera(), report: row.report)
        #expect(error.code == row.code)
        #expect(error.source == "inset")
        #expect(error.message.contains("/dev/video0"))
        #expect(error.origin?.domain == row.domain && error.origin?.number == row.number)
        #expect(error.origin?.element == "e0")
        #expect(error.remedy.isEmpty == (row.code == .sourceFailed))
    }

    static let microphones = [
        Row(number: 5, message: "Device is being used by another application (busy)", code: .deviceBusy),
        Row(number: 3, code: .noMicrophone), Row(number: 5, code: .noMicrophone),
        Row(number: 9, code: .sourceFailed), Row(domain: stream, number: 1, code: .sourceFailed),
    ]

    @Test("each of a microphone's errors has its code and names the device", arguments: microphones)
    func microphone(row: Row) {
        let error = CaptureError(microphone: Microphone(origin: .alsa(device: "hw:CARD=Mic")), report: row.report)
        #expect(error.code == row.code)
        #expect(error.source == "microphone")
        #expect(error.message.contains("hw:CARD=Mic"))
        #expect(!error.remedy.isEmpty)
    }

    static let films = [
        Row(number: 14, factory: "fdsink", code: .diskFull),
        Row(number: 10, debug: "Error while writing: File too large", factory: "fdsink", code: .fileTooLarge),
        Row(number: 10, debug: "Input/output error", factory: "fdsink", code: .diskFailed),
        Row(domain: stream, number: 8, factory: "x264enc", code: .encoderFailed),
        Row(number: 10, factory: "x264enc", code: .encoderFailed),
    ]

    @Test("each of a film's errors has its code and says that the film so far can be read", arguments: films)
    func film(row: Row) {
        let error = CaptureError(film: "/films/a.mp4", report: row.report)
        #expect(error.code == row.code)
        #expect(error.source == nil)
        #expect(error.remedy.contains("the film so far can be read"))
        #expect(error.message.contains(row.code == .encoderFailed ? "x264enc" : "/films/a.mp4"))
    }

    @Test("an element that is missing is named with the package to install")
    func missing() {
        let error = CaptureError(building: ElementError.missing(factory: "x264enc"))
        #expect(error.code == .missingElement)
        #expect(error.message.contains("x264enc"))
        #expect(error.remedy.contains("gstreamer1.0-plugins-ugly"))
        #expect(CaptureError(building: ElementError.badDescription("no element \"x\"")).code == .invalidPreset)
        let own = CaptureError(.diskFull, message: "full")
        #expect(CaptureError(building: own) == own)
    }
}
