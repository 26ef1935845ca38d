internal import CaptureModel
internal import GStreamer

/// The session's pipeline: every source's branch, the stages, and the recorders' intakes. The only place that
/// builds it, from a plan.
///
/// Threading: confined to the session's executor. Its streaming threads are: one a camera (capture), one a JPEG
/// decoder, one a branch's queue, the stage's, the sound stage's, and the two heartbeats'.
final class CaptureGraph {
    let pipeline: Pipeline
    let branches: [SourceBranch]
    let videoIntake: AppSink
    let audioIntake: AppSink?
    private let clock = Clock.system()
    private let video: VideoStage
    private let audio: AudioStage?

    /// What the streaming threads tell the session; `source` is an index in the plan, `nil` the microphone.
    struct Callbacks: Sendable {
        var firstData: @Sendable (_ source: Int?) -> Void
        var ended: @Sendable (_ source: Int?) -> Void
    }

    /// Errors: `CaptureError` with the element's Debian package, or why a description is not understood.
    init(_ plan: CapturePlan, callbacks: Callbacks) throws(CaptureError) {
        do {
            let pipeline = Pipeline.named("session")
            self.pipeline = pipeline
            // Whatever comes and goes, time is the machine's monotonic clock.
            pipeline.useClock(clock)
            let media = MediaCaps(canvas: plan.canvas, colorimetry: plan.colorimetry)
            let stage = try VideoStage(media: media, in: pipeline)
            video = stage
            videoIntake = stage.intake
            branches = try plan.sources.enumerated().map { index, source in
                do {
                    let branch = try SourceBranch(
                        source, index: index, media: media, stageLatency: VideoStage.latency,
                        sessionTime: { [weak pipeline] in pipeline?.runningTime },
                        callbacks: SourceBranch.Callbacks(
                            firstFrame: { callbacks.firstData(index) }, ended: { callbacks.ended(index) }))
                    try pipeline.add(branch.bin)
                    try stage.link(branch)
                    return branch
                } catch {
                    throw CaptureError(building: error, of: source)
                }
            }
            if let layout = plan.layouts.first(where: { $0.name == plan.layout }) { try stage.apply(layout) }
            try stage.countShownFrames()
            let sound = try plan.microphone.map {
                try AudioStage(
                    $0, in: pipeline, firstSound: { callbacks.firstData(nil) }, ended: { callbacks.ended(nil) })
            }
            audio = sound
            audioIntake = sound?.intake
        } catch {
            throw CaptureError(building: error)
        }
    }

    /// Opens the devices and starts everything at one moment, which is time 0; may block on a driver, so it is
    /// called where that does no harm.
    ///
    /// A pipeline gives its elements the clock first and the time at which it began a little later. A stage that is
    /// between the two counts from the machine's start, and makes frames for all the time since then, as many as it
    /// can until its base time comes. So the stages are given theirs before there is a clock.
    var start: @Sendable () -> StateChange {
        let stages = [video.compositor, audio?.mixer].compactMap(\.self)
        return { [pipeline, clock] in
            let opened = pipeline.setState(.paused)
            guard opened != .failure else { return opened }
            let now = clock.time
            pipeline.setStartTime(nil)
            pipeline.setBaseTime(now)
            for stage in stages { stage.setBaseTime(now) }
            return pipeline.setState(.playing)
        }
    }

    /// Which of the plan's sources an element belongs to, by its path; the microphone is `.some(nil)`.
    static func source(ofPath path: String) -> Int?? {
        for part in path.split(separator: "/") {
            guard let colon = part.firstIndex(of: ":") else { continue }
            let name = part[part.index(after: colon)...]
            if name == AudioStage.binName { return .some(nil) }
            if name.hasPrefix("source"), let index = Int(name.dropFirst("source".count)) { return index }
        }
        return nil
    }
}
