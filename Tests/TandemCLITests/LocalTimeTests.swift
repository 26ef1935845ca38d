import CaptureModel
import Testing

@testable import TandemCLI

@Suite struct LocalTimeTests {
    @Test(arguments: [0, 1, 59, 60, 3600, 86_399])
    func untilEndsWhenTheClockShowsIt(ahead: Int) throws {
        let now = WallClock(seconds: 1_700_000_000 + ahead, nanoseconds: 250_000_000)
        for (hour, minute) in [(0, 0), (12, 34), (23, 59)] {
            let text = "\(hour):\(minute < 10 ? "0" : "")\(minute)"
            let next = try #require(LocalTime.next(text, after: now))
            #expect(next.since(now) > .zero && next.since(now) <= .seconds(25 * 3600))
            let shown = LocalTime(secondsSince1970: next.seconds)
            #expect(shown.hour == hour && shown.minute == minute && shown.second == 0)
        }
    }

    @Test func theMomentItselfMeansTomorrow() throws {
        let shown = LocalTime(secondsSince1970: 1_700_000_000)
        let onTheMinute = WallClock(seconds: 1_700_000_000 - shown.second, nanoseconds: 0)
        let text = "\(shown.hour):\(shown.minute < 10 ? "0" : "")\(shown.minute)"
        let next = try #require(LocalTime.next(text, after: onTheMinute))
        #expect(next.since(onTheMinute) > .seconds(22 * 3600))
    }

    @Test(arguments: ["", ":", "12", "12:5", "1:234", "12:60", "24:00", "-1:00", "12:00:00", "aa:bb", " 1:00", "１:00"])
    func whatIsNoTimeOfDayIsRefused(text: String) {
        #expect(LocalTime.next(text, after: WallClock(seconds: 0, nanoseconds: 0)) == nil)
    }
}
