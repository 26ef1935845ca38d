import CaptureModel

/// Cameras with the modes that real ones list, and presets to plan on them.
enum Machine {
    private typealias Row = (format: String, width: Int, height: Int, rates: [Fraction])

    private static func list(_ format: String, _ sizes: [(Int, Int)], _ rates: [Fraction]) -> [CaptureMode] {
        sizes.map { CaptureMode(format: format, width: $0.0, height: $0.1, frameRates: rates) }
    }

    private static func rates(_ values: Int...) -> [Fraction] { values.map { Fraction($0) } }
    private static let sevenAndAHalf = Fraction(15, 2)

    /// Raw and JPEG in the same sizes, all at 30.
    static let genericHD: [CaptureMode] = {
        let sizes = [(640, 480), (352, 288), (320, 240), (160, 120), (1280, 720), (1280, 960)]
        return list("YUYV", sizes, rates(30)) + list("MJPG", sizes, rates(30))
    }()

    static let jpegOnly1080 = list("MJPG", [(1920, 1080), (1280, 720), (800, 600)], rates(30, 25, 15))

    /// A laptop's: raw pictures get slower with their size.
    static let laptop: [CaptureMode] =
        list(
            "MJPG",
            [
                (1920, 1080), (320, 180), (320, 240), (352, 288), (424, 240), (640, 360), (640, 480), (848, 480),
                (960, 540), (1280, 720),
            ], rates(30))
        + list("YUYV", [(640, 480), (320, 180), (320, 240), (352, 288), (424, 240), (640, 360)], rates(30))
        + list("YUYV", [(848, 480)], rates(20)) + list("YUYV", [(960, 540)], rates(15))
        + list("YUYV", [(1280, 720)], rates(10)) + list("YUYV", [(1920, 1080)], rates(5))

    static let sixtyFrames: [CaptureMode] =
        list("YUYV", [(640, 480)], rates(30, 24, 20, 15, 10) + [sevenAndAHalf] + rates(5))
        + list("MJPG", [(1920, 1080)], rates(30, 24, 20, 15, 10) + [sevenAndAHalf] + rates(5))
        + list("MJPG", [(1280, 720), (640, 480)], rates(60, 30, 24, 20, 15, 10) + [sevenAndAHalf] + rates(5))
        + list("NV12", [(640, 360)], rates(30, 24, 15, 10) + [sevenAndAHalf] + rates(5))

    static let grabber4K: [CaptureMode] =
        list("YUYV", [(3840, 2160)], rates(15)) + list("YUYV", [(1920, 1080), (1280, 720), (640, 480)], rates(60))
        + list("MJPG", [(3840, 2160)], rates(30)) + list("MJPG", [(1920, 1080), (1280, 720), (640, 480)], rates(60))

    /// Encodes H.264 itself, which is not what the graph wants.
    static let ownEncoder: [CaptureMode] =
        list("MJPG", [(1920, 1080)], rates(30, 25)) + list("MJPG", [(1280, 720)], rates(30))
        + list("H264", [(1920, 1080)], rates(30)) + list("YUYV", [(640, 480)], rates(5))

    static let oddSizes: [CaptureMode] =
        list("YUYV", [(640, 480)], rates(30, 20, 15, 10) + [sevenAndAHalf])
        + list("YUYV", [(1280, 720)], rates(10) + [sevenAndAHalf])
        + list("YUYV", [(960, 544)], rates(20, 15, 10) + [sevenAndAHalf])
        + list("YUYV", [(800, 448)], rates(30, 20, 15, 10) + [sevenAndAHalf])

    /// The same sizes listed twice, in another order.
    static let listedTwice: [CaptureMode] =
        list("MJPG", [(1920, 1080), (1280, 720), (640, 480), (320, 240), (1920, 1080)], rates(30))
        + list("YUYV", [(640, 480), (320, 240), (640, 480)], rates(30))

    /// Names no rates at all.
    static let rateless = list("YUYV", [(640, 480), (1280, 720)], [])

    /// Television's rates.
    static let television = list("MJPG", [(1280, 720)], [Fraction(60000, 1001), Fraction(30000, 1001)])

    static func camera(
        _ number: Int, _ modes: [CaptureMode], name: String = "Cam", access: Camera.Access = .available,
        bus: String? = nil
    ) -> Camera {
        Camera(
            id: "usb-Maker_\(name)_\(number)-video-index0", name: name, path: "/dev/video\(number)", driver: "uvcvideo",
            bus: bus ?? "usb-0000:00:14.0-\(number)",
            links: ["/dev/v4l/by-id/usb-Maker_\(name)_\(number)-video-index0"],
            access: access, modes: modes)
    }

    static func preset(
        _ sources: [Source], canvas: Canvas = Canvas(width: 1280, height: 720, frameRate: Fraction(30)),
        layouts: [Layout]? = nil, microphone: Microphone? = nil, color: Colorimetry? = nil
    ) -> Preset {
        let pip = Layout(
            name: "pip",
            items: sources.enumerated().map { index, source in
                index == 0
                    ? Placement(source: source.name)
                    : Placement(
                        source: source.name, width: .percent(25),
                        align: Alignment(horizontal: .right, vertical: .bottom), margin: .pixels(24))
            })
        return Preset(
            name: "dual-camera", canvas: canvas, sources: sources, microphone: microphone, layouts: layouts ?? [pip],
            layout: layouts?.first?.name ?? "pip", color: color)
    }

    static func auto(_ name: String) -> Source { Source(name: name, origin: .camera(.automatic)) }
    static func named(_ name: String, _ camera: String) -> Source {
        Source(name: name, origin: .camera(.named(camera)))
    }
    static let twoCameras = preset([auto("main"), auto("inset")])
}

extension CapturePlan {
    func mode(of source: String) -> String? {
        guard case .camera(_, let mode)? = sources.first(where: { $0.name == source })?.origin else { return nil }
        return mode?.description
    }

    func camera(of source: String) -> String? {
        guard case .camera(let camera, _)? = sources.first(where: { $0.name == source })?.origin else { return nil }
        return camera.path
    }

    func rectangle(of source: String, in layout: String) -> String? {
        layouts.first { $0.name == layout }?.items.first { $0.source == source }?.rectangle.description
    }
}
