internal import CGStreamer

/// An event that a program sends into a graph. C: `GstEvent`
package enum OutgoingEvent: Sendable, Hashable {
    case endOfStream
    case flushStart
    /// - Parameter resetTime: running time starts anew.
    case flushStop(resetTime: Bool)
    /// Asks an encoder, upstream, for a key frame: the next one, or the first from a running time on.
    case forceKeyUnit(runningTime: ClockTime?)
    /// Nothing comes for this long.
    case gap(start: ClockTime, duration: ClockTime?)

    /// A reference that the function which sends it takes over.
    fileprivate func make() -> UnsafeMutablePointer<GstEvent>? {
        switch self {
        case .endOfStream: gst_event_new_eos()
        case .flushStart: gst_event_new_flush_start()
        case .flushStop(let resetTime): gst_event_new_flush_stop(resetTime ? 1 : 0)
        case .forceKeyUnit(let time): gst_video_event_new_upstream_force_key_unit(time.rawOrNone, 1, 0)
        case .gap(let start, let duration): gst_event_new_gap(start.raw, duration.rawOrNone)
        }
    }
}

extension Element {
    /// Sends an event to the element: upstream events from its source pads, downstream ones from its sink pads.
    /// `false` when nobody took it. C: `gst_element_send_event`
    @discardableResult
    package func send(_ event: OutgoingEvent) -> Bool {
        gst_element_send_event(pointer(as: GstElement.self), event.make()) != 0
    }
}

extension Pad {
    /// Gives the event to this pad, as its peer would. C: `gst_pad_send_event`
    @discardableResult
    package func send(_ event: OutgoingEvent) -> Bool {
        gst_pad_send_event(pointer(as: GstPad.self), event.make()) != 0
    }

    /// Gives the event to this pad's peer. C: `gst_pad_push_event`
    @discardableResult
    package func push(_ event: OutgoingEvent) -> Bool {
        gst_pad_push_event(pointer(as: GstPad.self), event.make()) != 0
    }
}
