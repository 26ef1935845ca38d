internal import CaptureModel

/// How long and how large a film may be asked to be, in a preset and on the command line alike.
package enum LimitRange {
    package static let duration: ClosedRange<Duration> = .milliseconds(100)...Duration.seconds(360_000_000)
    /// Bytes. Less would hold no film at all.
    package static let smallestSize = 100_000

    /// What to say of a duration that is out of range; `nil` for one that is not.
    package static func problem(of found: Duration, in range: ClosedRange<Duration> = duration) -> String? {
        if range.contains(found) { return nil }
        return "\(Units.text(of: found)) is out of range; from \(Units.text(of: range.lowerBound)) to "
            + Units.text(of: range.upperBound)
    }

    /// What to say of a size that is out of range; `nil` for one that is not.
    package static func problem(ofSize found: Int, atLeast lowest: Int = smallestSize) -> String? {
        if found >= lowest { return nil }
        return "\(Units.text(ofSize: found)) is out of range; at least \(Units.text(ofSize: lowest))"
    }
}
