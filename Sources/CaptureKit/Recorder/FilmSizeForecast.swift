/// How large a film will be if its gate is shut at the next check: what a limit of the size is held against.
struct FilmSizeForecast: Sendable, Hashable {
    /// Frames per second.
    var frameRate: Double
    /// Bits per second, picture and sound together, that the encoders are asked for.
    var bitrate: Int
    /// Seconds until the gate would be shut, had the check found nothing: one more check and the stages' latency.
    var secondsToShut: Double

    /// Bytes, with what has not been encoded yet and the container's share.
    ///
    /// - Parameters:
    ///   - written: bytes in the file now.
    ///   - filmFrames: frames that the film has so far, encoded or not.
    ///   - earlier: the counts at the check before.
    func size(
        written: Int, filmFrames: Int, encoded: EncodedCounters.Counts, earlier: EncodedCounters.Counts
    ) -> Int {
        let nominal = Double(bitrate) / 8 / frameRate
        let newFrames = encoded.frames - earlier.frames
        let recent = newFrames > 0 ? Double(encoded.bytes - earlier.bytes) / Double(newFrames) : 0
        // An encoder keeps to its rate only over many frames, and noise makes it miss it by far.
        let perFrame = max(nominal, recent * 1.25)
        let framesToCome = Double(max(0, filmFrames - encoded.frames)) + secondsToShut * frameRate
        let seconds = Double(filmFrames) / frameRate + secondsToShut
        // Boxes of the fragments and the index: at most so much a frame, and a packet of sound forty-seven times a second.
        let container = Double(filmFrames) * 40 + seconds * 2000 + 8192
        let soFar = max(Double(written), Double(encoded.bytes) + container)
        return Int(soFar + framesToCome * (perFrame + 40) + Double(encoded.largestFrame) + seconds * 600 + 4096)
    }
}
