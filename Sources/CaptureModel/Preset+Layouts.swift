/// A named arrangement of sources on the canvas; later items lie above earlier ones.
public struct Layout: Sendable, Hashable {
    public var name: String
    public var items: [Placement]

    public init(name: String, items: [Placement]) {
        self.name = name
        self.items = items
    }
}

/// Where one source lies in a layout, as the user wrote it. `LayoutGeometry` turns it into pixels.
public struct Placement: Sendable, Hashable {
    /// The source's name.
    public var source: String
    /// From the canvas's left edge; `nil`: as `align` says.
    public var x: Length?
    /// From the canvas's upper edge; `nil`: as `align` says.
    public var y: Length?
    /// `nil`: follows from the height and the canvas's shape; with both left out, the canvas's.
    public var width: Length?
    /// `nil`: follows from the width and the canvas's shape; with both left out, the canvas's.
    public var height: Length?
    /// Where it lies on an axis that has no `x` or `y`; `nil`: in the middle.
    public var align: Alignment?
    /// Distance from the edges named by `align`.
    public var margin: Length

    public init(
        source: String, x: Length? = nil, y: Length? = nil, width: Length? = nil, height: Length? = nil,
        align: Alignment? = nil, margin: Length = .pixels(0)
    ) {
        self.source = source
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.align = align
        self.margin = margin
    }
}

/// A length on the canvas.
public enum Length: Sendable, Hashable {
    case pixels(Int)
    /// Of the canvas's width for `x`, `width` and `margin`, of its height for `y` and `height`.
    case percent(Double)
}

/// A corner, an edge's middle, or the centre: `bottom right`, `top`, `center`.
public struct Alignment: Sendable, Hashable {
    public var horizontal: Horizontal
    public var vertical: Vertical

    public init(horizontal: Horizontal = .center, vertical: Vertical = .center) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    public enum Horizontal: String, Sendable, Hashable, CaseIterable { case left, center, right }
    public enum Vertical: String, Sendable, Hashable, CaseIterable { case top, center, bottom }
}
