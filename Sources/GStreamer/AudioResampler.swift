internal import CGStreamer

/// Resamples sound by a ratio that may change while it runs, without a click. C: `GstAudioResampler`
///
/// Threading: one thread at a time; whoever owns it sees to that.
// @unchecked: the state behind the pointer is used by one owner, which locks or is confined to a thread.
package final class AudioResampler: @unchecked Sendable {
    private let resampler: OpaquePointer
    private let bytesPerFrame: Int
    private let outputRate: Int

    /// A resampler of interleaved 32-bit floating-point sound.
    ///
    /// The ratio is never exactly 1: a resampler that has been 1:1 and then is not clicks where it begins to
    /// interpolate. So the input's rate is one step above the output's at first.
    ///
    /// - Parameter steps: what stands for the nominal rate; its inverse is the finest change of the ratio.
    /// - Returns: `nil` when GStreamer refuses the parameters.
    /// C: `gst_audio_resampler_new`
    package init?(channels: Int, steps: Int) {
        // The option's type is known by name once its function has been called.
        _ = gst_audio_resampler_filter_mode_get_type()
        let options = gst_structure_from_string(
            "options,\(GST_AUDIO_RESAMPLER_OPT_FILTER_MODE)=(GstAudioResamplerFilterMode)interpolated", nil)
        defer { if let options { gst_structure_free(options) } }
        guard
            let made = gst_audio_resampler_new(
                GST_AUDIO_RESAMPLER_METHOD_KAISER, GST_AUDIO_RESAMPLER_FLAG_VARIABLE_RATE, GST_AUDIO_FORMAT_F32LE,
                gint(channels), gint(steps + 1), gint(steps), options)
        else { return nil }
        resampler = made
        bytesPerFrame = channels * 4
        outputRate = steps
    }

    deinit { gst_audio_resampler_free(resampler) }

    /// Changes the input's rate, in steps; the nominal rate itself is left out (see `init`).
    /// C: `gst_audio_resampler_update`
    package func update(inputRate: Int) {
        let rate = inputRate == outputRate ? outputRate + 1 : inputRate
        gst_audio_resampler_update(resampler, gint(rate), gint(outputRate), nil)
    }

    /// Frames by which the output lags the input at most. C: `gst_audio_resampler_get_max_latency`
    package var latency: Int { Int(gst_audio_resampler_get_max_latency(resampler)) }

    /// Resamples a piece of sound; what does not yet fill an output frame is kept for the next.
    ///
    /// C: `gst_audio_resampler_get_out_frames`, `gst_audio_resampler_resample`
    package func resample(_ input: UnsafeRawBufferPointer) -> [UInt8] {
        let inputFrames = input.count / bytesPerFrame
        let outputFrames = Int(gst_audio_resampler_get_out_frames(resampler, gsize(inputFrames)))
        guard inputFrames > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: max(1, outputFrames) * bytesPerFrame) { output, count in
            var source: gpointer? = UnsafeMutableRawPointer(mutating: input.baseAddress)
            var target: gpointer? = UnsafeMutableRawPointer(output.baseAddress)
            gst_audio_resampler_resample(resampler, &source, gsize(inputFrames), &target, gsize(outputFrames))
            count = outputFrames * bytesPerFrame
        }
    }
}
