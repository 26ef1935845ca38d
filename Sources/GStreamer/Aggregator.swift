internal import CGStreamer

/// A compositor or an audio mixer: many inputs, one output at a constant rate. C: `GstAggregator`
// @unchecked: as `Object`.
package final class Aggregator: Element, @unchecked Sendable {
    private var aggregator: UnsafeMutablePointer<GstAggregator> { pointer(as: GstAggregator.self) }

    package static func makeAggregator(_ factory: String, name: String) throws(ElementError) -> Aggregator {
        guard let made = gst_element_factory_make(factory, name) else {
            throw ElementError.missing(factory: factory)
        }
        let aggregator = Aggregator(sinking: made)
        guard tandem_is_a(aggregator.raw, gst_aggregator_get_type()) != 0 else {
            throw ElementError.missing(factory: factory)
        }
        return aggregator
    }

    /// Calls `body` each time that the inputs for an output frame have been chosen, with that frame's time.
    ///
    /// Threading: on the output's streaming thread, before the frame is made; pad properties that are set there
    /// hold for exactly this frame. C: the signal `samples-selected`, with `emit-signals` set
    package func onSamplesSelected(_ body: @escaping @Sendable (_ presentationTime: ClockTime?) -> Void) throws {
        try set("emit-signals", true)
        let callback: SamplesSelected = samplesSelected
        g_signal_connect_data(
            raw, "samples-selected", unsafeBitCast(callback, to: GCallback.self), CallbackBox(body).retained(),
            releaseCallbackBoxOfClosure, GConnectFlags(rawValue: 0))
    }

    /// The time of the sample that an input pad would show now; only during `onSamplesSelected`.
    /// C: `gst_aggregator_peek_next_sample`
    package func selectedTime(of pad: Pad) -> ClockTime? {
        guard let sample = gst_aggregator_peek_next_sample(aggregator, pad.pointer(as: GstAggregatorPad.self)) else {
            return nil
        }
        return Sample(adopting: sample).buffer?.presentationTime
    }
}

private typealias SamplesSelected =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, guint64, guint64, guint64, UnsafeMutableRawPointer?,
        UnsafeMutableRawPointer?
    ) -> Void

private func samplesSelected(
    _ aggregator: UnsafeMutableRawPointer?, _ segment: UnsafeMutableRawPointer?, _ presentationTime: guint64,
    _ decodeTime: guint64, _ duration: guint64, _ info: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?
) {
    guard let data else { return }
    CallbackBox<@Sendable (ClockTime?) -> Void>.borrow(data).body(ClockTime(valid: GstClockTime(presentationTime)))
}
