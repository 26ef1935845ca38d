import CaptureModel

extension Preset {
    /// Two test pictures and a test sound.
    static var twoSources: Preset {
        Preset(
            name: "two", summary: "Two pictures", canvas: Canvas(width: 1280, height: 720, frameRate: Fraction(30)),
            sources: [
                Source(name: "main", origin: .test(pattern: "smpte")),
                Source(name: "inset", origin: .test(pattern: "ball"), mirror: true),
            ],
            microphone: Microphone(origin: .test(wave: "ticks")),
            layouts: [
                Layout(
                    name: "pip",
                    items: [
                        Placement(source: "main"),
                        Placement(
                            source: "inset", width: .percent(25),
                            align: Alignment(horizontal: .right, vertical: .bottom), margin: .pixels(24)),
                    ])
            ], layout: "pip")
    }
}
