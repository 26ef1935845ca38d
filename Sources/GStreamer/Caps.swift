internal import CGStreamer

/// A set of media types with their fields. C: `GstCaps`
///
/// Threading: caps are immutable once they are made here.
// @unchecked: never written after init, and the reference count is atomic.
package final class Caps: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstCaps>

    /// Reads the text form, such as `video/x-raw,format=I420,width=1280`; `nil` if it is none.
    /// C: `gst_caps_from_string`
    package init?(_ text: String) {
        guard Structure.beginsWithName(text), let made = gst_caps_from_string(text) else { return nil }
        pointer = made
    }

    init(adopting pointer: UnsafeMutablePointer<GstCaps>) { self.pointer = pointer }

    init(retaining pointer: UnsafeMutablePointer<GstCaps>) {
        tandem_mini_object_ref(pointer)
        self.pointer = pointer
    }

    deinit { tandem_mini_object_unref(pointer) }

    /// C: `gst_caps_is_fixed`
    package var isFixed: Bool { gst_caps_is_fixed(pointer) != 0 }
    /// C: `gst_caps_is_any`
    package var isAny: Bool { gst_caps_is_any(pointer) != 0 }
    /// C: `gst_caps_is_empty`
    package var isEmpty: Bool { gst_caps_is_empty(pointer) != 0 }
    /// C: `gst_caps_can_intersect`
    package func canIntersect(_ other: Caps) -> Bool { gst_caps_can_intersect(pointer, other.pointer) != 0 }
    /// C: `gst_caps_intersect`
    package func intersection(_ other: Caps) -> Caps { Caps(adopting: gst_caps_intersect(pointer, other.pointer)) }

    /// The structures, in order of preference, as copies. C: `gst_caps_get_structure`
    package var structures: [Structure] {
        (0..<gst_caps_get_size(pointer)).compactMap { index in
            gst_caps_get_structure(pointer, index).map { Structure(copying: $0) }
        }
    }
}

extension Caps: Hashable {
    /// C: `gst_caps_is_equal`
    package static func == (left: Caps, right: Caps) -> Bool { gst_caps_is_equal(left.pointer, right.pointer) != 0 }
    package func hash(into hasher: inout Hasher) {
        // Equal caps may differ in the order of their fields and structures, so the text will not do.
        hasher.combine(Set(structures.map(\.name)))
    }
}

extension Caps: CustomStringConvertible {
    /// C: `gst_caps_to_string`
    package var description: String { takeString(gst_caps_to_string(pointer)) ?? "" }
}
