internal import CGStreamer

/// A camera, a microphone or another piece of hardware, as a device provider found it. C: `GstDevice`
// @unchecked: as `Object`; what a device says of itself never changes.
package final class Device: Object, @unchecked Sendable {
    private var device: UnsafeMutablePointer<GstDevice> { pointer(as: GstDevice.self) }

    /// For people. C: `gst_device_get_display_name`
    package var displayName: String { takeString(gst_device_get_display_name(device)) ?? "" }

    /// Such as `Video/Source` or `Audio/Source`. C: `gst_device_get_device_class`
    package var deviceClass: String { takeString(gst_device_get_device_class(device)) ?? "" }

    /// What it can give; `nil` when the provider does not know. C: `gst_device_get_caps`
    package var caps: Caps? { gst_device_get_caps(device).map { Caps(adopting: $0) } }

    /// What else the provider knows: bus, path, driver. C: `gst_device_get_properties`
    package var properties: Structure? { gst_device_get_properties(device).map { Structure(adopting: $0) } }

    /// Whether it is of all of these classes, such as `Video/Source`. C: `gst_device_has_classes`
    package func has(classes: String) -> Bool { gst_device_has_classes(device, classes) != 0 }

    /// A source or a sink that uses this device. C: `gst_device_create_element`
    package func makeElement(name: String? = nil) throws(ElementError) -> Element {
        guard let made = gst_device_create_element(device, name) else {
            throw ElementError.missing(factory: displayName)
        }
        return Element(sinking: made)
    }
}

/// Finds devices, and tells when they come and go. C: `GstDeviceMonitor`
///
/// Threading: any thread. `start` may take a while: each provider looks at the machine.
// @unchecked: as `Object`; a monitor locks itself.
package final class DeviceMonitor: Object, @unchecked Sendable {
    private var monitor: UnsafeMutablePointer<GstDeviceMonitor> { pointer(as: GstDeviceMonitor.self) }

    /// C: `gst_device_monitor_new`
    package static func make() -> DeviceMonitor { DeviceMonitor(adopting: gst_device_monitor_new()) }

    /// Looks for devices of these classes and caps as well; without any filter, for all. Before `start`.
    ///
    /// `false` when no provider knows such devices. C: `gst_device_monitor_add_filter`
    @discardableResult
    package func addFilter(classes: String, caps: Caps? = nil) -> Bool {
        gst_device_monitor_add_filter(monitor, classes, caps?.pointer) != 0
    }

    /// Begins to watch; `false` when no provider could be started. C: `gst_device_monitor_start`
    @discardableResult
    package func start() -> Bool { gst_device_monitor_start(monitor) != 0 }

    /// Ends watching. A monitor that was started must be stopped. C: `gst_device_monitor_stop`
    package func stop() { gst_device_monitor_stop(monitor) }

    /// What is there; empty also when nothing could be asked. C: `gst_device_monitor_get_devices`
    package var devices: [Device] {
        let list = gst_device_monitor_get_devices(monitor)
        defer { g_list_free(list) }
        return sequence(first: list, next: { $0?.pointee.next }).prefix { $0 != nil }.compactMap { link in
            link?.pointee.data.map { Device(adopting: $0) }
        }
    }

    /// Tells `deviceAdded`, `deviceRemoved` and `deviceChanged`, on the providers' threads.
    /// C: `gst_device_monitor_get_bus`
    package func observe(_ body: @escaping @Sendable (BusMessage) -> Void) -> BusObservation {
        Bus(adopting: gst_device_monitor_get_bus(monitor)).observe(body)
    }
}
