/// One finding about a text that the user wrote, with its place.
public struct Diagnostic: Error, Sendable, Hashable, CustomStringConvertible {
    /// How much a finding weighs: with an error there is no preset.
    public enum Severity: String, Sendable, Hashable { case error, warning, note }

    public var file: String
    /// From 1.
    public var line: Int
    /// From 1, in characters.
    public var column: Int
    public var severity: Severity
    /// The key's path, such as `sources.inset.mirror`; empty for the text as a whole.
    public var key: String
    public var message: String

    public init(
        file: String, line: Int, column: Int, severity: Severity = .error, key: String = "", message: String
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.key = key
        self.message = message
    }

    /// `FILE:LINE:COLUMN: error: canvas.heigth: unknown key; did you mean height?`
    public var description: String {
        "\(file):\(line):\(column): \(severity.rawValue): \(key.isEmpty ? "" : key + ": ")\(message)"
    }
}
