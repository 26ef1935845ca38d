internal import CGStreamer

extension Buffer {
    /// A buffer of memory of its own, whose bytes `fill` writes; it is immutable from then on.
    ///
    /// `nil` when there is no memory for it. C: `gst_buffer_new_allocate`, `gst_buffer_map` for writing
    package convenience init?(
        size: Int, presentationTime: ClockTime? = nil, duration: ClockTime? = nil,
        fill: (UnsafeMutableRawBufferPointer) throws -> Void
    ) rethrows {
        guard size >= 0, let made = gst_buffer_new_allocate(nil, gsize(size), nil) else { return nil }
        made.pointee.pts = presentationTime.rawOrNone
        made.pointee.duration = duration.rawOrNone
        // From here on the reference is this object's, also when `fill` throws.
        self.init(adopting: made)
        guard try lendWritableBytes(of: made, fill) != nil else { return nil }
    }

    /// Set where a frame needs an earlier one to be decoded. C: `GST_BUFFER_FLAG_DELTA_UNIT`
    package var isDeltaUnit: Bool { has(GST_BUFFER_FLAG_DELTA_UNIT) }
    /// Set where the data is known to be damaged. C: `GST_BUFFER_FLAG_CORRUPTED`
    package var isCorrupted: Bool { has(GST_BUFFER_FLAG_CORRUPTED) }
    /// Set where there is nothing to see or hear. C: `GST_BUFFER_FLAG_GAP`
    package var isGap: Bool { has(GST_BUFFER_FLAG_GAP) }

    private func has(_ flag: GstBufferFlags) -> Bool { gst_buffer_get_flags(pointer).rawValue & flag.rawValue != 0 }
}

/// Maps a buffer that nobody else holds for reading and writing. `nil` if its memory cannot be mapped.
func lendWritableBytes<R>(
    of buffer: UnsafeMutablePointer<GstBuffer>, _ body: (UnsafeMutableRawBufferPointer) throws -> R
) rethrows -> R? {
    var map = GstMapInfo()
    let flags = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
    guard gst_buffer_map(buffer, &map, flags) != 0 else { return nil }
    defer { gst_buffer_unmap(buffer, &map) }
    return try body(UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size)))
}

extension AppSource {
    /// Hands several buffers on in one piece. `false` when the pipeline does not take them.
    ///
    /// Threading: any thread; does not block. C: `gst_app_src_push_buffer_list`
    @discardableResult
    package func push(_ buffers: [Buffer]) -> Bool {
        guard let list = gst_buffer_list_new_sized(guint(buffers.count)) else { return false }
        for buffer in buffers {
            // The list takes a reference over; the handle keeps its own.
            tandem_mini_object_ref(buffer.pointer)
            gst_buffer_list_insert(list, -1, buffer.pointer)
        }
        return gst_app_src_push_buffer_list(pointer(as: GstAppSrc.self), list) == GST_FLOW_OK
    }
}
