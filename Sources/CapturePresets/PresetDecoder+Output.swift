internal import CaptureModel

/// The output settings that could be read, and the container that they come to.
struct ReadOutput {
    var settings = OutputSettings()
    /// `nil` when it could not be told, which has been reported.
    var container: Container?
}

extension PresetDecoder {
    private static let fields = ["name", "date", "time", "take"]

    mutating func output(_ root: ObjectReader) -> ReadOutput {
        guard let member = root.member("output") else { return ReadOutput(container: .mp4) }
        let path = root.path(to: "output")
        guard let object = object(member.value, path, keys: PresetKeys.output) else { return ReadOutput() }
        let container = optional(object, "container") { $0.enumeration($1, $2, Container.self) }
        let file = optional(object, "file") { $0.filePattern($1, $2) }
        let directory = optional(object, "directory") { $0.filledText($1, $2) }
        var read = ReadOutput(settings: OutputSettings(container: container, directory: directory))
        let wantsContainer = object.member("container") != nil
        guard let fileMember = object.member("file") else {
            // The default name follows the container.
            if let container { read.settings.file = "{name}-{date}-{time}.\(container.rawValue)" }
            read.container = wantsContainer ? container : .mp4
            return read
        }
        guard let file else { return read }
        read.settings.file = file
        let named = Container(pathExtensionOf: file)
        if let container, let named, container != named {
            report(
                fileMember.value, object.path(to: "file"),
                "the name ends in .\(named.rawValue), but output.container is \(container.rawValue); leave one of them out, "
                    + "or make them the same")
            return read
        }
        if named == nil && !wantsContainer {
            report(
                fileMember.value, object.path(to: "file"),
                "\(quoted(file)) does not say which container; end it in .mp4, .mkv or .webm, or give output.container")
        }
        read.container = wantsContainer ? container : named
        return read
    }

    private mutating func filePattern(_ node: JSON5Node, _ path: String) -> String? {
        guard let pattern = filledText(node, path) else { return nil }
        if pattern.contains("/") {
            report(node, path, "\(quoted(pattern)) has a / in it; the folder goes into output.directory")
            return nil
        }
        if pattern.hasPrefix(".") {
            report(node, path, "\(quoted(pattern)) begins with a dot, which no film's name may")
            return nil
        }
        var rest = pattern[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
                report(node, path, "\(quoted(pattern)) has a brace without its other half")
                return nil
            }
            let field = String(rest[rest.index(after: brace)..<end])
            if !Self.fields.contains(field) {
                let known = Self.fields.map { "{\($0)}" }.joined(separator: ", ")
                let nearest = Spelling.nearest(to: field, among: Self.fields)
                report(
                    node, path,
                    "unknown field \(quoted("{\(field)}")); "
                        + (nearest.map { "did you mean {\($0)}?" } ?? "known here: \(known)"))
                return nil
            }
            rest = rest[rest.index(after: end)...]
        }
        return pattern
    }

    mutating func video(_ node: JSON5Node, _ path: String, container: Container?) -> VideoSettings? {
        guard let object = object(node, path, keys: PresetKeys.video) else { return nil }
        let codec = optional(object, "codec") { $0.enumeration($1, $2, VideoCodec.self) }
        checkCodec(codec, object, container: container, fitting: container?.videoCodecs)
        let settings = VideoSettings(
            codec: codec,
            bitrate: optional(object, "bitrate") { $0.bitrate($1, $2, in: 50_000...500_000_000) },
            quality: optional(object, "quality") { $0.enumeration($1, $2, VideoQuality.self) },
            keyframeInterval: optional(object, "keyframeInterval") {
                $0.duration($1, $2, in: .milliseconds(100)...Duration.seconds(10))
            })
        if let quality = object.member("quality"), object.member("bitrate") != nil {
            findings.report(
                at: quality.place, key: object.path(to: "quality"), "excludes bitrate; keep one of them")
        }
        return settings
    }

    mutating func audio(_ node: JSON5Node, _ path: String, container: Container?) -> AudioSettings? {
        guard let object = object(node, path, keys: PresetKeys.audio) else { return nil }
        let codec = optional(object, "codec") { $0.enumeration($1, $2, AudioCodec.self) }
        checkCodec(codec, object, container: container, fitting: container?.audioCodecs)
        return AudioSettings(
            codec: codec, bitrate: optional(object, "bitrate") { $0.bitrate($1, $2, in: 8_000...512_000) })
    }

    private mutating func checkCodec<Codec: RawRepresentable & Equatable>(
        _ codec: Codec?, _ object: ObjectReader, container: Container?, fitting codecs: [Codec]?
    ) where Codec.RawValue == String {
        guard let codec, let container, let codecs, !codecs.contains(codec),
            let member = object.member("codec")
        else { return }
        report(
            member.value, object.path(to: "codec"),
            "\(codec.rawValue) does not fit into \(container.rawValue), which takes "
                + "\(codecs.map(\.rawValue).joined(separator: " or ")); leave the codec out for the container's own")
    }

    mutating func limits(_ node: JSON5Node, _ path: String) -> Limits? {
        guard let object = object(node, path, keys: PresetKeys.limits) else { return nil }
        return Limits(
            maxDuration: optional(object, "maxDuration") {
                $0.duration($1, $2, in: LimitRange.duration)
            },
            maxSize: optional(object, "maxSize") { $0.size($1, $2, atLeast: LimitRange.smallestSize) },
            minFreeDisk: optional(object, "minFreeDisk") { $0.size($1, $2, atLeast: 0) } ?? Limits().minFreeDisk)
    }
}
