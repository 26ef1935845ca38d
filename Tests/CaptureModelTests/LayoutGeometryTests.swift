import CaptureTestSupport
import Testing

@testable import CaptureModel

@Suite("The geometry of layouts")
struct LayoutGeometryTests {
    private let canvas = Size(width: 1280, height: 720)

    private func rectangle(_ placement: Placement, source: Size? = nil, fit: Fit = .contain) -> String {
        LayoutGeometry.rectangle(of: placement, canvas: canvas, source: source, fit: fit).description
    }

    @Test("A placement without numbers is the canvas")
    func fillsTheCanvas() {
        #expect(rectangle(Placement(source: "main")) == "1280x720+0+0")
    }

    @Test("A missing side follows the canvas's aspect, a missing place is the middle")
    func fillsIn() {
        #expect(rectangle(Placement(source: "a", width: .percent(25))) == "320x180+480+270")
        #expect(rectangle(Placement(source: "a", height: .percent(50))) == "640x360+320+180")
        #expect(rectangle(Placement(source: "a", width: .pixels(400))) == "400x224+440+248")
        #expect(rectangle(Placement(source: "a", x: .pixels(0), width: .percent(50))) == "640x360+0+180")
        #expect(rectangle(Placement(source: "a", x: .percent(50), width: .percent(50))) == "640x360+640+180")
        #expect(rectangle(Placement(source: "a", width: .pixels(100), height: .pixels(600))) == "100x600+590+60")
    }

    @Test("Alignment counts from the edges that it names, by the margin")
    func aligns() {
        func place(_ horizontal: Alignment.Horizontal, _ vertical: Alignment.Vertical, _ margin: Length) -> String {
            rectangle(
                Placement(
                    source: "a", width: .percent(25), align: Alignment(horizontal: horizontal, vertical: vertical),
                    margin: margin))
        }
        #expect(place(.right, .bottom, .pixels(24)) == "320x180+936+516")
        #expect(place(.left, .top, .pixels(24)) == "320x180+24+24")
        #expect(place(.center, .top, .pixels(24)) == "320x180+480+24")
        #expect(place(.right, .center, .percent(5)) == "320x180+896+270")
        // An odd margin is no size and no place: what follows from it is rounded down.
        #expect(place(.left, .top, .pixels(25)) == "320x180+24+24")
    }

    @Test("A place that is given counts more than the alignment of its axis")
    func prefersPlaces() {
        let placement = Placement(
            source: "a", x: .pixels(100), width: .percent(25), align: Alignment(horizontal: .right, vertical: .bottom),
            margin: .pixels(24))
        #expect(rectangle(placement) == "320x180+100+516")
    }

    @Test("Contain shows all of the picture: in the middle, or at the aligned side")
    func contains() {
        let half = Placement(source: "a", x: .pixels(0), y: .pixels(0), width: .percent(50), height: .percent(100))
        let wide = Size(width: 1920, height: 1080)
        #expect(rectangle(half, source: wide) == "640x360+0+180")
        #expect(rectangle(half, source: wide, fit: .cover) == "640x720+0+0")
        #expect(rectangle(half, source: wide, fit: .stretch) == "640x720+0+0")
        #expect(rectangle(Placement(source: "a"), source: Size(width: 640, height: 480)) == "960x720+160+0")
        #expect(rectangle(Placement(source: "a"), source: Size(width: 1080, height: 1920)) == "404x720+438+0")
        let corner = Placement(
            source: "a", width: .percent(25), align: Alignment(horizontal: .right, vertical: .bottom),
            margin: .pixels(24))
        #expect(rectangle(corner, source: Size(width: 640, height: 480)) == "240x180+1016+516")
        #expect(rectangle(corner, source: Size(width: 1600, height: 400)) == "320x80+936+616")
    }

    @Test("A percentage without an exact binary fraction loses no pixel")
    func roundsAsWritten() {
        let canvas = Size(width: 100, height: 100)
        for percent in stride(from: 2, through: 100, by: 2) {
            let placement = Placement(source: "a", width: .percent(Double(percent)))
            #expect(LayoutGeometry.rectangle(of: placement, canvas: canvas).width == percent)
        }
    }

    @Test("The largest size is found over all layouts, and a source in none has none")
    func findsTheLargest() {
        let layouts = [
            Layout(name: "pip", items: [Placement(source: "main"), Placement(source: "inset", width: .percent(25))]),
            Layout(name: "side", items: [Placement(source: "inset", width: .percent(50))]),
        ]
        func largest(_ name: String, _ picture: Size? = nil) -> Size? {
            LayoutGeometry.largestSize(of: name, in: layouts, canvas: canvas, pictureSize: picture)
        }
        #expect(largest("main") == canvas)
        #expect(largest("inset") == Size(width: 640, height: 360))
        #expect(largest("inset", Size(width: 640, height: 480)) == Size(width: 480, height: 360))
        #expect(largest("nobody") == nil)
    }

    @Test("Whatever is asked for, the rectangle is even, has sides of at least 2, and lies inside the canvas")
    func isAlwaysEvenAndInside() {
        var generator = SeededGenerator(seed: 20)
        func length(_ side: Int) -> Length? {
            switch Int.random(in: 0...3, using: &generator) {
            case 0: nil
            case 1: .pixels(Int.random(in: -10...(side + 10), using: &generator))
            case 2: .percent(Double.random(in: -5...120, using: &generator))
            default: .percent(Double(Int.random(in: 0...100, using: &generator)))
            }
        }
        for _ in 0..<20_000 {
            let canvas = Size(
                width: 2 * Int.random(in: 1...4096, using: &generator),
                height: 2 * Int.random(in: 1...4096, using: &generator))
            let align =
                Bool.random(using: &generator)
                ? Alignment(
                    horizontal: .allCases.randomElement(using: &generator) ?? .center,
                    vertical: .allCases.randomElement(using: &generator) ?? .center) : nil
            let placement = Placement(
                source: "a", x: length(canvas.width), y: length(canvas.height), width: length(canvas.width),
                height: length(canvas.height), align: align, margin: length(64) ?? .pixels(0))
            let picture =
                Bool.random(using: &generator)
                ? Size(
                    width: Int.random(in: 1...8192, using: &generator),
                    height: Int.random(in: 1...8192, using: &generator)) : nil
            let fit = Fit.allCases.randomElement(using: &generator) ?? .contain
            let found = LayoutGeometry.rectangle(of: placement, canvas: canvas, source: picture, fit: fit)
            let numbers = [found.x, found.y, found.width, found.height]
            let isSound =
                numbers.allSatisfy { $0.isMultiple(of: 2) } && found.width >= 2 && found.height >= 2 && found.x >= 0
                && found.y >= 0 && found.x + found.width <= canvas.width && found.y + found.height <= canvas.height
            #expect(isSound, "\(found) on \(canvas) for \(placement), picture \(String(describing: picture)), \(fit)")
        }
    }

    @Test("A percentage that fits gives a box that fits, without being moved")
    func neverMovesWhatFits() {
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<5000 {
            let canvas = Size(
                width: 2 * Int.random(in: 50...4096, using: &generator),
                height: 2 * Int.random(in: 50...4096, using: &generator))
            let width = Double.random(in: 5...100, using: &generator)
            let x = Double.random(in: 0...(100 - width), using: &generator)
            let placement = Placement(source: "a", x: .percent(x), width: .percent(width))
            let box = LayoutGeometry.box(of: placement, canvas: canvas)
            #expect(LayoutGeometry.inside(box, canvas: canvas) == box)
            #expect(abs(Double(box.width) - width / 100 * Double(canvas.width)) <= 2.001)
            #expect(abs(Double(box.x) - x / 100 * Double(canvas.width)) <= 2.001)
        }
    }
}
