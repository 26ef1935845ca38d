internal import CGStreamer

/// The owner of one reference to a `GstObject`.
///
/// Every reference comes in through exactly one of three doors, named after what the C function's documentation
/// says of its result: `init(sinking:)` for a fresh object whose reference floats, `init(adopting:)` for
/// "transfer full", `init(retaining:)` for "transfer none". Two handles of one object are equal.
///
/// Threading: a handle may be used on any thread: GObject's reference counts are atomic, and each method that is
/// offered here on a subclass locks its object itself. State changes are the exception (see `Element.setState`).
// @unchecked: the stored pointer never changes and the object behind it does its own locking.
package class Object: @unchecked Sendable {
    let raw: UnsafeMutableRawPointer

    /// Takes over the floating reference of a fresh object. C: `gst_object_ref_sink`
    init(sinking pointer: UnsafeMutableRawPointer) {
        raw = gst_object_ref_sink(pointer)
    }

    /// Takes over a reference that the caller owns ("transfer full").
    init(adopting pointer: UnsafeMutableRawPointer) {
        raw = pointer
    }

    /// Adds a reference to a borrowed object ("transfer none"). C: `gst_object_ref`
    init(retaining pointer: UnsafeMutableRawPointer) {
        raw = gst_object_ref(pointer)
    }

    deinit {
        // A handle only lets go; whoever runs an element must have taken it to NULL before.
        gst_object_unref(raw)
    }

    func pointer<T>(as type: T.Type) -> UnsafeMutablePointer<T> {
        raw.assumingMemoryBound(to: type)
    }

    /// The object's name, unique among its siblings. C: `gst_object_get_name`
    package var name: String {
        takeString(gst_object_get_name(pointer(as: GstObject.self))) ?? ""
    }

    /// The place in the graph, for messages. C: `gst_object_get_path_string`
    package var path: String {
        takeString(gst_object_get_path_string(pointer(as: GstObject.self))) ?? ""
    }

    /// C: `G_OBJECT_TYPE_NAME`
    package var typeName: String { String(cString: tandem_type_name(raw)) }

    /// How many references there are; for tests and for the accounting of leaks.
    package var referenceCount: Int { Int(pointer(as: GObject.self).pointee.ref_count) }
}

extension Object: Hashable {
    package static func == (left: Object, right: Object) -> Bool { left.raw == right.raw }
    package func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}

/// Copies a C string that is "transfer full", frees it, and returns the copy.
func takeString(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { g_free(text) }
    return String(cString: text)
}
