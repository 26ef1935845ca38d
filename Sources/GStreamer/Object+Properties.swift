internal import CGStreamer

extension Object {
    /// Sets a property after asking the type whether it exists and takes the value.
    ///
    /// Threading: any thread; GObject locks. Errors: `PropertyError`, and then nothing has changed.
    /// C: `g_object_class_find_property`, `gst_value_deserialize_with_pspec`, `g_param_value_validate`,
    /// `g_object_set_property`
    package func set(_ property: String, _ value: PropertyValue) throws(PropertyError) {
        let specification = try specification(of: property)
        guard specification.pointee.flags.rawValue & G_PARAM_WRITABLE.rawValue != 0 else {
            throw PropertyError.notWritable(property: property, type: typeName)
        }
        let type = tandem_param_spec_value_type(specification)
        var failure: PropertyError?
        withValue(of: type) { slot in
            guard fill(slot, of: type, with: value, specification) else {
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
            return takeString(gst_value_serialize(slot)) ?? ""
        }
    }

    /// A whole-number property of any width. C: `g_value_transform`
    package func integer(_ property: String) throws(PropertyError) -> Int {
        try read(property) { slot in
            withValue(of: tandem_type_int64()) { number in
                g_value_transform(slot, number) != 0 ? Int(g_value_get_int64(number)) : 0
            }
        }
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
        default:
            return gst_value_deserialize_with_pspec(slot, value.description, specification) != 0
        }
    }
}
