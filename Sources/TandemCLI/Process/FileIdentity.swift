internal import Glibc

/// Which file something is, whatever its name: the device and the file's number on it.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let number: ino_t

    /// Links are followed; `nil` when there is no such file. C: `stat`.
    init?(of path: String) {
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        self.init(information)
    }

    /// `nil` when the descriptor is closed. C: `fstat`.
    init?(ofDescriptor descriptor: Int32) {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { return nil }
        self.init(information)
    }

    private init(_ information: stat) {
        device = information.st_dev
        number = information.st_ino
    }

    /// Whether what is written to the path comes out of one of this process's own streams. Never for `/dev/null`,
    /// where nothing meets.
    static func isStream(_ descriptor: Int32, _ path: String) -> Bool {
        guard let file = FileIdentity(of: path), file == FileIdentity(ofDescriptor: descriptor) else { return false }
        return file != FileIdentity(of: "/dev/null")
    }
}
