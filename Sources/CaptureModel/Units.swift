/// Reads and writes durations, sizes and bit rates as users write them, in presets and in options alike.
///
/// Every reader is strict and returns `nil` for anything that it does not know completely, so that `90 sec` is
/// an error and never ninety of something else. The `…Forms` texts say what is accepted, for messages.
public enum Units {
    /// What `duration(from:)`, `size(from:)` and `bitrate(from:)` accept, for messages.
    public static let durationForms = "90 (seconds), 90s, 1m30s, 2h or 500ms"
    public static let sizeForms = "a number of bytes, 160MB, 2GB, 512MiB or 2GiB"
    public static let bitrateForms = "a number of bits per second, 4Mbit or 128kbit"

    /// The longest duration that is read: 100,000 hours.
    private static let longest = 360_000_000

    /// A duration: seconds without a unit, or hours, minutes, seconds and milliseconds in this order, each at
    /// most once, without spaces (`2h`, `1m30s`, `1.5s`, `500ms`).
    ///
    /// Units: nothing finer than a nanosecond is kept.
    public static func duration(from text: String) -> Duration? {
        var rest = Array(text.utf8)[...]
        var total = 0
        var lastRank = -1
        while let number = Decimal(prefixOf: &rest) {
            let unit = word(prefixOf: &rest)
            let nanoseconds: Int
            let rank: Int
            switch unit {
            case "h": (nanoseconds, rank) = (3_600_000_000_000, 0)
            case "m": (nanoseconds, rank) = (60_000_000_000, 1)
            case "s": (nanoseconds, rank) = (1_000_000_000, 2)
            case "ms": (nanoseconds, rank) = (1_000_000, 3)
            case "" where lastRank == -1 && rest.isEmpty: (nanoseconds, rank) = (1_000_000_000, 3)
            default: return nil
            }
            guard rank > lastRank, let part = number.times(nanoseconds) else { return nil }
            lastRank = rank
            total += part
            guard total <= longest * 1_000_000_000 else { return nil }
            if rest.isEmpty { return .nanoseconds(total) }
        }
        return nil
    }

    /// A duration of so many seconds, as a JSON number gives it; `nil` when it is negative or not finite.
    public static func duration(fromSeconds seconds: Double) -> Duration? {
        guard seconds >= 0, seconds <= Double(longest) else { return nil }
        return .nanoseconds(Int((seconds * 1_000_000_000).rounded()))
    }

    /// A size in bytes: plain, or with `B`, `kB`, `MB`, `GB`, `TB` (powers of 1000) or `KiB`, `MiB`, `GiB`, `TiB`
    /// (powers of 1024), in either case. A bare `M` is refused, because it could mean either.
    public static func size(from text: String) -> Int? {
        var rest = Array(text.utf8)[...]
        guard let number = Decimal(prefixOf: &rest) else { return nil }
        let unit = word(prefixOf: &rest)
        guard rest.isEmpty, let factor = sizeFactor(of: unit.lowercased()) else { return nil }
        if factor == 1 && !number.isWhole { return nil }
        return number.times(factor)
    }

    /// A bit rate in bits per second: plain, or with `bit`, `kbit`, `Mbit`, `Gbit`, with or without `/s`; also
    /// `bps`, `kbps`, `Mbps`, and a bare `k` or `M`, which for bit rates mean nothing else. Powers of 1000.
    /// `4MB` and `4Mb` are refused: one reads them as bytes.
    public static func bitrate(from text: String) -> Int? {
        var rest = Array(text.utf8)[...]
        guard let number = Decimal(prefixOf: &rest) else { return nil }
        let unit = word(prefixOf: &rest)
        guard rest.isEmpty else { return nil }
        let factor: Int
        switch unit {
        case "", "bit", "bit/s", "bps": factor = 1
        case "k", "kbit", "kbit/s", "kbps": factor = 1000
        case "M", "Mbit", "Mbit/s", "Mbps": factor = 1_000_000
        case "G", "Gbit", "Gbit/s", "Gbps": factor = 1_000_000_000
        default: return nil
        }
        if factor == 1 && !number.isWhole { return nil }
        return number.times(factor)
    }

    private static func sizeFactor(of unit: String) -> Int? {
        switch unit {
        case "", "b": 1
        case "kb": 1000
        case "mb": 1_000_000
        case "gb": 1_000_000_000
        case "tb": 1_000_000_000_000
        case "kib": 1 << 10
        case "mib": 1 << 20
        case "gib": 1 << 30
        case "tib": 1 << 40
        default: nil
        }
    }

    /// Takes the letters (and slashes) that the text begins with.
    private static func word(prefixOf rest: inout ArraySlice<UInt8>) -> String {
        var taken = ""
        while let byte = rest.first, (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte == 0x2F {
            taken.unicodeScalars.append(Unicode.Scalar(byte))
            rest.removeFirst()
        }
        return taken
    }

    /// A number as it was written, so that `1.1s` is 1,100,000,000 ns and not what binary fractions make of it.
    private struct Decimal {
        var whole = 0
        /// In billionths.
        var billionths = 0
        var isWhole: Bool { billionths == 0 }

        /// Takes the digits (with one dot between digits, and nine digits after it at most) that the text begins
        /// with; `nil` when there are none or too many.
        init?(prefixOf rest: inout ArraySlice<UInt8>) {
            guard let digits = Decimal.digits(&rest, limit: 18) else { return nil }
            for digit in digits { whole = whole * 10 + digit }
            guard rest.first == 0x2E else { return }
            rest.removeFirst()
            guard let fraction = Decimal.digits(&rest, limit: 9) else { return nil }
            var weight = 100_000_000
            for digit in fraction {
                billionths += digit * weight
                weight /= 10
            }
        }

        private static func digits(_ rest: inout ArraySlice<UInt8>, limit: Int) -> [Int]? {
            var digits: [Int] = []
            while let byte = rest.first, byte >= 0x30 && byte <= 0x39 {
                digits.append(Int(byte - 0x30))
                rest.removeFirst()
            }
            return digits.isEmpty || digits.count > limit ? nil : digits
        }

        /// The product, rounded down; `nil` when it is too large.
        func times(_ factor: Int) -> Int? {
            let (product, overflow) = whole.multipliedReportingOverflow(by: factor)
            if overflow { return nil }
            let (high, low) = billionths.multipliedFullWidth(by: factor)
            let (fraction, _) = 1_000_000_000.dividingFullWidth((high, low))
            let (sum, sumOverflow) = product.addingReportingOverflow(fraction)
            return sumOverflow ? nil : sum
        }
    }
}
