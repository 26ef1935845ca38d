internal import CVideo4Linux

/// What a V4L2 node is for.
enum NodeKind {
    /// The kind of a node that gives no pictures; `nil` for a camera.
    static func other(for capability: VideoCapability) -> String? {
        func has(_ bits: Int...) -> Bool { bits.contains { capability.bits & UInt32(truncatingIfNeeded: $0) != 0 } }
        let isCapture = has(Int(V4L2_CAP_VIDEO_CAPTURE), Int(V4L2_CAP_VIDEO_CAPTURE_MPLANE))
        // Codecs and scalers: old ones say that they capture as well.
        if has(Int(V4L2_CAP_VIDEO_M2M), Int(V4L2_CAP_VIDEO_M2M_MPLANE)), capability.driver != "v4l2 loopback" {
            return "memory-to-memory"
        }
        if has(Int(V4L2_CAP_TOUCH)) { return "touch" }
        if isCapture { return nil }
        if has(Int(V4L2_CAP_META_CAPTURE), Int(V4L2_CAP_META_OUTPUT)) { return "metadata" }
        if has(Int(V4L2_CAP_VIDEO_OUTPUT), Int(V4L2_CAP_VIDEO_OUTPUT_MPLANE), Int(V4L2_CAP_VIDEO_OVERLAY)) {
            return "output"
        }
        if has(Int(V4L2_CAP_VBI_CAPTURE), Int(V4L2_CAP_SLICED_VBI_CAPTURE), Int(V4L2_CAP_VBI_OUTPUT)) { return "vbi" }
        if has(Int(V4L2_CAP_SDR_CAPTURE), Int(V4L2_CAP_SDR_OUTPUT)) { return "software radio" }
        if has(Int(V4L2_CAP_RADIO)) { return "radio" }
        // Between two feeders a v4l2loopback node may say that it can do nothing.
        return capability.driver == "v4l2 loopback" ? "output" : "unknown"
    }
}
