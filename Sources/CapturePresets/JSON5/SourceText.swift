/// A text that problems are told about: its name, its characters, and where its lines begin.
final class SourceText: Sendable {
    /// The file's path, or `--set KEY=VALUE`.
    let name: String
    let scalars: [Unicode.Scalar]
    /// Places of bytes that are no UTF-8, in order; a replacement character stands at each.
    let damage: [Damage]
    /// Problems of texts are sorted by this first: the file is 0, the overrides follow in their order.
    let order: Int
    private let lineStarts: [Int]

    struct Damage: Sendable, Hashable {
        var offset: Int
        var byte: UInt8
    }

    init(name: String, bytes: [UInt8], order: Int = 0) {
        let (scalars, damage) = SourceText.decode(bytes)
        var lineStarts = [0]
        for (offset, scalar) in scalars.enumerated() {
            // A carriage return ends a line unless a line feed follows, which ends it then.
            if scalar == "\n" || scalar == "\r" && (offset + 1 == scalars.count || scalars[offset + 1] != "\n") {
                lineStarts.append(offset + 1)
            }
        }
        self.name = name
        self.scalars = scalars
        self.damage = damage
        self.order = order
        self.lineStarts = lineStarts
    }

    convenience init(name: String, text: String, order: Int = 0) {
        self.init(name: name, bytes: Array(text.utf8), order: order)
    }

    /// Line and column, both from 1, the column in characters as people count them.
    ///
    /// - Parameter offset: an index into `scalars`, or its count for the text's end.
    func position(at offset: Int) -> (line: Int, column: Int) {
        let offset = min(max(0, offset), scalars.count)
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let before = scalars[lineStarts[low]..<offset]
        if before.allSatisfy(\.isASCII) { return (low + 1, before.count + 1) }
        var line = String.UnicodeScalarView()
        line.append(contentsOf: before)
        // The byte order mark takes no column: editors do not show it.
        return (low + 1, String(line).count + 1 - (before.first == "\u{FEFF}" && low == 0 ? 1 : 0))
    }

    /// Decodes UTF-8 strictly (no overlong forms, no surrogates) and goes on after what is damaged.
    private static func decode(_ bytes: [UInt8]) -> ([Unicode.Scalar], [Damage]) {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(bytes.count)
        var damage: [Damage] = []
        var index = 0
        while index < bytes.count {
            let first = bytes[index]
            if first < 0x80 {
                scalars.append(Unicode.Scalar(first))
                index += 1
                continue
            }
            let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
            var value = UInt32(first) & (length == 4 ? 0x07 : length == 3 ? 0x0F : 0x1F)
            var taken = 1
            while taken < length, index + taken < bytes.count, bytes[index + taken] & 0xC0 == 0x80 {
                value = value << 6 | UInt32(bytes[index + taken] & 0x3F)
                taken += 1
            }
            let lowest: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
            if first >= 0xC2, first <= 0xF4, taken == length, value >= lowest, let scalar = Unicode.Scalar(value) {
                scalars.append(scalar)
                index += length
            } else {
                damage.append(Damage(offset: scalars.count, byte: first))
                scalars.append("\u{FFFD}")
                // What belongs to the broken sequence is one damage, not several.
                index += 1
                while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
            }
        }
        return (scalars, damage)
    }
}

/// A place in one of the texts that a preset is made of.
struct Place: Sendable {
    let text: SourceText
    let offset: Int

    var position: (line: Int, column: Int) { text.position(at: offset) }

    /// `3:14`
    var lineAndColumn: String { "\(position.line):\(position.column)" }
}
