internal import CGStreamer

/// Feeds a stream from Swift. C: `GstAppSrc`
// @unchecked: as `Object`.
package final class AppSource: Element, @unchecked Sendable {
    private var source: UnsafeMutablePointer<GstAppSrc> { pointer(as: GstAppSrc.self) }

    /// A source of timestamped buffers that holds at most `maxBuffers` and never blocks the one who pushes.
    package static func make(name: String, caps: Caps, maxBuffers: Int) throws -> AppSource {
        guard let made = gst_element_factory_make("appsrc", name) else {
            throw ElementError.missing(factory: "appsrc")
        }
        let source = AppSource(sinking: made)
        try source.set([
            "format": "time", "caps": .caps(caps), "max-buffers": .integer(maxBuffers), "max-bytes": 0,
            "max-time": 0, "block": false, "emit-signals": false, "is-live": false,
        ])
        return source
    }

    /// Hands a buffer on; `false` when the pipeline does not take it (flushing, or at its end).
    ///
    /// Threading: any thread; does not block. C: `gst_app_src_push_buffer`
    @discardableResult
    package func push(_ buffer: Buffer) -> Bool {
        // The call takes a reference over; this handle keeps its own.
        tandem_mini_object_ref(buffer.pointer)
        return gst_app_src_push_buffer(source, buffer.pointer) == GST_FLOW_OK
    }

    /// How many buffers wait. C: `gst_app_src_get_current_level_buffers`
    package var waitingBuffers: Int { Int(gst_app_src_get_current_level_buffers(source)) }

    /// C: `gst_app_src_end_of_stream`
    package func endOfStream() { gst_app_src_end_of_stream(source) }
}
