/// A width and a height in pixels.
public struct Size: Sendable, Hashable, CustomStringConvertible {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Pixels.
    public var area: Int { width * height }
    /// `1280x720`
    public var description: String { "\(width)x\(height)" }
}

/// A rectangle in pixels of the canvas; the origin is the canvas's top left corner.
public struct Rectangle: Sendable, Hashable, CustomStringConvertible {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Its sides.
    public var size: Size { Size(width: width, height: height) }
    /// `320x180+936+516`
    public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}
