import CaptureModel

/// Presets on the built-in test sources, for speed.
enum TestPresets {
    /// Two moving pictures, the second mirrored in the bottom right corner, and ticks.
    static func pictureInPicture(
        width: Int = 320, height: Int = 180, frameRate: Fraction = Fraction(30), sound: Bool = true
    ) -> Preset {
        Preset(
            name: "test", canvas: Canvas(width: width, height: height, frameRate: frameRate),
            sources: [
                Source(name: "main", origin: .test(pattern: "smpte")),
                Source(name: "inset", origin: .test(pattern: "ball"), mirror: true),
            ],
            microphone: sound ? Microphone(origin: .test(wave: "ticks")) : nil,
            layouts: [
                Layout(
                    name: "pip",
                    items: [
                        Placement(source: "main"),
                        Placement(
                            source: "inset", width: .percent(25),
                            align: Alignment(horizontal: .right, vertical: .bottom), margin: .pixels(24)),
                    ])
            ], layout: "pip", limits: Limits(minFreeDisk: 0))
    }
}
