public import CaptureModel

/// Everything that is wrong with a preset, in the order of the text: never empty, errors only.
public struct PresetError: Error, Sendable, Hashable, CustomStringConvertible {
    public var diagnostics: [Diagnostic]

    public init(diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// One diagnostic a line.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// A change to a preset, as given on the command line: `canvas.height=720`, `sources.main={test: "ball"}`.
///
/// The key is a path with dots; the value is JSON5, or else a plain text (`sources.main.camera=auto`). Objects are
/// merged into what the file has; lists and everything else replace it. `null` takes a key out. A source's origin
/// (`camera`, `test`, `file`, `element`) and a microphone's (`alsa`, `test`) replace one another.
public struct PresetOverride: Sendable, Hashable {
    /// `KEY=VALUE`
    public var text: String

    public init(_ text: String) {
        self.text = text
    }
}

/// What reading a preset found: the preset unless there were errors, and errors and warnings in the text's order.
public struct PresetReading: Sendable, Hashable {
    /// `nil` exactly when there is an error.
    public var preset: Preset?
    /// In the text's order.
    public var diagnostics: [Diagnostic]

    public init(preset: Preset?, diagnostics: [Diagnostic]) {
        self.preset = preset
        self.diagnostics = diagnostics
    }
}
