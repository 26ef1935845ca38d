/// Lays overrides over the tree of a preset's text.
enum OverrideMerger {
    private static let componentLimit = 16

    /// - Returns: the tree with every override that could be read; the others are reported.
    static func apply(_ overrides: [PresetOverride], to root: JSON5Node, findings: inout Findings) -> JSON5Node {
        var root = root
        for (index, override) in overrides.enumerated() {
            let text = SourceText(name: "--set " + override.text, text: override.text, order: index + 1)
            guard let change = read(text, findings: &findings) else { continue }
            guard case .object(let members) = root.value else { continue }
            root.value = .object(merge([change], into: members, path: []))
        }
        return root
    }

    /// `a.b=VALUE` as the member `a` with the value `{ b: VALUE }`.
    private static func read(_ text: SourceText, findings: inout Findings) -> JSON5Member? {
        guard let equals = text.scalars.firstIndex(of: "=") else {
            findings.report(
                at: Place(text: text, offset: text.scalars.count),
                "expected KEY=VALUE, such as canvas.height=720")
            return nil
        }
        var components: [(name: String, offset: Int)] = []
        var start = 0
        for end in 0...equals where end == equals || text.scalars[end] == "." {
            if start == end {
                findings.report(at: Place(text: text, offset: start), "expected a key here, such as canvas.height")
                return nil
            }
            components.append((String(String.UnicodeScalarView(text.scalars[start..<end])), start))
            start = end + 1
        }
        guard components.count <= componentLimit else {
            findings.report(at: Place(text: text, offset: 0), "the key has more than \(componentLimit) parts")
            return nil
        }
        guard var node = value(of: text, from: equals + 1, findings: &findings) else { return nil }
        for (index, component) in components.enumerated().reversed() {
            let place = Place(text: text, offset: component.offset)
            let member = JSON5Member(key: component.name, place: place, value: node)
            if index == 0 { return member }
            node = JSON5Node(value: .object([member]), place: place)
        }
        return nil
    }

    /// JSON5, or else a plain text; what begins like an object, a list or a quoted text is meant to be JSON5.
    private static func value(of text: SourceText, from start: Int, findings: inout Findings) -> JSON5Node? {
        var parser = JSON5Parser(text)
        parser.offset = start
        let node = parser.document()
        if let node, parser.problems.isEmpty { return node }
        let rest = text.scalars[start...]
        if let first = rest.first(where: { $0 != " " }), "{['\"".unicodeScalars.contains(first) {
            for problem in parser.problems {
                findings.report(at: Place(text: text, offset: problem.offset), problem.message)
            }
            return nil
        }
        return JSON5Node(
            value: .string(String(String.UnicodeScalarView(rest))), place: Place(text: text, offset: start))
    }

    private static func merge(
        _ changes: [JSON5Member], into members: [JSON5Member], path: [String]
    ) -> [JSON5Member] {
        var members = members
        let origins = PresetKeys.origins(at: path)
        if changes.contains(where: { origins.contains($0.key) }) {
            members.removeAll { member in
                origins.contains(member.key) && !changes.contains { $0.key == member.key }
            }
        }
        for change in changes {
            // With duplicates the last one counts; they are reported all the same.
            guard let index = members.lastIndex(where: { $0.key == change.key }) else {
                members.append(change)
                continue
            }
            if case .object(let inner) = change.value.value, case .object(let old) = members[index].value.value {
                members[index].value.value = .object(merge(inner, into: old, path: path + [change.key]))
            } else {
                members[index] = change
            }
        }
        return members
    }
}

/// The keys that a preset may have.
enum PresetKeys {
    static let root = [
        "schema", "name", "description", "canvas", "sources", "microphone", "layouts", "layout", "video", "audio",
        "output", "limits", "color",
    ]
    static let canvas = ["width", "height", "frameRate"]
    static let sourceOrigins = ["camera", "test", "file", "element"]
    static let source = sourceOrigins + ["mirror", "rotate", "fit", "mode"]
    static let mode = ["format", "width", "height", "frameRate"]
    static let microphone = ["alsa", "test"]
    static let placement = ["source", "x", "y", "width", "height", "align", "margin"]
    static let video = ["codec", "bitrate", "quality", "keyframeInterval"]
    static let audio = ["codec", "bitrate"]
    static let output = ["container", "file", "directory"]
    static let limits = ["maxDuration", "maxSize", "minFreeDisk"]

    /// The keys that exclude one another in the object at a path.
    static func origins(at path: [String]) -> [String] {
        if path == ["microphone"] { return microphone }
        if path.count == 2 && path[0] == "sources" { return sourceOrigins }
        return []
    }
}
