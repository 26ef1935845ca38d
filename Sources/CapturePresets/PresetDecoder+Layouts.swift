internal import CaptureModel

extension PresetDecoder {
    /// The layouts of the text, or the default ones.
    mutating func layouts(_ root: ObjectReader, canvas: Canvas?, sources: NamedSources?) -> [Layout]? {
        guard let member = root.member("layouts") else {
            guard let names = sources?.names, !names.isEmpty else { return nil }
            return [DefaultLayout.layout(of: names)]
        }
        let path = root.path(to: "layouts")
        guard let object = object(member.value, path, keys: nil) else { return nil }
        var layouts: [Layout] = []
        for member in object.members {
            let layoutPath = object.path(to: member.key)
            checkName(member, layoutPath)
            if case .null = member.value.value, member.place.text.order > 0 { continue }
            guard case .array(let nodes) = member.value.value else {
                wrongType(member.value, layoutPath, wanted: "a list of placements such as [{ source: \"main\" }]")
                layouts.append(Layout(name: member.key, items: []))
                continue
            }
            var places: [String: Place] = [:]
            var items: [Placement] = []
            for (index, node) in nodes.enumerated() {
                let itemPath = "\(layoutPath)[\(index)]"
                guard let item = placement(node, itemPath, canvas: canvas, sources: sources, places: &places)
                else { continue }
                items.append(item)
            }
            layouts.append(Layout(name: member.key, items: items))
        }
        if layouts.isEmpty && !isDamaged {
            report(member.value, path, "no layout in it; leave layouts out for the default one")
            return nil
        }
        warnAboutHiddenSources(layouts, root: root, sources: sources)
        return layouts
    }

    /// The layout that a session starts with: the one named, or the first.
    mutating func startLayout(_ root: ObjectReader, layouts: [Layout]?) -> String? {
        guard let layouts else { return optional(root, "layout") { $0.text($1, $2) } }
        guard let member = root.member("layout") else { return layouts.first?.name }
        let path = root.path(to: "layout")
        guard let name = text(member.value, path) else { return nil }
        let names = layouts.map(\.name)
        if names.contains(name) { return name }
        if !isDamaged { unknownReference(name, member.value, path, kind: "layout", names: names) }
        return nil
    }

    private mutating func placement(
        _ node: JSON5Node, _ path: String, canvas: Canvas?, sources: NamedSources?, places: inout [String: Place]
    ) -> Placement? {
        guard let object = object(node, path, keys: PresetKeys.placement) else { return nil }
        let errorsBefore = findings.errorCount
        let source = required(object, "source") { $0.text($1, $2) }
        if let source, let member = object.member("source") {
            let sourcePath = object.path(to: "source")
            if let names = sources?.names, !names.contains(source), !isDamaged {
                if let place = sources?.takenOut[source] {
                    findings.report(
                        at: place, key: "sources.\(source)", "cannot be taken out: \(sourcePath) shows it")
                } else {
                    unknownReference(source, member.value, sourcePath, kind: "source", names: names)
                }
            }
            if let first = places[source] {
                report(
                    member.value, sourcePath,
                    "\(quoted(source)) is in this layout already, at \(first.lineAndColumn); a layout shows a source once"
                )
            } else {
                places[source] = member.value.place
            }
        }
        let x = optional(object, "x") { $0.length($1, $2, isSide: false) }
        let y = optional(object, "y") { $0.length($1, $2, isSide: false) }
        let width = optional(object, "width") { $0.length($1, $2, isSide: true) }
        let height = optional(object, "height") { $0.length($1, $2, isSide: true) }
        let margin = optional(object, "margin") { $0.margin($1, $2) }
        let align = optional(object, "align") { $0.alignment($1, $2) }
        checkAlignment(align, object)
        guard let source else { return nil }
        let placement = Placement(
            source: source, x: x, y: y, width: width, height: height, align: align?.alignment,
            margin: margin ?? .pixels(0))
        // Where a number is wrong already, the rectangle says nothing.
        if let canvas, findings.errorCount == errorsBefore { checkInside(placement, object, canvas: canvas) }
        return placement
    }

    // MARK: Lengths

    /// Pixels as a number, or a percentage as a text.
    private mutating func length(_ node: JSON5Node, _ path: String, isSide: Bool) -> Length? {
        guard let length = anyLength(node, path) else { return nil }
        switch length {
        case .pixels(let count):
            if count < (isSide ? 2 : 0) {
                report(node, path, "\(count) is out of range; at least \(isSide ? 2 : 0) pixels")
                return nil
            }
            return even(count, node, path).map { .pixels($0) }
        case .percent(let percent):
            if isSide && percent == 0 {
                report(node, path, "a side of 0 % shows nothing; leave the source out of the layout")
                return nil
            }
            return length
        }
    }

    private mutating func margin(_ node: JSON5Node, _ path: String) -> Length? {
        guard let length = anyLength(node, path) else { return nil }
        if case .pixels(let count) = length, count < 0 {
            report(node, path, "\(count) is out of range; at least 0 pixels")
            return nil
        }
        return length
    }

    private mutating func anyLength(_ node: JSON5Node, _ path: String) -> Length? {
        switch node.value {
        case .number(let number):
            guard let pixels = number.integer, pixels.magnitude <= 1_000_000 else {
                report(node, path, "wanted a whole number of pixels, found \(number.text)")
                return nil
            }
            return .pixels(pixels)
        case .string(let text):
            guard let percent = Percentage.value(of: text) else {
                report(
                    node, path, "\(quoted(text)) is no length; write pixels as a number (24) or a percentage (\"25%\")")
                return nil
            }
            guard percent <= 100 else {
                report(node, path, "\(quoted(text)) is out of range; from 0% to 100%")
                return nil
            }
            return .percent(percent)
        default:
            wrongType(node, path, wanted: "pixels as a number (24) or a percentage (\"25%\")")
            return nil
        }
    }

    // MARK: Alignment

    /// An alignment and which of its axes were written.
    struct WrittenAlignment {
        var alignment: Alignment
        var namesHorizontal: Bool
        var namesVertical: Bool
    }

    private mutating func alignment(_ node: JSON5Node, _ path: String) -> WrittenAlignment? {
        guard let text = filledText(node, path) else { return nil }
        var horizontal: Alignment.Horizontal?
        var vertical: Alignment.Vertical?
        let words = text.split(separator: " ").map(String.init)
        for word in words where word != "center" {
            if let end = Alignment.Horizontal(rawValue: word), horizontal == nil {
                horizontal = end
            } else if let end = Alignment.Vertical(rawValue: word), vertical == nil {
                vertical = end
            } else {
                let known = ["top", "bottom", "left", "right", "center"]
                let nearest = known.contains(word) ? nil : Spelling.nearest(to: word, among: known)
                let hint =
                    nearest.map { "did you mean \(quoted($0))?" } ?? "write \"bottom right\", \"top\" or \"center\""
                report(node, path, "\(quoted(text)) is no place; \(hint)")
                return nil
            }
        }
        guard words.count <= 2 else {
            report(node, path, "\(quoted(text)) is no place; write \"bottom right\", \"top\" or \"center\"")
            return nil
        }
        return WrittenAlignment(
            alignment: Alignment(horizontal: horizontal ?? .center, vertical: vertical ?? .center),
            namesHorizontal: horizontal != nil, namesVertical: vertical != nil)
    }

    private mutating func checkAlignment(_ align: WrittenAlignment?, _ object: ObjectReader) {
        if let member = object.member("margin"), object.member("align") == nil {
            findings.report(
                at: member.place, key: object.path(to: "margin"),
                "means nothing without align; write align: \"bottom right\" beside it")
        }
        guard let align else { return }
        for (key, isNamed) in [("x", align.namesHorizontal), ("y", align.namesVertical)] where isNamed {
            guard let member = object.member(key) else { continue }
            findings.report(
                at: member.place, key: object.path(to: key), "excludes align, which says the same; keep one of them")
        }
    }

    // MARK: The rectangle

    private mutating func checkInside(_ placement: Placement, _ object: ObjectReader, canvas: Canvas) {
        let box = LayoutGeometry.box(of: placement, canvas: canvas.size)
        let tooWide = box.x < 0 || box.x + box.width > canvas.width
        let tooHigh = box.y < 0 || box.y + box.height > canvas.height
        guard tooWide || tooHigh else { return }
        // The key that most likely is to blame: a side that is too large by itself, else the place.
        let keys: [String]
        if tooWide {
            keys = box.width > canvas.width ? ["width", "height"] : ["x", "margin", "width", "height"]
        } else {
            keys = box.height > canvas.height ? ["height", "width"] : ["y", "margin", "height", "width"]
        }
        let key = keys.first { object.member($0) != nil } ?? "source"
        findings.report(
            at: object.member(key)?.value.place ?? object.place, key: object.path(to: key),
            "the rectangle \(box.size) at \(box.x),\(box.y) reaches beyond the canvas of \(canvas.size)")
    }

    // MARK: References

    private mutating func unknownReference(
        _ name: String, _ node: JSON5Node, _ path: String, kind: String, names: [String]
    ) {
        findings.report(
            at: node.place, key: path, "there is no \(kind) \(quoted(name))\(hint(for: name, among: names))")
    }

    private mutating func warnAboutHiddenSources(_ layouts: [Layout], root: ObjectReader, sources: NamedSources?) {
        guard let sources, !isDamaged, !findings.hasErrors, let member = root.member("sources"),
            case .object(let members) = member.value.value
        else { return }
        for name in sources.names where !layouts.contains(where: { $0.items.contains { $0.source == name } }) {
            guard let source = members.last(where: { $0.key == name }) else { continue }
            findings.report(
                at: source.place, key: "sources.\(name)", severity: .warning,
                "is in no layout: it would run and never be seen")
        }
    }
}

private func hint(for name: String, among names: [String]) -> String {
    if let nearest = Spelling.nearest(to: name, among: names) { return "; did you mean \(quoted(nearest))?" }
    return names.isEmpty ? "" : "; there is \(names.map(quoted).joined(separator: ", "))"
}

/// Percentages as presets write them: `25%`, `33.3%`.
enum Percentage {
    static func value(of text: String) -> Double? {
        guard text.last == "%" else { return nil }
        let number = text.dropLast()
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, number.utf8.count <= 24,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } })
        else { return nil }
        return Double(number)
    }
}
