internal import CaptureModel

/// Turns the tree of a preset's text into a `Preset`, and reports everything that does not fit on the way.
///
/// Each reading function returns `nil` for what it has reported, and reading goes on with the next key.
struct PresetDecoder {
    var findings: Findings
    /// Parts of the text could not be read: nothing is said about what is missing.
    let isDamaged: Bool

    mutating func preset(_ root: JSON5Node) -> Preset? {
        guard let object = object(root, "", keys: PresetKeys.root) else { return nil }
        _ = required(object, "schema") { $0.schema($1, $2) }
        let name = required(object, "name") { $0.presetName($1, $2) }
        let summary = optional(object, "description") { $0.text($1, $2) } ?? ""
        let canvas = required(object, "canvas") { $0.canvas($1, $2) }
        let named = required(object, "sources") { $0.sources($1, $2) }
        let microphone = optional(object, "microphone") { $0.microphone($1, $2) }
        let layouts = layouts(object, canvas: canvas, sources: named)
        let layout = startLayout(object, layouts: layouts)
        let output = output(object)
        let video = optional(object, "video") { $0.video($1, $2, container: output.container) } ?? VideoSettings()
        let audio = optional(object, "audio") { $0.audio($1, $2, container: output.container) } ?? AudioSettings()
        let limits = optional(object, "limits") { $0.limits($1, $2) } ?? Limits()
        let color = optional(object, "color") { $0.color($1, $2) } ?? nil
        guard !findings.hasErrors, let name, let canvas, let named, let layouts, let layout else { return nil }
        return Preset(
            name: name, summary: summary, canvas: canvas, sources: named.sources, microphone: microphone,
            layouts: layouts, layout: layout, video: video, audio: audio, output: output.settings, limits: limits,
            color: color)
    }

    // MARK: Plain keys

    private mutating func schema(_ node: JSON5Node, _ path: String) -> Int? {
        guard let number = wholeNumber(node, path) else { return nil }
        guard number == 1 else {
            report(node, path, "schema \(number) is not known; this version reads schema 1")
            return nil
        }
        return number
    }

    private mutating func presetName(_ node: JSON5Node, _ path: String) -> String? {
        guard let name = filledText(node, path) else { return nil }
        if name.count > 100 || name.hasPrefix(".") || name.contains("/")
            || name.unicodeScalars.contains(where: \.properties.isUnprintable)
        {
            report(
                node, path,
                "\(quoted(name)) cannot be part of a file's name; at most 100 characters, no / and no dot in front")
            return nil
        }
        return name
    }

    private mutating func canvas(_ node: JSON5Node, _ path: String) -> Canvas? {
        guard let object = object(node, path, keys: PresetKeys.canvas) else { return nil }
        let width = required(object, "width") { $0.canvasSide($1, $2) }
        let height = required(object, "height") { $0.canvasSide($1, $2) }
        let frameRate = required(object, "frameRate") { $0.frameRate($1, $2) }
        guard let width, let height, let frameRate else { return nil }
        return Canvas(width: width, height: height, frameRate: frameRate)
    }

    private mutating func canvasSide(_ node: JSON5Node, _ path: String) -> Int? {
        guard let side = wholeNumber(node, path, in: 16...8192, unit: "pixels") else { return nil }
        return even(side, node, path)
    }

    private mutating func color(_ node: JSON5Node, _ path: String) -> Colorimetry?? {
        let words = ["auto"] + Colorimetry.allCases.map(\.rawValue)
        guard let word = word(node, path, among: words) else { return nil }
        return .some(Colorimetry(rawValue: word))
    }

    // MARK: Objects and their keys

    /// An object's members: the last one of each key, the others reported, unknown keys reported.
    ///
    /// - Parameter keys: the known keys; `nil` when the keys are names of the user's own.
    mutating func object(_ node: JSON5Node, _ path: String, keys: [String]?) -> ObjectReader? {
        guard case .object(let members) = node.value else {
            wrongType(node, path, wanted: "an object { … }")
            return nil
        }
        var reader = ObjectReader(path: path, place: node.place)
        for member in members {
            let memberPath = reader.path(to: member.key)
            if let keys, !keys.contains(member.key) {
                guard !findings.isFull else {
                    // Only counted: what it says is no longer kept.
                    findings.report(at: member.place, "")
                    continue
                }
                let nearest = Spelling.nearest(to: member.key, among: keys)
                let hint = nearest.map { "did you mean \($0)?" } ?? "known here: \(keys.joined(separator: ", "))"
                findings.report(at: member.place, key: memberPath, "unknown key; \(hint)")
                if let nearest { reader.misspelt.insert(nearest) }
                continue
            }
            if let first = reader.insert(member) {
                findings.report(
                    at: member.place, key: memberPath, "duplicate key; it is first given at \(first.lineAndColumn)")
            }
        }
        return reader
    }

    /// The value of a key that may be left out; `null` is the same as leaving it out.
    mutating func optional<Value>(
        _ object: ObjectReader, _ key: String, _ read: (inout PresetDecoder, JSON5Node, String) -> Value?
    ) -> Value? {
        guard let member = object.member(key) else { return nil }
        return read(&self, member.value, object.path(to: key))
    }

    /// The value of a key that may not be left out.
    mutating func required<Value>(
        _ object: ObjectReader, _ key: String, _ read: (inout PresetDecoder, JSON5Node, String) -> Value?
    ) -> Value? {
        if object.member(key) == nil && !object.misspelt.contains(key) && !isDamaged {
            let owner = object.path.isEmpty ? "a preset" : object.path
            findings.report(
                at: object.takenOut[key] ?? object.place, key: object.path(to: key), "missing; \(owner) needs it")
        }
        return optional(object, key, read)
    }

    mutating func report(_ node: JSON5Node, _ path: String, _ message: String) {
        findings.report(at: node.place, key: path, message)
    }

    /// Says what was wanted and what was found, unless that has been reported as unreadable.
    mutating func wrongType(_ node: JSON5Node, _ path: String, wanted: String) {
        if case .invalid = node.value { return }
        report(node, path, "wanted \(wanted), found \(node.value.kind)")
    }
}

/// The members of one object of a preset.
struct ObjectReader {
    let path: String
    /// The opening brace, or the override's key that made the object.
    let place: Place
    /// In the text's order, each key once.
    private(set) var members: [JSON5Member] = []
    /// Keys that an override has set to `null`, and where.
    var takenOut: [String: Place] {
        var places: [String: Place] = [:]
        for member in members where member.place.text.order > 0 {
            if case .null = member.value.value { places[member.key] = member.place }
        }
        return places
    }
    /// Keys that were probably meant by unknown ones: it is not said that they are missing.
    var misspelt: Set<String> = []
    private var indexes: [String: Int] = [:]
    private var firstPlaces: [String: Place] = [:]

    init(path: String, place: Place) {
        self.path = path
        self.place = place
    }

    /// Puts a member in; when its key is there already, returns where it was first, and the new value counts.
    mutating func insert(_ member: JSON5Member) -> Place? {
        guard let index = indexes[member.key] else {
            indexes[member.key] = members.count
            firstPlaces[member.key] = member.place
            members.append(member)
            return nil
        }
        members[index] = member
        return firstPlaces[member.key]
    }

    /// The member of a key, unless it is `null`.
    func member(_ key: String) -> JSON5Member? {
        guard let index = indexes[key] else { return nil }
        if case .null = members[index].value.value { return nil }
        return members[index]
    }

    func path(to key: String) -> String {
        let isPlain = !key.isEmpty && key.unicodeScalars.allSatisfy { $0.isNamePart }
        let shown = isPlain && key.count <= 64 ? key : quoted(key)
        return path.isEmpty ? shown : path + "." + shown
    }
}

extension Unicode.Scalar {
    /// Letters, marks, digits, `-` and `_`: what names of sources and layouts are made of.
    var isNamePart: Bool {
        if self == "-" || self == "_" { return true }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            return true
        default: return false
        }
    }
}
