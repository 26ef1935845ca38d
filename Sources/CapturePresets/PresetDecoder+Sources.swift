internal import CaptureModel

/// The sources that could be read, and the names of all that the text has, for references to them.
struct NamedSources {
    var sources: [Source] = []
    var names: [String] = []
    /// Sources that an override has taken out, and where.
    var takenOut: [String: Place] = [:]
}

extension PresetDecoder {
    private static let reservedNames = ["program", "microphone"]
    static let sourceLimit = 16

    mutating func sources(_ node: JSON5Node, _ path: String) -> NamedSources? {
        guard let object = object(node, path, keys: nil) else { return nil }
        var named = NamedSources()
        named.takenOut = object.takenOut
        for member in object.members {
            let memberPath = object.path(to: member.key)
            checkName(member, memberPath, reserved: Self.reservedNames)
            if case .null = member.value.value, member.place.text.order > 0 { continue }
            if isMisspeltOverride(member, memberPath, in: object) { continue }
            named.names.append(member.key)
            if let source = source(member.value, memberPath, name: member.key) { named.sources.append(source) }
        }
        if named.names.isEmpty && !isDamaged {
            let place = named.takenOut.values.max { $0.text.order < $1.text.order } ?? node.place
            findings.report(
                at: place, key: path, "a preset needs at least one source, such as main: { camera: \"auto\" }")
        }
        if named.names.count > Self.sourceLimit {
            report(node, path, "\(named.names.count) sources are too many; at most \(Self.sourceLimit)")
        }
        return named
    }

    /// An override that changes a source which the file does not have, under a name near to one that it has.
    private mutating func isMisspeltOverride(_ member: JSON5Member, _ path: String, in object: ObjectReader) -> Bool {
        guard member.place.text.order > 0, case .object(let keys) = member.value.value,
            !keys.contains(where: { PresetKeys.sourceOrigins.contains($0.key) })
        else { return false }
        let names = object.members.filter { $0.place.text.order == 0 }.map(\.key)
        guard let nearest = Spelling.nearest(to: member.key, among: names) else { return false }
        findings.report(
            at: member.place, key: path, "there is no source \(quoted(member.key)); did you mean \(quoted(nearest))?")
        return true
    }

    /// Names are used in options, file names and messages.
    mutating func checkName(_ member: JSON5Member, _ path: String, reserved: [String] = []) {
        if member.key.isEmpty {
            findings.report(at: member.place, key: path, "the name is empty")
        } else if member.key.count > 64 || !member.key.unicodeScalars.allSatisfy(\.isNamePart) {
            findings.report(
                at: member.place, key: path, "a name is made of letters, digits, - and _, at most 64 of them")
        } else if reserved.contains(member.key) {
            findings.report(at: member.place, key: path, "the name \(member.key) is taken; choose another")
        }
    }

    private mutating func source(_ node: JSON5Node, _ path: String, name: String) -> Source? {
        guard let object = object(node, path, keys: PresetKeys.source) else { return nil }
        let origin = sourceOrigin(object)
        let mirror = optional(object, "mirror") { $0.flag($1, $2) } ?? false
        let rotate = optional(object, "rotate") { $0.rotation($1, $2) } ?? .none
        let fit = optional(object, "fit") { $0.enumeration($1, $2, Fit.self) } ?? .contain
        let mode = optional(object, "mode") { $0.mode($1, $2) }
        if let member = object.member("mode"), let origin, !origin.isCamera {
            findings.report(at: member.place, key: object.path(to: "mode"), "only a camera has modes")
        }
        return origin.map {
            Source(name: name, origin: $0, mirror: mirror, rotate: rotate, fit: fit, mode: mode)
        }
    }

    private mutating func sourceOrigin(_ object: ObjectReader) -> Source.Origin? {
        guard let key = onlyOrigin(object, among: PresetKeys.sourceOrigins, of: "a source") else { return nil }
        return optional(object, key) { decoder, node, path -> Source.Origin? in
            switch key {
            case "camera":
                decoder.filledText(node, path).map { .camera($0 == "auto" ? .automatic : .named($0)) }
            case "test": decoder.word(node, path, among: TestSources.patterns).map { .test(pattern: $0) }
            case "file": decoder.filledText(node, path).map { .file(path: $0) }
            default: decoder.filledText(node, path).map { .element(description: $0) }
            }
        }
    }

    /// The one of several keys that an object has; none, or more than one, is reported.
    private mutating func onlyOrigin(_ object: ObjectReader, among keys: [String], of owner: String) -> String? {
        let given = object.members.filter { keys.contains($0.key) && object.member($0.key) != nil }
        if given.count == 1 { return given[0].key }
        if given.isEmpty {
            if !isDamaged && object.misspelt.isDisjoint(with: keys) {
                let place = keys.compactMap { object.takenOut[$0] }.first ?? object.place
                findings.report(
                    at: place, key: object.path, "missing; \(owner) has one of \(keys.joined(separator: ", "))")
            }
            return nil
        }
        for extra in given.dropFirst() {
            findings.report(
                at: extra.place, key: object.path(to: extra.key),
                "excludes \(given[0].key); \(owner) has only one of \(keys.joined(separator: ", "))")
        }
        // All are read, so that what is wrong with each is told at once.
        return nil
    }

    private mutating func rotation(_ node: JSON5Node, _ path: String) -> Rotation? {
        guard let degrees = wholeNumber(node, path, unit: "degrees") else { return nil }
        if let rotation = Rotation(rawValue: degrees) { return rotation }
        report(node, path, "\(degrees) is no quarter turn; write 0, 90, 180 or 270 (clockwise)")
        return nil
    }

    private mutating func mode(_ node: JSON5Node, _ path: String) -> ModeWish? {
        guard let object = object(node, path, keys: PresetKeys.mode) else { return nil }
        return ModeWish(
            format: optional(object, "format") { $0.pixelFormat($1, $2) },
            width: optional(object, "width") { $0.wholeNumber($1, $2, in: 1...16384, unit: "pixels") },
            height: optional(object, "height") { $0.wholeNumber($1, $2, in: 1...16384, unit: "pixels") },
            frameRate: optional(object, "frameRate") { $0.frameRate($1, $2) })
    }

    /// A V4L2 FourCC. The set is open, so only its form is checked.
    private mutating func pixelFormat(_ node: JSON5Node, _ path: String) -> String? {
        guard let text = filledText(node, path) else { return nil }
        let isCode = text.utf8.count == 4 && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        if isCode && text == text.uppercased() { return text }
        let known = ["MJPG", "YUYV", "UYVY", "NV12", "NV21", "YU12", "YV12", "RGB3", "BGR3", "GREY", "H264"]
        let aliases = ["mjpeg": "MJPG", "jpeg": "JPEG", "yuy2": "YUYV", "i420": "YU12", "h.264": "H264"]
        let meant = aliases[text.lowercased()] ?? Spelling.nearest(to: text, among: known)
        let hint = meant.map { "; did you mean \(quoted($0))?" } ?? ", such as \"MJPG\" or \"YUYV\""
        report(node, path, "\(quoted(text)) is no format; V4L2's are four characters in capitals\(hint)")
        return nil
    }

    // MARK: Microphone

    mutating func microphone(_ node: JSON5Node, _ path: String) -> Microphone? {
        guard let object = object(node, path, keys: PresetKeys.microphone) else { return nil }
        guard let key = onlyOrigin(object, among: PresetKeys.microphone, of: "a microphone") else { return nil }
        return optional(object, key) { decoder, node, path -> Microphone? in
            if key == "test" {
                return decoder.word(node, path, among: TestSources.waves).map {
                    Microphone(origin: .test(wave: $0))
                }
            }
            guard let device = decoder.filledText(node, path) else { return nil }
            decoder.warnAboutCardNumber(device, node, path)
            return Microphone(origin: .alsa(device: device))
        }
    }

    /// `hw:1,0` is another card after the next start; a card's id stays.
    private mutating func warnAboutCardNumber(_ device: String, _ node: JSON5Node, _ path: String) {
        let parts = device.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "hw" || parts[0] == "plughw", let first = parts[1].first,
            first.isASCII && first.isNumber
        else { return }
        findings.report(
            at: node.place, key: path, severity: .warning,
            "\(quoted(device)) names a card by its number, which can change at every start; "
                + "write \"\(parts[0]):CARD=ID,DEV=0\"")
    }
}

extension Source.Origin {
    fileprivate var isCamera: Bool {
        if case .camera = self { true } else { false }
    }
}
