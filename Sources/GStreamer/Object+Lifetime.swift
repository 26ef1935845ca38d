internal import CGStreamer

extension Object {
    /// Calls `body` once, when the last reference to the object goes, whoever holds it.
    ///
    /// Threading: on the thread that lets go of it. C: `g_object_weak_ref`
    package func whenGone(_ body: @escaping @Sendable () -> Void) {
        g_object_weak_ref(pointer(as: GObject.self), objectIsGone, CallbackBox(body).retained())
    }
}

private func objectIsGone(_ data: UnsafeMutableRawPointer?, _ object: UnsafeMutablePointer<GObject>?) {
    guard let data else { return }
    CallbackBox<@Sendable () -> Void>.borrow(data).body()
    // It is called once; there is no destroy function to it.
    releaseCallbackBox(data)
}
