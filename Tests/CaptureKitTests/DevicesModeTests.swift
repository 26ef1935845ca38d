import CaptureKit
import CaptureModel
import Testing

@Suite struct DevicesModeTests {
    private func modes(_ change: (inout FakeVideo) -> Void) -> [String] {
        ModeList.modes(of: FakeVideo().with(change)).map { mode in
            "\(mode.format) \(mode.size) " + mode.frameRates.map(\.description).joined(separator: " ")
        }
    }

    @Test("Duplicates are merged, and rates are highest first")
    func duplicates() {
        let found = modes { node in
            let size = FrameSizes.discrete(width: 640, height: 480)
            node.modes = [("MJPG", [size, .discrete(width: 320, height: 240), size])]
            node.intervals = [
                .discrete(Fraction(15, 2)), .discrete(Fraction(30000, 1001)), .discrete(Fraction(30)),
                .discrete(Fraction(30)),
            ]
        }
        #expect(found == ["MJPG 640x480 30 30000/1001 15/2", "MJPG 320x240 30 30000/1001 15/2"])
    }

    @Test("A format listed twice is one")
    func formatTwice() {
        let found = modes { node in
            let size = FrameSizes.discrete(width: 640, height: 480)
            node.modes = [("MJPG", [size]), ("YUYV", [size]), ("MJPG", [size])]
        }
        #expect(found == ["MJPG 640x480 30", "YUYV 640x480 30"])
    }

    @Test("A driver that names no rates has modes without rates")
    func noRates() {
        #expect(modes { $0.intervals = [] } == ["MJPG 1280x720 "])
    }

    @Test("A stepwise range gives the usual sizes that it has a step for, and its largest")
    func stepwise() {
        let found = modes { node in
            node.modes = [
                ("YUYV", [.stepwise(width: 32...1296, widthStep: 16, height: 32...736, heightStep: 16)])
            ]
        }
        #expect(
            found == [
                "YUYV 176x144 30", "YUYV 320x240 30", "YUYV 352x288 30", "YUYV 640x480 30", "YUYV 800x448 30",
                "YUYV 848x480 30", "YUYV 960x720 30", "YUYV 1024x576 30", "YUYV 1280x720 30", "YUYV 1296x736 30",
            ])
    }

    @Test("A continuous range gives all usual sizes in it, and its largest once")
    func continuous() {
        let found = modes { node in
            node.modes = [("YUYV", [.stepwise(width: 1...1280, widthStep: 1, height: 1...720, heightStep: 1)])]
        }
        #expect(found.first == "YUYV 160x120 30")
        #expect(found.filter { $0 == "YUYV 1280x720 30" }.count == 1)
        #expect(found.last == "YUYV 1280x720 30")
        #expect(found.count == 17)
    }

    @Test("A range of rates gives the usual ones in it and the fastest")
    func rateRange() {
        let continuous = modes {
            $0.intervals = [.range(slowest: Fraction(10), fastest: Fraction(40), step: nil)]
        }
        #expect(continuous == ["MJPG 1280x720 40 30 30000/1001 25 24 24000/1001 20 15 10"])
        // Intervals of 1/60, 2/60, 3/60 and 4/60 of a second.
        let steps = modes {
            $0.intervals = [.range(slowest: Fraction(15), fastest: Fraction(60), step: Fraction(1, 60))]
        }
        #expect(steps == ["MJPG 1280x720 60 30 20 15"])
    }
}
