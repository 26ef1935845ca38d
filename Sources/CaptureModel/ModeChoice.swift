/// Picks the one mode that a camera is asked for.
///
/// Of the modes that can be decoded it takes the one that gives most of what the film can show of this source: the
/// pixels of its largest rectangle that the picture fills without being enlarged, times the share of the canvas's
/// rate. So a fluent picture that is a little small wins over a full one at a third of the rate, and a mode of the
/// rectangle's shape over one that would leave bars. Of modes that give the same, the cheapest to carry and to
/// decode is taken.
struct ModeChoice {
    /// The largest rectangle, as the camera sees it: before rotation.
    var box: Size
    var fit: Fit
    var frameRate: Fraction
    /// Whether the camera shares its wire with others, as on USB.
    var sharesBandwidth: Bool

    /// 30000/1001 serves a film of 30: no eye sees the difference.
    private static let rateTolerance = 0.002
    /// Shares are compared in steps of this, so that 848x480 and 854x480 count as the same shape.
    private static let coverageStep = 0.02
    /// Two cameras with raw pictures of this much each still fit on one USB 2 bus, which carries about 24 MB/s.
    private static let modestBytesPerSecond = 10_000_000.0

    /// One mode at one rate, with what it gives and costs.
    private struct Candidate {
        var mode: PlannedMode
        var hasColor: Bool
        var coverage: Double
        var cost: Double
        /// The format's place in `PixelFormat.decodable`.
        var rank: Int

        func isBetter(than other: Candidate) -> Bool {
            if hasColor != other.hasColor { return hasColor }
            if coverage != other.coverage { return coverage > other.coverage }
            // A rate that the driver tells is worth more than one that it leaves open.
            if (mode.frameRate == nil) != (other.mode.frameRate == nil) { return mode.frameRate != nil }
            if cost != other.cost { return cost < other.cost }
            if rank != other.rank { return rank < other.rank }
            return (mode.size.width, mode.size.height) < (other.mode.size.width, other.mode.size.height)
        }
    }

    /// The best of `modes`; `nil` when none of them can be decoded.
    func best(of modes: [CaptureMode], frameRate wished: Fraction? = nil) -> PlannedMode? {
        var best: Candidate?
        for mode in modes {
            guard let candidate = candidate(for: mode, frameRate: wished) else { continue }
            if let current = best, !candidate.isBetter(than: current) { continue }
            best = candidate
        }
        return best?.mode
    }

    private func candidate(for mode: CaptureMode, frameRate wished: Fraction?) -> Candidate? {
        guard let rank = PixelFormat.decodable.firstIndex(where: { $0.fourCC == mode.format }) else { return nil }
        let format = PixelFormat.decodable[rank]
        let rate: Fraction?
        if let wished {
            rate = mode.frameRates.first { Self.isSame($0, wished) } ?? wished
        } else {
            rate = Self.rate(for: frameRate, of: mode.frameRates)
        }
        let share = rate.map { min(1, $0.value / frameRate.value) } ?? 1
        let coverage = rounded(filledShare(of: mode.size)) * (share > 1 - Self.rateTolerance ? 1 : share)
        let pixelsPerSecond = Double(mode.size.area) * (rate ?? frameRate).value
        return Candidate(
            mode: PlannedMode(format: mode.format, size: mode.size, frameRate: rate), hasColor: format.hasColor,
            coverage: coverage, cost: pixelsPerSecond * weight(of: format, pixelsPerSecond: pixelsPerSecond), rank: rank
        )
    }

    private func rounded(_ share: Double) -> Double {
        (share / Self.coverageStep).rounded() * Self.coverageStep
    }

    /// The share of the box that a picture of this size fills with pixels of its own.
    private func filledShare(of size: Size) -> Double {
        guard size.area > 0, box.area > 0 else { return 0 }
        switch fit {
        case .contain:
            let shown = box.fitting(aspectOf: size)
            return Double(min(size.area, shown.area)) / Double(box.area)
        case .cover:
            let scale = max(Double(box.width) / Double(size.width), Double(box.height) / Double(size.height))
            return min(1, 1 / (scale * scale))
        case .stretch:
            // Not enlarged on either side; a shape of its own counts a little less, for it will be distorted.
            let own = Double(min(size.width, box.width) * min(size.height, box.height)) / Double(box.area)
            let shape = Double(box.fitting(aspectOf: size).area) / Double(box.area)
            return own * (0.9 + 0.1 * rounded(shape))
        }
    }

    /// Decoding JPEG is more work than unpacking a raw picture, but a large raw picture crowds other cameras off the bus.
    private func weight(of format: PixelFormat, pixelsPerSecond: Double) -> Double {
        guard let bits = format.bitsPerPixel else { return 2 }
        guard sharesBandwidth else { return 1 }
        return pixelsPerSecond * Double(bits) / 8 <= Self.modestBytesPerSecond ? 1 : 4
    }

    /// The lowest offered rate that serves `wanted`, else the highest; `nil` when the driver names none.
    static func rate(for wanted: Fraction, of offered: [Fraction]) -> Fraction? {
        offered.filter { $0.value >= wanted.value * (1 - rateTolerance) }.min() ?? offered.max()
    }

    static func isSame(_ left: Fraction, _ right: Fraction) -> Bool {
        (left.value - right.value).magnitude <= right.value * rateTolerance
    }
}

extension Size {
    /// The largest even size of `other`'s shape that lies within this one.
    fileprivate func fitting(aspectOf other: Size) -> Size {
        LayoutGeometry.rectangle(of: Placement(source: ""), canvas: self, source: other).size
    }
}
