internal import CGStreamerCheck
package import GStreamer

/// A clock that stands still until a test moves it. C: `GstTestClock`
// @unchecked: the pointer never changes, `clock` keeps the object, and the object locks itself.
package final class TestClock: @unchecked Sendable {
    /// For `Pipeline.useClock`.
    package let clock: Clock
    private let pointer: OpaquePointer

    /// Stands at zero. C: `gst_test_clock_new`
    package init() {
        let made = UnsafeMutableRawPointer(gst_test_clock_new()!)
        clock = Clock.adopting(foreign: made)
        pointer = OpaquePointer(made)
    }

    private var test: UnsafeMutablePointer<GstTestClock> { tandem_test_clock(UnsafeMutableRawPointer(pointer)) }

    /// C: `gst_test_clock_set_time`
    package func set(_ time: ClockTime) { gst_test_clock_set_time(test, GstClockTime(time.nanoseconds)) }

    /// C: `gst_test_clock_advance_time`
    package func advance(by time: ClockTime) {
        gst_test_clock_advance_time(test, GstClockTimeDiff(time.nanoseconds))
    }

    /// How many threads wait for a moment. C: `gst_test_clock_peek_id_count`
    package var waiting: Int { Int(gst_test_clock_peek_id_count(test)) }

    /// Waits until some thread waits for a moment, moves to that moment, and lets it go on.
    ///
    /// `false` when there was none within `timeout`. C: `gst_test_clock_timed_wait_for_multiple_pending_ids`,
    /// `gst_test_clock_crank`
    package func crank(timeout: Duration = .seconds(10)) -> Bool {
        let milliseconds = UInt32(timeout / .milliseconds(1))
        guard gst_test_clock_timed_wait_for_multiple_pending_ids(test, 1, milliseconds, nil) != 0 else { return false }
        return gst_test_clock_crank(test) != 0
    }
}
