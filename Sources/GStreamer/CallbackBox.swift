internal import CGStreamer

/// Carries a Swift closure through a C callback's user data.
///
/// C keeps one retained reference; the destroy notify that is registered with it lets go. The C functions that
/// call back are file-scope functions everywhere in this target: a closure literal in code of the main actor
/// would inherit that actor and trap when a streaming thread calls it.
final class CallbackBox<Body: Sendable>: Sendable {
    let body: Body

    init(_ body: Body) { self.body = body }

    /// For user data. If the registration fails, `Self.release` must be called by hand.
    func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    static func borrow(_ data: UnsafeMutableRawPointer) -> CallbackBox<Body> {
        Unmanaged<CallbackBox<Body>>.fromOpaque(data).takeUnretainedValue()
    }
}

/// A `GDestroyNotify` for any box: the class is found from the object itself.
func releaseCallbackBox(_ data: UnsafeMutableRawPointer?) {
    guard let data else { return }
    Unmanaged<AnyObject>.fromOpaque(data).release()
}

/// The same with the signature of a `GClosureNotify`.
func releaseCallbackBoxOfClosure(_ data: UnsafeMutableRawPointer?, _ closure: UnsafeMutablePointer<GClosure>?) {
    releaseCallbackBox(data)
}
