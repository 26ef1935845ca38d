/// Turns placements, as users write them, into rectangles in pixels.
///
/// Everything that comes out is even (4:2:0 pictures know no odd pixels): derived numbers are rounded down, and
/// sides are at least 2. The canvas's sides are taken to be even and at least 2.
public enum LayoutGeometry {
    /// The box that a placement names, before the source's own shape counts. It may reach beyond the canvas.
    ///
    /// A missing side follows the canvas's aspect, both missing give the canvas itself; a missing place is the
    /// middle, or where `align` puts it. `x` and `y` count more than `align`.
    public static func box(of placement: Placement, canvas: Size) -> Rectangle {
        let aspect = Double(canvas.width) / Double(canvas.height)
        let givenWidth = placement.width.map { pixels($0, of: canvas.width) }
        let givenHeight = placement.height.map { pixels($0, of: canvas.height) }
        let width: Double
        let height: Double
        switch (givenWidth, givenHeight) {
        case (nil, nil): (width, height) = (Double(canvas.width), Double(canvas.height))
        case (let given?, nil): (width, height) = (given, given / aspect)
        case (nil, let given?): (width, height) = (given * aspect, given)
        case (let givenWidth?, let givenHeight?): (width, height) = (givenWidth, givenHeight)
        }
        let size = Size(width: max(2, evenFloor(width)), height: max(2, evenFloor(height)))
        let margin = evenFloor(pixels(placement.margin, of: canvas.width))
        let x =
            placement.x.map { evenFloor(pixels($0, of: canvas.width)) }
            ?? place(of: size.width, in: canvas.width, at: placement.align?.horizontal.end, margin: margin)
        let y =
            placement.y.map { evenFloor(pixels($0, of: canvas.height)) }
            ?? place(of: size.height, in: canvas.height, at: placement.align?.vertical.end, margin: margin)
        return Rectangle(x: x, y: y, width: size.width, height: size.height)
    }

    /// Where the picture really lies: the placement's box, kept inside the canvas, and for `contain` shrunk to the
    /// source's shape when that is known (in the middle of the box, or at the side that `align` names).
    ///
    /// - Parameter source: the picture's size after its rotation.
    public static func rectangle(
        of placement: Placement, canvas: Size, source: Size? = nil, fit: Fit = .contain
    ) -> Rectangle {
        let box = inside(box(of: placement, canvas: canvas), canvas: canvas)
        guard fit == .contain, let source, source.width > 0, source.height > 0 else { return box }
        let sourceAspect = Double(source.width) / Double(source.height)
        let boxAspect = Double(box.width) / Double(box.height)
        var size = box.size
        if sourceAspect > boxAspect {
            size.height = min(box.height, max(2, evenFloor(Double(box.width) / sourceAspect)))
        } else {
            size.width = min(box.width, max(2, evenFloor(Double(box.height) * sourceAspect)))
        }
        let align = placement.align
        return Rectangle(
            x: box.x + place(of: size.width, in: box.width, at: align?.horizontal.end, margin: 0),
            y: box.y + place(of: size.height, in: box.height, at: align?.vertical.end, margin: 0),
            width: size.width, height: size.height)
    }

    /// The largest size, by area, that a source has in any layout; `nil` when none of them shows it.
    ///
    /// - Parameter pictureSize: the picture's size after its rotation.
    public static func largestSize(
        of source: String, in layouts: [Layout], canvas: Size, pictureSize: Size? = nil, fit: Fit = .contain
    ) -> Size? {
        var largest: Size?
        for layout in layouts {
            for placement in layout.items where placement.source == source {
                let size = rectangle(of: placement, canvas: canvas, source: pictureSize, fit: fit).size
                if size.area > largest?.area ?? 0 { largest = size }
            }
        }
        return largest
    }

    /// The part of a box that can be shown: moved back, and made smaller where it is larger than the canvas.
    static func inside(_ box: Rectangle, canvas: Size) -> Rectangle {
        let width = min(box.width, canvas.width)
        let height = min(box.height, canvas.height)
        return Rectangle(
            x: max(0, min(box.x, canvas.width - width)), y: max(0, min(box.y, canvas.height - height)),
            width: width, height: height)
    }

    private static func pixels(_ length: Length, of side: Int) -> Double {
        switch length {
        case .pixels(let count): Double(count)
        case .percent(let percent): percent / 100 * Double(side)
        }
    }

    /// Where something lies within a side: at an end, with a margin, or in the middle.
    private static func place(of length: Int, in side: Int, at end: End?, margin: Int) -> Int {
        switch end {
        case .near: margin
        case .far: side - length - margin
        case .middle, nil: evenFloor(Double(side - length) / 2)
        }
    }

    /// Rounds down to even. The little that is added makes up for percentages that have no exact binary fraction:
    /// 58 % of 100 is 58.
    private static func evenFloor(_ value: Double) -> Int {
        guard value.isFinite else { return 0 }
        let bounded = max(-1_000_000_000, min(1_000_000_000, value))
        return Int((bounded / 2 + 1e-7).rounded(.down)) * 2
    }

    fileprivate enum End { case near, middle, far }
}

extension Alignment.Horizontal {
    fileprivate var end: LayoutGeometry.End {
        switch self {
        case .left: .near
        case .center: .middle
        case .right: .far
        }
    }
}

extension Alignment.Vertical {
    fileprivate var end: LayoutGeometry.End {
        switch self {
        case .top: .near
        case .center: .middle
        case .bottom: .far
        }
    }
}
