public import CaptureModel
import Glibc

/// The cameras and microphones of this machine.
///
/// AVFoundation: `AVCaptureDevice.DiscoverySession`.
public enum DeviceInventory {
    /// What is there now: cameras that are held by somebody or may not be opened included.
    ///
    /// Each camera is opened for a moment to be asked for its modes; no camera's settings change and no stream is
    /// disturbed. It waits for files and drivers, with a call for each mode of each camera, so it belongs on a thread
    /// that may wait.
    ///
    /// - Source: `/sys/class/video4linux`, `VIDIOC_QUERYCAP` and the `VIDIOC_ENUM_…` calls, `/proc/asound`.
    public static func current() -> Inventory { DeviceScanner.system().inventory() }

    /// A plan for this machine as it is now, with paths that the preset names followed and explained.
    ///
    /// A path below `/dev` that gives no pictures (a directory, a metadata node, a link to nowhere) gets its own error
    /// instead of the planner's general one. Waits as `current()` does.
    ///
    /// - Throws: as `Planner.plan`. Nothing has changed then.
    public static func plan(_ preset: Preset) throws(CaptureError) -> CapturePlan {
        try DeviceScanner.system().plan(preset)
    }

    /// Why nothing can be recorded from a path that somebody names as a camera; `nil` when it is a camera that can be
    /// used now.
    package static func diagnosis(ofCameraPath path: String, source: String? = nil) -> CaptureError? {
        DeviceScanner.system().diagnosis(ofCameraPath: path, source: source)
    }
}

/// Reads one machine's devices, from the roots that it is given.
package struct DeviceScanner: Sendable {
    package var roots: DeviceRoots
    package var nodes: any DeviceNodes

    package init(roots: DeviceRoots, nodes: any DeviceNodes) {
        self.roots = roots
        self.nodes = nodes
    }

    /// The real roots of this machine and user.
    package static func system() -> DeviceScanner {
        var roots = DeviceRoots(ownProcess: Int(getpid()))
        if let home = environment("HOME") {
            roots.soundConfigurations += [home + "/.asoundrc", home + "/.config/alsa/asoundrc"]
        }
        if let runtime = environment("XDG_RUNTIME_DIR") {
            let folder = "/etc/alsa/conf.d/"
            roots.soundServers = [
                .init(configuration: folder + "99-pipewire-default.conf", socket: runtime + "/pipewire-0"),
                .init(configuration: folder + "99-pulseaudio-default.conf", socket: runtime + "/pulse/native"),
                .init(configuration: folder + "99-pulse.conf", socket: runtime + "/pulse/native"),
                .init(configuration: folder + "pulse.conf", socket: runtime + "/pulse/native"),
            ]
        }
        return DeviceScanner(roots: roots, nodes: SystemDeviceNodes())
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    package func inventory() -> Inventory {
        let video = VideoScan(roots: roots, nodes: nodes).run()
        let sound = SoundScan(roots: roots, nodes: nodes).run()
        return Inventory(
            cameras: video.cameras, microphones: sound.microphones, otherNodes: video.otherNodes,
            defaultMicrophone: sound.defaultMicrophone, soundConfigurations: sound.configurations)
    }

    /// Follows links of the user's own (`/home/me/desk-camera`) to the node that the inventory knows, plans, and
    /// explains paths that it does not know.
    package func plan(_ preset: Preset) throws(CaptureError) -> CapturePlan {
        let inventory = inventory()
        var preset = preset
        for index in preset.sources.indices {
            guard case .camera(.named(let wanted)) = preset.sources[index].origin, wanted.hasPrefix("/") else {
                continue
            }
            if inventory.cameras.contains(where: { $0.path == wanted || $0.links.contains(wanted) }) { continue }
            if let real = SystemFiles.resolved(wanted), inventory.cameras.contains(where: { $0.path == real }) {
                preset.sources[index].origin = .camera(.named(real))
            } else if let error = diagnosis(ofCameraPath: wanted, source: preset.sources[index].name) {
                throw error
            }
        }
        return try Planner.plan(preset, inventory: inventory)
    }
}
