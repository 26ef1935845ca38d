package import CaptureModel

/// Turns what a driver enumerates into the modes of a camera: usual sizes for ranges, duplicates merged, frame rates
/// highest first.
package enum ModeList {
    /// Sizes that cameras and screens have; those within a driver's range become modes.
    static let usualSizes: [(width: Int, height: Int)] = [
        (160, 120), (176, 144), (320, 180), (320, 240), (352, 288), (424, 240), (480, 270), (640, 360), (640, 480),
        (800, 448), (800, 600), (848, 480), (854, 480), (960, 540), (960, 720), (1024, 576), (1024, 768), (1280, 720),
        (1280, 800), (1280, 960), (1280, 1024), (1600, 900), (1600, 1200), (1920, 1080), (1920, 1200), (2560, 1440),
        (3840, 2160), (4096, 2160),
    ]

    /// Rates for drivers that name a range instead of a list.
    static let usualRates: [Fraction] = [
        Fraction(120), Fraction(100), Fraction(90), Fraction(60), Fraction(60000, 1001), Fraction(50), Fraction(30),
        Fraction(30000, 1001), Fraction(25), Fraction(24), Fraction(24000, 1001), Fraction(20), Fraction(15),
        Fraction(10), Fraction(15, 2), Fraction(5), Fraction(1),
    ]

    /// All modes that a node offers, in the driver's order.
    package static func modes(of node: any VideoNode) -> [CaptureMode] {
        var modes: [CaptureMode] = []
        var places: [CaptureMode: Int] = [:]
        for format in node.formats() {
            for size in node.frameSizes(of: format).flatMap(expanded) {
                let rates = node.frameIntervals(of: format, size: size).flatMap(expanded)
                let key = CaptureMode(format: format, width: size.width, height: size.height, frameRates: [])
                if let place = places[key] {
                    modes[place].frameRates += rates
                } else {
                    places[key] = modes.count
                    modes.append(
                        CaptureMode(format: format, width: size.width, height: size.height, frameRates: rates))
                }
            }
        }
        for index in modes.indices { modes[index].frameRates = highestFirst(modes[index].frameRates) }
        return modes
    }

    /// A range becomes the usual sizes in it and its own largest.
    static func expanded(_ sizes: FrameSizes) -> [Size] {
        switch sizes {
        case .discrete(let width, let height): return [Size(width: width, height: height)]
        case .stepwise(let widths, let widthStep, let heights, let heightStep):
            var found = usualSizes.filter { width, height in
                widths.contains(width) && heights.contains(height)
                    && (width - widths.lowerBound) % max(1, widthStep) == 0
                    && (height - heights.lowerBound) % max(1, heightStep) == 0
            }.map { Size(width: $0.width, height: $0.height) }
            let largest = Size(width: widths.upperBound, height: heights.upperBound)
            if !found.contains(largest) { found.append(largest) }
            return found
        }
    }

    /// A range becomes the usual rates that it has a step for, and its own fastest.
    static func expanded(_ intervals: FrameIntervals) -> [Fraction] {
        switch intervals {
        case .discrete(let rate): return [rate]
        case .range(let slowest, let fastest, let step):
            let usual = usualRates.filter { rate in
                guard slowest <= rate && rate <= fastest else { return false }
                guard let step else { return true }
                let steps = (rate.inverse.value - fastest.inverse.value) / step.value
                return (steps - steps.rounded()).magnitude < 0.001
            }
            return usual + [fastest]
        }
    }

    private static func highestFirst(_ rates: [Fraction]) -> [Fraction] {
        var kept: [Fraction] = []
        for rate in rates.sorted(by: >) where kept.last.map({ $0 > rate }) ?? true { kept.append(rate) }
        return kept
    }
}
