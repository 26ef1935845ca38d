import Glibc

/// The machine's real nodes.
package struct SystemDeviceNodes: DeviceNodes {
    package init() {}

    package func status(of path: String) -> NodeStatus {
        var raw = stat()
        if stat(path, &raw) != 0 {
            let error = errno
            guard error == ENOENT else {
                return NodeStatus(kind: error == ENOTDIR ? .missing : .unreachable(SystemError(error)))
            }
            if let target = SystemFiles.linkTarget(of: path) { return NodeStatus(kind: .danglingLink(target: target)) }
            return NodeStatus(kind: .missing)
        }
        let kind: NodeStatus.Kind
        switch raw.st_mode & S_IFMT {
        case S_IFDIR: kind = .directory
        case S_IFCHR: kind = .characterDevice(major: Self.major(of: UInt64(raw.st_rdev)))
        case S_IFBLK: kind = .blockDevice
        case S_IFIFO: kind = .pipe
        case S_IFSOCK: kind = .socket
        default: kind = .plainFile
        }
        return NodeStatus(kind: kind, group: raw.st_gid, mode: raw.st_mode & 0o777)
    }

    package func openVideoNode(at path: String) throws(SystemError) -> any VideoNode { try V4L2Node(path: path) }

    package func refusal(toOpenSoundNodeAt path: String) -> SystemError? {
        // ALSA opens capture nodes for reading and writing. AT_EACCESS: as the opening itself would be judged.
        faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0 ? nil : SystemError(errno)
    }

    /// `major(3)` is a macro, which Swift does not import.
    private static func major(of device: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: (device >> 8) & 0xfff | (device >> 32) & ~0xfff)
    }
}

extension SystemError {
    /// The system's words for it: `No such device`.
    var text: String { String(cString: strerror(number)) }
}
