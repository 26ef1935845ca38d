internal import CaptureModel

extension Services {
    /// The real ones.
    static func standard(console: Console, interrupts: Interrupts) -> Services {
        Services(
            console: console, interrupts: interrupts, presets: NoPresets(), inventory: { Inventory() },
            encoders: { [] },
            makeSession: { _ in
                throw CaptureError(.internal, message: "sessions are not built in yet")
            })
    }
}

private struct NoPresets: PresetSource {
    func read(_ nameOrPath: String, settings: [String]) throws -> LoadedPreset {
        throw PresetNotFound("no preset named `\(nameOrPath)`")
    }

    func list() -> [PresetEntry] { [] }
}
