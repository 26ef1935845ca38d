internal import CGStreamer

/// A named list of typed fields, as a copy of its own. C: `GstStructure`
// @unchecked: never written after init.
package final class Structure: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstStructure>

    /// Reads the text form. C: `gst_structure_from_string`
    package init?(_ text: String) {
        guard let made = gst_structure_from_string(text, nil) else { return nil }
        pointer = made
    }

    init(copying borrowed: UnsafePointer<GstStructure>) {
        pointer = gst_structure_copy(borrowed)
    }

    deinit { gst_structure_free(pointer) }

    /// C: `gst_structure_get_name`
    package var name: String { String(cString: gst_structure_get_name(pointer)) }

    /// The fields' names, in order. C: `gst_structure_nth_field_name`
    package var fields: [String] {
        let count = gst_structure_n_fields(pointer)
        guard count > 0 else { return [] }
        return (0..<UInt32(count)).map { String(cString: gst_structure_nth_field_name(pointer, $0)) }
    }

    /// `nil` when there is no such field, or it is of another type. C: `gst_structure_get_string`
    package func string(_ field: String) -> String? {
        gst_structure_get_string(pointer, field).map { String(cString: $0) }
    }

    /// C: `gst_structure_get_int`
    package func integer(_ field: String) -> Int? {
        var value: Int32 = 0
        return gst_structure_get_int(pointer, field, &value) != 0 ? Int(value) : nil
    }

    /// C: `gst_structure_get_uint64`
    package func unsigned(_ field: String) -> UInt64? {
        var value: UInt64 = 0
        return withUnsafeMutablePointer(to: &value) { slot in
            slot.withMemoryRebound(to: guint64.self, capacity: 1) { gst_structure_get_uint64(pointer, field, $0) != 0 }
        } ? value : nil
    }

    /// C: `gst_structure_get_double`
    package func double(_ field: String) -> Double? {
        var value = 0.0
        return gst_structure_get_double(pointer, field, &value) != 0 ? value : nil
    }

    /// C: `gst_structure_get_boolean`
    package func boolean(_ field: String) -> Bool? {
        var value: gboolean = 0
        return gst_structure_get_boolean(pointer, field, &value) != 0 ? value != 0 : nil
    }

    /// Numerator and denominator. C: `gst_structure_get_fraction`
    package func fraction(_ field: String) -> (numerator: Int, denominator: Int)? {
        var numerator: Int32 = 0
        var denominator: Int32 = 0
        guard gst_structure_get_fraction(pointer, field, &numerator, &denominator) != 0 else { return nil }
        return (Int(numerator), Int(denominator))
    }
}

extension Structure: CustomStringConvertible {
    /// C: `gst_structure_to_string`
    package var description: String { takeString(gst_structure_to_string(pointer)) ?? "" }
}
