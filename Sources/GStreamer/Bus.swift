internal import CGStreamer

/// A pipeline's way to tell what happens. C: `GstBus`
// @unchecked: as `Object`; a bus locks itself.
package final class Bus: Object, @unchecked Sendable {
    private var bus: UnsafeMutablePointer<GstBus> { pointer(as: GstBus.self) }

    /// Hands every message to `body`, in the order in which they are posted, and keeps none.
    ///
    /// There is one observer to a bus. It ends when the returned guard is let go.
    /// Threading: on whichever thread posts, streaming threads among them; no graph calls from there.
    /// C: `gst_bus_set_sync_handler`
    package func observe(_ body: @escaping @Sendable (BusMessage) -> Void) -> BusObservation {
        gst_bus_set_sync_handler(bus, busHandler, CallbackBox(body).retained(), releaseCallbackBox)
        return BusObservation(self)
    }

    fileprivate func stopObserving() {
        gst_bus_set_sync_handler(bus, nil, nil, nil)
    }
}

/// Keeps a bus observed; letting go ends it.
package final class BusObservation: Sendable {
    private let bus: Bus

    fileprivate init(_ bus: Bus) { self.bus = bus }

    deinit { bus.stopObserving() }
}

private func busHandler(
    _ bus: UnsafeMutablePointer<GstBus>?, _ message: UnsafeMutablePointer<GstMessage>?,
    _ data: UnsafeMutableRawPointer?
) -> GstBusSyncReply {
    guard let message, let data else { return GST_BUS_DROP }
    CallbackBox<@Sendable (BusMessage) -> Void>.borrow(data).body(BusMessage(message))
    // With GST_BUS_DROP the bus lets go of the message after this call: it is not ours to unref.
    return GST_BUS_DROP
}
