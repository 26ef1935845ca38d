internal import CaptureModel
internal import GStreamer

/// The sound's stage: a mixer over live silence that never stops while the session runs.
///
/// ```
/// silence    ▸ ┐
/// microphone ▸ ┴ audiomixer ▸ caps ▸ recorders' intake
/// (its rate corrected)
/// ```
final class AudioStage {
    let intake: AppSink
    let mixer: Aggregator

    static let binName = "microphone"

    init(
        _ microphone: Microphone, in pipeline: Pipeline, firstSound: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable () -> Void
    ) throws {
        mixer = try Aggregator.makeAggregator("audiomixer", name: "sound-stage")
        try mixer.set([
            "start-time-selection": "zero", "latency": .unsigned(VideoStage.latency.nanoseconds),
            // Half as many pieces to hand on as with the default of ten milliseconds.
            "output-buffer-duration": 20_000_000,
        ])
        let filter = try capsFilter(MediaCaps.sound)
        intake = try AppSink.make(name: "recorder-sound-intake", maxBuffers: 8)
        try pipeline.add(mixer)
        try pipeline.addChain([filter, intake])
        try mixer.link(filter)
        mixer.staticPad("src")?.addEventProbe(upstream: true) { $0 == .qualityOfService ? .drop : .pass }

        let silence = try Element.make("audiotestsrc", name: "silence")
        // Twenty milliseconds at a time, as the mixer's own output.
        try silence.set(["is-live": true, "wave": "silence", "samplesperbuffer": 960])
        let silenceFilter = try capsFilter(MediaCaps.sound)
        let silenceQueue = try Element.make("queue")
        try pipeline.addChain([silence, silenceFilter, silenceQueue])
        try silenceQueue.link(mixer)

        let branch = try AudioStage.branch(microphone)
        try pipeline.add(branch)
        guard let outlet = branch.staticPad("src") else { throw ElementError.noPad("src", element: branch.name) }
        outlet.addEventProbe { event in
            guard event == .endOfStream else { return .pass }
            ended()
            return .drop
        }
        if case .alsa = microphone.origin, let correction = RateCorrection() {
            outlet.addBufferProbe { correction.correct($0) }
        }
        outlet.addBufferProbe { _ in
            firstSound()
            return .passAndRemove
        }
        try branch.link(mixer)
    }

    /// The microphone's own bin, so that its errors name it.
    private static func branch(_ microphone: Microphone) throws -> Bin {
        let bin = Bin.make(name: binName)
        let source: Element
        switch microphone.origin {
        case .alsa(let device):
            source = try Element.make("alsasrc", name: "microphone-alsasrc")
            // The system's clock is the session's, also while there is no microphone.
            try source.set(["device": .string(device), "provide-clock": false])
        case .test(let wave):
            source = try Element.make("audiotestsrc", name: "microphone-audiotestsrc")
            // Its ticks come one buffer early from the second on: short ones.
            try source.set(["wave": .string(wave), "samplesperbuffer": 240])
        }
        // Two seconds: a reader that is held up for longer than the driver's own 200 ms loses sound.
        let queue = try Element.make("queue")
        try queue.set(["max-size-time": 2_000_000_000, "max-size-buffers": 0, "max-size-bytes": 0])
        // It measures; nobody reads its messages yet, and each of them would wake the session.
        let level = try Element.make("level")
        try level.set("post-messages", false)
        // As for test pictures: the clock decides, so that ticks fall on whole seconds.
        let pace = if case .test = microphone.origin { [try Element.make("clocksync")] } else { [Element]() }
        let chain =
            [source] + pace + [
                queue, try Element.make("audioconvert"), try Element.make("audioresample"),
                level, try capsFilter(MediaCaps.sound),
            ]
        try bin.addChain(chain)
        guard let inner = chain[chain.count - 1].staticPad("src") else {
            throw ElementError.noPad("src", element: bin.name)
        }
        try bin.addGhostPad("src", target: inner)
        return bin
    }
}
