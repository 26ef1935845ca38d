package import CaptureModel
package import CapturePresets

/// All that the commands reach outside themselves for, in one value: tests put their own in its place.
package struct Services: Sendable {
    package var console: Console
    /// Called by a command that nothing needs to be finished for yet: an interrupt ends the program at once.
    package var endAtInterrupt: @Sendable () -> Void
    /// Called once, when a session is about to start: from then on an interrupt is a wish that the session follows.
    package var interrupts: @Sendable () -> Interrupts
    package var presets: PresetLibrary
    package var inventory: @Sendable () -> Inventory
    package var encoders: @Sendable () -> [EncoderDescription]
    /// Throws `CaptureError`.
    package var makeSession: @Sendable (Preset) throws -> any RecordingSession

    package init(
        console: Console, endAtInterrupt: @escaping @Sendable () -> Void,
        interrupts: @escaping @Sendable () -> Interrupts, presets: PresetLibrary,
        inventory: @escaping @Sendable () -> Inventory, encoders: @escaping @Sendable () -> [EncoderDescription],
        makeSession: @escaping @Sendable (Preset) throws -> any RecordingSession
    ) {
        self.console = console
        self.endAtInterrupt = endAtInterrupt
        self.interrupts = interrupts
        self.presets = presets
        self.inventory = inventory
        self.encoders = encoders
        self.makeSession = makeSession
    }
}

/// A preset that was read, and findings that do not keep it from being used.
package struct LoadedPreset: Sendable {
    package var file: String
    package var preset: Preset
    package var warnings: [Diagnostic]
}

extension PresetLibrary {
    /// Reads the preset of this name or path, with `KEY=VALUE` settings laid over it.
    ///
    /// - Throws: `NotFound`, `PresetFileError`, or `PresetError` with warnings among the errors, in their order.
    package func load(_ nameOrPath: String, settings: [String] = []) throws -> LoadedPreset {
        let file = try find(nameOrPath)
        let reading = try PresetReader.inspect(contentsOf: file, overrides: settings.map { PresetOverride($0) })
        guard let preset = reading.preset else { throw PresetError(diagnostics: reading.diagnostics) }
        return LoadedPreset(file: file, preset: preset, warnings: reading.diagnostics)
    }
}
