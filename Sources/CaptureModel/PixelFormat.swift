/// A picture format that the graph can turn into the film's, by its V4L2 FourCC.
///
/// Only formats in this table are asked of a camera: H.264 or a sensor's raw mosaic, for example, are not.
/// Source: `linux/videodev2.h` for the codes, GStreamer's `v4l2src` for the caps that it makes of them.
public struct PixelFormat: Sendable, Hashable {
    /// `YUYV`; always four characters, so `Y16 ` ends with a space.
    public var fourCC: String
    /// What `v4l2src` calls it: `video/x-raw,format=YUY2`, or `image/jpeg`.
    public var caps: String
    /// Of one uncompressed picture, on average; `nil` for JPEG, whose pictures have no fixed size.
    public var bitsPerPixel: Int?
    /// `false`: grey only.
    public var hasColor: Bool

    public var isCompressed: Bool { bitsPerPixel == nil }

    private init(_ fourCC: String, caps: String, bitsPerPixel: Int?, hasColor: Bool = true) {
        self.fourCC = fourCC
        self.caps = caps
        self.bitsPerPixel = bitsPerPixel
        self.hasColor = hasColor
    }

    private static func raw(_ fourCC: String, _ name: String, _ bits: Int, hasColor: Bool = true) -> PixelFormat {
        PixelFormat(fourCC, caps: "video/x-raw,format=\(name)", bitsPerPixel: bits, hasColor: hasColor)
    }

    /// The format of a FourCC; `nil` when the graph cannot decode it.
    public init?(fourCC: String) {
        guard let known = Self.decodable.first(where: { $0.fourCC == fourCC }) else { return nil }
        self = known
    }

    /// All that can be decoded, the ones that need the least work to become 4:2:0 first: of two modes that cost the
    /// same, the planner takes the one whose format stands further up.
    public static let decodable: [PixelFormat] = [
        raw("YU12", "I420", 12), raw("YM12", "I420", 12), raw("NV12", "NV12", 12), raw("NM12", "NV12", 12),
        raw("YV12", "YV12", 12), raw("YM21", "YV12", 12), raw("NV21", "NV21", 12), raw("NM21", "NV21", 12),
        raw("YUYV", "YUY2", 16), raw("UYVY", "UYVY", 16), raw("YVYU", "YVYU", 16),
        raw("NV16", "NV16", 16), raw("NV61", "NV61", 16), raw("422P", "Y42B", 16), raw("411P", "Y41B", 12),
        raw("YUV9", "YUV9", 9), raw("YVU9", "YVU9", 9), raw("NV24", "NV24", 24),
        PixelFormat("MJPG", caps: "image/jpeg", bitsPerPixel: nil),
        PixelFormat("JPEG", caps: "image/jpeg", bitsPerPixel: nil),
        raw("RGB3", "RGB", 24), raw("BGR3", "BGR", 24),
        raw("XR24", "BGRx", 32), raw("BGR4", "BGRx", 32), raw("AR24", "BGRA", 32),
        raw("BX24", "xRGB", 32), raw("RGB4", "xRGB", 32), raw("BA24", "ARGB", 32),
        raw("XB24", "RGBx", 32), raw("AB24", "RGBA", 32),
        raw("RGBP", "RGB16", 16), raw("RGBO", "RGB15", 16), raw("XR15", "RGB15", 16),
        raw("GREY", "GRAY8", 8, hasColor: false), raw("Y16 ", "GRAY16_LE", 16, hasColor: false),
    ]
}
