internal import CGStreamer

/// A value for an element's or a pad's property, or a structure's field.
///
/// Text serves for strings, and for enumerations and flags by their nicks (`"veryfast"`).
package enum PropertyValue: Sendable, Hashable {
    case boolean(Bool)
    case integer(Int)
    case unsigned(UInt64)
    case double(Double)
    case string(String)
    case fraction(Int, Int)
    case caps(Caps)
}

extension PropertyValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByStringInterpolation
{
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .double(value) }
    package init(stringLiteral value: String) { self = .string(value) }
}

extension PropertyValue: CustomStringConvertible {
    /// As `gst_value_deserialize` reads it.
    package var description: String {
        switch self {
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): value
        case .fraction(let numerator, let denominator): "\(numerator)/\(denominator)"
        case .caps(let caps): caps.description
        }
    }
}

extension PropertyValue {
    /// Also of text that is one.
    var wholeNumber: Int128? {
        switch self {
        case .integer(let number): Int128(number)
        case .unsigned(let number): Int128(number)
        case .string(let text): Int128(text)
        default: nil
        }
    }

    /// The value as the type that says most of it: an integer is 32 bits wide where it fits, as caps want it.
    ///
    /// `nil` for a fraction that is none.
    func withTypedValue<R>(_ body: (UnsafeMutablePointer<GValue>) -> R) -> R? {
        switch self {
        case .boolean(let flag):
            return withValue(of: tandem_type_boolean()) { slot in
                g_value_set_boolean(slot, flag ? 1 : 0)
                return body(slot)
            }
        case .integer(let number):
            guard let small = Int32(exactly: number) else {
                return withValue(of: tandem_type_int64()) { slot in
                    g_value_set_int64(slot, gint64(number))
                    return body(slot)
                }
            }
            return withValue(of: tandem_type_int()) { slot in
                g_value_set_int(slot, small)
                return body(slot)
            }
        case .unsigned(let number):
            return withValue(of: tandem_type_uint64()) { slot in
                g_value_set_uint64(slot, guint64(number))
                return body(slot)
            }
        case .double(let number):
            return withValue(of: tandem_type_double()) { slot in
                g_value_set_double(slot, number)
                return body(slot)
            }
        case .string(let text):
            return withValue(of: tandem_type_string()) { slot in
                g_value_set_string(slot, text)
                return body(slot)
            }
        case .fraction(let numerator, let denominator):
            guard let above = Int32(exactly: numerator), let below = Int32(exactly: denominator), below != 0 else {
                return nil
            }
            return withValue(of: gst_fraction_get_type()) { slot in
                gst_value_set_fraction(slot, above, below)
                return body(slot)
            }
        case .caps(let caps):
            return withValue(of: gst_caps_get_type()) { slot in
                gst_value_set_caps(slot, caps.pointer)
                return body(slot)
            }
        }
    }
}

/// Why a property was not set. Nothing has changed on the object.
package enum PropertyError: Error, Sendable, Hashable {
    /// The type has no property of this name.
    case unknown(property: String, type: String)
    /// The property cannot be written (or read) from outside.
    case notWritable(property: String, type: String)
    case notReadable(property: String, type: String)
    /// The value cannot be read as the property's type: a nick that the enumeration has not, text for a number.
    case badValue(String, property: String, type: String, wanted: String)
    /// The value is of the right type and outside what the property allows.
    case outOfRange(String, property: String, type: String)
}

extension PropertyError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknown(let property, let type): "\(type) has no property \(property)"
        case .notWritable(let property, let type): "\(type).\(property) cannot be written"
        case .notReadable(let property, let type): "\(type).\(property) cannot be read"
        case .badValue(let value, let property, let type, let wanted):
            "\(type).\(property) takes \(wanted), not \(value)"
        case .outOfRange(let value, let property, let type): "\(value) is out of range for \(type).\(property)"
        }
    }
}

/// Runs `body` with a fresh `GValue` of a type and unsets it afterwards, whatever happens.
func withValue<R>(of type: GType, _ body: (UnsafeMutablePointer<GValue>) throws -> R) rethrows -> R {
    var value = GValue()
    g_value_init(&value, type)
    defer { g_value_unset(&value) }
    return try body(&value)
}
