/// What is in an MP4 film, from its index.
package struct MP4Summary: Sendable, Equatable {
    /// One track with at least one sample.
    package struct Track: Sendable, Equatable {
        package var id: UInt32
        /// The handler's four letters: `vide`, `soun`, …
        package var handler: String
        /// Frames of picture, packets of sound.
        package var sampleCount: Int
        /// Samples that decoding can begin at.
        package var syncSampleCount: Int
        /// When the track begins in the film, in seconds; 0 for the first.
        package var start: Double
        /// Seconds of presentation, from the track's own beginning.
        package var duration: Double
        /// Bytes of its samples.
        package var bytes: UInt64
    }

    package var tracks: [Track]
    /// Seconds from the film's beginning to the end of its longest track.
    package var duration: Double
    /// The size of the file in bytes.
    package var bytes: UInt64
    /// The film was an ordinary MP4 before; nothing was written.
    package var wasFinished: Bool
    /// Fragments read.
    package var fragmentCount: Int
    /// Fragments of which at least one sample could not be used.
    package var damagedFragmentCount: Int
    /// Bytes behind the last whole fragment that belong to no sample; they stay in the file.
    package var unusedTailBytes: UInt64

    /// The first track whose handler is `handler`.
    package func track(_ handler: String) -> Track? { tracks.first { $0.handler == handler } }
}
