internal import CaptureModel

/// The problems found so far, with their places.
struct Findings {
    /// More than this helps nobody; the rest is counted, not kept.
    static let limit = 200

    private var entries: [(place: Place, diagnostic: Diagnostic)] = []
    private var leftOut = 0
    private(set) var errorCount = 0
    var hasErrors: Bool { errorCount > 0 }

    /// Nothing more is kept, so that nobody need work out what to say.
    var isFull: Bool { entries.count >= Self.limit }

    mutating func report(
        at place: Place, key: String = "", severity: Diagnostic.Severity = .error, _ message: @autoclosure () -> String
    ) {
        if severity == .error { errorCount += 1 }
        guard !isFull else {
            leftOut += 1
            return
        }
        let (line, column) = place.position
        let diagnostic = Diagnostic(
            file: place.text.name, line: line, column: column, severity: severity, key: key, message: message())
        entries.append((place, diagnostic))
    }

    /// In the order of the texts and of the places in them; at one place in the order in which they were found.
    var sorted: [Diagnostic] {
        let ordered = entries.enumerated().sorted { first, second in
            let (one, other) = (first.element.place, second.element.place)
            return (one.text.order, one.offset, first.offset) < (other.text.order, other.offset, second.offset)
        }
        var diagnostics = ordered.map(\.element.diagnostic)
        if leftOut > 0, let last = diagnostics.last {
            diagnostics.append(
                Diagnostic(
                    file: last.file, line: last.line, column: last.column, severity: last.severity,
                    message: "\(leftOut) more problems are not shown"))
        }
        return diagnostics
    }
}
