package import CaptureModel

/// A preset in words, with all that follows from it on any machine: rectangles, codecs, limits.
package enum PresetText {
    package static func text(of preset: Preset, file: String) -> String {
        var lines = ["\(preset.name)" + (preset.summary.isEmpty ? "" : ": \(preset.summary)"), "file: \(file)"]
        let canvas = preset.canvas
        lines.append("canvas: \(canvas.size) at \(canvas.frameRate) frames per second")
        lines.append("sources:")
        lines += preset.sources.map { "  \($0.name): \(words(for: $0))" }
        lines.append("microphone: \(words(for: preset.microphone))")
        lines.append("layouts:")
        for layout in preset.layouts {
            lines.append("  \(layout.name)" + (layout.name == preset.layout ? " (at the start)" : "") + ":")
            for item in layout.items {
                let rectangle = LayoutGeometry.box(of: item, canvas: canvas.size)
                lines.append("    \(item.source): \(rectangle.size) at \(rectangle.x),\(rectangle.y)")
            }
        }
        lines += outputLines(preset)
        lines += limitLines(preset.limits)
        return lines.map(PlainText.line).joined(separator: "\n")
    }

    private static func words(for source: Source) -> String {
        var words: [String]
        switch source.origin {
        case .camera(.automatic): words = ["camera, the next that is free"]
        case .camera(.named(let name)): words = ["camera \(name)"]
        case .test(let pattern): words = ["test picture \(pattern)"]
        case .file(let path): words = ["file \(path)"]
        case .element(let description): words = ["element \(description)"]
        }
        if let mode = source.mode {
            var wish = mode.format.map { [$0] } ?? []
            switch (mode.width, mode.height) {
            case (let width?, let height?): wish.append("\(width)x\(height)")
            case (let width?, nil): wish.append("width \(width)")
            case (nil, let height?): wish.append("height \(height)")
            case (nil, nil): break
            }
            if let rate = mode.frameRate { wish.append("at \(rate)") }
            if !wish.isEmpty { words.append("mode " + wish.joined(separator: " ")) }
        }
        if source.rotate != .none { words.append("rotated \(source.rotate.rawValue) degrees clockwise") }
        if source.mirror { words.append("mirrored") }
        if source.fit != .contain { words.append("fit \(source.fit.rawValue)") }
        return words.joined(separator: ", ")
    }

    private static func words(for microphone: Microphone?) -> String {
        switch microphone?.origin {
        case nil: "none"
        case .alsa(let device): device
        case .test(let wave): "test sound \(wave)"
        }
    }

    private static func outputLines(_ preset: Preset) -> [String] {
        let output = preset.output
        let container = output.container ?? Container(pathExtensionOf: output.file) ?? .mp4
        var video = (preset.video.codec ?? container.videoCodecs[0]).rawValue
        if let bitrate = preset.video.bitrate { video += ", \(Units.text(ofBitrate: bitrate))/s" }
        if let interval = preset.video.keyframeInterval {
            video += ", a key frame every \(Units.text(of: interval))"
        }
        var lines = ["video: \(video)"]
        if preset.microphone != nil {
            var audio = (preset.audio.codec ?? container.audioCodecs[0]).rawValue
            if let bitrate = preset.audio.bitrate { audio += ", \(Units.text(ofBitrate: bitrate))/s" }
            lines.append("audio: \(audio)")
        }
        return lines + ["output: \(output.directory.map { $0 + "/" } ?? "")\(output.file) (\(container.rawValue))"]
    }

    private static func limitLines(_ limits: Limits) -> [String] {
        var words = ["at least \(Units.text(ofSize: limits.minFreeDisk)) of disk left free"]
        if let duration = limits.maxDuration { words.insert("ends after \(Units.text(of: duration))", at: 0) }
        if let size = limits.maxSize { words.insert("at most \(Units.text(ofSize: size))", at: 0) }
        return ["limits: " + words.joined(separator: ", ")]
    }
}
