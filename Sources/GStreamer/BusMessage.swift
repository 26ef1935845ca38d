internal import CGStreamer

/// What an element or a pipeline told its bus, as a plain value. C: `GstMessage`
package enum BusMessage: Sendable {
    case error(ErrorReport)
    case warning(ErrorReport)
    case info(ErrorReport)
    /// All sinks of the pipeline have seen the end.
    case endOfStream
    case stateChanged(element: String, from: State, to: State)
    case latency
    case clockLost
    case asyncDone
    /// An element's own message: a level, a missing plugin.
    case element(name: String, Structure)
    case qualityOfService(element: String)
    case other(type: String, source: String)
}

/// An error, warning or information as GStreamer posted it.
package struct ErrorReport: Error, Sendable, Hashable {
    /// `gst-resource-error-quark`
    package var domain: String
    /// The number within the domain.
    package var code: Int
    package var message: String
    package var debug: String
    /// The element's name and its whole path, `/GstPipeline:session/GstBin:main/GstV4l2Src:v4l2src0`.
    package var element: String
    package var path: String
    /// The factory's name, `v4l2src`; empty when the poster is no element.
    package var factory: String

    package init(
        domain: String, code: Int, message: String, debug: String = "", element: String = "", path: String = "",
        factory: String = ""
    ) {
        self.domain = domain
        self.code = code
        self.message = message
        self.debug = debug
        self.element = element
        self.path = path
        self.factory = factory
    }
}

extension BusMessage {
    /// Reads a borrowed message.
    init(_ message: UnsafeMutablePointer<GstMessage>) {
        let source = message.pointee.src.map { Object(retaining: $0) }
        let name = source?.name ?? ""
        switch message.pointee.type {
        case GST_MESSAGE_ERROR:
            self = .error(ErrorReport(message, source, gst_message_parse_error))
        case GST_MESSAGE_WARNING:
            self = .warning(ErrorReport(message, source, gst_message_parse_warning))
        case GST_MESSAGE_INFO:
            self = .info(ErrorReport(message, source, gst_message_parse_info))
        case GST_MESSAGE_EOS:
            self = .endOfStream
        case GST_MESSAGE_STATE_CHANGED:
            var from = GST_STATE_NULL
            var to = GST_STATE_NULL
            gst_message_parse_state_changed(message, &from, &to, nil)
            self = .stateChanged(element: name, from: State(from), to: State(to))
        case GST_MESSAGE_LATENCY:
            self = .latency
        case GST_MESSAGE_CLOCK_LOST:
            self = .clockLost
        case GST_MESSAGE_ASYNC_DONE:
            self = .asyncDone
        case GST_MESSAGE_QOS:
            self = .qualityOfService(element: name)
        default:
            if message.pointee.type == GST_MESSAGE_ELEMENT, let structure = gst_message_get_structure(message) {
                self = .element(name: name, Structure(copying: structure))
            } else {
                let type = gst_message_type_get_name(message.pointee.type).map { String(cString: $0) } ?? "unknown"
                self = .other(type: type, source: name)
            }
        }
    }
}

extension ErrorReport {
    fileprivate typealias Parser = (
        UnsafeMutablePointer<GstMessage>?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?,
        UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?
    ) -> Void

    fileprivate init(_ message: UnsafeMutablePointer<GstMessage>, _ source: Object?, _ parse: Parser) {
        var error: UnsafeMutablePointer<GError>?
        var debug: UnsafeMutablePointer<gchar>?
        parse(message, &error, &debug)
        defer { g_clear_error(&error) }
        let isElement = source.map { tandem_is_a($0.raw, gst_element_get_type()) != 0 } ?? false
        self.init(
            domain: error.map { String(cString: g_quark_to_string($0.pointee.domain)) } ?? "",
            code: error.map { Int($0.pointee.code) } ?? 0,
            message: error.map { String(cString: $0.pointee.message) } ?? "",
            debug: takeString(debug) ?? "",
            element: source?.name ?? "", path: source?.path ?? "",
            factory: isElement ? source.flatMap { factoryNameOfElement($0.pointer(as: GstElement.self)) } ?? "" : "")
    }
}
