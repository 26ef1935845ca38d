internal import CVideo4Linux
internal import CaptureModel
import Glibc

/// A V4L2 node, opened only to be asked: nothing here changes the camera or disturbs a stream.
final class V4L2Node: VideoNode {
    private let descriptor: Int32
    /// Whether the node was found to use the multi-planar calls, which is all that some platform cameras know.
    private let bufferType: UInt32

    /// No list of a real driver is longer; it ends the enumeration of one that never says no.
    private static let longestList: UInt32 = 1000

    init(path: String) throws(SystemError) {
        let opened = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { throw SystemError(errno) }
        descriptor = opened
        var raw = v4l2_capability()
        let answered = tandem_v4l2_query_capabilities(opened, &raw) == 0
        let isMultiPlanar = answered && Self.bits(of: raw) & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0
        bufferType = (isMultiPlanar ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE).rawValue
    }

    deinit { close(descriptor) }

    func capability() throws(SystemError) -> VideoCapability {
        var raw = v4l2_capability()
        guard tandem_v4l2_query_capabilities(descriptor, &raw) == 0 else { throw SystemError(errno) }
        return VideoCapability(
            driver: text(of: raw.driver), card: text(of: raw.card), bus: text(of: raw.bus_info),
            bits: Self.bits(of: raw))
    }

    func formats() -> [String] {
        var formats: [String] = []
        for index in 0..<Self.longestList {
            var raw = v4l2_fmtdesc()
            raw.index = index
            raw.type = bufferType
            guard tandem_v4l2_enumerate_formats(descriptor, &raw) == 0 else { break }
            formats.append(FourCC.text(of: raw.pixelformat))
        }
        return formats
    }

    func frameSizes(of format: String) -> [FrameSizes] {
        var sizes: [FrameSizes] = []
        for index in 0..<Self.longestList {
            var raw = v4l2_frmsizeenum()
            raw.index = index
            raw.pixel_format = FourCC.number(of: format)
            guard tandem_v4l2_enumerate_frame_sizes(descriptor, &raw) == 0 else { break }
            if raw.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
                sizes.append(.discrete(width: Int(raw.discrete.width), height: Int(raw.discrete.height)))
                continue
            }
            let range = raw.stepwise
            if range.min_width <= range.max_width && range.min_height <= range.max_height {
                sizes.append(
                    .stepwise(
                        width: Int(range.min_width)...Int(range.max_width), widthStep: max(1, Int(range.step_width)),
                        height: Int(range.min_height)...Int(range.max_height),
                        heightStep: max(1, Int(range.step_height))
                    ))
            }
            break  // A stepwise or continuous answer is the only one.
        }
        return sizes
    }

    func frameIntervals(of format: String, size: Size) -> [FrameIntervals] {
        var intervals: [FrameIntervals] = []
        for index in 0..<Self.longestList {
            var raw = v4l2_frmivalenum()
            raw.index = index
            raw.pixel_format = FourCC.number(of: format)
            raw.width = UInt32(clamping: size.width)
            raw.height = UInt32(clamping: size.height)
            guard tandem_v4l2_enumerate_frame_intervals(descriptor, &raw) == 0 else { break }
            if raw.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
                if let rate = rate(of: raw.discrete) { intervals.append(.discrete(rate)) }
                continue
            }
            if let slowest = rate(of: raw.stepwise.max), let fastest = rate(of: raw.stepwise.min) {
                let isContinuous = raw.type == V4L2_FRMIVAL_TYPE_CONTINUOUS.rawValue
                let step = isContinuous ? nil : rate(of: raw.stepwise.step)
                intervals.append(.range(slowest: slowest, fastest: fastest, step: step.map(\.inverse)))
            }
            break
        }
        return intervals
    }

    /// Asks the driver to release no buffers at all (`VIDIOC_REQBUFS` with a count of 0). It says EBUSY when they belong
    /// to another handle, and otherwise there is nothing to release; the format and the stream of others stay as they
    /// are. v4l2loopback is not asked: it lends its buffers to all readers, and sets their stamps anew at this call.
    func isStreamedByAnother() -> Bool {
        guard let capability = try? capability(), capability.driver != "v4l2 loopback" else { return false }
        var request = v4l2_requestbuffers()
        request.count = 0
        request.type = bufferType
        request.memory = V4L2_MEMORY_MMAP.rawValue
        return tandem_v4l2_request_buffers(descriptor, &request) != 0 && errno == EBUSY
    }

    /// The bits of this node; those of the whole device only where an old driver tells no others.
    private static func bits(of raw: v4l2_capability) -> UInt32 {
        raw.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? raw.device_caps : raw.capabilities
    }

    /// Frames per second of an interval in seconds; `nil` for the zeroes that some drivers write, and for numbers so
    /// large that fractions of them cannot be compared.
    private func rate(of interval: v4l2_fract) -> Fraction? {
        guard interval.numerator > 0, interval.denominator > 0 else { return nil }
        let rate = Fraction.reduced(Int(interval.denominator), Int(interval.numerator))
        return max(rate.numerator, rate.denominator) <= 1_000_000_000 ? rate : nil
    }

    /// A fixed array of bytes up to its first zero.
    private func text<Bytes>(of bytes: Bytes) -> String {
        withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension Fraction {
    /// In lowest terms, as GStreamer has its fractions.
    static func reduced(_ numerator: Int, _ denominator: Int) -> Fraction {
        var (divisor, rest) = (numerator, denominator)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        return Fraction(numerator / max(1, divisor), denominator / max(1, divisor))
    }

    /// Seconds per frame of frames per second, and the other way round. Only for fractions above zero.
    var inverse: Fraction { Fraction(denominator, numerator) }
}

/// A V4L2 pixel format's number and its four characters.
enum FourCC {
    /// Big-endian variants have the top bit set; they end in a character of their own and are decoded by nothing here.
    static func text(of number: UInt32) -> String {
        String(
            String.UnicodeScalarView(
                (0..<4).map { UnicodeScalar(UInt8(truncatingIfNeeded: number >> (8 * UInt32($0)))) }))
    }

    static func number(of text: String) -> UInt32 {
        var number: UInt32 = 0
        for (index, scalar) in text.unicodeScalars.prefix(4).enumerated() {
            number |= UInt32(UInt8(truncatingIfNeeded: scalar.value)) << (8 * UInt32(index))
        }
        return number
    }
}
