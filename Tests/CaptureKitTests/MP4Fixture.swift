import CaptureKit
import CaptureTestSupport
import Foundation
import Glibc
import Testing

/// Fragmented films as mp4mux writes them into a stream, with the reserved box put in as the recorder does.
enum MP4Fixture {
    /// Picture without B-frames, and AAC.
    static let plain = film(bFrames: 0)
    /// Picture with two B-frames between others, and AAC.
    static let reordered = film(bFrames: 2)
    /// Small films for loops.
    static let small = film(bFrames: 0, seconds: 1, size: (96, 54))
    static let smallReordered = film(bFrames: 2, seconds: 1, size: (96, 54))

    /// The picture and the sound are about as long as each other; made once.
    private static func film(
        bFrames: Int, seconds: Int = 3, size: (Int, Int) = (320, 180)
    ) -> Task<[UInt8], any Error> {
        Task {
            let result = try await CommandRunner().check(
                "gst-launch-1.0",
                [
                    "-q", "videotestsrc", "num-buffers=\(seconds * 30)", "!",
                    "video/x-raw,format=I420,width=\(size.0),height=\(size.1),framerate=30/1,colorimetry=bt709", "!",
                    "x264enc", "bframes=\(bFrames)", "b-adapt=false", "key-int-max=15", "bitrate=400", "!", "h264parse",
                    "!", "mux.", "audiotestsrc", "num-buffers=\(seconds * 48000 / 1024)", "samplesperbuffer=1024", "!",
                    "audio/x-raw,rate=48000,channels=1", "!", "avenc_aac", "!", "aacparse", "!", "mux.", "mp4mux",
                    "name=mux", "fragment-duration=250", "streamable=true", "!", "fdsink", "fd=1",
                ])
            return withReservedBox(result.standardOutput)
        }
    }

    static func withReservedBox(_ film: [UInt8]) -> [UInt8] {
        let end = Int(bigEndian(film, 0))
        return film[..<end] + MP4Finisher.reservedBox + film[end...]
    }

    static func bigEndian(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// A film on the disk, opened as the recorder has it open.
final class MP4TestFile: Sendable {
    let path: String
    let descriptor: Int32

    init(_ directory: TemporaryDirectory, _ name: String = "film.mp4", bytes: [UInt8] = [], flags: Int32 = O_RDWR)
        throws
    {
        path = directory.file(name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        descriptor = open(path, flags)
        try #require(descriptor >= 0)
    }

    deinit { close(descriptor) }

    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
    func replace(with bytes: [UInt8]) throws {
        try #require(ftruncate(descriptor, 0) == 0)
        try #require(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
    }
}

/// A generator whose sequence is the same in every run (SplitMix64), so that a failing case can be run again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
