internal import CaptureModel
internal import GStreamer
internal import Glibc
internal import Synchronization

/// One film's own pipeline: what it suffers, its errors, its end, its slowness, stays its own.
///
/// ```
/// appsrc ▸ encoder ▸ parser ▸ queue ┐
/// appsrc ▸ convert ▸ encoder ▸ parser ▸ queue ┴ muxer ▸ fdsink
/// ```
///
/// Threading: confined to the session's executor; its threads are those of the two appsrcs, the two queues and the
/// encoder.
final class FilmRecorder {
    let pipeline: Pipeline
    let video: AppSource
    let audio: AppSource?
    let container: Container
    let file: FilmFile
    /// Samples, see `TakeGate`.
    let priming: Int
    /// Raw frames that may wait for the encoder: four seconds at 30 a second, and no more than 400 MB.
    let room: Int

    /// What has come out of the encoders.
    let encoded = EncodedCounters()

    /// Bytes of encoded stream that may wait for the disk.
    private static let encodedRoom = 64_000_000
    /// How much of a film is held back in memory when the process dies, besides the encoder's look-ahead.
    private static let fragmentMilliseconds = 250

    /// Errors: `missingElement` with the Debian package, `internal` for settings that an element refuses.
    ///
    /// - Parameter onFirstWrite: called once, on a streaming thread, when the film's first bytes have been written.
    init(
        _ plan: CapturePlan, container: Container, file: FilmFile, number: Int,
        onFirstWrite: @escaping @Sendable () -> Void
    ) throws(CaptureError) {
        self.container = container
        self.file = file
        do {
            let media = MediaCaps(canvas: plan.canvas, colorimetry: plan.colorimetry)
            let pipeline = Pipeline.named("film\(number)")
            self.pipeline = pipeline
            pipeline.useClock(Clock.system())
            // The films' times are their own; the same base for all makes logs comparable.
            pipeline.setStartTime(nil)
            pipeline.setBaseTime(.zero)

            room = max(8, min(120, 400_000_000 / (plan.canvas.size.area * 3 / 2)))
            let videoPlan = VideoPlan(
                plan.video, container: container, canvas: plan.canvas, threads: FilmRecorder.processors)
            let encoder = try EncoderSettings.choose(EncoderSettings.candidates(videoPlan))
            let muxer = try FilmRecorder.muxer(container)
            let sink = try Element.make("fdsink", name: "film")
            try sink.set(["fd": .integer(Int(file.descriptor)), "sync": false, "async": false])
            try pipeline.add(muxer, sink)
            try muxer.link(sink)

            video = try AppSource.make(name: "picture", caps: try caps(media.stage), maxBuffers: room + 8)
            let counters = encoded
            let picture = try FilmRecorder.link(
                [video, try encoder.make()], encoder, to: muxer, pad: "video_%u", in: pipeline)
            picture.addBufferProbe { buffer in
                counters.frameCame(bytes: buffer.size)
                return .pass
            }
            if plan.microphone != nil {
                let settings = try EncoderSettings.choose(
                    EncoderSettings.candidates(AudioPlan(plan.audio, container: container)))
                let source = try AppSource.make(name: "sound", caps: try caps(MediaCaps.sound), maxBuffers: 0)
                let sound = try FilmRecorder.link(
                    [source, try Element.make("audioconvert"), try settings.make()], settings, to: muxer,
                    pad: "audio_%u", in: pipeline)
                sound.addBufferProbe { buffer in
                    counters.soundCame(bytes: buffer.size)
                    return .pass
                }
                audio = source
                priming = settings.priming
            } else {
                audio = nil
                priming = 0
            }
            watch(sink, onFirstWrite)
        } catch {
            throw CaptureError(building: error)
        }
    }

    /// Loads what a film needs, so that the first take begins as fast as all others: finding and loading plugins
    /// takes 70 to 90 ms. What is missing is told when a take begins.
    static func warm(_ plan: CapturePlan, container: Container) {
        let video = VideoPlan(plan.video, container: container, canvas: plan.canvas, threads: processors)
        let audio = AudioPlan(plan.audio, container: container)
        let encoders = [
            EncoderSettings.candidates(video), plan.microphone == nil ? [] : EncoderSettings.candidates(audio),
        ]
        for case let encoder? in encoders.map({ candidates in candidates.first { Library.hasElement($0.factory) } }) {
            _ = try? encoder.make()
            if let parser = encoder.parser { _ = try? Element.make(parser) }
        }
        _ = try? muxer(container)
        for factory in ["appsrc", "fdsink", "audioconvert"] { _ = try? Element.make(factory) }
    }

    private static let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    private static func muxer(_ container: Container) throws -> Element {
        switch container {
        case .mp4:
            // Short fragments, readable whenever the process dies; never a seek back.
            let muxer = try Element.make("mp4mux", name: "muxer")
            try muxer.set("fragment-duration", .integer(fragmentMilliseconds))
            return muxer
        case .mkv, .webm:
            let muxer = try Element.make(container == .webm ? "webmmux" : "matroskamux", name: "muxer")
            try muxer.set(["offset-to-zero": true, "writing-app": "Tandem"])
            return muxer
        }
    }

    /// Returns the pad through which the encoded stream enters the queue before the muxer.
    private static func link(
        _ chain: [Element], _ settings: EncoderSettings, to muxer: Element, pad: String, in pipeline: Pipeline
    ) throws -> Pad {
        var elements = chain
        if let parser = settings.parser { elements.append(try Element.make(parser)) }
        // In bytes alone: an encoder's look-ahead is longer than the default's second.
        let queue = try Element.make("queue")
        try queue.set(["max-size-bytes": .integer(encodedRoom), "max-size-buffers": 0, "max-size-time": 0])
        elements.append(queue)
        try pipeline.addChain(elements)
        guard let sink = muxer.requestPad(pad), let source = queue.staticPad("src"),
            let entry = queue.staticPad("sink")
        else { throw ElementError.noPad(pad, element: muxer.name) }
        try source.link(sink)
        return entry
    }

    /// Puts the finisher's reserve behind an MP4's first box, and tells when writing has begun.
    private func watch(_ sink: Element, _ onFirstWrite: @escaping @Sendable () -> Void) {
        let reserve = container == .mp4 && file.isRegular ? MP4Finisher.reservedBox : []
        let buffers = Atomic<Int>(0)
        // `streamable` has no effect on mp4mux in this version: on a sink that can seek it writes its header anew at
        // the end, at the place where it was before the reserve was put in.
        if container == .mp4 { sink.staticPad("sink")?.refuseSeekingQueries() }
        sink.staticPad("sink")?.addBufferProbe { buffer in
            switch buffers.add(1, ordering: .relaxed).oldValue {
            case 0:
                if !reserve.isEmpty && FilmRecorder.isFileTypeBoxAlone(buffer) { buffer.append(reserve) }
                return .pass
            default:
                // The second buffer comes when the first has been written.
                onFirstWrite()
                return .passAndRemove
            }
        }
    }

    private static func isFileTypeBoxAlone(_ buffer: borrowing ProbedBuffer) -> Bool {
        let size = buffer.size
        return buffer.withBytes { bytes in
            guard bytes.count >= 8, Array(bytes[4..<8]) == Array("ftyp".utf8) else { return false }
            let length = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
            return length == size
        } ?? false
    }

    /// What is left to do with the film when its pipeline is down. Reads and writes the file: not on a streaming
    /// thread and not on the session's executor.
    static func finish(_ file: FilmFile, container: Container) -> String? {
        guard container == .mp4, file.isRegular else { return nil }
        do {
            _ = try MP4Finisher.finish(fileDescriptor: file.descriptor)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
