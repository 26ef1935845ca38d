internal import CGStreamer

extension Object {
    /// Sets a property after asking the type whether it exists and takes the value.
    ///
    /// Threading: any thread; GObject locks. Errors: `PropertyError`, and then nothing has changed.
    /// C: `g_object_class_find_property`, `gst_value_deserialize_with_pspec`, `g_param_value_validate`,
    /// `g_object_set_property`
    package func set(_ property: String, _ value: PropertyValue) throws(PropertyError) {
        let specification = try specification(of: property)
        let flags = specification.pointee.flags.rawValue
        // What only the constructor takes is closed for a handle, which always holds a finished object.
        guard flags & G_PARAM_WRITABLE.rawValue != 0, flags & G_PARAM_CONSTRUCT_ONLY.rawValue == 0 else {
            throw PropertyError.notWritable(property: property, type: typeName)
        }
        let type = tandem_param_spec_value_type(specification)
        var failure: PropertyError?
        withValue(of: type) { slot in
            guard fill(slot, of: type, with: value, specification) else {
                guard value.wholeNumber == nil || tandem_is_integer(type) == 0 else {
                    // A number that the type has no room for.
                    failure = .outOfRange(value.description, property: property, type: typeName)
                    return
                }
                failure = .badValue(
                    value.description, property: property, type: typeName, wanted: String(cString: g_type_name(type)))
                return
            }
            // TRUE means that the value had to be changed to fit: that is a refusal here, not a courtesy.
            guard g_param_value_validate(specification, slot) == 0 else {
                failure = .outOfRange(value.description, property: property, type: typeName)
                return
            }
            g_object_set_property(pointer(as: GObject.self), property, slot)
        }
        if let failure { throw failure }
    }

    /// Sets several properties in their order; stops at the first that is refused.
    package func set(_ properties: KeyValuePairs<String, PropertyValue>) throws(PropertyError) {
        for (name, value) in properties { try set(name, value) }
    }

    /// Whether the type has a property of this name. C: `g_object_class_find_property`
    package func hasProperty(_ name: String) -> Bool {
        g_object_class_find_property(tandem_object_class(raw), name) != nil
    }

    /// A property as text, as `gst-inspect-1.0` would show it. C: `gst_value_serialize`
    package func string(_ property: String) throws(PropertyError) -> String {
        try read(property) { slot in
            if tandem_value_type(slot) == tandem_type_string() {
                return g_value_get_string(slot).map { String(cString: $0) } ?? ""
            }
            // As it is read back; serialised, its commas would be escaped.
            if tandem_value_type(slot) == gst_caps_get_type() {
                return gst_value_get_caps(slot).map { Caps(retaining: UnsafeMutablePointer(mutating: $0)).description }
                    ?? ""
            }
            return takeString(gst_value_serialize(slot)) ?? ""
        }
    }

    /// A property that is a number of any kind. C: `g_value_transform`
    ///
    /// Errors: `PropertyError.badValue` for a property of another type.
    package func double(_ property: String) throws(PropertyError) -> Double {
        let number: Double? = try read(property) { slot in
            withValue(of: tandem_type_double()) { number in
                g_value_transform(slot, number) != 0 ? g_value_get_double(number) : nil
            }
        }
        guard let number else {
            throw PropertyError.badValue(try string(property), property: property, type: typeName, wanted: "a number")
        }
        return number
    }

    /// A whole-number property of any width, or an enumeration's number. C: `g_value_transform`
    ///
    /// Errors: `PropertyError.badValue` for a property of another type.
    package func integer(_ property: String) throws(PropertyError) -> Int {
        let number: Int? = try read(property) { slot in
            withValue(of: tandem_type_int64()) { number in
                // Text would be read as zero where it is no number.
                guard tandem_value_type(slot) != tandem_type_string() else { return nil }
                return g_value_transform(slot, number) != 0 ? Int(g_value_get_int64(number)) : nil
            }
        }
        guard let number else {
            throw PropertyError.badValue(
                try string(property), property: property, type: typeName, wanted: "a whole number")
        }
        return number
    }

    /// C: `g_value_get_boolean`
    package func boolean(_ property: String) throws(PropertyError) -> Bool {
        try string(property) == "true"
    }

    private func specification(of property: String) throws(PropertyError) -> UnsafeMutablePointer<GParamSpec> {
        guard let found = g_object_class_find_property(tandem_object_class(raw), property) else {
            throw PropertyError.unknown(property: property, type: typeName)
        }
        return found
    }

    private func read<R>(
        _ property: String, _ body: (UnsafeMutablePointer<GValue>) -> R
    ) throws(PropertyError) -> R {
        let specification = try specification(of: property)
        guard specification.pointee.flags.rawValue & G_PARAM_READABLE.rawValue != 0 else {
            throw PropertyError.notReadable(property: property, type: typeName)
        }
        return withValue(of: tandem_param_spec_value_type(specification)) { slot in
            g_object_get_property(pointer(as: GObject.self), property, slot)
            return body(slot)
        }
    }

    /// Text goes into string properties as it stands (the deserializer would interpret quotes in a path);
    /// everything else through the deserializer, which knows each type's range and nicks.
    private func fill(
        _ slot: UnsafeMutablePointer<GValue>, of type: GType, with value: PropertyValue,
        _ specification: UnsafeMutablePointer<GParamSpec>
    ) -> Bool {
        switch value {
        case .string(let text) where type == tandem_type_string():
            g_value_set_string(slot, text)
            return true
        case .caps(let caps) where type == gst_caps_get_type():
            gst_value_set_caps(slot, caps.pointer)
            return true
        case .boolean(let flag):
            guard type == tandem_type_boolean() else { return false }
            g_value_set_boolean(slot, flag ? 1 : 0)
            return true
        case .fraction(_, 0):
            return false
        default:
            if tandem_is_integer(type) != 0, let number = value.wholeNumber { return fill(slot, number) }
            return gst_value_deserialize_with_pspec(slot, value.description, specification) != 0
        }
    }

    /// The deserializer would wrap what is too large around, and take -1 for the largest unsigned number.
    private func fill(_ slot: UnsafeMutablePointer<GValue>, _ number: Int128) -> Bool {
        switch tandem_value_type(slot) {
        case tandem_type_int():
            guard let number = gint(exactly: number) else { return false }
            g_value_set_int(slot, number)
        case tandem_type_uint():
            guard let number = guint(exactly: number) else { return false }
            g_value_set_uint(slot, number)
        case tandem_type_int64():
            guard let number = gint64(exactly: number) else { return false }
            g_value_set_int64(slot, number)
        case tandem_type_uint64():
            guard let number = guint64(exactly: number) else { return false }
            g_value_set_uint64(slot, number)
        case tandem_type_long():
            guard let number = glong(exactly: number) else { return false }
            g_value_set_long(slot, number)
        case tandem_type_ulong():
            guard let number = gulong(exactly: number) else { return false }
            g_value_set_ulong(slot, number)
        default:
            return false
        }
        return true
    }
}
