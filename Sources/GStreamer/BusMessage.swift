internal import CGStreamer

/// What an element or a pipeline told its bus, as a plain value. C: `GstMessage`
package enum BusMessage: Sendable {
    case error(ErrorReport)
    case warning(ErrorReport)
    case info(ErrorReport)
    /// All sinks of the pipeline have seen the end.
    case endOfStream
    /// `pending` is where the element is on its way to; `voidPending` when it has arrived.
    case stateChanged(element: String, from: State, to: State, pending: State)
    /// An element wants its pipeline in another state.
    case requestState(element: String, State)
    /// The element cannot go on until a state change is done that it has lost.
    case asyncStart(element: String)
    case asyncDone
    case latency
    case clockLost
    /// The pipeline has chosen this clock.
    case newClock(name: String)
    /// All sinks of the pipeline have seen the start of a stream.
    case streamStart
    case durationChanged(element: String)
    /// Percent of an element's queue; at 100 it can play.
    case buffering(element: String, percent: Int)
    case tags(element: String, TagList)
    /// An element's own message: a level, a missing plugin.
    case element(name: String, Structure)
    /// A message of the program's own.
    case application(Structure)
    case qualityOfService(element: String)
    /// An element asks for something shared, such as a display connection.
    case needContext(type: String, element: String)
    case deviceAdded(Device)
    case deviceRemoved(Device)
    case deviceChanged(Device, before: Device)
    /// Of a kind that is not told apart here; the name is GStreamer's own.
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
            var pending = GST_STATE_NULL
            gst_message_parse_state_changed(message, &from, &to, &pending)
            self = .stateChanged(element: name, from: State(from), to: State(to), pending: State(pending))
        case GST_MESSAGE_LATENCY:
            self = .latency
        case GST_MESSAGE_CLOCK_LOST:
            self = .clockLost
        case GST_MESSAGE_ASYNC_DONE:
            self = .asyncDone
        case GST_MESSAGE_QOS:
            self = .qualityOfService(element: name)
        case GST_MESSAGE_ASYNC_START:
            self = .asyncStart(element: name)
        case GST_MESSAGE_STREAM_START:
            self = .streamStart
        case GST_MESSAGE_DURATION_CHANGED:
            self = .durationChanged(element: name)
        case GST_MESSAGE_REQUEST_STATE:
            var wanted = GST_STATE_NULL
            gst_message_parse_request_state(message, &wanted)
            self = .requestState(element: name, State(wanted))
        case GST_MESSAGE_BUFFERING:
            var percent: gint = 0
            gst_message_parse_buffering(message, &percent)
            self = .buffering(element: name, percent: Int(percent))
        default:
            self = BusMessage(withObject: message, from: name) ?? BusMessage(withStructure: message, from: name)
        }
    }

    /// The kinds that carry an object; `nil` for the others.
    private init?(withObject message: UnsafeMutablePointer<GstMessage>, from name: String) {
        switch message.pointee.type {
        case GST_MESSAGE_TAG:
            var list: UnsafeMutablePointer<GstTagList>?
            gst_message_parse_tag(message, &list)
            guard let list else { return nil }
            self = .tags(element: name, TagList(adopting: list))
        case GST_MESSAGE_NEW_CLOCK:
            var clock: UnsafeMutablePointer<GstClock>?
            gst_message_parse_new_clock(message, &clock)
            self = .newClock(name: clock.map { Object(retaining: $0).name } ?? "")
        case GST_MESSAGE_DEVICE_ADDED:
            var device: UnsafeMutablePointer<GstDevice>?
            gst_message_parse_device_added(message, &device)
            guard let device else { return nil }
            self = .deviceAdded(Device(adopting: device))
        case GST_MESSAGE_DEVICE_REMOVED:
            var device: UnsafeMutablePointer<GstDevice>?
            gst_message_parse_device_removed(message, &device)
            guard let device else { return nil }
            self = .deviceRemoved(Device(adopting: device))
        case GST_MESSAGE_DEVICE_CHANGED:
            var device: UnsafeMutablePointer<GstDevice>?
            var before: UnsafeMutablePointer<GstDevice>?
            gst_message_parse_device_changed(message, &device, &before)
            let (now, then) = (device.map { Device(adopting: $0) }, before.map { Device(adopting: $0) })
            guard let now, let then else { return nil }
            self = .deviceChanged(now, before: then)
        default:
            return nil
        }
    }

    /// The kinds whose content is a structure or nothing, and those that are not told apart.
    private init(withStructure message: UnsafeMutablePointer<GstMessage>, from name: String) {
        let structure = gst_message_get_structure(message).map { Structure(copying: $0) }
        switch (message.pointee.type, structure) {
        case (GST_MESSAGE_ELEMENT, let structure?):
            self = .element(name: name, structure)
        case (GST_MESSAGE_APPLICATION, let structure?):
            self = .application(structure)
        case (GST_MESSAGE_NEED_CONTEXT, _):
            var type: UnsafePointer<gchar>?
            gst_message_parse_context_type(message, &type)
            self = .needContext(type: type.map { String(cString: $0) } ?? "", element: name)
        default:
            self = .other(type: BusMessage.name(ofType: message.pointee.type.rawValue), source: name)
        }
    }

    /// GStreamer's name for a number of `GstMessageType`. C: `gst_message_type_get_name`
    package static func name(ofType number: Int32) -> String {
        gst_message_type_get_name(GstMessageType(rawValue: number)).map { String(cString: $0) } ?? "unknown"
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
