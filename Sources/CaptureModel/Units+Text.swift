extension Units {
    /// The duration as `duration(from:)` reads it: `1h2m3s`, `1m30.5s`, `500ms`, `0s`. Exact to the nanosecond;
    /// negative durations are written with a minus sign, which is not read back.
    public static func text(of duration: Duration) -> String {
        let (allSeconds, attoseconds) = duration.components
        if allSeconds < 0 || attoseconds < 0 { return "-" + text(of: .zero - duration) }
        let nanoseconds = Int(attoseconds / 1_000_000_000)
        if allSeconds == 0 && nanoseconds > 0 {
            return decimal(nanoseconds / 1_000_000, remainder: nanoseconds % 1_000_000, digits: 6) + "ms"
        }
        let hours = allSeconds / 3600
        let minutes = allSeconds / 60 % 60
        let seconds = Int(allSeconds % 60)
        var text = ""
        if hours > 0 { text += "\(hours)h" }
        if minutes > 0 { text += "\(minutes)m" }
        if seconds > 0 || nanoseconds > 0 || text.isEmpty {
            text += decimal(seconds, remainder: nanoseconds, digits: 9) + "s"
        }
        return text
    }

    /// The size as `size(from:)` reads it, exactly: `160MB`, `2GiB`, `1234567`.
    public static func text(ofSize bytes: Int) -> String {
        let units: [(String, Int)] = [
            ("TiB", 1 << 40), ("TB", 1_000_000_000_000), ("GiB", 1 << 30), ("GB", 1_000_000_000),
            ("MiB", 1 << 20), ("MB", 1_000_000), ("KiB", 1 << 10), ("kB", 1000),
        ]
        for (unit, factor) in units where bytes != 0 && bytes.isMultiple(of: factor) {
            return "\(bytes / factor)\(unit)"
        }
        return "\(bytes)"
    }

    /// The size for people, to a tenth of the largest decimal unit that fits: `1.2 MB`, `640 B`.
    public static func approximateText(ofSize bytes: Int) -> String {
        let units: [(String, Int)] = [
            ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000),
        ]
        for (unit, factor) in units where bytes >= factor {
            return "\(bytes / factor).\(bytes % factor / (factor / 10)) \(unit)"
        }
        return "\(bytes) B"
    }

    /// The bit rate as `bitrate(from:)` reads it, exactly: `4Mbit`, `128kbit`, `1234`.
    public static func text(ofBitrate bits: Int) -> String {
        if bits != 0 && bits.isMultiple(of: 1_000_000) { return "\(bits / 1_000_000)Mbit" }
        if bits != 0 && bits.isMultiple(of: 1000) { return "\(bits / 1000)kbit" }
        return "\(bits)"
    }

    private static func decimal(_ whole: Int, remainder: Int, digits: Int) -> String {
        if remainder == 0 { return "\(whole)" }
        var fraction = "\(remainder)"
        fraction = String(repeating: "0", count: digits - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return "\(whole).\(fraction)"
    }
}
