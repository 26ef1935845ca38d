internal import GStreamer
internal import Synchronization

/// Keeps a microphone in the session's time: stretches its sound by what `RateController` says.
///
/// Threading: `correct` on the microphone's streaming thread, one piece after another.
final class RateCorrection: Sendable {
    private struct State {
        var controller: RateController
        let resampler: AudioResampler
    }

    private let state: Mutex<State>
    private static let bytesPerFrame = MediaCaps.bytesPerAudioFrame
    /// What stands for the nominal rate in the resampler's ratio: a step is two parts in a million.
    private static let steps = 480_000

    /// `nil` when GStreamer has no resampler of this kind; sound then stays as the card gives it.
    init?() {
        guard let resampler = AudioResampler(channels: MediaCaps.channels, steps: RateCorrection.steps) else {
            return nil
        }
        state = Mutex(State(controller: RateController(sampleRate: MediaCaps.sampleRate), resampler: resampler))
    }

    /// Replaces a piece of sound by the stretched one, with times that follow each other without a gap.
    func correct(_ buffer: borrowing ProbedBuffer) -> ProbeAction {
        guard let time = buffer.presentationTime else { return .drop }
        let corrected: (bytes: [UInt8], time: UInt64, end: UInt64)? = buffer.withBytes { bytes in
            state.withLock { state in
                let decision = state.controller.take(
                    time: time.nanoseconds, frames: bytes.count / RateCorrection.bytesPerFrame)
                if let ratio = decision.ratio {
                    state.resampler.update(inputRate: Int((Double(RateCorrection.steps) * ratio).rounded()))
                }
                let output = state.resampler.resample(bytes)
                let place = state.controller.produce(frames: output.count / RateCorrection.bytesPerFrame)
                return (output, place.time, place.end)
            }
        }
        // The first pieces only fill the resampler's filter.
        guard let corrected, !corrected.bytes.isEmpty else { return .drop }
        buffer.replace(
            bytes: corrected.bytes, presentationTime: ClockTime(nanoseconds: corrected.time),
            duration: ClockTime(nanoseconds: corrected.end - corrected.time))
        return .pass
    }
}
