/// Turns what the user wants into what one machine will do: a pure function of a preset and an inventory.
///
/// It opens nothing and starts nothing, so the same preset and inventory always give the same plan.
public enum Planner {
    /// Binds cameras and the microphone, chooses modes, and computes every rectangle.
    ///
    /// Cameras that the preset names are bound first; then each `auto` takes the next camera in the inventory's order
    /// that nothing else has, one that can be used before one that cannot. A camera serves one source only.
    ///
    /// A microphone that the preset names must be there, `default` too: a film without the sound that was asked for
    /// is a lost take, and one that nobody notices in time. So `dual-camera` on a machine without any capture device
    /// is refused, with `--microphone none` as the way out.
    ///
    /// - Throws: `CaptureError`, with the source's name or `microphone` as its source. Nothing has changed then.
    /// - Source: no counterpart in AVFoundation, where the application does this with `AVCaptureDevice.DiscoverySession`
    ///   and `AVCaptureDevice.activeFormat`.
    public static func plan(_ preset: Preset, inventory: Inventory) throws(CaptureError) -> CapturePlan {
        try checkNames(in: preset)
        let cameras = try CameraBinding(preset: preset, inventory: inventory).bind()
        var sources: [PlannedSource] = []
        for source in preset.sources {
            sources.append(try plan(source, camera: cameras[source.name], preset: preset))
        }
        var microphone = preset.microphone
        if case .alsa(let device)? = preset.microphone?.origin {
            let chosen = try MicrophoneChoice(inventory: inventory).device(for: device)
            microphone = Microphone(origin: .alsa(device: chosen))
        }
        return CapturePlan(
            name: preset.name, canvas: preset.canvas, colorimetry: colorimetry(of: preset), sources: sources,
            microphone: microphone, layouts: preset.layouts.map { plan($0, sources: sources, canvas: preset.canvas) },
            layout: preset.layout, video: preset.video, audio: preset.audio, output: preset.output,
            limits: preset.limits)
    }

    /// The stage's matrix: what the preset says, else the first source's own, because converting a matrix costs as much
    /// as decoding. Cameras and unknown pictures are taken for BT.601; test pictures come in what their size implies.
    static func colorimetry(of preset: Preset) -> Colorimetry {
        if let color = preset.color { return color }
        guard case .test? = preset.sources.first?.origin else { return .bt601 }
        return preset.canvas.height >= 720 ? .bt709 : .bt601
    }

    private static func plan(
        _ source: Source, camera: Camera?, preset: Preset
    ) throws(CaptureError) -> PlannedSource {
        // A source that no layout shows can still be photographed: then the canvas is its measure.
        let box =
            LayoutGeometry.largestSize(of: source.name, in: preset.layouts, canvas: preset.canvas.size)
            ?? preset.canvas.size
        let origin: PlannedSource.Origin
        var picture: Size?
        switch source.origin {
        case .camera:
            guard let camera else {
                throw CaptureError(.internal, source: source.name, message: "no camera was bound to this source")
            }
            let mode = try mode(of: camera, for: source, box: box, frameRate: preset.canvas.frameRate)
            origin = .camera(camera, mode: mode)
            picture = mode.map { source.rotate.turned($0.size) }
        case .test(let pattern): origin = .test(pattern: pattern)
        case .file(let path): origin = .file(path: path)
        case .element(let description): origin = .element(description: description)
        }
        let scaled =
            LayoutGeometry.largestSize(
                of: source.name, in: preset.layouts, canvas: preset.canvas.size, pictureSize: picture, fit: source.fit)
            ?? box
        return PlannedSource(
            name: source.name, origin: origin, mirror: source.mirror, rotate: source.rotate, fit: source.fit,
            scaledSize: scaled)
    }

    /// A layout's rectangles. The picture that reaches the stage has one size and one shape, `scaledSize`: where a
    /// layout gives it a box of another shape, it is fitted into it and not distorted, unless the preset says
    /// `fit: "stretch"`.
    private static func plan(_ layout: Layout, sources: [PlannedSource], canvas: Canvas) -> PlannedLayout {
        let items = layout.items.compactMap { placement -> PlannedLayout.Item? in
            guard let source = sources.first(where: { $0.name == placement.source }) else { return nil }
            let rectangle = LayoutGeometry.rectangle(
                of: placement, canvas: canvas.size, source: source.scaledSize,
                fit: source.fit == .stretch ? .stretch : .contain)
            return PlannedLayout.Item(source: source.name, rectangle: rectangle)
        }
        return PlannedLayout(name: layout.name, items: items)
    }

    /// Presets that were read from a file have passed these checks; ones made in code have not.
    private static func checkNames(in preset: Preset) throws(CaptureError) {
        func invalid(_ message: String) -> CaptureError {
            CaptureError(.invalidPreset, message: "the preset \(preset.name) \(message)")
        }
        if preset.sources.isEmpty { throw invalid("has no sources") }
        var names: Set<String> = []
        for source in preset.sources where !names.insert(source.name).inserted {
            throw invalid("has two sources named \(source.name)")
        }
        guard preset.layouts.contains(where: { $0.name == preset.layout }) else {
            throw invalid("starts with the layout \(preset.layout), which it does not have")
        }
        for layout in preset.layouts {
            for item in layout.items where !names.contains(item.source) {
                throw invalid("shows \(item.source) in its layout \(layout.name), but has no source of that name")
            }
        }
    }
}

extension Rotation {
    /// A size after this rotation; before it, too, since turning back swaps the same sides.
    func turned(_ size: Size) -> Size {
        switch self {
        case .none, .half: size
        case .clockwise90, .clockwise270: Size(width: size.height, height: size.width)
        }
    }
}
