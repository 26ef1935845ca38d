import GStreamer
import Testing

@Suite struct DeviceMonitorTests {
    init() throws { try initialized() }

    @Test func aMonitorStartsListsAndStops() throws {
        let monitor = DeviceMonitor.make()
        #expect(monitor.referenceCount == 1)
        let messages = Inbox<BusMessage>()
        let observation = monitor.observe { messages.put($0) }
        monitor.addFilter(classes: "Video/Source", caps: Caps("video/x-raw"))
        let hasStarted = monitor.start()
        let devices = monitor.devices
        #expect(hasStarted || devices.isEmpty)
        for device in devices {
            #expect(!device.displayName.isEmpty)
            #expect(device.has(classes: "Video/Source"))
            #expect(device.deviceClass.contains("Source"))
        }
        if hasStarted { monitor.stop() }
        _ = observation
    }

    @Test func aMonitorGoesWithItsHandle() async throws {
        let gone = Inbox<Bool>()
        do {
            let monitor = DeviceMonitor.make()
            monitor.whenGone { gone.put(true) }
            monitor.addFilter(classes: "Audio/Source")
            if monitor.start() { monitor.stop() }
            _ = monitor.devices
        }
        #expect(gone.values.count == 1)
    }

    @Test func aClassThatNobodyKnowsFindsNothing() throws {
        let monitor = DeviceMonitor.make()
        #expect(monitor.addFilter(classes: "Nothing/Of/The/Kind") == false || monitor.devices.isEmpty)
    }
}
