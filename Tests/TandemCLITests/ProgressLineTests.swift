import CaptureModel
import Testing

@testable import TandemCLI

@Suite struct ProgressLineTests {
    private let statistics = SessionStatistics(
        state: .recording, time: .seconds(90),
        sources: [
            SourceStatistics(name: "main", framesIn: 2400, missing: 2, frameRate: 29.97),
            SourceStatistics(name: "inset", framesIn: 2300, missing: 3, frameRate: 24.96),
        ],
        recording: RecordingStatistics(
            file: "a.mp4", duration: .seconds(83), frames: 2490, dropped: 1, bytes: 12_345_678,
            freeDisk: 41_200_000_000))

    @Test func aWideLineTellsEverything() {
        #expect(
            ProgressLine.render(statistics, columns: 80)
                == "recording  1:23  25.0 fps  6 missing  12.3 MB  41.2 GB free")
    }

    @Test func aNarrowLineLeavesOutTheLeastImportant() {
        #expect(ProgressLine.render(statistics, columns: 50) == "recording  1:23  25.0 fps  6 missing  12.3 MB")
        #expect(ProgressLine.render(statistics, columns: 40) == "recording  1:23  25.0 fps  6 missing")
        #expect(ProgressLine.render(statistics, columns: 27) == "recording  1:23  6 missing")
        #expect(ProgressLine.render(statistics, columns: 16) == "recording  1:23")
        #expect(ProgressLine.render(statistics, columns: 6) == "1:23")
    }

    @Test func aLineNeverReachesTheLastColumn() {
        for columns in 0...120 {
            #expect(ProgressLine.render(statistics, columns: columns).count <= max(0, columns - 1))
        }
    }

    @Test func beforeAFilmTheSessionsTimeCounts() {
        let starting = SessionStatistics(state: .starting, time: .seconds(1), sources: [], recording: nil)
        #expect(ProgressLine.render(starting, columns: 80) == "starting  0:01  0 missing")
    }

    @Test func hoursAppearWhenThereAreAny() {
        #expect(ProgressLine.clock(.seconds(3599)) == "59:59")
        #expect(ProgressLine.clock(.seconds(3600)) == "1:00:00")
        #expect(ProgressLine.clock(.seconds(36_123)) == "10:02:03")
        #expect(ProgressLine.clock(.milliseconds(999)) == "0:00")
    }

    @Test func aRateThatIsNoNumberIsNoCrash() {
        let odd = SessionStatistics(
            state: .ready, time: .zero, sources: [SourceStatistics(name: "main", frameRate: .nan)], recording: nil)
        #expect(ProgressLine.render(odd, columns: 80) == "ready  0:00  ? fps  0 missing")
    }
}
