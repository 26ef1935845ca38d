/// Which Debian package has an element, for the message that tells what to install.
enum ElementPackages {
    static func package(of factory: String) -> String {
        switch factory {
        case "v4l2src", "jpegdec", "videoflip", "vp8enc", "matroskamux", "webmmux", "mp4mux", "level",
            "aspectratiocrop", "aacparse":
            "gstreamer1.0-plugins-good"
        case "h264parse", "openh264enc", "voaacenc", "errorignore": "gstreamer1.0-plugins-bad"
        case "x264enc": "gstreamer1.0-plugins-ugly"
        case "avenc_aac": "gstreamer1.0-libav"
        case "alsasrc": "gstreamer1.0-alsa"
        case "queue", "tee", "capsfilter", "filesrc", "fdsink", "identity", "fakesink", "clocksync":
            "libgstreamer1.0-0"
        default: "gstreamer1.0-plugins-base"
        }
    }
}
