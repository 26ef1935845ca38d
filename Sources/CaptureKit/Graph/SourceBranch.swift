internal import CaptureModel
internal import GStreamer
internal import Glibc
internal import Synchronization

/// One source's part of the session's pipeline, a bin with one source pad:
///
/// ```
/// source ▸ its caps ▸ decode ▸ orient ▸ tee ▸ scale once, convert ▸ caps ▸ queue ▸ src
/// ```
///
/// What leaves it has fixed caps, so that nothing that happens in here is ever negotiated with the stage. Its end
/// of stream stays inside: the stage goes on with the last picture.
final class SourceBranch {
    let source: PlannedSource
    let bin: Bin
    let counters: SourceCounters
    let outlet: Pad

    /// What a branch tells the session.
    struct Callbacks: Sendable {
        /// The first frame has reached the stage. Called on the branch's streaming thread.
        var firstFrame: @Sendable () -> Void
        /// The source has ended. Called on the branch's streaming thread.
        var ended: @Sendable () -> Void
    }

    /// - Parameters:
    ///   - index: the source's place in the plan; the bin's name carries it, so that messages find their source.
    ///   - clock: gives session time in nanoseconds, for telling late frames.
    init(
        _ source: PlannedSource, index: Int, media: MediaCaps, stageLatency: ClockTime,
        sessionTime: @escaping @Sendable () -> ClockTime?, callbacks: Callbacks
    ) throws {
        self.source = source
        bin = Bin.make(name: SourceBranch.binName(index))
        counters = SourceCounters(
            name: source.name, nominalRate: source.nominalRate(media), onFirstFrame: callbacks.firstFrame)

        var chain = try SourceBranch.origin(source, media: media, bin: bin)
        let counted = chain[chain.count - 1]
        chain += try SourceBranch.decoder(source)
        if let direction = Orientation(rotate: source.rotate, mirror: source.mirror).videoDirection {
            let flip = try Element.make("videoflip")
            try flip.set("video-direction", .string(direction))
            chain.append(flip)
        }
        let tee = try Element.make("tee")
        try tee.set("allow-not-linked", true)
        chain.append(tee)
        chain += try SourceBranch.scaler(source)
        chain.append(try capsFilter(media.picture(source.scaledSize)))
        let queue = try pictureQueue(4)
        chain.append(queue)
        try bin.addChain(chain)
        guard let inner = queue.staticPad("src"), let first = counted.staticPad("src") else {
            throw ElementError.noPad("src", element: queue.name)
        }
        outlet = try bin.addGhostPad("src", target: inner)

        observe(first)
        holdBackEnd(callbacks)
        chooseFrames(media.frameDuration, stageLatency, sessionTime)
    }

    static func binName(_ index: Int) -> String { "source\(index)" }

    // MARK: Parts

    /// The source itself and the caps that it is asked for.
    ///
    /// Test sources are held to the clock by `clocksync` and not by being live: a live one counts from whenever its
    /// thread happened to start, and then picture and sound of two of them would not share their moments.
    private static func origin(_ source: PlannedSource, media: MediaCaps, bin: Bin) throws -> [Element] {
        switch source.origin {
        case .camera(let camera, let mode):
            let element = try Element.make("v4l2src", name: "\(bin.name)-v4l2src")
            try element.set("device", .string(camera.path))
            guard let mode, let text = mode.caps else { return [element] }
            return [element, try capsFilter(text)]
        case .test(let pattern):
            let element = try Element.make("videotestsrc", name: "\(bin.name)-videotestsrc")
            try element.set("pattern", .string(pattern))
            // Made as it will be shown, before it is turned: nothing is scaled or converted.
            let turned = source.rotate == .clockwise90 || source.rotate == .clockwise270
            let size = source.scaledSize
            let made = turned ? Size(width: size.height, height: size.width) : size
            let filter = try capsFilter(media.picture(made, frameRate: media.canvas.frameRate))
            return [element, filter, try Element.make("clocksync")]
        case .file(let path):
            try checkReadable(path)
            let inner = try Bin.parse(
                "filesrc name=file ! decodebin name=decode decode. ! videoconvert ! clocksync", name: "\(bin.name)-file"
            )
            try inner.element(named: "file")?.set("location", .string(path))
            return [inner]
        case .element(let description):
            return [try Bin.parse(description, name: "\(bin.name)-element")]
        }
    }

    private static func checkReadable(_ path: String) throws(CaptureError) {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
            throw CaptureError(
                .inputNotFound, message: "the file \(path) cannot be read: \(String(cString: strerror(errno)))",
                remedy: "correct the path in the preset; relative ones count from the current folder")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CaptureError(
                .inputNotFound, message: "\(path) is no regular file", remedy: "name a film in the preset")
        }
    }

    private static func decoder(_ source: PlannedSource) throws -> [Element] {
        guard case .camera(_, let mode?) = source.origin, mode.isJPEG else { return [] }
        // A decoder of its own thread: a camera's buffers go back to the driver at once.
        return [try pictureQueue(3), try Element.make("jpegdec")]
    }

    /// Scaling and conversion in one pass; a passthrough where nothing is to be done.
    private static func scaler(_ source: PlannedSource) throws -> [Element] {
        if case .test = source.origin { return [] }
        var elements: [Element] = []
        if source.fit == .cover {
            let crop = try Element.make("aspectratiocrop")
            try crop.set("aspect-ratio", .fraction(source.scaledSize.width, source.scaledSize.height))
            elements.append(crop)
        }
        let scale = try Element.make("videoconvertscale")
        try scale.set(["add-borders": .boolean(source.fit == .contain), "qos": false])
        return elements + [scale]
    }

    // MARK: Probes

    private func observe(_ pad: Pad) {
        let counters = counters
        let isRefused = Atomic(false)
        // The stage's compositor ends the whole process when it is given a segment of bytes, as a file that nobody
        // parses has it.
        pad.addEventProbe { [weak bin] event in
            guard event == .segmentWithoutTimes else { return .pass }
            if !isRefused.exchange(true, ordering: .relaxed) { bin?.post(SourceBranch.noTimes, as: .error) }
            return .drop
        }
        pad.addBufferProbe { buffer in
            if isRefused.load(ordering: .relaxed) { return .drop }
            counters.frameCame(at: buffer.presentationTime?.nanoseconds)
            return .pass
        }
    }

    /// GStreamer's error for a format that cannot be used.
    private static let noTimes = ErrorReport(
        domain: "gst-stream-error-quark", code: 11,
        message: "its frames have no times; it needs a parser or a decoder behind it, such as rawvideoparse")

    private func holdBackEnd(_ callbacks: Callbacks) {
        outlet.addEventProbe { event in
            guard event == .endOfStream else { return .pass }
            callbacks.ended()
            return .drop
        }
    }

    /// For an input of the output's own rate the compositor's choice of frame is a coin toss with two stable
    /// outcomes, one frame apart. A third of a frame added to each time, and as the whole duration, leaves one.
    private func chooseFrames(
        _ frame: ClockTime, _ latency: ClockTime, _ sessionTime: @escaping @Sendable () -> ClockTime?
    ) {
        let counters = counters
        let shift = ClockTime(nanoseconds: frame.nanoseconds / 3)
        let grace = latency + frame
        outlet.addBufferProbe { buffer in
            // A buffer without a time has no place on the stage.
            guard let time = buffer.presentationTime else { return .drop }
            buffer.restamp(presentationTime: time + shift, duration: shift)
            let now = sessionTime()
            counters.frameReachedStage(isLate: now.map { $0 > time + grace } ?? false, at: now?.nanoseconds)
            return .pass
        }
    }
}

extension PlannedSource {
    /// The rate that the source should keep.
    fileprivate func nominalRate(_ media: MediaCaps) -> Fraction? {
        switch origin {
        case .camera(_, let mode): mode?.frameRate
        case .test: media.canvas.frameRate
        case .file, .element: nil
        }
    }
}

/// A turn and a flip as one of `videoflip`'s directions.
struct Orientation {
    var rotate: Rotation
    /// After the turn.
    var mirror: Bool

    /// The nick of `GstVideoOrientationMethod`; `nil` where the picture stays as it is.
    var videoDirection: String? {
        switch (rotate, mirror) {
        case (.none, false): nil
        case (.clockwise90, false): "90r"
        case (.half, false): "180"
        case (.clockwise270, false): "90l"
        case (.none, true): "horiz"
        // Turned clockwise and then flipped left to right: the diagonal from upper left to lower right holds.
        case (.clockwise90, true): "ul-lr"
        case (.half, true): "vert"
        case (.clockwise270, true): "ur-ll"
        }
    }
}
