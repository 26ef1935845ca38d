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

extension CapturePlan {
    /// The files that its sources read, by the sources' names.
    var sourceFiles: [String: String] {
        var files: [String: String] = [:]
        for source in sources {
            if case .file(let path) = source.origin { files[source.name] = path }
        }
        return files
    }
}
