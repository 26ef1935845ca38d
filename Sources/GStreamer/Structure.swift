internal import CGStreamer

/// A named list of typed fields, as a copy of its own. C: `GstStructure`
// @unchecked: never written after init.
package final class Structure: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstStructure>

    /// Reads the text form. C: `gst_structure_from_string`
    package init?(_ text: String) {
        // Of a name that is none the C function would complain, as of a mistake in the program.
        guard Structure.beginsWithName(text), let made = gst_structure_from_string(text, nil) else { return nil }
        pointer = made
    }

    init(copying borrowed: UnsafePointer<GstStructure>) {
        pointer = gst_structure_copy(borrowed)
    }

    /// Takes over a structure that the caller owns ("transfer full").
    init(adopting pointer: UnsafeMutablePointer<GstStructure>) { self.pointer = pointer }

    /// Makes one of typed fields; `nil` for a name that is none, or a fraction over zero.
    /// C: `gst_structure_new_empty`, `gst_structure_set_value`
    package convenience init?(name: String, fields: KeyValuePairs<String, PropertyValue>) {
        guard Structure.isName(name), let made = gst_structure_new_empty(name) else { return nil }
        self.init(adopting: made)
        for (field, value) in fields {
            guard value.withTypedValue({ gst_structure_set_value(made, field, $0) }) != nil else { return nil }
        }
    }

    /// Whether text begins as a structure does, with its name and what separates it from the rest.
    static func beginsWithName(_ text: String) -> Bool {
        let name = text.prefix { !",;(".contains($0) }
        guard let first = name.firstIndex(where: { $0 != " " }), let last = name.lastIndex(where: { $0 != " " }) else {
            return false
        }
        return isName(name[first...last].filter { $0 != "\"" })
    }

    /// A letter, then letters, digits and `/-_.:+`: for anything else the C function would only complain.
    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { byte in
            isLetter(byte) || (0x30...0x39).contains(byte) || "/-_.:+".utf8.contains(byte)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }

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

extension Structure {
    /// Any field as text; `nil` when there is none of that name. C: `gst_structure_get_value`
    package func text(_ field: String) -> String? {
        guard let value = gst_structure_get_value(pointer, field) else { return nil }
        if tandem_value_type(value) == tandem_type_string() {
            return g_value_get_string(value).map { String(cString: $0) }
        }
        return takeString(gst_value_serialize(value))
    }

    /// A list of numbers, one a channel in the messages of `level`; `nil` when the field is none.
    /// C: `GValueArray`, `gst_value_array_get_value`
    package func doubles(_ field: String) -> [Double]? {
        guard let value = gst_structure_get_value(pointer, field) else { return nil }
        if let array = tandem_value_array(value) {
            return (0..<Int(array.pointee.n_values)).map { g_value_get_double(array.pointee.values + $0) }
        }
        guard tandem_value_type(value) == gst_value_array_get_type() else { return nil }
        return (0..<gst_value_array_get_size(value)).compactMap { index in
            gst_value_array_get_value(value, index).flatMap {
                tandem_value_type($0) == tandem_type_double() ? g_value_get_double($0) : nil
            }
        }
    }
}

extension Structure: Equatable {
    /// C: `gst_structure_is_equal`
    package static func == (left: Structure, right: Structure) -> Bool {
        gst_structure_is_equal(left.pointer, right.pointer) != 0
    }
}

extension Structure: CustomStringConvertible {
    /// C: `gst_structure_to_string`
    package var description: String { takeString(gst_structure_to_string(pointer)) ?? "" }
}
