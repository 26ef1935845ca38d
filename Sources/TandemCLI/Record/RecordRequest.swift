package import CaptureKit
package import CaptureModel
internal import CapturePresets

/// What a `record` command line asks for, with every value understood. Pure, but for the clock that it is given.
package struct RecordRequest: Sendable, Hashable {
    package var preset: String
    package var settings: [String]
    package var cameras: [Binding]
    /// `nil`: the preset's own.
    package var microphone: MicrophoneChoice?
    package var output: String?
    package var overwrite: Bool
    /// As `--duration` and the sizes say; `until` is apart.
    package var limits: LimitChanges
    /// When the clock shows what `--until` says.
    package var until: WallClock?
    package var json: Bool
    package var quiet: Bool
    package var verbose: Bool

    package struct Binding: Sendable, Hashable {
        package var role: String
        package var camera: String
    }

    /// Each replaces the preset's own; `nil` leaves it.
    package struct LimitChanges: Sendable, Hashable {
        package var maxDuration: Duration?
        package var maxSize: Int?
        package var minFreeDisk: Int?
    }

    package enum MicrophoneChoice: Sendable, Hashable {
        case silence
        case named(String)
    }

    /// - Throws: `UsageError`.
    package init(_ parsed: ParsedCommand, now: WallClock) throws {
        preset = parsed.arguments.first ?? "dual-camera"
        settings = try parsed.values(.set).map { text in
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
                throw parsed.usageError("--set \(text): write KEY=VALUE, such as canvas.frameRate=25")
            }
            return text
        }
        cameras = try parsed.values(.camera).map { text in
            let parts = text.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, text.first != "=" else {
                throw parsed.usageError(
                    "--camera \(text): write ROLE=ID, such as main=/dev/video0; `tandem devices` lists the ids")
            }
            return Binding(role: String(parts[0]), camera: String(parts[1]))
        }
        var roles = Set<String>()
        for binding in cameras where !roles.insert(binding.role).inserted {
            throw parsed.usageError("--camera names a camera for `\(binding.role)` more than once; give it once")
        }
        switch parsed.value(.microphone) {
        case nil: microphone = nil
        case "none": microphone = .silence
        case "": throw parsed.usageError("--microphone is empty; name a microphone, or `none` for a film without sound")
        case let id?: microphone = .named(id)
        }
        output = parsed.value(.output)
        if output == "" { throw parsed.usageError("--output is empty; name a file") }
        json = parsed.has(.json)
        quiet = parsed.has(.quiet)
        verbose = parsed.has(.verbose)
        overwrite = parsed.has(.force)
        limits = LimitChanges(
            maxDuration: try RecordRequest.duration(parsed),
            maxSize: try RecordRequest.size(.maxSize, parsed, atLeast: LimitRange.smallestSize),
            minFreeDisk: try RecordRequest.size(.minFreeDisk, parsed, atLeast: 0))
        until = try parsed.value(.until).map { text in
            guard let moment = LocalTime.next(text, after: now) else {
                throw parsed.usageError("--until \(text): not a time of day; write HH:MM, such as 17:30")
            }
            return moment
        }
    }

    /// What the film is to be, when it begins at `now`. The sooner of `--duration` and `--until` counts; one that
    /// has passed while the cameras were opened leaves a film of a moment.
    package func options(container: Container, at now: WallClock) -> RecordingOptions {
        var options = RecordingOptions(
            overwrite: overwrite, container: container, maxDuration: limits.maxDuration, maxSize: limits.maxSize,
            minFreeDisk: limits.minFreeDisk)
        if let until {
            let left = max(until.since(now), .milliseconds(1))
            options.maxDuration = min(left, options.maxDuration ?? left)
        }
        return options
    }

    private static func duration(_ parsed: ParsedCommand) throws -> Duration? {
        guard let text = parsed.value(.duration) else { return nil }
        guard let duration = Units.duration(from: text) else {
            throw parsed.usageError("--duration \(text): not a duration; write \(Units.durationForms)")
        }
        if let problem = LimitRange.problem(of: duration) {
            throw parsed.usageError("--duration \(text): \(problem)")
        }
        return duration
    }

    private static func size(_ name: OptionName, _ parsed: ParsedCommand, atLeast lowest: Int) throws -> Int? {
        guard let text = parsed.value(name) else { return nil }
        guard let size = Units.size(from: text) else {
            throw parsed.usageError("--\(name.rawValue) \(text): not a size; write \(Units.sizeForms)")
        }
        if let problem = LimitRange.problem(ofSize: size, atLeast: lowest) {
            throw parsed.usageError("--\(name.rawValue) \(text): \(problem)")
        }
        return size
    }
}

extension RecordRequest {
    /// Puts the devices that were asked for into the preset.
    ///
    /// - Throws: `UsageError` for a role that the preset does not have.
    package func applyDevices(to preset: inout Preset) throws {
        for binding in cameras {
            guard let index = preset.sources.firstIndex(where: { $0.name == binding.role }) else {
                let roles = preset.sources.map(\.name)
                let near = Spelling.nearest(to: binding.role, among: roles).map { "; did you mean \($0)?" }
                throw UsageError(
                    command: "record",
                    "--camera \(binding.role)=\(binding.camera): preset \(preset.name) has no source"
                        + " `\(binding.role)`" + (near ?? "; it has \(roles.joined(separator: ", "))"))
            }
            preset.sources[index].origin =
                .camera(binding.camera == "auto" ? .automatic : .named(binding.camera))
        }
        switch microphone {
        case nil: break
        case .silence: preset.microphone = nil
        case .named(let device): preset.microphone = Microphone(origin: .alsa(device: device))
        }
    }
}
