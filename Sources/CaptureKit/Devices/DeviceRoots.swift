/// Where the inventory looks; tests set up trees of their own.
package struct DeviceRoots: Sendable {
    package var videoClass = "/sys/class/video4linux"
    package var devices = "/dev"
    package var linksByID = "/dev/v4l/by-id"
    package var linksByPath = "/dev/v4l/by-path"
    package var processes = "/proc"
    package var sound = "/proc/asound"
    package var groups = "/etc/group"
    /// udev's notes about devices: the only way to learn what a node is that may not be opened.
    package var deviceNotes = "/run/udev/data"
    /// Files that define ALSA devices.
    package var soundConfigurations: [String] = ["/etc/asound.conf"]
    /// Files that make `default` a sound server's device, each with the socket without which it is of no use.
    package var soundServers: [SoundServer] = []
    /// Left out of the holders.
    package var ownProcess: Int

    package struct SoundServer: Sendable {
        package var configuration: String
        package var socket: String

        package init(configuration: String, socket: String) {
            self.configuration = configuration
            self.socket = socket
        }
    }

    package init(ownProcess: Int) { self.ownProcess = ownProcess }

    /// The same tree below another root.
    package init(below root: String, ownProcess: Int = 0) {
        self.init(ownProcess: ownProcess)
        videoClass = root + videoClass
        devices = root + devices
        linksByID = root + linksByID
        linksByPath = root + linksByPath
        processes = root + processes
        sound = root + sound
        groups = root + groups
        deviceNotes = root + deviceNotes
        soundConfigurations = soundConfigurations.map { root + $0 }
    }
}
