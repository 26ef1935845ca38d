public import CaptureModel
internal import GStreamer

/// The encoders that films are made with on this machine.
public enum EncoderInventory {
    /// Every encoder that would be used, for each codec in the order of preference: the first that is installed is
    /// the one that is taken.
    ///
    /// Reads GStreamer's registry, which may take seconds the first time: call it from a thread that may wait.
    /// Empty when GStreamer cannot be used at all. C: `gst_element_factory_find`
    public static func current() -> [EncoderDescription] {
        guard (try? Library.initialize()) != nil else { return [] }
        let canvas = Canvas(width: 2, height: 2, frameRate: Fraction(1))
        let video = VideoCodec.allCases.flatMap { codec in
            let container = Container.allCases.first { $0.videoCodecs.contains(codec) } ?? .mkv
            let plan = VideoPlan(VideoSettings(codec: codec), container: container, canvas: canvas, threads: 1)
            return EncoderSettings.candidates(plan).map { description(of: $0, codec: codec.rawValue) }
        }
        let audio = AudioCodec.allCases.flatMap { codec in
            let container = Container.allCases.first { $0.audioCodecs.contains(codec) } ?? .mkv
            let plan = AudioPlan(AudioSettings(codec: codec), container: container)
            return EncoderSettings.candidates(plan).map { description(of: $0, codec: codec.rawValue) }
        }
        return video + audio
    }

    private static func description(of settings: EncoderSettings, codec: String) -> EncoderDescription {
        EncoderDescription(
            codec: codec, element: settings.factory, isInstalled: Library.hasElement(settings.factory),
            package: ElementPackages.package(of: settings.factory))
    }
}
