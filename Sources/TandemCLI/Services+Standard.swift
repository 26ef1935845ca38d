internal import CaptureKit
internal import CaptureModel
internal import CapturePresets

extension Services {
    /// This machine's own.
    static func standard(console: Console) -> Services {
        Services(
            console: console, endAtInterrupt: { Interrupts.endAtFirst() }, interrupts: { Interrupts.install() },
            presets: PresetLibrary(),
            inventory: { DeviceInventory.current() }, encoders: { EncoderInventory.current() },
            makeSession: { try CaptureSession($0) })
    }
}
