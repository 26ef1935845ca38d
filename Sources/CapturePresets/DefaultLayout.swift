internal import CaptureModel

/// The layout of a preset that has none: the first source fills the canvas, and the others lie inset along its
/// lower edge, from the right to the left.
enum DefaultLayout {
    static let name = "default"
    /// Of the canvas's width.
    private static let margin = 2.0

    static func layout(of sources: [String]) -> Layout {
        let insets = sources.dropFirst()
        // As many as there are must fit beside one another.
        let width = min(25, (100 - margin) / Double(max(1, insets.count)) - margin)
        var items = sources.prefix(1).map { Placement(source: $0) }
        for (index, source) in insets.enumerated() {
            var item = Placement(
                source: source, width: .percent(width), align: Alignment(horizontal: .right, vertical: .bottom),
                margin: .percent(margin))
            if index > 0 { item.x = .percent(100 - Double(index + 1) * (width + margin)) }
            items.append(item)
        }
        return Layout(name: name, items: items)
    }
}
