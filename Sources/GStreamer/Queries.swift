internal import CGStreamer

/// How long a pipeline takes from capture to output. C: `gst_query_parse_latency`
package struct Latency: Sendable, Hashable {
    package var isLive: Bool
    package var minimum: ClockTime
    /// `nil` where there is no limit.
    package var maximum: ClockTime?
}

/// The kinds of queries that a probe tells apart. C: `GstQueryType`
package enum QueryKind: Sendable, Hashable {
    case position, duration, latency, seeking, caps, acceptCaps, allocation, scheduling, drain, context, other

    init(_ raw: GstQueryType) {
        switch raw {
        case GST_QUERY_POSITION: self = .position
        case GST_QUERY_DURATION: self = .duration
        case GST_QUERY_LATENCY: self = .latency
        case GST_QUERY_SEEKING: self = .seeking
        case GST_QUERY_CAPS: self = .caps
        case GST_QUERY_ACCEPT_CAPS: self = .acceptCaps
        case GST_QUERY_ALLOCATION: self = .allocation
        case GST_QUERY_SCHEDULING: self = .scheduling
        case GST_QUERY_DRAIN: self = .drain
        case GST_QUERY_CONTEXT: self = .context
        default: self = .other
        }
    }
}

extension Element {
    /// `nil` when nobody answers. C: `gst_query_new_latency`
    package func queryLatency() -> Latency? {
        guard let query = gst_query_new_latency() else { return nil }
        defer { tandem_mini_object_unref(query) }
        guard gst_element_query(pointer(as: GstElement.self), query) != 0 else { return nil }
        var isLive: gboolean = 0
        var minimum: GstClockTime = 0
        var maximum: GstClockTime = 0
        gst_query_parse_latency(query, &isLive, &minimum, &maximum)
        return Latency(
            isLive: isLive != 0, minimum: ClockTime(valid: minimum) ?? .zero, maximum: ClockTime(valid: maximum))
    }

    /// How far the stream is; `nil` when nobody answers. C: `gst_element_query_position`
    package func queryPosition() -> ClockTime? {
        var position: gint64 = 0
        guard gst_element_query_position(pointer(as: GstElement.self), GST_FORMAT_TIME, &position) != 0, position >= 0
        else { return nil }
        return ClockTime(nanoseconds: UInt64(position))
    }

    /// How long the stream is; `nil` when nobody knows. C: `gst_element_query_duration`
    package func queryDuration() -> ClockTime? {
        var duration: gint64 = 0
        guard gst_element_query_duration(pointer(as: GstElement.self), GST_FORMAT_TIME, &duration) != 0, duration >= 0
        else { return nil }
        return ClockTime(nanoseconds: UInt64(duration))
    }
}

extension Pad {
    /// Calls `body` for each query that goes downstream, or upstream, through this pad, before it is answered; a
    /// dropped one counts as one that nobody answered.
    ///
    /// Threading: on the thread that asks. C: `gst_pad_add_probe` with `GST_PAD_PROBE_TYPE_PUSH`
    @discardableResult
    package func addQueryProbe(
        upstream: Bool = false, _ body: @escaping @Sendable (QueryKind) -> ProbeAction
    ) -> ProbeIdentifier {
        let direction = upstream ? GST_PAD_PROBE_TYPE_QUERY_UPSTREAM : GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM
        // Without PUSH the probe would be asked again when the answer comes back.
        return add(
            GstPadProbeType(rawValue: direction.rawValue | GST_PAD_PROBE_TYPE_PUSH.rawValue), CallbackBox(body),
            queryProbe)
    }
}

private func queryProbe(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ data: UnsafeMutableRawPointer?
) -> GstPadProbeReturn {
    guard let query = info?.pointee.data?.assumingMemoryBound(to: GstQuery.self), let data else {
        return GST_PAD_PROBE_OK
    }
    return CallbackBox<@Sendable (QueryKind) -> ProbeAction>.borrow(data).body(QueryKind(query.pointee.type)).raw
}
