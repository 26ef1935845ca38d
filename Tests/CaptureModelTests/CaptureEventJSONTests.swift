import CaptureModel
import Foundation
import Testing

@Suite struct CaptureEventJSONTests {
    private let clock = WallClock(seconds: 1_774_745_999, nanoseconds: 250_999_999)

    private func parsed(_ kind: CaptureEvent.Kind, filmTime: Duration? = nil) throws -> [String: Any] {
        let event = CaptureEvent(
            time: .milliseconds(1500), filmTime: filmTime, wallClock: clock, kind: kind)
        let text = event.json(utcOffset: 3600).text
        #expect(!text.contains { $0.isNewline })
        return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func everyEventCarriesItsNameAndTimes() throws {
        let object = try parsed(.recordingDidStart(file: "a \"b\".mp4"), filmTime: .seconds(2))
        #expect(object["event"] as? String == "recordingDidStart")
        #expect(object["time"] as? Double == 1.5)
        #expect(object["filmTime"] as? Double == 2)
        #expect(object["wallClock"] as? String == "2026-03-29T01:59:59.250+01:00")
        #expect(object["file"] as? String == "a \"b\".mp4")
    }

    @Test func filmTimeIsLeftOutWithoutAFilm() throws {
        let object = try parsed(.sessionDidStop(reason: .sourceLost))
        #expect(object["filmTime"] == nil)
        #expect(object["reason"] as? String == "sourceLost")
    }

    @Test func theStartNamesSourcesInTheirOrder() throws {
        let summary = SessionSummary(
            preset: "talk", canvas: Canvas(width: 1280, height: 720, frameRate: Fraction(30000, 1001)),
            sources: [
                .init(name: "main", origin: "Cam (id-1)", mode: "MJPG 1280x720 at 30"),
                .init(name: "inset", origin: "test picture ball", mode: ""),
            ], microphone: nil, layout: "pip")
        let object = try parsed(.sessionDidStart(summary))
        let canvas = try #require(object["canvas"] as? [String: Any])
        #expect(canvas["width"] as? Int == 1280)
        #expect(abs((canvas["frameRate"] as? Double ?? 0) - 29.97) < 0.001)
        let sources = try #require(object["sources"] as? [[String: Any]])
        #expect(sources.map { $0["name"] as? String } == ["main", "inset"])
        #expect(sources[1]["mode"] is NSNull)
        #expect(object["microphone"] is NSNull)
    }

    @Test func theEndTellsTheFilmAndTheSourcesCounters() throws {
        let result = TakeResult(
            file: "/tmp/ä.mp4", reason: .maxDuration, successful: true, duration: .seconds(10), bytes: 123_456,
            frames: 300, dropped: 1,
            sources: [SourceStatistics(name: "main", framesIn: 301, shown: 300, late: 2, missing: 3)])
        let object = try parsed(.recordingDidFinish(result))
        #expect(object["file"] as? String == "/tmp/ä.mp4")
        #expect(object["reason"] as? String == "maxDuration")
        #expect(object["successful"] as? Bool == true)
        #expect(object["duration"] as? Double == 10)
        #expect(object["bytes"] as? Int == 123_456)
        #expect(object["error"] is NSNull)
        let source = try #require((object["sources"] as? [[String: Any]])?.first)
        #expect(source["framesIn"] as? Int == 301)
        #expect(source["shown"] as? Int == 300)
        #expect(source["late"] as? Int == 2)
        #expect(source["missing"] as? Int == 3)
    }

    @Test func anErrorTellsWhereItCameFromAndWhatToDo() throws {
        let error = CaptureError(
            .deviceBusy, source: "inset", message: "in use by zoom (pid 812)", remedy: "close it",
            origin: .init(domain: "gst-resource-error-quark", number: 4, element: "inset-camera"),
            followers: ["streaming stopped"])
        let object = try parsed(.runtimeError(error, fatal: true))
        #expect(object["code"] as? String == "deviceBusy")
        #expect(object["domain"] as? String == "gst-resource-error-quark")
        #expect(object["element"] as? String == "inset-camera")
        #expect(object["message"] as? String == "in use by zoom (pid 812)")
        #expect(object["remedy"] as? String == "close it")
        #expect(object["fatal"] as? Bool == true)
        #expect(object["followers"] as? [String] == ["streaming stopped"])
    }

    @Test func everyCharacterComesBackAsItWas() throws {
        var scalars = String.UnicodeScalarView()
        for value in 0..<0x3000 as Range<UInt32> { if let scalar = Unicode.Scalar(value) { scalars.append(scalar) } }
        let all = String(scalars) + "🎬"
        let text = JSONValue.object([.init(all, .string(all))]).text
        #expect(!text.contains { $0.isNewline })
        let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String])
        #expect(object[all].map { Array($0.unicodeScalars) } == Array(all.unicodeScalars))
    }

    @Test func numbersAreJSON() throws {
        #expect(JSONValue.number(.infinity).text == "null")
        #expect(JSONValue.number(.nan).text == "null")
        #expect(JSONValue.number(-0.5).text == "-0.5")
        #expect(JSONValue.number(3).text == "3")
        #expect(JSONValue.seconds(.nanoseconds(33_333_333)).text == "0.033333333")
        #expect(JSONValue.seconds(.seconds(86_400) + .nanoseconds(1)).text == "86400.000000001")
        #expect(JSONValue.seconds(.milliseconds(-250)).text == "-0.25")
        #expect(JSONValue.array([.null, .bool(false), .integer(-7)]).text == "[null,false,-7]")
    }

    @Test(arguments: [0, 3600, -12_600, 20_700])
    func wallClockAgreesWithFoundation(offset: Int) throws {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime]
        formatter.timeZone = TimeZone(secondsFromGMT: offset)
        // Leap days, century years, the epoch's neighbourhood, and far ends.
        for seconds in [
            -2_208_988_800, -86_401, -1, 0, 951_782_399, 951_868_800, 1_709_164_800, 1_774_745_999, 4_107_542_400,
            13_569_465_600,
        ] {
            let own = WallClock(seconds: seconds, nanoseconds: 7_000_000).iso8601(utcOffset: offset)
            let theirs = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            #expect(own.replacingOccurrences(of: ".007", with: "") == theirs)
        }
    }
}
