// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    // An asynchronous function runs where its caller does: a session's work stays on its own executor.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "tandem",
    products: [
        .library(name: "CaptureKit", targets: ["CaptureKit", "CaptureModel", "CapturePresets"]),
        .executable(name: "tandem", targets: ["tandem"]),
    ],
    targets: [
        // System libraries: each is imported by the one target beside it.
        .systemLibrary(
            name: "CGStreamer",
            pkgConfig: "gstreamer-1.0 gstreamer-base-1.0 gstreamer-app-1.0 gstreamer-video-1.0 gstreamer-audio-1.0"),
        .systemLibrary(name: "CVideo4Linux"),
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0"),

        .target(name: "GStreamer", dependencies: ["CGStreamer"], swiftSettings: strict),
        .target(name: "CaptureModel", swiftSettings: strict),
        .target(name: "CapturePresets", dependencies: ["CaptureModel"], swiftSettings: strict),
        .target(
            name: "CaptureKit",
            dependencies: ["GStreamer", "CaptureModel", "CVideo4Linux"],
            swiftSettings: strict),
        .target(
            name: "TandemCLI",
            dependencies: ["CaptureKit", "CaptureModel", "CapturePresets", "CGLib"],
            swiftSettings: strict),
        .executableTarget(name: "tandem", dependencies: ["TandemCLI"], swiftSettings: strict),

        // Tests alone: a clock that they move by hand.
        .systemLibrary(name: "CGStreamerCheck", path: "Tests/CGStreamerCheck", pkgConfig: "gstreamer-check-1.0"),
        .target(
            name: "CaptureTestSupport", dependencies: ["CGStreamerCheck", "GStreamer"],
            path: "Tests/CaptureTestSupport", swiftSettings: strict),
        .testTarget(
            name: "GStreamerTests", dependencies: ["GStreamer", "CaptureTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "CaptureModelTests", dependencies: ["CaptureModel", "CaptureTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "CapturePresetsTests",
            dependencies: ["CapturePresets", "CaptureModel", "CaptureTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "CaptureKitTests",
            dependencies: ["CaptureKit", "CaptureModel", "CapturePresets", "GStreamer", "CaptureTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TandemCLITests",
            dependencies: [
                "TandemCLI", "CaptureKit", "CaptureModel", "CapturePresets", "tandem", "CaptureTestSupport",
            ],
            swiftSettings: strict),
        // What a film must be: the program run as a user would, its films read by other programs.
        .testTarget(name: "FilmTests", dependencies: ["tandem", "CaptureTestSupport"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
