internal import CGStreamer

extension Element {
    /// How grave a report is.
    package enum Severity: Sendable, Hashable {
        case error, warning, info
    }

    /// Posts an error, a warning or an information in this element's name; the report's element, path and factory
    /// are not used.
    ///
    /// `false` when the element is on no bus, or the bus takes nothing any more.
    /// C: `gst_message_new_error`, `gst_element_post_message`
    @discardableResult
    package func post(_ report: ErrorReport, as severity: Severity) -> Bool {
        let error = g_error_new_literal(g_quark_from_string(report.domain), gint(report.code), report.message)
        defer { g_error_free(error) }
        let source = pointer(as: GstObject.self)
        let message =
            switch severity {
            case .error: gst_message_new_error(source, error, report.debug)
            case .warning: gst_message_new_warning(source, error, report.debug)
            case .info: gst_message_new_info(source, error, report.debug)
            }
        return gst_element_post_message(pointer(as: GstElement.self), message) != 0
    }

    /// Where the messages of an element go that is in no bin; a bin gives its own. C: `gst_element_set_bus`
    package func setBus(_ bus: Bus?) {
        gst_element_set_bus(pointer(as: GstElement.self), bus?.pointer(as: GstBus.self))
    }

    /// Posts a message of the program's own. C: `gst_message_new_application`
    @discardableResult
    package func post(application structure: Structure) -> Bool {
        post(typeNumber: GST_MESSAGE_APPLICATION.rawValue, structure)
    }

    /// Posts a message of any number of `GstMessageType`, with the structure that this type has.
    /// C: `gst_message_new_custom`
    @discardableResult
    package func post(typeNumber: Int32, _ structure: Structure?) -> Bool {
        let message = gst_message_new_custom(
            GstMessageType(rawValue: typeNumber), pointer(as: GstObject.self),
            structure.flatMap { gst_structure_copy($0.pointer) })
        return gst_element_post_message(pointer(as: GstElement.self), message) != 0
    }

    /// Runs `body` on a thread of GStreamer's own, where a state change may block: the way to take down what a
    /// streaming thread has found at its end. C: `gst_element_call_async`
    package func callAsynchronously(_ body: @escaping @Sendable () -> Void) {
        gst_element_call_async(
            pointer(as: GstElement.self), asynchronousCall, CallbackBox(body).retained(), releaseCallbackBox)
    }
}

private func asynchronousCall(_ element: UnsafeMutablePointer<GstElement>?, _ data: UnsafeMutableRawPointer?) {
    guard let data else { return }
    CallbackBox<@Sendable () -> Void>.borrow(data).body()
}
