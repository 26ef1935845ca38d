internal import CaptureModel
internal import GStreamer

/// The picture's stage: a compositor at the canvas's size and rate that never stops while the session runs.
///
/// ```
/// heartbeat ▸ ┐
/// sources   ▸ ┴ compositor ▸ caps ▸ tee ▸ recorders' intake
/// ```
///
/// A live heartbeat is always linked below all sources: with it output begins at time 0 and goes on whatever the
/// sources do, without `force-live`, which jumps back in time when its first input joins.
final class VideoStage {
    let compositor: Aggregator
    private let tee: Element
    private let media: MediaCaps
    /// A source's pad and its counters, in the plan's order.
    private var pads: [(name: String, pad: Pad, counters: SourceCounters)] = []
    let intake: AppSink

    /// How long the stage waits for inputs that are late.
    static let latency = ClockTime.milliseconds(100)

    init(media: MediaCaps, in pipeline: Pipeline) throws {
        self.media = media
        compositor = try Aggregator.makeAggregator("compositor", name: "stage")
        try compositor.set([
            "background": "black", "start-time-selection": "zero",
            "latency": .unsigned(VideoStage.latency.nanoseconds),
        ])
        let filter = try capsFilter(media.stage)
        tee = try Element.make("tee", name: "stage-tee")
        try tee.set("allow-not-linked", true)
        intake = try AppSink.make(name: "recorder-intake")
        try pipeline.add(compositor)
        try pipeline.addChain([filter, tee])
        try compositor.link(filter)
        // No queue: what the intake does with a frame is to hand on a reference.
        try pipeline.add(intake)
        try tee.link(intake)

        // A consumer that is late must not make the stage skip frames for all others.
        compositor.staticPad("src")?.addEventProbe(upstream: true) { $0 == .qualityOfService ? .drop : .pass }
        try addHeartbeat(to: pipeline)
    }

    private func addHeartbeat(to pipeline: Pipeline) throws {
        let beat = try Element.make("videotestsrc", name: "heartbeat")
        try beat.set(["is-live": true, "pattern": "black"])
        let filter = try capsFilter(
            media.picture(Size(width: 16, height: 16), frameRate: media.canvas.frameRate))
        let queue = try pictureQueue(2)
        try pipeline.addChain([beat, filter, queue])
        guard let pad = compositor.requestPad("sink_%u"), let outlet = queue.staticPad("src") else {
            throw ElementError.noPad("sink_%u", element: compositor.name)
        }
        try pad.set(["zorder": 0, "xpos": 0, "ypos": 0])
        try outlet.link(pad)
    }

    /// Links a branch that is already in the pipeline to a pad of its own.
    func link(_ branch: SourceBranch) throws {
        guard let pad = compositor.requestPad("sink_%u") else {
            throw ElementError.noPad("sink_%u", element: compositor.name)
        }
        // Hidden until a layout shows it.
        try pad.set(["alpha": 0.0, "zorder": 1])
        try branch.outlet.link(pad)
        pads.append((branch.source.name, pad, branch.counters))
    }

    /// Puts every source where a layout has it, and hides the others. Before the stage runs.
    func apply(_ layout: PlannedLayout) throws {
        for (name, pad, _) in pads {
            guard let place = layout.items.firstIndex(where: { $0.source == name }) else {
                try pad.set("alpha", 0.0)
                continue
            }
            let rectangle = layout.items[place].rectangle
            try pad.set([
                "xpos": .integer(rectangle.x), "ypos": .integer(rectangle.y), "width": .integer(rectangle.width),
                "height": .integer(rectangle.height), "zorder": .integer(place + 1), "alpha": 1.0,
            ])
        }
    }

    /// Begins to count what each output frame shows.
    func countShownFrames() throws {
        let watched = pads.map { (pad: $0.pad, counters: $0.counters) }
        let compositor = compositor
        // Weakly: the closure belongs to the element, and a stage may outlive its session when a device is wedged.
        try compositor.onSamplesSelected { [weak compositor] _ in
            guard let compositor else { return }
            for (pad, counters) in watched {
                if let time = compositor.selectedTime(of: pad) { counters.frameShown(time.nanoseconds) }
            }
        }
    }
}
