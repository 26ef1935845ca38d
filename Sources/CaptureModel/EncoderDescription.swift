/// One way to encode pictures or sound, and whether this machine has it.
public struct EncoderDescription: Sendable, Hashable {
    /// `h264`, `vp8`, `aac`, `opus`
    public var codec: String
    /// GStreamer's name for it: `x264enc`.
    public var element: String
    /// Whether this machine has it.
    public var isInstalled: Bool
    /// The Debian package that brings it.
    public var package: String

    public init(codec: String, element: String, isInstalled: Bool, package: String) {
        self.codec = codec
        self.element = element
        self.isInstalled = isInstalled
        self.package = package
    }
}
