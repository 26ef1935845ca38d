internal import CGStreamer

/// One frame of picture or a piece of sound, held by one reference. C: `GstBuffer`
///
/// Threading: a buffer is immutable here; a changed one is a copy that shares the memory.
// @unchecked: read only, with an atomic reference count.
package final class Buffer: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstBuffer>

    init(adopting pointer: UnsafeMutablePointer<GstBuffer>) { self.pointer = pointer }

    init(retaining pointer: UnsafeMutablePointer<GstBuffer>) {
        tandem_mini_object_ref(pointer)
        self.pointer = pointer
    }

    /// A buffer with a copy of these bytes. C: `gst_buffer_new_memdup`
    package convenience init(bytes: [UInt8], presentationTime: ClockTime? = nil, duration: ClockTime? = nil) {
        let made: UnsafeMutablePointer<GstBuffer> = bytes.withUnsafeBytes { source in
            source.count == 0
                ? gst_buffer_new() : gst_buffer_new_memdup(source.baseAddress, gsize(source.count))
        }
        made.pointee.pts = presentationTime.rawOrNone
        made.pointee.duration = duration.rawOrNone
        self.init(adopting: made)
    }

    deinit { tandem_mini_object_unref(pointer) }

    package var presentationTime: ClockTime? { ClockTime(valid: pointer.pointee.pts) }
    package var duration: ClockTime? { ClockTime(valid: pointer.pointee.duration) }
    /// The sequence number that a camera's driver gave, where it gave one.
    package var offset: UInt64? {
        let offset = UInt64(pointer.pointee.offset)
        return offset == .max ? nil : offset
    }
    /// Bytes. C: `gst_buffer_get_size`
    package var size: Int { Int(gst_buffer_get_size(pointer)) }

    /// Set where the stream has a hole before this buffer. C: `GST_BUFFER_FLAG_DISCONT`
    package var isDiscontinuous: Bool { gst_buffer_get_flags(pointer).rawValue & GST_BUFFER_FLAG_DISCONT.rawValue != 0 }

    /// A copy that shares the memory and has other times. C: `gst_buffer_copy_region` without a deep copy
    package func restamped(presentationTime: ClockTime, duration: ClockTime?) -> Buffer {
        let flags = GstBufferCopyFlags(
            rawValue: GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_META.rawValue | GST_BUFFER_COPY_MEMORY.rawValue)
        let copy = gst_buffer_copy_region(pointer, flags, 0, gsize.max)!
        copy.pointee.pts = presentationTime.raw
        copy.pointee.dts = GstClockTime(tandem_clock_time_none())
        copy.pointee.duration = duration.rawOrNone
        copy.pointee.offset = guint64.max
        copy.pointee.offset_end = guint64.max
        return Buffer(adopting: copy)
    }

    /// The part of a piece of sound from one sample on, sharing the memory. C: `gst_buffer_copy_region`
    package func samples(from first: Int, count: Int, bytesPerFrame: Int) -> Buffer {
        let flags = GstBufferCopyFlags(
            rawValue: GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_MEMORY.rawValue)
        let copy = gst_buffer_copy_region(pointer, flags, gsize(first * bytesPerFrame), gsize(count * bytesPerFrame))!
        return Buffer(adopting: copy)
    }

    /// Lends the bytes for reading while `body` runs. `nil` if the memory cannot be mapped.
    /// C: `gst_buffer_map`, `gst_buffer_unmap`
    package func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R? {
        var map = GstMapInfo()
        guard gst_buffer_map(pointer, &map, GST_MAP_READ) != 0 else { return nil }
        defer { gst_buffer_unmap(pointer, &map) }
        return try body(UnsafeRawBufferPointer(start: map.data, count: Int(map.size)))
    }
}

/// A buffer with the caps that describe it. C: `GstSample`
// @unchecked: read only, with an atomic reference count.
package final class Sample: @unchecked Sendable {
    let pointer: OpaquePointer

    init(adopting pointer: OpaquePointer) { self.pointer = pointer }

    deinit { tandem_mini_object_unref(UnsafeMutableRawPointer(pointer)) }

    /// C: `gst_sample_get_buffer`
    package var buffer: Buffer? { gst_sample_get_buffer(pointer).map { Buffer(retaining: $0) } }
    /// C: `gst_sample_get_caps`
    package var caps: Caps? { gst_sample_get_caps(pointer).map { Caps(retaining: $0) } }
}
