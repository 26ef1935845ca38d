package import CaptureModel
import Glibc

extension DeviceScanner {
    /// Why nothing can be recorded from a path that somebody names as a camera; `nil` when it is a camera that can be
    /// used now. Only nodes of V4L2's own device number are opened: others might act on being opened.
    package func diagnosis(ofCameraPath path: String, source: String? = nil) -> CaptureError? {
        func no(_ what: String, remedy: String? = nil) -> CaptureError {
            CaptureError(
                .notACaptureDevice, source: source, message: "\(path) is no camera: \(what)",
                remedy: remedy ?? "list the cameras with tandem devices")
        }
        let status = nodes.status(of: path)
        switch status.kind {
        case .missing:
            return CaptureError(
                .deviceNotFound, source: source, message: "there is no \(path)",
                remedy: "connect the camera, or list the cameras with tandem devices")
        case .danglingLink(let target):
            return CaptureError(
                .deviceNotFound, source: source,
                message: "\(path) is a link to \(target), which is not there",
                remedy: "connect the camera that it stands for, or list the cameras with tandem devices")
        case .directory: return no("it is a directory")
        case .plainFile:
            return no(
                "it is a plain file", remedy: "to record from a film or picture file, write { file: \"\(path)\" }")
        case .blockDevice: return no("it is a block device, such as a disk")
        case .pipe: return no("it is a pipe")
        case .socket: return no("it is a socket")
        case .unreachable(let error):
            if error.number == EACCES {
                return CaptureError(
                    .notPermitted, source: source,
                    message: "\(path) cannot be reached: a folder on the way may not be entered",
                    remedy: "ask the administrator for access to it")
            }
            return no("it cannot be reached (\(error.text))")
        case .characterDevice(let major):
            guard major == Self.videoMajor else { return no("it is a device, but not one of V4L2") }
            return diagnosis(ofNode: path, status: status, source: source, no: no)
        }
    }

    /// Linux's device number of V4L2.
    private static let videoMajor: UInt32 = 81

    private func diagnosis(
        ofNode path: String, status: NodeStatus, source: String?, no: (String, String?) -> CaptureError
    ) -> CaptureError? {
        let camera = Camera(id: path, name: path, path: path)
        do throws(SystemError) {
            let node = try nodes.openVideoNode(at: path)
            let capability = try node.capability()
            if let kind = NodeKind.other(for: capability) {
                return no("it is \(OtherNode.phrase(for: kind)) of \(capability.card)", nil)
            }
            guard node.isStreamedByAnother() else { return nil }
            return busy(path, name: capability.card, source: source)
        } catch {
            switch error.number {
            case EACCES:
                let group = SystemGroups(path: roots.groups).group(thatOpens: status)
                return CaptureError.notPermitted("the camera \(path)", path: path, group: group, source: source)
            case EPERM:
                return CaptureError.notPermitted("the camera \(path)", path: path, group: nil, source: source)
            case EBUSY: return busy(path, name: path, source: source)
            case ENOTTY, EINVAL: return no("it is a device, but not one of V4L2", nil)
            case ENODEV, ENXIO: return no("its node is there, but the device behind it is gone", nil)
            default:
                var failed = camera
                failed.access = .failed(reason: error.text)
                return failed.accessError(source: source)
            }
        }
    }

    private func busy(_ path: String, name: String, source: String?) -> CaptureError? {
        var holders = HolderScan(processes: roots.processes, ownProcess: roots.ownProcess)
        let real = SystemFiles.resolved(path) ?? path
        let camera = Camera(id: path, name: name, path: path, access: .busy(holders: holders.holders(of: real)))
        return camera.accessError(source: source)
    }
}
