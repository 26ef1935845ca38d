/// The names that GStreamer 1.22 has for test pictures and test sounds, so that a preset can be checked without it.
public enum TestSources {
    /// `videotestsrc`'s patterns by their nicks.
    public static let patterns = [
        "smpte", "snow", "black", "white", "red", "green", "blue", "checkers-1", "checkers-2", "checkers-4",
        "checkers-8", "circular", "blink", "smpte75", "zone-plate", "gamut", "chroma-zone-plate", "solid-color",
        "ball", "smpte100", "bar", "pinwheel", "spokes", "gradient", "colors", "smpte-rp-219",
    ]

    /// `audiotestsrc`'s waves by their nicks.
    public static let waves = [
        "sine", "square", "saw", "triangle", "silence", "white-noise", "pink-noise", "sine-table", "ticks",
        "gaussian-noise", "red-noise", "blue-noise", "violet-noise",
    ]
}
