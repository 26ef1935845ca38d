internal import CaptureKit
internal import CaptureModel
internal import CapturePresets

extension Services {
    /// This machine's own.
    static func standard(console: Console, interrupts: Interrupts) -> Services {
        Services(
            console: console, interrupts: interrupts, presets: PresetLibrary(),
            inventory: { DeviceInventory.current() }, encoders: { EncoderInventory.current() },
            makeSession: { try CaptureSession($0) })
    }
}
