import CaptureModel
import CaptureTestSupport
import Testing

@Suite("Durations, sizes and bit rates")
struct UnitsTests {
    @Test(
        "Durations are read",
        arguments: [
            ("90", Duration.seconds(90)), ("90s", .seconds(90)), ("1m30s", .seconds(90)), ("2h", .seconds(7200)),
            ("500ms", .milliseconds(500)), ("1.5s", .milliseconds(1500)), ("1.1s", .milliseconds(1100)),
            ("0.5h", .seconds(1800)), ("1h2m3s4ms", .milliseconds(3_723_004)), ("0", .zero),
            ("0.000000001", .nanoseconds(1)), ("100000h", .seconds(360_000_000)),
        ])
    func readsDurations(text: String, expected: Duration) {
        #expect(Units.duration(from: text) == expected)
    }

    @Test(
        "What is no duration is not read",
        arguments: [
            "", " ", "90 sec", "90 s", "sec", "s", "1s1s", "30s1m", "1m30", "-5s", "+5s", "1.s", ".5s", "1..5s", "1e3",
            "90S", "2H", "5d", "90s ", "٣s", "100001h", "99999999999999999999", "0x10", "1.0000000001s", "1,5s",
        ])
    func refusesDurations(text: String) {
        #expect(Units.duration(from: text) == nil)
    }

    @Test("Seconds as numbers are read, but not negative, endless or unknown ones")
    func readsSeconds() {
        #expect(Units.duration(fromSeconds: 1.5) == .milliseconds(1500))
        #expect(Units.duration(fromSeconds: 360_000_000) == .seconds(360_000_000))
        for seconds in [-1, .infinity, .nan, 1e12] { #expect(Units.duration(fromSeconds: seconds) == nil) }
    }

    @Test("A written duration is read back as what it was")
    func writesDurations() {
        #expect(Units.text(of: .zero) == "0s")
        #expect(Units.text(of: .milliseconds(500)) == "500ms")
        #expect(Units.text(of: .seconds(3723)) == "1h2m3s")
        #expect(Units.text(of: .milliseconds(90_500)) == "1m30.5s")
        #expect(Units.text(of: .seconds(7200)) == "2h")
        #expect(Units.text(of: .seconds(-90)) == "-1m30s")
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let magnitude = Int.random(in: 0...17, using: &generator)
            var bound = 1
            for _ in 0..<magnitude { bound *= 10 }
            let duration = Duration.nanoseconds(Int.random(in: 0...bound, using: &generator))
            #expect(Units.duration(from: Units.text(of: duration)) == duration)
        }
    }

    @Test(
        "Sizes are read",
        arguments: [
            ("0", 0), ("1234567", 1_234_567), ("160MB", 160_000_000), ("160mb", 160_000_000), ("2GiB", 2 << 30),
            ("2gib", 2 << 30), ("1.5GB", 1_500_000_000), ("1kB", 1000), ("1KiB", 1024), ("3TB", 3_000_000_000_000),
            ("512B", 512), ("0.5KiB", 512),
        ])
    func readsSizes(text: String, expected: Int) {
        #expect(Units.size(from: text) == expected)
    }

    @Test(
        "What is no size is not read",
        arguments: ["", "160M", "2G", "k", "160 MB", "-1", "1.5", "1.5B", "9999999TB", "1MBit", "MB", "1e6", "1MB/s"])
    func refusesSizes(text: String) {
        #expect(Units.size(from: text) == nil)
    }

    @Test("A written size is read back as what it was")
    func writesSizes() {
        #expect(Units.text(ofSize: 160_000_000) == "160MB")
        #expect(Units.text(ofSize: 2 << 30) == "2GiB")
        #expect(Units.text(ofSize: 1_234_567) == "1234567")
        #expect(Units.approximateText(ofSize: 1_234_567) == "1.2 MB")
        #expect(Units.approximateText(ofSize: 999) == "999 B")
        #expect(Units.approximateText(ofSize: 1000) == "1.0 kB")
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<1000 {
            let size = Int.random(in: 0...1000, using: &generator) << Int.random(in: 0...40, using: &generator)
            #expect(Units.size(from: Units.text(ofSize: size)) == size)
        }
    }

    @Test(
        "Bit rates are read",
        arguments: [
            ("128000", 128_000), ("4Mbit", 4_000_000), ("4M", 4_000_000), ("128k", 128_000), ("128kbit/s", 128_000),
            ("2.5Mbps", 2_500_000), ("1Gbit", 1_000_000_000), ("800bit", 800),
        ])
    func readsBitrates(text: String, expected: Int) {
        #expect(Units.bitrate(from: text) == expected)
        #expect(Units.bitrate(from: Units.text(ofBitrate: expected)) == expected)
    }

    @Test(
        "What is no bit rate is not read",
        arguments: ["", "4MB", "4Mb", "4m", "4K", "4 Mbit", "4Mibit", "-4M", "1.5", "fast", "4Mbit/h", "99999999999G"])
    func refusesBitrates(text: String) {
        #expect(Units.bitrate(from: text) == nil)
    }
}
