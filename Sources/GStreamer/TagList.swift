internal import CGStreamer

/// What a stream or a film says of itself: title, encoder, bit rate. C: `GstTagList`
// @unchecked: never written after init, and the reference count is atomic.
package final class TagList: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstTagList>

    init(adopting pointer: UnsafeMutablePointer<GstTagList>) { self.pointer = pointer }

    deinit { tandem_mini_object_unref(pointer) }

    /// The tags' names, such as `title`, in order. C: `gst_tag_list_nth_tag_name`
    package var names: [String] {
        let count = gst_tag_list_n_tags(pointer)
        guard count > 0 else { return [] }
        return (0..<UInt32(count)).compactMap { index in
            gst_tag_list_nth_tag_name(pointer, index).map { String(cString: $0) }
        }
    }

    /// A tag's first value as text; `nil` when there is none. C: `gst_tag_list_get_value_index`
    package func text(_ tag: String) -> String? {
        guard let value = gst_tag_list_get_value_index(pointer, tag, 0) else { return nil }
        if tandem_value_type(value) == tandem_type_string() {
            return g_value_get_string(value).map { String(cString: $0) }
        }
        return takeString(gst_value_serialize(value))
    }
}

extension TagList: CustomStringConvertible {
    /// C: `gst_tag_list_to_string`
    package var description: String { takeString(gst_tag_list_to_string(pointer)) ?? "" }
}

extension Element {
    /// Whether the element writes tags, as muxers and some encoders do. C: `GstTagSetter`
    package var takesTags: Bool { tandem_is_a(raw, tandem_type_tag_setter()) != 0 }

    /// Sets a text tag such as `title` in what the element writes, in place of an earlier one.
    ///
    /// `false`, and nothing has changed, for an element that takes no tags, or a tag that is unknown or no text.
    /// Before the element is PAUSED. C: `gst_tag_setter_add_tag_value`
    @discardableResult
    package func setTag(_ tag: String, _ text: String) -> Bool {
        guard takesTags, gst_tag_exists(tag) != 0, gst_tag_get_type(tag) == tandem_type_string() else { return false }
        withValue(of: tandem_type_string()) { slot in
            g_value_set_string(slot, text)
            gst_tag_setter_add_tag_value(OpaquePointer(raw), GST_TAG_MERGE_REPLACE, tag, slot)
        }
        return true
    }
}
