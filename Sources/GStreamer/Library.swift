internal import CGStreamer

/// GStreamer itself.
package enum Library {
    /// Made ready once; every entry point of a product calls `initialize` and the rest is free.
    private static let ready: Result<Void, ErrorReport> = {
        var error: UnsafeMutablePointer<GError>?
        guard gst_init_check(nil, nil, &error) != 0 else {
            let text = error.map { String(cString: $0.pointee.message) } ?? "GStreamer could not be initialised"
            g_clear_error(&error)
            return .failure(ErrorReport(domain: "gst-core-error-quark", code: 1, message: text))
        }
        return .success(())
    }()

    /// Loads the registry. May be called any number of times, on any thread. C: `gst_init_check`
    package static func initialize() throws(ErrorReport) { try ready.get() }

    /// Lets go of all that GStreamer holds, after which nothing of it may be used any more: for the tracer that counts
    /// what a program has left behind. No program needs it otherwise. C: `gst_deinit`
    package static func deinitialize() { gst_deinit() }

    /// `GStreamer 1.22.0`. C: `gst_version_string`
    package static var version: String { takeString(gst_version_string()) ?? "" }

    /// Whether a plugin has this element. C: `gst_element_factory_find`
    package static func hasElement(_ factory: String) -> Bool {
        guard let found = gst_element_factory_find(factory) else { return false }
        gst_object_unref(UnsafeMutableRawPointer(found))
        return true
    }
}
