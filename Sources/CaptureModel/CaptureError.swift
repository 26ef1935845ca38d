/// An error of a capture session: a code to act on, which source it is about, and what to do.
///
/// AVFoundation: `AVError`.
public struct CaptureError: Error, Sendable, Hashable {
    /// What to act on.
    public var code: Code
    /// The preset's name for the source (`inset`), `microphone`, or a device when there is no source yet.
    public var source: String?
    /// What happened and why, as one sentence or two.
    public var message: String
    /// What to do about it; empty when nothing can be advised.
    public var remedy: String
    /// Where GStreamer is the origin: the error's domain, the element that posted it, and its debug text.
    public var origin: Origin?
    /// Errors that came after this one in the same burst and that it explains.
    public var followers: [String]

    public init(
        _ code: Code, source: String? = nil, message: String, remedy: String = "", origin: Origin? = nil,
        followers: [String] = []
    ) {
        self.code = code
        self.source = source
        self.message = message
        self.remedy = remedy
        self.origin = origin
        self.followers = followers
    }

    /// Where in GStreamer an error came from. C: `GError`, `gst_message_parse_error`
    public struct Origin: Sendable, Hashable {
        /// `gst-resource-error-quark`
        public var domain: String
        /// The number within the domain.
        public var number: Int
        /// The element's name in the graph.
        public var element: String
        public var debug: String

        public init(domain: String, number: Int, element: String, debug: String = "") {
            self.domain = domain
            self.number = number
            self.element = element
            self.debug = debug
        }
    }

    /// The kinds of errors; their names are also the JSON events' `code`. AVFoundation: `AVError.Code`.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        // Devices
        case noCamera, noMicrophone, deviceNotFound, ambiguousDevice, notACaptureDevice, deviceBusy, notPermitted
        case inputNotFound
        case bandwidthExceeded, modeNotOffered, deviceRemoved, sourceEnded, sourceGaveNoFrame, sourceFailed
        // Plugins
        case missingElement, encoderFailed
        // Output
        case outputExists, cannotCreateOutput, diskFull, fileTooLarge, diskFailed, belowFreeDiskLimit
        // Use of the API: nothing has changed
        case invalidState
        case invalidPreset
        // Ours
        case stopTimedOut, `internal`
    }
}

extension CaptureError: CustomStringConvertible {
    /// One line: `inset: the camera is in use by zoom (pid 812); close it, or choose another camera with --camera`
    public var description: String {
        var text = source.map { "\($0): " } ?? ""
        text += message
        if !remedy.isEmpty { text += "; \(remedy)" }
        return text
    }
}
