import CaptureModel
import Testing

@testable import TandemCLI

@Suite struct LocalTimeTests {
    @Test(arguments: [0, 1, 59, 60, 3600, 86_399])
    func untilEndsWhenTheClockShowsIt(ahead: Int) throws {
        let now = WallClock(seconds: 1_700_000_000 + ahead, nanoseconds: 250_000_000)
        for (hour, minute) in [(0, 0), (12, 34), (23, 59)] {
            let text = "\(hour):\(minute < 10 ? "0" : "")\(minute)"
            let wait = try #require(LocalTime.untilNext(text, from: now))
            #expect(wait > .zero && wait <= .seconds(25 * 3600))
            let target = now.seconds + Int((wait + .milliseconds(250)).components.seconds)
            let shown = LocalTime(secondsSince1970: target)
            #expect(shown.hour == hour && shown.minute == minute && shown.second == 0)
        }
    }

    @Test func theMomentItselfMeansTomorrow() throws {
        let shown = LocalTime(secondsSince1970: 1_700_000_000)
        let onTheMinute = WallClock(seconds: 1_700_000_000 - shown.second, nanoseconds: 0)
        let text = "\(shown.hour):\(shown.minute < 10 ? "0" : "")\(shown.minute)"
        let wait = try #require(LocalTime.untilNext(text, from: onTheMinute))
        #expect(wait > .seconds(22 * 3600))
    }

    @Test(arguments: ["", ":", "12", "12:5", "1:234", "12:60", "24:00", "-1:00", "12:00:00", "aa:bb", " 1:00", "１:00"])
    func whatIsNoTimeOfDayIsRefused(text: String) {
        #expect(LocalTime.untilNext(text, from: WallClock(seconds: 0, nanoseconds: 0)) == nil)
    }
}
