internal import CaptureModel
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The file that a film is written to: made without overwriting anything, and brought to the disk every second.
///
/// Threading: any thread. The descriptor is open until `close`.
final class FilmFile: Sendable {
    /// As the user named it.
    let path: String
    let descriptor: Int32
    /// `false` for a device or a pipe, which is written in place: no size, no finishing, no removal.
    let isRegular: Bool
    /// Where the film is until `publish` puts it in an old film's place.
    private let temporaryPath: String?
    private let syncing: Mutex<(any DispatchSourceTimer)?>
    private let queue = DispatchQueue(label: "tandem.film-sync", qos: .utility)

    /// Opens a film for writing.
    ///
    /// Errors: `outputExists` when there is one already and it may not be replaced, `cannotCreateOutput` with the
    /// reason, `diskFull`. Nothing has changed then, except that an empty file never stays behind.
    init(_ path: String, overwrite: Bool) throws(CaptureError) {
        self.path = path
        syncing = Mutex(nil)
        guard !path.isEmpty else {
            throw CaptureError(
                .cannotCreateOutput, message: "the output's name is empty", remedy: "name a file with --output")
        }
        var status = stat()
        let exists = stat(path, &status) == 0
        let kind = status.st_mode & S_IFMT
        if exists && kind == S_IFDIR {
            throw CaptureError(
                .cannotCreateOutput, message: "\(path) is a folder", remedy: "name a file in it with --output")
        }
        if exists && kind != S_IFREG {
            isRegular = false
            temporaryPath = nil
            // Without O_NONBLOCK the opening of a pipe would wait for a reader for ever.
            let opened = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            guard opened >= 0 else { throw FilmFile.error(errno, path) }
            _ = fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK)
            descriptor = opened
            return
        }
        isRegular = true
        if exists && !overwrite {
            throw CaptureError(
                .outputExists, message: "\(path) exists already and is left as it is",
                remedy: "choose another name, or pass --force to replace it")
        }
        // The old film stays until the new one begins: a start that fails costs nothing.
        let target = exists ? FilmFile.neighbour(of: path) : path
        temporaryPath = exists ? target : nil
        let opened = open(target, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard opened >= 0 else { throw FilmFile.error(errno, path) }
        descriptor = opened
    }

    private static func neighbour(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return ".\(path).\(getpid()).new" }
        return "\(path[...slash]).\(path[path.index(after: slash)...]).\(getpid()).new"
    }

    private static func error(_ number: Int32, _ path: String) -> CaptureError {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let words = String(cString: strerror(number))
        return switch number {
        case EEXIST:
            CaptureError(
                .outputExists, message: "\(path) exists already and is left as it is",
                remedy: "choose another name, or pass --force to replace it")
        case ENOENT:
            CaptureError(
                .cannotCreateOutput, message: "the folder \(folder) for \(path) does not exist",
                remedy: "make it with mkdir -p, or choose another with --output")
        case EACCES, EPERM, EROFS:
            CaptureError(
                .cannotCreateOutput, message: "\(path) cannot be written: \(words)",
                remedy: "choose a folder that you may write to with --output")
        case ENXIO:
            CaptureError(
                .cannotCreateOutput, message: "nobody reads from \(path)", remedy: "start the reader first")
        case ENOSPC, EDQUOT:
            CaptureError(
                .diskFull, message: "\(path) cannot be made: \(words)",
                remedy: "make room on the disk, or choose another with --output")
        default:
            CaptureError(
                .cannotCreateOutput, message: "\(path) cannot be made: \(words)",
                remedy: "choose another name or folder with --output")
        }
    }

    // MARK: While it is written

    /// Puts the new film in the old one's place, where there was one.
    func publish() throws(CaptureError) {
        guard let temporaryPath else { return }
        guard rename(temporaryPath, path) == 0 else { throw FilmFile.error(errno, path) }
    }

    /// Brings what is written to the disk once a second: a power cut loses what only the memory has.
    func startSyncing() {
        guard isRegular else { return }
        syncing.withLock { syncing in
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + .seconds(1), repeating: .seconds(1), leeway: .milliseconds(100))
            timer.setEventHandler { [descriptor] in _ = fdatasync(descriptor) }
            timer.activate()
            syncing = timer
        }
        syncFolder()
    }

    /// The folder's entry of the film has to reach the disk as well.
    private func syncFolder() {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        queue.async {
            let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard opened >= 0 else { return }
            _ = fsync(opened)
            _ = Glibc.close(opened)
        }
    }

    /// Bytes in the film so far; zero for what is no regular file.
    var size: Int {
        var status = stat()
        return isRegular && fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Bytes that an ordinary user may still write there; `nil` for what is no regular file.
    var freeDisk: Int? {
        var status = statvfs()
        guard isRegular, fstatvfs(descriptor, &status) == 0 else { return nil }
        return Int(status.f_bavail) * Int(status.f_frsize)
    }

    // MARK: At the end

    /// Ends the syncing, brings the rest to the disk, and closes.
    func close() {
        syncing.withLock { timer in
            timer?.cancel()
            timer = nil
        }
        // After the timer's last turn: the descriptor's number may belong to another file once it is closed.
        queue.sync {
            if isRegular { _ = fdatasync(descriptor) }
            _ = Glibc.close(descriptor)
        }
    }

    /// Takes away a film in which there is nothing. Only a file that this object has made.
    func remove() {
        guard isRegular else { return }
        unlink(temporaryPath ?? path)
    }
}
