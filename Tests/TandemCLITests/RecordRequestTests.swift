import CaptureKit
import CaptureModel
import Testing

@testable import TandemCLI

@Suite struct RecordRequestTests {
    private let now = WallClock(seconds: 1_700_000_000, nanoseconds: 0)

    private func request(_ words: [String]) throws -> RecordRequest {
        try RecordRequest(
            OptionParser.parse(words, command: CommandTable.record),
            now: now)
    }

    @Test func withoutWordsItIsTheTwoCameras() throws {
        let request = try request([])
        #expect(request.preset == "dual-camera")
        #expect(request.options(container: .mkv, at: now) == RecordingOptions(container: .mkv))
        #expect(request.microphone == nil && request.output == nil)
        #expect(!request.json && !request.quiet && !request.verbose)
    }

    @Test func valuesBecomeWhatTheyMean() throws {
        let request = try request([
            "talk", "-f", "-t", "1m30s", "--max-size", "2GiB", "--min-free-disk=0", "--camera", "main=usb-a=b",
            "--microphone", "none", "--set", "video.codec=vp8",
        ])
        #expect(request.preset == "talk")
        #expect(
            request.options(container: .mp4, at: now)
                == RecordingOptions(
                    overwrite: true, container: .mp4, maxDuration: .seconds(90), maxSize: 2 << 30, minFreeDisk: 0))
        #expect(request.cameras == [.init(role: "main", camera: "usb-a=b")])
        #expect(request.microphone == .silence)
        #expect(request.settings == ["video.codec=vp8"])
    }

    @Test(arguments: [
        (["-t", "-5"], "--duration -5: not a duration; write \(Units.durationForms)"),
        (["-t", "10 min"], "--duration 10 min: not a duration; write \(Units.durationForms)"),
        (["-t", "0"], "--duration 0: 0s is out of range; from 100ms to 100000h"),
        (["--max-size", "5M"], "--max-size 5M: not a size; write \(Units.sizeForms)"),
        (["--max-size", "0"], "--max-size 0: 0 is out of range; at least 100kB"),
        (["-t", "99ms"], "--duration 99ms: 99ms is out of range; from 100ms to 100000h"),
        (["--max-size", "99999"], "--max-size 99999: 99999 is out of range; at least 100kB"),
        (["--min-free-disk", "-1"], "--min-free-disk -1: not a size; write \(Units.sizeForms)"),
        (["--until", "24:00"], "--until 24:00: not a time of day; write HH:MM, such as 17:30"),
        (["--until", "7pm"], "--until 7pm: not a time of day; write HH:MM, such as 17:30"),
        (["--until", "+7:30"], "--until +7:30: not a time of day; write HH:MM, such as 17:30"),
        (["--set", "=5"], "--set =5: write KEY=VALUE, such as canvas.frameRate=25"),
        (
            ["--camera", "main"],
            "--camera main: write ROLE=ID, such as main=/dev/video0; `tandem devices` lists the ids"
        ),
        (
            ["--camera", "=x"],
            "--camera =x: write ROLE=ID, such as main=/dev/video0; `tandem devices` lists the ids"
        ),
        (
            ["--camera", "a=1", "--camera", "a=2"],
            "--camera names a camera for `a` more than once; give it once"
        ),
        (["-o", ""], "--output is empty; name a file"),
        (["--microphone="], "--microphone is empty; name a microphone, or `none` for a film without sound"),
    ])
    func valuesThatMeanNothingAreRefused(words: [String], message: String) {
        #expect(throws: UsageError(command: "record", message)) { try request(words) }
    }

    @Test func theSoonerOfDurationAndUntilCounts() throws {
        func most(_ words: [String], startedAfter delay: Int = 0) throws -> Duration? {
            let start = WallClock(seconds: now.seconds + delay, nanoseconds: 0)
            return try request(words).options(container: .mp4, at: start).maxDuration
        }
        #expect(try most(["--until", "12:00", "-t", "1s"]) == .seconds(1))
        let until = try #require(try most(["--until", "12:00", "-t", "99h"]))
        #expect(until > .zero && until <= .seconds(25 * 3600))
        // The clock's time stays where it is, however long the start takes.
        #expect(try most(["--until", "12:00"], startedAfter: 7) == until - .seconds(7))
        #expect(try most(["--until", "12:00"], startedAfter: 30 * 3600) == .milliseconds(1))
    }

    @Test func devicesTakeTheirPlaceInThePreset() throws {
        var preset = Preset.twoSources
        try request(["--camera", "inset=usb-x", "--microphone", "hw:CARD=C920"]).applyDevices(to: &preset)
        #expect(preset.sources[0].origin == .test(pattern: "smpte"))
        #expect(preset.sources[1].origin == .camera(.named("usb-x")))
        #expect(preset.microphone == Microphone(origin: .alsa(device: "hw:CARD=C920")))
        try request(["--camera", "main=auto", "--microphone", "none"]).applyDevices(to: &preset)
        #expect(preset.sources[0].origin == .camera(.automatic))
        #expect(preset.microphone == nil)
    }

    @Test func aRoleThatIsNotThereIsSaidWithTheNearest() {
        #expect(
            throws: UsageError(
                command: "record", "--camera insert=x: preset two has no source `insert`; did you mean inset?")
        ) {
            var preset = Preset.twoSources
            try request(["--camera", "insert=x"]).applyDevices(to: &preset)
        }
        #expect(
            throws: UsageError(
                command: "record", "--camera door=x: preset two has no source `door`; it has main, inset")
        ) {
            var preset = Preset.twoSources
            try request(["--camera", "door=x"]).applyDevices(to: &preset)
        }
    }
}
