internal import CGStreamer

/// What a probe wants done with what it saw. C: `GstPadProbeReturn`
package enum ProbeAction: Sendable, Hashable {
    /// It goes on.
    case pass
    /// It is thrown away.
    case drop
    /// It goes on, and the probe is taken off.
    case passAndRemove
}

/// The kinds of events that a probe tells apart. C: `GstEventType`
package enum EventKind: Sendable, Hashable {
    case endOfStream, qualityOfService, segment, caps, gap, flush, latency, other
}

extension Pad {
    /// Calls `body` for each buffer that passes this pad.
    ///
    /// Threading: on the pad's streaming thread, which waits for it: copy, count, return. No state change, no
    /// lock that is held elsewhere for long. C: `gst_pad_add_probe` with `GST_PAD_PROBE_TYPE_BUFFER`
    @discardableResult
    package func addBufferProbe(_ body: @escaping BufferProbeBody) -> ProbeIdentifier {
        add(GST_PAD_PROBE_TYPE_BUFFER, CallbackBox(body), bufferProbe)
    }

    /// Calls `body` for each event that travels downstream, or upstream, through this pad.
    ///
    /// Threading: on the thread that sends the event. C: `gst_pad_add_probe`
    @discardableResult
    package func addEventProbe(
        upstream: Bool = false, _ body: @escaping @Sendable (EventKind) -> ProbeAction
    ) -> ProbeIdentifier {
        add(
            upstream ? GST_PAD_PROBE_TYPE_EVENT_UPSTREAM : GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, CallbackBox(body),
            eventProbe)
    }

    /// Makes the pad's element seem to lie on something that cannot seek: a muxer behind it then writes strictly
    /// from front to back.
    ///
    /// Threading: on the thread that asks. C: `gst_pad_add_probe` on `GST_QUERY_SEEKING`
    package func refuseSeekingQueries() {
        gst_pad_add_probe(pointer(as: GstPad.self), GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, seekingQueryProbe, nil, nil)
    }

    private func add<Body>(
        _ mask: GstPadProbeType, _ box: CallbackBox<Body>, _ callback: GstPadProbeCallback
    ) -> ProbeIdentifier {
        ProbeIdentifier(
            raw: gst_pad_add_probe(pointer(as: GstPad.self), mask, callback, box.retained(), releaseCallbackBox))
    }
}

package typealias BufferProbeBody = @Sendable (borrowing ProbedBuffer) -> ProbeAction

/// A buffer on its way through a pad; it cannot be kept.
package struct ProbedBuffer: ~Copyable {
    private let info: UnsafeMutablePointer<GstPadProbeInfo>

    fileprivate init(_ info: UnsafeMutablePointer<GstPadProbeInfo>) { self.info = info }

    private var buffer: UnsafeMutablePointer<GstBuffer> {
        info.pointee.data.assumingMemoryBound(to: GstBuffer.self)
    }

    package var presentationTime: ClockTime? { ClockTime(valid: buffer.pointee.pts) }
    package var duration: ClockTime? { ClockTime(valid: buffer.pointee.duration) }
    /// Bytes.
    package var size: Int { Int(gst_buffer_get_size(buffer)) }

    /// Gives the buffer other times; the bytes stay shared. C: `gst_buffer_make_writable`
    package func restamp(presentationTime: ClockTime, duration: ClockTime?) {
        let writable = tandem_buffer_make_writable(buffer)!
        writable.pointee.pts = presentationTime.raw
        writable.pointee.duration = duration.rawOrNone
        info.pointee.data = UnsafeMutableRawPointer(writable)
    }

    /// Lends the bytes for reading. C: `gst_buffer_map`
    package func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R? {
        try Buffer(retaining: buffer).withBytes(body)
    }

    /// Puts a copy with `bytes` behind it in the buffer's place. C: `gst_buffer_append_memory`
    package func append(_ bytes: [UInt8]) {
        let writable = tandem_buffer_make_writable(buffer)!
        let memory = bytes.withUnsafeBytes { source in
            gst_buffer_new_memdup(source.baseAddress, gsize(source.count))
        }
        // Takes over both references; the result's are the first one's metadata.
        info.pointee.data = UnsafeMutableRawPointer(gst_buffer_append(writable, memory))
    }
}

private func bufferProbe(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ data: UnsafeMutableRawPointer?
) -> GstPadProbeReturn {
    guard let info, let data, info.pointee.data != nil else { return GST_PAD_PROBE_OK }
    return CallbackBox<BufferProbeBody>.borrow(data).body(ProbedBuffer(info)).raw
}

private func eventProbe(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ data: UnsafeMutableRawPointer?
) -> GstPadProbeReturn {
    guard let event = info?.pointee.data?.assumingMemoryBound(to: GstEvent.self), let data else {
        return GST_PAD_PROBE_OK
    }
    return CallbackBox<@Sendable (EventKind) -> ProbeAction>.borrow(data).body(EventKind(event.pointee.type)).raw
}

private func seekingQueryProbe(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ data: UnsafeMutableRawPointer?
) -> GstPadProbeReturn {
    guard let query = info?.pointee.data?.assumingMemoryBound(to: GstQuery.self) else { return GST_PAD_PROBE_OK }
    // A dropped query counts as one that nobody answered.
    return query.pointee.type == GST_QUERY_SEEKING ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
}

extension EventKind {
    init(_ raw: GstEventType) {
        switch raw {
        case GST_EVENT_EOS: self = .endOfStream
        case GST_EVENT_QOS: self = .qualityOfService
        case GST_EVENT_SEGMENT: self = .segment
        case GST_EVENT_CAPS: self = .caps
        case GST_EVENT_GAP: self = .gap
        case GST_EVENT_FLUSH_START, GST_EVENT_FLUSH_STOP: self = .flush
        case GST_EVENT_LATENCY: self = .latency
        default: self = .other
        }
    }
}

extension ProbeAction {
    fileprivate var raw: GstPadProbeReturn {
        switch self {
        case .pass: GST_PAD_PROBE_OK
        case .drop: GST_PAD_PROBE_DROP
        case .passAndRemove: GST_PAD_PROBE_REMOVE
        }
    }
}
