internal import CGStreamer

/// Hands a stream's samples to Swift. C: `GstAppSink`
// @unchecked: as `Object`.
package final class AppSink: Element, @unchecked Sendable {
    private var sink: UnsafeMutablePointer<GstAppSink> { pointer(as: GstAppSink.self) }

    /// A sink that waits for no clock and never blocks: what is not pulled at once is dropped.
    package static func make(name: String, maxBuffers: Int = 1) throws -> AppSink {
        guard let made = gst_element_factory_make("appsink", name) else {
            throw ElementError.missing(factory: "appsink")
        }
        let sink = AppSink(sinking: made)
        try sink.set([
            "sync": false, "async": false, "qos": false, "drop": true, "max-buffers": .integer(maxBuffers),
            "enable-last-sample": false, "wait-on-eos": false,
        ])
        return sink
    }

    /// Calls `body` with every sample.
    ///
    /// Threading: on the streaming thread, which waits for it: copy, hand on, return.
    /// C: `gst_app_sink_set_callbacks`, `gst_app_sink_try_pull_sample`
    package func onNewSample(_ body: @escaping @Sendable (Sample) -> Void) {
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_sample = newSample
        gst_app_sink_set_callbacks(sink, &callbacks, CallbackBox(body).retained(), releaseCallbackBox)
    }

    /// Stops calling back and lets go of the closure. C: `gst_app_sink_set_callbacks`
    package func removeCallbacks() {
        var callbacks = GstAppSinkCallbacks()
        gst_app_sink_set_callbacks(sink, &callbacks, nil, nil)
    }

    /// The next sample, waiting at most `timeout`; `nil` at the end or when none came.
    /// C: `gst_app_sink_try_pull_sample`
    package func pull(timeout: ClockTime) -> Sample? {
        gst_app_sink_try_pull_sample(sink, timeout.raw).map { Sample(adopting: $0) }
    }

    /// C: `gst_app_sink_is_eos`
    package var isAtEnd: Bool { gst_app_sink_is_eos(sink) != 0 }
}

private func newSample(_ sink: UnsafeMutablePointer<GstAppSink>?, _ data: UnsafeMutableRawPointer?) -> GstFlowReturn {
    guard let sink, let data else { return GST_FLOW_OK }
    // The callback runs only when there is one; no wait.
    guard let sample = gst_app_sink_try_pull_sample(sink, 0) else { return GST_FLOW_OK }
    CallbackBox<@Sendable (Sample) -> Void>.borrow(data).body(Sample(adopting: sample))
    return GST_FLOW_OK
}
