extension CaptureEvent {
    /// The event as one JSON object: `event`, `time`, `filmTime` (while there is a film), `wallClock`, then the
    /// fields of its kind. Durations are seconds, sizes bytes.
    /// - Parameter utcOffset: seconds east of Greenwich, for `wallClock`.
    package func json(utcOffset: Int = 0) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("event", .string(kind.name)),
            .init("time", .seconds(time)),
        ]
        if let filmTime { members.append(.init("filmTime", .seconds(filmTime))) }
        members.append(.init("wallClock", .string(wallClock.iso8601(utcOffset: utcOffset))))
        members += kind.jsonMembers
        return .object(members)
    }
}

extension CaptureEvent.Kind {
    /// The word that stands in `event`; it is the case's own name.
    package var name: String {
        switch self {
        case .sessionDidStart: "sessionDidStart"
        case .sessionDidStop: "sessionDidStop"
        case .recordingDidStart: "recordingDidStart"
        case .recordingDidFinish: "recordingDidFinish"
        case .runtimeError: "runtimeError"
        }
    }

    fileprivate var jsonMembers: [JSONValue.Member] {
        switch self {
        case .sessionDidStart(let summary): summary.jsonMembers
        case .sessionDidStop(let reason): [.init("reason", .string(reason.rawValue))]
        case .recordingDidStart(let file): [.init("file", .string(file))]
        case .recordingDidFinish(let result): result.jsonMembers
        case .runtimeError(let error, let fatal): error.jsonMembers + [.init("fatal", .bool(fatal))]
        }
    }
}

extension SessionSummary {
    fileprivate var jsonMembers: [JSONValue.Member] {
        [
            .init("preset", .string(preset)),
            .init(
                "canvas",
                .object([
                    .init("width", .integer(canvas.width)),
                    .init("height", .integer(canvas.height)),
                    .init("frameRate", .number(canvas.frameRate.value)),
                ])),
            .init(
                "sources",
                .array(
                    sources.map { source in
                        .object([
                            .init("name", .string(source.name)),
                            .init("origin", .string(source.origin)),
                            .init("mode", source.mode.isEmpty ? .null : .string(source.mode)),
                        ])
                    })),
            .init("microphone", .optional(microphone)),
            .init("layout", .string(layout)),
        ]
    }
}

extension TakeResult {
    fileprivate var jsonMembers: [JSONValue.Member] {
        [
            .init("file", .string(file)),
            .init("reason", .string(reason.rawValue)),
            .init("successful", .bool(successful)),
            .init("duration", .seconds(duration)),
            .init("bytes", .integer(bytes)),
            .init("frames", .integer(frames)),
            .init("dropped", .integer(dropped)),
            .init("sources", .array(sources.map(\.json))),
            .init("error", error.map { .object($0.jsonMembers) } ?? .null),
        ]
    }
}

extension SourceStatistics {
    /// The counters; the momentary rate is left out, because it says nothing about a take that has ended.
    package var json: JSONValue {
        .object([
            .init("name", .string(name)),
            .init("framesIn", .integer(framesIn)),
            .init("shown", .integer(shown)),
            .init("late", .integer(late)),
            .init("missing", .integer(missing)),
        ])
    }
}

extension CaptureError {
    /// `domain` and `element` are `null` where the error did not come from an element of the graph.
    package var jsonMembers: [JSONValue.Member] {
        [
            .init("code", .string(code.rawValue)),
            .init("source", .optional(source)),
            .init("domain", .optional(origin?.domain)),
            .init("element", .optional(origin?.element)),
            .init("message", .string(message)),
            .init("remedy", .string(remedy)),
            .init("followers", .array(followers.map { .string($0) })),
        ]
    }
}
