package import CaptureModel

/// The one line that tells how a recording goes. Pure: figures in, text out.
package enum ProgressLine {
    /// - Parameter columns: of the terminal. The line is shorter, so that it never wraps; parts that do not fit
    ///   are left out, the least important first.
    package static func render(_ statistics: SessionStatistics, columns: Int) -> String {
        let recording = statistics.recording
        let missing = statistics.sources.reduce(recording?.dropped ?? 0) { $0 + $1.missing }
        // (text, importance): the least important goes first.
        var parts: [(text: String, importance: Int)] = [(statistics.state.rawValue, 4)]
        parts.append((clock(recording?.duration ?? statistics.time), 5))
        if let slowest = statistics.sources.map(\.frameRate).min() { parts.append(("\(tenths(slowest)) fps", 2)) }
        parts.append(("\(missing) missing", 3))
        if let recording {
            parts.append((Units.approximateText(ofSize: recording.bytes), 1))
            if let free = recording.freeDisk { parts.append(("\(Units.approximateText(ofSize: free)) free", 0)) }
        }
        func line() -> String { parts.map(\.text).joined(separator: "  ") }
        // The last column stays empty: some terminals wrap as soon as it is written.
        while line().count > columns - 1, parts.count > 1, let least = parts.map(\.importance).min() {
            parts.removeAll { $0.importance == least }
        }
        return String(line().prefix(max(0, columns - 1)))
    }

    /// `0:07`, `1:02:03`
    package static func clock(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        let tail = "\(twoDigits(seconds / 60 % 60)):\(twoDigits(seconds % 60))"
        if seconds >= 3600 { return "\(seconds / 3600):\(tail)" }
        return "\(seconds / 60):\(twoDigits(seconds % 60))"
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private static func tenths(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e9 else { return "?" }
        let rounded = Int((value * 10).rounded())
        return "\(rounded / 10).\(rounded % 10)"
    }
}
