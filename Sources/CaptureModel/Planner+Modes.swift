extension Planner {
    /// The mode that a camera is asked for; `nil` when the camera lists none and the user wished for none: it is then
    /// taken as it comes.
    ///
    /// - Parameter box: the source's largest rectangle, after rotation.
    static func mode(
        of camera: Camera, for source: Source, box: Size, frameRate: Fraction
    ) throws(CaptureError) -> PlannedMode? {
        let choice = ModeChoice(
            box: source.rotate.turned(box), fit: source.fit, frameRate: frameRate,
            sharesBandwidth: camera.bus.hasPrefix("usb-"))
        let wish = source.mode ?? ModeWish()
        if camera.modes.isEmpty { return try unlistedMode(wish, of: camera, source: source) }
        guard camera.modes.contains(where: { PixelFormat(fourCC: $0.format) != nil }) else {
            let formats = distinct(camera.modes.map(\.format)).joined(separator: ", ")
            throw CaptureError(
                .modeNotOffered, source: source.name,
                message: "\(camera.label) offers only \(formats), which cannot be decoded here",
                remedy: "choose another camera with --camera \(source.name)=ID")
        }
        if let mode = choice.best(of: camera.modes.filter(wish.allows), frameRate: wish.frameRate) { return mode }
        throw notOffered(wish, of: camera, source: source, choice: choice)
    }

    /// Without a list there is nothing to choose from: only a complete wish can be handed to the driver.
    private static func unlistedMode(
        _ wish: ModeWish, of camera: Camera, source: Source
    ) throws(CaptureError) -> PlannedMode? {
        if wish == ModeWish() { return nil }
        guard let format = wish.format, let width = wish.width, let height = wish.height,
            PixelFormat(fourCC: format) != nil
        else {
            throw CaptureError(
                .modeNotOffered, source: source.name,
                message: "\(camera.label) lists no modes, so a part of one cannot be looked up",
                remedy: "give the mode's format, width and height, or leave it out to take the camera as it comes")
        }
        return PlannedMode(format: format, size: Size(width: width, height: height), frameRate: wish.frameRate)
    }

    private static func notOffered(
        _ wish: ModeWish, of camera: Camera, source: Source, choice: ModeChoice
    ) -> CaptureError {
        var message = "\(camera.label) does not offer \(wish.text)"
        if let format = wish.format, PixelFormat(fourCC: format) == nil,
            camera.modes.contains(where: { $0.format == format })
        {
            message = "\(camera.label) offers \(format), but that cannot be decoded here"
        }
        let nearest = nearestMode(to: wish, of: camera.modes, choice: choice)
        return CaptureError(
            .modeNotOffered, source: source.name, message: message,
            remedy: nearest.map { "the nearest that it offers is \($0)" } ?? "")
    }

    /// The decodable mode that differs least from a wish: by the part of the size that is missing or too much, then by
    /// the format, then by the rate.
    static func nearestMode(to wish: ModeWish, of modes: [CaptureMode], choice: ModeChoice) -> PlannedMode? {
        var nearest: (mode: PlannedMode, distance: Double)?
        for mode in modes where PixelFormat(fourCC: mode.format) != nil {
            let rate = wish.frameRate.flatMap { wished in
                mode.frameRates.min { ($0.value - wished.value).magnitude < ($1.value - wished.value).magnitude }
            }
            var distance = 0.0
            if let width = wish.width { distance += relative(mode.width, to: width) }
            if let height = wish.height { distance += relative(mode.height, to: height) }
            if let format = wish.format, mode.format != format { distance += 0.5 }
            if let wished = wish.frameRate, let rate {
                distance += (rate.value - wished.value).magnitude / max(rate.value, wished.value)
            }
            if let nearest, nearest.distance <= distance { continue }
            let offered = rate ?? ModeChoice.rate(for: choice.frameRate, of: mode.frameRates)
            nearest = (PlannedMode(format: mode.format, size: mode.size, frameRate: offered), distance)
        }
        return nearest?.mode
    }

    private static func relative(_ value: Int, to wished: Int) -> Double {
        Double((value - wished).magnitude) / Double(max(value, wished, 1))
    }

    private static func distinct(_ words: [String]) -> [String] {
        var seen: Set<String> = []
        return words.filter { seen.insert($0).inserted }
    }
}

extension ModeWish {
    /// Whether a listed mode has everything that is wished for. A driver that names no rates may have any.
    func allows(_ mode: CaptureMode) -> Bool {
        if let format, format != mode.format { return false }
        if let width, width != mode.width { return false }
        if let height, height != mode.height { return false }
        guard let frameRate, !mode.frameRates.isEmpty else { return true }
        return mode.frameRates.contains { ModeChoice.isSame($0, frameRate) }
    }

    /// `MJPG 1280x720 at 30`, with what is free left out.
    var text: String {
        var words: [String] = []
        if let format { words.append(format) }
        switch (width, height) {
        case (let width?, let height?): words.append("\(width)x\(height)")
        case (let width?, nil): words.append("a width of \(width)")
        case (nil, let height?): words.append("a height of \(height)")
        case (nil, nil): break
        }
        if let frameRate { words.append(words.isEmpty ? "\(frameRate) frames a second" : "at \(frameRate)") }
        return words.joined(separator: " ")
    }
}

extension Camera {
    /// How messages call a camera: its name, and the id that tells it from its twin.
    var label: String { "the camera \(name) (\(id))" }
}
