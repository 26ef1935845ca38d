package import CaptureModel
internal import Glibc

/// The wall clock as people near this machine read it. Nothing is measured with it.
package struct LocalTime: Sendable, Hashable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int
    /// Seconds east of Greenwich that hold at this moment.
    package var utcOffset: Int

    /// - Parameter seconds: since 1970 in UTC. C: `localtime_r`.
    package init(secondsSince1970 seconds: Int) {
        var moment = time_t(seconds)
        var parts = tm()
        localtime_r(&moment, &parts)
        year = Int(parts.tm_year) + 1900
        month = Int(parts.tm_mon) + 1
        day = Int(parts.tm_mday)
        hour = Int(parts.tm_hour)
        minute = Int(parts.tm_min)
        second = Int(parts.tm_sec)
        utcOffset = Int(parts.tm_gmtoff)
    }

    /// C: `clock_gettime` with the clock that people set.
    package static var now: WallClock {
        var moment = timespec()
        clock_gettime(CLOCK_REALTIME, &moment)
        return WallClock(seconds: Int(moment.tv_sec), nanoseconds: Int(moment.tv_nsec))
    }

    /// The moment when the clock next shows `text` (`HH:MM`), today or tomorrow; `nil` when it is no time of day.
    /// A change of the clocks in between is allowed for. C: `mktime`.
    package static func next(_ text: String, after now: WallClock) -> WallClock? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
            parts.joined().allSatisfy({ ("0"..."9").contains($0) }),
            let hour = Int32(parts[0]), let minute = Int32(parts[1]), hour < 24, minute < 60
        else { return nil }
        for daysAhead: Int32 in 0...1 {
            var moment = time_t(now.seconds)
            var target = tm()
            localtime_r(&moment, &target)
            target.tm_mday += daysAhead
            target.tm_hour = hour
            target.tm_min = minute
            target.tm_sec = 0
            // The C library decides whether summer time holds at the target.
            target.tm_isdst = -1
            let next = WallClock(seconds: Int(mktime(&target)), nanoseconds: 0)
            if next.since(now) > .zero { return next }
        }
        return nil
    }
}

extension WallClock {
    /// The time that the wall clock has gone on since an earlier moment.
    package func since(_ earlier: WallClock) -> Duration {
        .seconds(seconds - earlier.seconds) + .nanoseconds(nanoseconds - earlier.nanoseconds)
    }
}
