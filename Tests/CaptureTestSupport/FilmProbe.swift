import Foundation

/// What ffprobe and ffmpeg find in a film, as typed values: an opinion independent of the program under test.
///
/// Every question runs a child process; a film that cannot be read is thrown as the child's `CommandFailure`.
package struct FilmProbe: Sendable {
    package let file: String
    package let formatName: String
    /// Seconds, as the container says; nil when it does not.
    package let duration: Double?
    package let streams: [FilmStream]

    private let runner = CommandRunner(timeout: .seconds(180))

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    /// Reads the film's header. Throws when ffprobe finds no film.
    package init(_ file: String) async throws {
        self.file = file
        let result = try await runner.check(
            "ffprobe", ["-v", "error", "-show_streams", "-show_format", "-of", "json", "file:" + file])
        let answer = try FilmProbe.decoder.decode(Answer.self, from: Data(result.standardOutput))
        formatName = answer.format?.formatName ?? ""
        duration = answer.format?.duration.flatMap { Double($0) }
        streams = (answer.streams ?? []).map(FilmStream.init)
    }

    /// The first picture stream.
    package var video: FilmStream? { streams.first { $0.kind == "video" } }
    /// The first sound stream.
    package var audio: FilmStream? { streams.first { $0.kind == "audio" } }

    /// The packets of one stream as they lie in the file, with the edit list applied as ffmpeg applies it.
    package func packets(of stream: FilmStream) async throws -> [FilmPacket] {
        let result = try await runner.check(
            "ffprobe",
            [
                "-v", "error", "-select_streams", String(stream.index), "-of", "json", "-show_entries",
                "packet=pts_time,dts_time,duration_time,size,pos,flags", "file:" + file,
            ])
        return try FilmProbe.decoder.decode(Answer.self, from: Data(result.standardOutput)).packets?
            .map(FilmPacket.init) ?? []
    }

    /// The packets of every stream of `file` by the stream's index, with one child process.
    package static func packetsByStream(of file: String) async throws -> [Int: [FilmPacket]] {
        let result = try await CommandRunner().check(
            "ffprobe",
            [
                "-v", "error", "-of", "json", "-show_entries",
                "packet=stream_index,pts_time,dts_time,duration_time,size,pos,flags", "file:" + file,
            ])
        let packets = try decoder.decode(Answer.self, from: Data(result.standardOutput)).packets ?? []
        return Dictionary(grouping: packets) { $0.streamIndex ?? -1 }.mapValues { $0.map(FilmPacket.init) }
    }

    /// The presentation times of the decoded frames of one stream, in seconds, as they come out of the decoder.
    package func frameTimes(of stream: FilmStream) async throws -> FilmTimes {
        let result = try await runner.check(
            "ffprobe",
            [
                "-v", "error", "-select_streams", String(stream.index), "-of", "csv=p=0", "-show_entries",
                "frame=pts_time", "file:" + file,
            ])
        return FilmTimes(
            seconds: result.outputLines.compactMap { line in
                line.split(separator: ",").first.flatMap { Double($0) }
            })
    }

    /// One picture (counted from 0 in display order), scaled to `size` when one is given; rows from the top, no padding.
    package func rawFrame(
        at index: Int, size: FilmSize? = nil, format: FilmPixelFormat = .rgb
    ) async throws -> FilmFrame {
        guard let video else { throw FilmProbeFailure(description: "\(file) has no picture") }
        let target = size ?? FilmSize(width: video.width, height: video.height)
        let filter = "select=eq(n\\,\(index)),scale=\(target.width):\(target.height):flags=area"
        let result = try await runner.check(
            "ffmpeg",
            [
                "-v", "error", "-i", "file:" + file, "-map", "0:\(video.index)", "-vf", filter, "-vsync", "0",
                "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", format.rawValue, "-",
            ])
        let bytes = result.standardOutput
        guard bytes.count == target.width * target.height * format.bytesPerPixel else {
            throw FilmProbeFailure(description: "\(file) has no frame \(index): ffmpeg gave \(bytes.count) bytes")
        }
        return FilmFrame(size: target, format: format, bytes: bytes)
    }

    /// The decoded sound from its first sample, interleaved, at the stream's own rate; `channels` mixes to as many.
    package func audioSamples(channels: Int? = nil) async throws -> [Int16] {
        guard let audio else { throw FilmProbeFailure(description: "\(file) has no sound") }
        let mixing = channels.map { ["-ac", String($0)] } ?? []
        let result = try await runner.check(
            "ffmpeg",
            ["-v", "error", "-i", "file:" + file, "-map", "0:\(audio.index)"] + mixing + ["-f", "s16le", "-"])
        return result.standardOutput.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))
            }
        }
    }

    /// Mean and peak level of the sound in dB of full scale.
    package func volume() async throws -> FilmVolume {
        let result = try await runner.check(
            "ffmpeg",
            ["-hide_banner", "-nostats", "-i", "file:" + file, "-vn", "-af", "volumedetect", "-f", "null", "-"])
        func level(_ name: String) -> Double? {
            result.errorLines.first { $0.contains(name + ":") }?.split(separator: ":").last?
                .split(separator: " ").first.flatMap { Double($0) }
        }
        guard let mean = level("mean_volume"), let peak = level("max_volume") else {
            throw FilmProbeFailure(description: "\(file) has no sound to measure\n\(result)")
        }
        return FilmVolume(mean: mean, peak: peak)
    }

    /// One hash for each decoded frame of one stream, in order; two films of the same content have the same list.
    package func frameHashes(of stream: FilmStream) async throws -> [String] {
        let result = try await runner.check(
            "ffmpeg",
            ["-v", "error", "-i", "file:" + file, "-map", "0:\(stream.index)", "-vsync", "0", "-f", "framemd5", "-"])
        return result.outputLines.filter { !$0.hasPrefix("#") }.compactMap { line in
            line.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// As `frameHashes`, of all streams together, with one child process; each hash follows its stream's index.
    package static func allFrameHashes(of file: String) async throws -> [String] {
        let result = try await CommandRunner(timeout: .seconds(180)).check(
            "ffmpeg", ["-v", "error", "-i", "file:" + file, "-map", "0", "-vsync", "0", "-f", "framemd5", "-"])
        let frames = result.outputLines.filter { !$0.hasPrefix("#") }.compactMap { line -> String? in
            let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            return fields.count > 2 ? "\(fields[0]) \(fields[fields.count - 1])" : nil
        }
        // The muxer of the hashes puts the streams in the order of their times, which the edit list changes.
        return frames.filter { $0.hasPrefix("0") } + frames.filter { !$0.hasPrefix("0") }
    }

    /// Decodes everything; throws with ffmpeg's words when it meets the slightest error.
    package func decodeStrictly() async throws {
        let result = try await runner.check(
            "ffmpeg", ["-v", "warning", "-xerror", "-i", "file:" + file, "-map", "0", "-f", "null", "-"])
        guard result.standardError.isEmpty else { throw CommandFailure(result: result) }
    }
}

/// Something that a film does not have.
package struct FilmProbeFailure: Error, CustomStringConvertible {
    package var description: String
}

/// ffprobe's JSON, as far as it is asked for.
struct Answer: Decodable {
    struct Stream: Decodable {
        var index: Int
        var codecType: String?
        var codecName: String?
        var profile: String?
        var pixFmt: String?
        var width: Int?
        var height: Int?
        var fieldOrder: String?
        var colorRange: String?
        var colorSpace: String?
        var colorTransfer: String?
        var colorPrimaries: String?
        var sampleRate: String?
        var channels: Int?
        var startTime: String?
        var duration: String?
        var nbFrames: String?
        var avgFrameRate: String?
        var timeBase: String?
        var hasBFrames: Int?
        var sampleAspectRatio: String?
    }

    struct Format: Decodable {
        var formatName: String?
        var duration: String?
    }

    struct Packet: Decodable {
        var streamIndex: Int?
        var ptsTime: String?
        var dtsTime: String?
        var durationTime: String?
        var size: String?
        var pos: String?
        var flags: String?
    }

    var streams: [Stream]?
    var format: Format?
    var packets: [Packet]?
}
