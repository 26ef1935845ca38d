package import CaptureModel

/// All that the commands reach outside themselves for, in one value: tests put their own in its place.
package struct Services: Sendable {
    package var console: Console
    package var interrupts: Interrupts
    package var presets: any PresetSource
    package var inventory: @Sendable () -> Inventory
    package var encoders: @Sendable () -> [EncoderEntry]
    /// Throws `CaptureError`.
    package var makeSession: @Sendable (Preset) throws -> any RecordingSession

    package init(
        console: Console, interrupts: Interrupts, presets: any PresetSource,
        inventory: @escaping @Sendable () -> Inventory, encoders: @escaping @Sendable () -> [EncoderEntry],
        makeSession: @escaping @Sendable (Preset) throws -> any RecordingSession
    ) {
        self.console = console
        self.interrupts = interrupts
        self.presets = presets
        self.inventory = inventory
        self.encoders = encoders
        self.makeSession = makeSession
    }
}

/// Where presets come from.
package protocol PresetSource: Sendable {
    /// Reads the preset of this name or path, with `KEY=VALUE` settings laid over it.
    ///
    /// Throws `PresetNotFound` or `PresetProblems`.
    func read(_ nameOrPath: String, settings: [String]) throws -> LoadedPreset
    func list() -> [PresetEntry]
}

package struct LoadedPreset: Sendable {
    package var file: String
    package var preset: Preset
    /// Findings that do not keep the preset from being used.
    package var warnings: [Diagnostic]

    package init(file: String, preset: Preset, warnings: [Diagnostic] = []) {
        self.file = file
        self.preset = preset
        self.warnings = warnings
    }
}

/// A preset that can be named, whether it can be read or not.
package struct PresetEntry: Sendable, Hashable {
    package var name: String
    package var file: String
    /// `nil` when the file has problems.
    package var summary: String?

    package init(name: String, file: String, summary: String?) {
        self.name = name
        self.file = file
        self.summary = summary
    }
}

package struct PresetNotFound: Error, Sendable, Hashable {
    package var message: String

    package init(_ message: String) { self.message = message }
}

/// Every problem of a preset's text, in its order.
package struct PresetProblems: Error, Sendable, Hashable {
    package var diagnostics: [Diagnostic]

    package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}

/// One codec and what encodes it here.
package struct EncoderEntry: Sendable, Hashable {
    /// `h264`, `aac`…
    package var codec: String
    /// The element that is used; `nil` when none is installed.
    package var element: String?
    /// The Debian package that brings one.
    package var package: String

    package init(codec: String, element: String?, package: String) {
        self.codec = codec
        self.element = element
        self.package = package
    }
}
