public import CaptureModel

/// Reads presets: JSON5 texts into `Preset` values, strictly, with every problem told at its place in one go.
///
/// Pure but for the functions that read a file, and free to be called from any thread.
public enum PresetReader {
    /// The largest text that is read, in bytes.
    public static let sizeLimit = 1 << 20

    /// Reads a preset from a text.
    ///
    /// - Parameters:
    ///   - text: the file's bytes; a byte order mark is allowed.
    ///   - file: what diagnostics call the text.
    ///   - overrides: applied in their order, before anything is checked.
    /// - Throws: every error in the text and in the overrides, sorted by place.
    public static func read(
        text: [UInt8], file: String, overrides: [PresetOverride] = []
    ) throws(PresetError) -> Preset {
        let reading = inspect(text: text, file: file, overrides: overrides)
        if let preset = reading.preset { return preset }
        throw PresetError(diagnostics: reading.diagnostics.filter { $0.severity == .error })
    }

    /// Reads a preset from a text. See `read(text:file:overrides:)` for bytes.
    public static func read(
        text: String, file: String, overrides: [PresetOverride] = []
    ) throws(PresetError) -> Preset {
        try read(text: Array(text.utf8), file: file, overrides: overrides)
    }

    /// Reads a preset from a file.
    ///
    /// - Throws: `PresetFileError` when the file cannot be read, `PresetError` when its text is wrong.
    public static func read(contentsOf path: String, overrides: [PresetOverride] = []) throws -> Preset {
        try read(text: PresetFile.bytes(of: path), file: path, overrides: overrides)
    }

    /// Reads a preset from a file and gives warnings beside errors.
    ///
    /// - Throws: `PresetFileError` when the file cannot be read; what is wrong in it is in the reading.
    public static func inspect(
        contentsOf path: String, overrides: [PresetOverride] = []
    ) throws(PresetFileError) -> PresetReading {
        inspect(text: try PresetFile.bytes(of: path), file: path, overrides: overrides)
    }

    /// Reads a preset and gives warnings beside errors; the preset is `nil` exactly when there is an error.
    public static func inspect(text: [UInt8], file: String, overrides: [PresetOverride] = []) -> PresetReading {
        let source = SourceText(name: file, bytes: text.count > sizeLimit ? [] : text)
        var findings = Findings()
        guard text.count <= sizeLimit else {
            findings.report(
                at: Place(text: source, offset: 0),
                "the text has \(text.count) bytes; a preset may have \(sizeLimit)")
            return PresetReading(preset: nil, diagnostics: findings.sorted)
        }
        if let first = source.damage.first {
            let others = source.damage.count == 1 ? "" : " (and \(source.damage.count - 1) more such places)"
            findings.report(
                at: Place(text: source, offset: first.offset),
                "the byte 0x\(String(first.byte, radix: 16, uppercase: true)) is not UTF-8 here\(others)")
        }
        var parser = JSON5Parser(source)
        var root = parser.document()
        for problem in parser.problems {
            findings.report(at: Place(text: source, offset: problem.offset), problem.message)
        }
        // Where something was skipped, nobody can say that a key is missing.
        let isDamaged = findings.hasErrors
        if let node = root { root = OverrideMerger.apply(overrides, to: node, findings: &findings) }
        guard let root else { return PresetReading(preset: nil, diagnostics: findings.sorted) }
        var decoder = PresetDecoder(findings: findings, isDamaged: isDamaged)
        let preset = decoder.preset(root)
        return PresetReading(
            preset: decoder.findings.hasErrors ? nil : preset, diagnostics: decoder.findings.sorted)
    }
}
