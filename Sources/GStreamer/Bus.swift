internal import CGStreamer
internal import Synchronization

/// A pipeline's way to tell what happens. C: `GstBus`
// @unchecked: as `Object`; a bus locks itself.
package final class Bus: Object, @unchecked Sendable {
    private var bus: UnsafeMutablePointer<GstBus> { pointer(as: GstBus.self) }

    /// A bus of its own, for what is in no pipeline. C: `gst_bus_new`
    package static func make() -> Bus { Bus(adopting: gst_bus_new()) }

    /// Hands every message to `body`, in the order in which they are posted, and keeps none. Messages that were
    /// posted before come first, on the caller's thread.
    ///
    /// There is one observer to a bus; a second one takes the place of the first. It ends when the returned guard
    /// is let go.
    /// Threading: on whichever thread posts, streaming threads among them; no graph calls from there.
    /// C: `gst_bus_set_sync_handler`, `gst_bus_pop`
    package func observe(_ body: @escaping @Sendable (BusMessage) -> Void) -> BusObservation {
        let observer = BusObserver(body)
        let box = CallbackBox(observer).retained()
        gst_bus_set_sync_handler(bus, busHandler, box, releaseCallbackBox)
        g_object_set_data(pointer(as: GObject.self), observerKey, box)
        while let message = gst_bus_pop(bus) {
            body(BusMessage(message))
            tandem_mini_object_unref(message)
        }
        observer.begin()
        return BusObservation(self, number: UInt(bitPattern: box))
    }

    /// Leaves a later observer alone.
    fileprivate func stopObserving(_ number: UInt) {
        guard UInt(bitPattern: g_object_get_data(pointer(as: GObject.self), observerKey)) == number else { return }
        g_object_set_data(pointer(as: GObject.self), observerKey, nil)
        gst_bus_set_sync_handler(bus, nil, nil, nil)
    }
}

/// Says on the bus itself, for all its handles, which observer is the present one.
private let observerKey = "tandem-observer"

/// Keeps a bus observed; letting go ends it.
package final class BusObservation: Sendable {
    private let bus: Bus
    private let number: UInt

    fileprivate init(_ bus: Bus, number: UInt) {
        self.bus = bus
        self.number = number
    }

    deinit { bus.stopObserving(number) }
}

/// Holds back what is posted until the messages from before have been handed on.
private final class BusObserver: Sendable {
    private let body: @Sendable (BusMessage) -> Void
    /// `nil` once nothing is held back any more.
    private let heldBack = Mutex<[BusMessage]?>([])

    init(_ body: @escaping @Sendable (BusMessage) -> Void) { self.body = body }

    func take(_ message: BusMessage) {
        let isHeldBack = heldBack.withLock { messages in
            messages?.append(message)
            return messages != nil
        }
        if !isHeldBack { body(message) }
    }

    func begin() {
        // Under the lock, so that nobody overtakes what was held back.
        heldBack.withLock { messages in
            messages?.forEach(body)
            messages = nil
        }
    }
}

private func busHandler(
    _ bus: UnsafeMutablePointer<GstBus>?, _ message: UnsafeMutablePointer<GstMessage>?,
    _ data: UnsafeMutableRawPointer?
) -> GstBusSyncReply {
    guard let message, let data else { return GST_BUS_PASS }
    CallbackBox<BusObserver>.borrow(data).body.take(BusMessage(message))
    // A handler that answers GST_BUS_DROP has taken the message over: the bus does not let go of it.
    tandem_mini_object_unref(message)
    return GST_BUS_DROP
}
