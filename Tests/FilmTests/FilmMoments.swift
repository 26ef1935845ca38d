import CaptureTestSupport

/// When something happens in a film: flashes in its picture and beeps in its sound.
enum FilmMoments {
    /// The moments, in seconds, at which sound begins after a tenth of a second of silence at least.
    static func onsets(of samples: [Int16], rate: Int) -> [Double] {
        var found: [Double] = []
        var quiet = rate
        // Half of the loudest: what an encoder smears before a beep is softer than that.
        let threshold = (samples.map { abs(Int($0)) }.max() ?? 0) / 2
        guard threshold > 500 else { return [] }
        for (index, sample) in samples.enumerated() {
            if abs(Int(sample)) > threshold {
                if quiet >= rate / 10 { found.append(Double(index) / Double(rate)) }
                quiet = 0
            } else {
                quiet += 1
            }
        }
        return found
    }

    /// The moments at which the picture as a whole turns from black to white or back.
    static func flashes(in probe: FilmProbe) async throws -> [Double] {
        guard let video = probe.video else { return [] }
        let times = try await probe.frameTimes(of: video)
        let runner = CommandRunner(timeout: .seconds(60))
        let result = try await runner.check(
            "ffmpeg",
            [
                "-v", "error", "-i", "file:" + probe.file, "-map", "0:v:0", "-vf", "scale=1:1:flags=area", "-vsync",
                "0",
                "-f", "rawvideo", "-pix_fmt", "gray", "-",
            ])
        let levels = result.standardOutput
        return zip(times.seconds, levels).enumerated().compactMap { index, frame in
            index > 0 && (levels[index - 1] < 128) != (frame.1 < 128) ? frame.0 : nil
        }
    }

    /// How far picture and sound are apart at each flash that has its beep, in seconds; positive where the sound is
    /// late.
    static func offsets(in file: String) async throws -> [Double] {
        let probe = try await FilmProbe(file)
        let flashes = try await flashes(in: probe)
        let beeps = onsets(of: try await probe.audioSamples(channels: 1), rate: 48_000)
        return flashes.compactMap { flash in
            beeps.map { $0 - flash }.min { abs($0) < abs($1) }.flatMap { abs($0) < 0.5 ? $0 : nil }
        }
    }
}
