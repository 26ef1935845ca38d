internal import CaptureModel

extension PlannedMode {
    /// What `v4l2src` is asked for; `nil` for a format that the graph does not know.
    var caps: String? {
        guard let format = PixelFormat(fourCC: format) else { return nil }
        var text = "\(format.caps),width=\(size.width),height=\(size.height)"
        if let frameRate { text += ",framerate=\(frameRate.numerator)/\(frameRate.denominator)" }
        return text
    }

    var isJPEG: Bool { PixelFormat(fourCC: format)?.caps == "image/jpeg" }
}
