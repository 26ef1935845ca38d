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
    /// A segment that counts in bytes or in something else than time.
    case segmentWithoutTimes
}

extension Pad {
    /// Calls `body` for each buffer that passes this pad, also for those that travel in lists.
    ///
    /// Threading: on the pad's streaming thread, which waits for it: copy, count, return. No state change, no
    /// lock that is held elsewhere for long. C: `gst_pad_add_probe` with `GST_PAD_PROBE_TYPE_BUFFER` and
    /// `GST_PAD_PROBE_TYPE_BUFFER_LIST`
    @discardableResult
    package func addBufferProbe(_ body: @escaping BufferProbeBody) -> ProbeIdentifier {
        let kinds = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue
        return add(GstPadProbeType(rawValue: kinds), CallbackBox(body), bufferProbe)
    }

    /// Calls `body` for each event that travels downstream, or upstream, through this pad.
    ///
    /// Threading: on the thread that sends the event. C: `gst_pad_add_probe`
    @discardableResult
    package func addEventProbe(
        upstream: Bool = false, _ body: @escaping @Sendable (EventKind) -> ProbeAction
    ) -> ProbeIdentifier {
        // Flushes are a type of their own that has no direction: the callback looks at it.
        let direction = upstream ? GST_PAD_PROBE_TYPE_EVENT_UPSTREAM : GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM
        return add(
            GstPadProbeType(rawValue: direction.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue),
            CallbackBox(EventProbe(direction: direction, body: body)), eventProbe)
    }

    /// Makes the pad's element seem to lie on something that cannot seek: a muxer behind it then writes strictly
    /// from front to back.
    ///
    /// Threading: on the thread that asks. C: `gst_pad_add_probe` on `GST_QUERY_SEEKING`
    package func refuseSeekingQueries() {
        gst_pad_add_probe(pointer(as: GstPad.self), GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, seekingQueryProbe, nil, nil)
    }

    /// Blocks what flows downstream here, and calls `onBlocked` when something waits. `remove` lets it go on.
    ///
    /// Threading: on the thread that is blocked; what takes a graph apart goes through
    /// `Element.callAsynchronously`. C: `gst_pad_add_probe` with `GST_PAD_PROBE_TYPE_BLOCK_DOWNSTREAM`
    package func blockDownstream(_ onBlocked: @escaping @Sendable () -> Void) -> ProbeIdentifier {
        add(GST_PAD_PROBE_TYPE_BLOCK_DOWNSTREAM, CallbackBox(onBlocked), blockProbe)
    }

    /// Calls `body` once, when nothing passes this pad: at once on the caller's thread, or later on the streaming
    /// thread. C: `gst_pad_add_probe` with `GST_PAD_PROBE_TYPE_IDLE`
    package func whenIdle(_ body: @escaping @Sendable () -> Void) {
        _ = add(GST_PAD_PROBE_TYPE_IDLE, CallbackBox(body), idleProbe)
    }

    func add<Body>(
        _ mask: GstPadProbeType, _ box: CallbackBox<Body>, _ callback: GstPadProbeCallback
    ) -> ProbeIdentifier {
        ProbeIdentifier(
            raw: gst_pad_add_probe(pointer(as: GstPad.self), mask, callback, box.retained(), releaseCallbackBox))
    }
}

package typealias BufferProbeBody = @Sendable (borrowing ProbedBuffer) -> ProbeAction

/// A buffer on its way through a pad; it cannot be kept.
package struct ProbedBuffer: ~Copyable {
    /// Holds the reference that the pad owns; what is put in its place is owned as well.
    private let slot: UnsafeMutablePointer<UnsafeMutablePointer<GstBuffer>>

    fileprivate init(_ slot: UnsafeMutablePointer<UnsafeMutablePointer<GstBuffer>>) { self.slot = slot }

    private var buffer: UnsafeMutablePointer<GstBuffer> { slot.pointee }

    package var presentationTime: ClockTime? { ClockTime(valid: buffer.pointee.pts) }
    package var duration: ClockTime? { ClockTime(valid: buffer.pointee.duration) }
    /// Bytes.
    package var size: Int { Int(gst_buffer_get_size(buffer)) }

    /// A handle that may be kept. It holds the frame's memory, and with it a place in the source's pool.
    package func retained() -> Buffer { Buffer(retaining: buffer) }

    /// Gives the buffer other times; the bytes stay shared. C: `gst_buffer_make_writable`
    package func restamp(presentationTime: ClockTime, duration: ClockTime?) {
        let writable = makeWritable()
        writable.pointee.pts = presentationTime.raw
        writable.pointee.duration = duration.rawOrNone
    }

    /// Lends the bytes for reading. C: `gst_buffer_map`
    package func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R? {
        try Buffer(retaining: buffer).withBytes(body)
    }

    /// Lends the bytes for writing; copies them first where somebody else holds them. C: `gst_buffer_map`
    package func withMutableBytes<R>(_ body: (UnsafeMutableRawBufferPointer) throws -> R) rethrows -> R? {
        try lendWritableBytes(of: makeWritable(), body)
    }

    /// Puts a copy with `bytes` behind it in the buffer's place. C: `gst_buffer_append_memory`
    package func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        let memory = bytes.withUnsafeBytes { source in
            gst_buffer_new_memdup(source.baseAddress, gsize(source.count))
        }
        // Takes over both references; the result's are the first one's metadata.
        slot.pointee = gst_buffer_append(makeWritable(), memory)
    }

    /// Puts a new buffer with these bytes in the buffer's place; its flags are those of an ordinary one.
    /// C: `gst_buffer_new_memdup`
    package func replace(bytes: [UInt8], presentationTime: ClockTime, duration: ClockTime?) {
        let made = bytes.withUnsafeBytes { source in
            gst_buffer_new_memdup(source.baseAddress, gsize(source.count))!
        }
        made.pointee.pts = presentationTime.raw
        made.pointee.duration = duration.rawOrNone
        tandem_mini_object_unref(buffer)
        slot.pointee = made
    }

    private func makeWritable() -> UnsafeMutablePointer<GstBuffer> {
        // Takes the reference over and gives one back, of the same buffer or of a copy.
        slot.pointee = tandem_buffer_make_writable(buffer)
        return slot.pointee
    }
}

private func bufferProbe(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ data: UnsafeMutableRawPointer?
) -> GstPadProbeReturn {
    // In pull mode the probe is asked once before there is a buffer.
    guard let info, let data, let held = info.pointee.data else { return GST_PAD_PROBE_OK }
    let body = CallbackBox<BufferProbeBody>.borrow(data).body
    if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue != 0 {
        // Such a pad hands the buffers of a list on one by one: they come by again.
        if let pad, splitsLists(pad) { return GST_PAD_PROBE_OK }
        return bufferListProbe(info, OpaquePointer(held), body)
    }
    var buffer = held.assumingMemoryBound(to: GstBuffer.self)
    let action = withUnsafeMutablePointer(to: &buffer) { body(ProbedBuffer($0)) }
    info.pointee.data = UnsafeMutableRawPointer(buffer)
    return action.raw
}

// MARK: Lists

private struct ListVisit {
    let body: BufferProbeBody
    var isOver = false
}

private func bufferListProbe(
    _ info: UnsafeMutablePointer<GstPadProbeInfo>, _ held: OpaquePointer,
    _ body: @escaping BufferProbeBody
) -> GstPadProbeReturn {
    // Only in a list of one's own may buffers be replaced.
    let list = tandem_buffer_list_make_writable(held)
    info.pointee.data = UnsafeMutableRawPointer(list)
    var visit = ListVisit(body: body)
    withUnsafeMutablePointer(to: &visit) { _ = gst_buffer_list_foreach(list, visitBuffer, $0) }
    if visit.isOver { return GST_PAD_PROBE_REMOVE }
    return gst_buffer_list_length(list) == 0 ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
}

private func visitBuffer(
    _ slot: UnsafeMutablePointer<UnsafeMutablePointer<GstBuffer>?>?, _ index: guint, _ data: UnsafeMutableRawPointer?
) -> gboolean {
    guard let slot, var buffer = slot.pointee, let data else { return 1 }
    let visit = data.assumingMemoryBound(to: ListVisit.self)
    let action = withUnsafeMutablePointer(to: &buffer) { visit.pointee.body(ProbedBuffer($0)) }
    if action == .drop {
        // The reference is the visitor's: an empty slot takes the buffer off the list.
        tandem_mini_object_unref(buffer)
        slot.pointee = nil
    } else {
        slot.pointee = buffer
    }
    visit.pointee.isOver = action == .passAndRemove
    return visit.pointee.isOver ? 0 : 1
}

/// Whether a sink pad's element takes no lists.
private func splitsLists(_ pad: UnsafeMutablePointer<GstPad>) -> Bool {
    gst_pad_get_direction(pad) == GST_PAD_SINK && chainListFunction(of: pad) == defaultChainListFunction
}

/// What a pad has that nobody gave a function of its own.
private let defaultChainListFunction: UInt = {
    guard let pad = gst_pad_new(nil, GST_PAD_SINK) else { return 0 }
    let handle = Pad(sinking: pad)
    return chainListFunction(of: handle.pointer(as: GstPad.self))
}()

private func chainListFunction(of pad: UnsafeMutablePointer<GstPad>) -> UInt {
    pad.pointee.chainlistfunc.map { UInt(bitPattern: unsafeBitCast($0, to: UnsafeRawPointer.self)) } ?? 0
}

// MARK: Events and blocks

private struct EventProbe: Sendable {
    let direction: GstPadProbeType
    let body: @Sendable (EventKind) -> ProbeAction
}

private func eventProbe(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ data: UnsafeMutableRawPointer?
) -> GstPadProbeReturn {
    guard let info, let event = info.pointee.data?.assumingMemoryBound(to: GstEvent.self), let data else {
        return GST_PAD_PROBE_OK
    }
    let probe = CallbackBox<EventProbe>.borrow(data).body
    guard info.pointee.type.rawValue & probe.direction.rawValue != 0 else { return GST_PAD_PROBE_OK }
    return probe.body(isSegmentWithoutTimes(event) ? .segmentWithoutTimes : EventKind(event.pointee.type)).raw
}

private func isSegmentWithoutTimes(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
    guard event.pointee.type == GST_EVENT_SEGMENT else { return false }
    var segment: UnsafePointer<GstSegment>?
    gst_event_parse_segment(event, &segment)
    return segment.map { $0.pointee.format != GST_FORMAT_TIME } ?? false
}

private func blockProbe(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ data: UnsafeMutableRawPointer?
) -> GstPadProbeReturn {
    if let data { CallbackBox<@Sendable () -> Void>.borrow(data).body() }
    return GST_PAD_PROBE_OK
}

private func idleProbe(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ data: UnsafeMutableRawPointer?
) -> GstPadProbeReturn {
    if let data { CallbackBox<@Sendable () -> Void>.borrow(data).body() }
    return GST_PAD_PROBE_REMOVE
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
    var raw: GstPadProbeReturn {
        switch self {
        case .pass: GST_PAD_PROBE_OK
        case .drop: GST_PAD_PROBE_DROP
        case .passAndRemove: GST_PAD_PROBE_REMOVE
        }
    }
}
