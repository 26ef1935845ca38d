internal import CGStreamer

/// How a stream's timestamps become running time. C: `GstSegment` in the format TIME
package struct Segment: Sendable, Hashable {
    package var rate: Double
    /// The first timestamp that is played; the end is `nil` where it is open.
    package var start: ClockTime
    package var stop: ClockTime?
    /// The running time of `start`.
    package var base: ClockTime
    package var time: ClockTime

    /// `nil` for a segment that does not count in time.
    init?(_ raw: UnsafePointer<GstSegment>) {
        guard raw.pointee.format == GST_FORMAT_TIME else { return nil }
        rate = raw.pointee.rate
        start = ClockTime(nanoseconds: UInt64(raw.pointee.start))
        stop = ClockTime(valid: GstClockTime(raw.pointee.stop))
        base = ClockTime(nanoseconds: UInt64(raw.pointee.base))
        time = ClockTime(valid: GstClockTime(raw.pointee.time)) ?? .zero
    }

    /// `nil` for a timestamp outside of the segment. C: `gst_segment_to_running_time`
    package func runningTime(of timestamp: ClockTime) -> ClockTime? {
        var raw = GstSegment()
        gst_segment_init(&raw, GST_FORMAT_TIME)
        raw.rate = rate
        raw.applied_rate = 1
        raw.start = guint64(start.nanoseconds)
        raw.stop = guint64(stop.rawOrNone)
        raw.base = guint64(base.nanoseconds)
        raw.time = guint64(time.nanoseconds)
        return ClockTime(
            valid: GstClockTime(gst_segment_to_running_time(&raw, GST_FORMAT_TIME, guint64(timestamp.nanoseconds))))
    }
}

extension Pad {
    /// The segment that holds on this pad now; `nil` before there is one. C: `gst_pad_get_sticky_event`
    package var currentSegment: Segment? {
        guard let event = gst_pad_get_sticky_event(pointer(as: GstPad.self), GST_EVENT_SEGMENT, 0) else { return nil }
        defer { tandem_mini_object_unref(event) }
        var segment: UnsafePointer<GstSegment>?
        gst_event_parse_segment(event, &segment)
        return segment.flatMap { Segment($0) }
    }
}

extension Sample {
    /// The segment that its buffer's times belong to. C: `gst_sample_get_segment`
    package var segment: Segment? { gst_sample_get_segment(pointer).flatMap { Segment($0) } }
}
