internal import CGStreamer

/// A moment or a length in nanoseconds. "None" is `nil` of the optional, never a number.
/// C: `GstClockTime`
package struct ClockTime: Sendable, Hashable, Comparable {
    package var nanoseconds: UInt64

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// `nil` for `GST_CLOCK_TIME_NONE`.
    init?(valid raw: GstClockTime) {
        guard tandem_clock_time_is_valid(guint64(raw)) != 0 else { return nil }
        nanoseconds = UInt64(raw)
    }

    package init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        nanoseconds = UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds) / 1_000_000_000)
    }

    package static func milliseconds(_ count: UInt64) -> ClockTime { ClockTime(nanoseconds: count * 1_000_000) }
    package static func seconds(_ count: UInt64) -> ClockTime { ClockTime(nanoseconds: count * 1_000_000_000) }
    package static let zero = ClockTime(nanoseconds: 0)

    package var duration: Duration { .nanoseconds(Int64(nanoseconds)) }
    var raw: GstClockTime { GstClockTime(nanoseconds) }

    package static func < (left: ClockTime, right: ClockTime) -> Bool { left.nanoseconds < right.nanoseconds }
    package static func + (left: ClockTime, right: ClockTime) -> ClockTime {
        ClockTime(nanoseconds: left.nanoseconds + right.nanoseconds)
    }
    /// Zero where the right side is the greater.
    package static func - (left: ClockTime, right: ClockTime) -> ClockTime {
        ClockTime(nanoseconds: left.nanoseconds > right.nanoseconds ? left.nanoseconds - right.nanoseconds : 0)
    }
}

extension ClockTime: CustomStringConvertible {
    package var description: String { "\(Double(nanoseconds) / 1e9) s" }
}

extension Optional where Wrapped == ClockTime {
    var rawOrNone: GstClockTime { self?.raw ?? GstClockTime(tandem_clock_time_none()) }
}

/// A clock. C: `GstClock`
// @unchecked: as `Object`; clocks lock themselves.
package final class Clock: Object, @unchecked Sendable {
    /// The machine's monotonic clock, which no wall-clock change touches. C: `gst_system_clock_obtain`
    package static func system() -> Clock { Clock(adopting: gst_system_clock_obtain()) }

    /// A clock that another C module of GStreamer made; takes its reference over.
    package static func adopting(foreign pointer: UnsafeMutableRawPointer) -> Clock { Clock(adopting: pointer) }

    /// C: `gst_clock_get_time`
    package var time: ClockTime { ClockTime(valid: gst_clock_get_time(pointer(as: GstClock.self))) ?? .zero }
}
