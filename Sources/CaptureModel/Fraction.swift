/// An exact ratio of two whole numbers, such as a frame rate of 30000/1001.
///
/// Units: frames per second where it stands for a frame rate.
/// Source: `GstFraction`; AVFoundation's `CMTime` plays this part on Apple's systems.
public struct Fraction: Sendable, Hashable {
    public var numerator: Int
    /// Never zero and never negative.
    public var denominator: Int

    /// - Precondition: the denominator is positive.
    public init(_ numerator: Int, _ denominator: Int = 1) {
        precondition(denominator > 0, "a fraction's denominator is positive")
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The ratio as a floating-point number, for what need not be exact.
    public var value: Double { Double(numerator) / Double(denominator) }
}

extension Fraction: Comparable {
    public static func < (left: Fraction, right: Fraction) -> Bool {
        left.numerator * right.denominator < right.numerator * left.denominator
    }
}

extension Fraction: CustomStringConvertible {
    /// `30`, or `30000/1001` where it is not whole.
    public var description: String {
        numerator % denominator == 0 ? "\(numerator / denominator)" : "\(numerator)/\(denominator)"
    }
}
