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
    /// Where the film lies in the end: what `path` leads to, if it is a link.
    private let target: String
    /// Where the film is until `publish` puts it in an old film's place.
    private let temporaryPath: Mutex<String?>
    /// The first failure of bringing the film to the disk: an `errno`, told once by the system and never again.
    private let syncFailure = Mutex<Int32>(0)
    private let syncing: Mutex<(any DispatchSourceTimer)?>
    private let queue = DispatchQueue(label: "tandem.film-sync", qos: .utility)

    /// Opens a film for writing.
    ///
    /// Errors: `outputExists` when there is one already and it may not be replaced, `cannotCreateOutput` with the
    /// reason, `diskFull`. Nothing has changed then, except that an empty file never stays behind.
    ///
    /// - Parameter sources: files that the session reads, by the sources' names: none of them is ever replaced.
    init(_ path: String, overwrite: Bool, sources: [String: String] = [:]) throws(CaptureError) {
        self.path = path
        syncing = Mutex(nil)
        guard !path.isEmpty else {
            throw CaptureError(
                .cannotCreateOutput, message: "the output's name is empty", remedy: "name a file with --output")
        }
        guard !path.utf8.contains(0) else {
            throw CaptureError(
                .cannotCreateOutput, message: "the output's name has a zero byte in it",
                remedy: "choose another name with --output")
        }
        var status = stat()
        let exists = stat(path, &status) == 0
        let kind = status.st_mode & S_IFMT
        if exists && kind == S_IFDIR {
            throw CaptureError(
                .cannotCreateOutput, message: "\(path) is a folder", remedy: "name a file in it with --output")
        }
        if exists && kind == S_IFBLK {
            throw CaptureError(
                .cannotCreateOutput, message: "\(path) is a disk, and a film would destroy what is on it",
                remedy: "mount it and name a file on it with --output")
        }
        if exists && kind != S_IFREG {
            isRegular = false
            target = path
            temporaryPath = Mutex(nil)
            // Never waiting: not for a pipe's reader to come, and not for one that no longer reads, which would keep
            // the film's thread from ever being stopped.
            let opened = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            guard opened >= 0 else { throw FilmFile.error(errno, path) }
            descriptor = opened
            return
        }
        isRegular = true
        if exists && !overwrite {
            throw CaptureError(
                .outputExists, message: "\(path) exists already and is left as it is",
                remedy: "choose another name, or pass --force to replace it")
        }
        guard exists else {
            target = path
            temporaryPath = Mutex(nil)
            let opened = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard opened >= 0 else { throw FilmFile.creationError(errno, path) }
            descriptor = opened
            FilmFile.markAsRecorded(opened)
            return
        }
        try FilmFile.refuse(path, ifReadBy: sources)
        try FilmFile.refuseIfRecorded(path)
        // The old film stays until the new one begins: a start that fails costs nothing. A link stays a link, be it
        // one of the user's or the system's own (/dev/stdout).
        target = FilmFile.resolved(path)
        let (opened, temporary) = FilmFile.makeNeighbour(of: target)
        guard opened >= 0 else { throw FilmFile.error(errno, path) }
        temporaryPath = Mutex(temporary)
        descriptor = opened
        FilmFile.markAsRecorded(opened)
    }

    // MARK: Other people's films

    /// Whoever wants to replace the film sees by this lock that somebody is recording it; a process that dies lets go.
    private static func markAsRecorded(_ descriptor: Int32) { _ = flock(descriptor, LOCK_EX | LOCK_NB) }

    private static func refuseIfRecorded(_ path: String) throws(CaptureError) {
        let opened = open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { return }
        defer { _ = Glibc.close(opened) }
        guard flock(opened, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        throw CaptureError(
            .outputExists, message: "\(path) is being recorded at this moment and is left as it is",
            remedy: "choose another name with --output")
    }

    private static func refuse(_ path: String, ifReadBy sources: [String: String]) throws(CaptureError) {
        var output = stat()
        guard stat(path, &output) == 0 else { return }
        for (name, file) in sources {
            var input = stat()
            guard stat(file, &input) == 0, input.st_dev == output.st_dev, input.st_ino == output.st_ino else {
                continue
            }
            throw CaptureError(
                .outputExists, source: name,
                message: "\(path) is the file that this source reads, and is left as it is",
                remedy: "choose another name with --output")
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// A new file in the same folder, under a name that is short whatever the film's is; one may be left over from a
    /// process that died and had the same number.
    private static func makeNeighbour(of path: String) -> (descriptor: Int32, path: String) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        var name = ""
        for number in 1...1000 {
            name = "\(folder).tandem-\(getpid())-\(number).new"
            let opened = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if opened >= 0 || errno != EEXIST { return (opened, name) }
        }
        return (-1, name)
    }

    private static func creationError(_ number: Int32, _ path: String) -> CaptureError {
        var status = stat()
        if number == EEXIST && stat(path, &status) != 0 && lstat(path, &status) == 0 {
            return CaptureError(
                .cannotCreateOutput, message: "\(path) is a link to a file that does not exist",
                remedy: "remove the link, or name the file itself with --output")
        }
        return error(number, path)
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
        // Somebody may have begun meanwhile.
        if temporaryPath.withLock({ $0 != nil }) { try FilmFile.refuseIfRecorded(path) }
        let failure: Int32 = temporaryPath.withLock { temporary in
            guard let current = temporary else { return 0 }
            guard rename(current, target) == 0 else { return errno }
            temporary = nil
            return 0
        }
        if failure != 0 { throw FilmFile.error(failure, path) }
    }

    /// Brings what is written to the disk once a second: a power cut loses what only the memory has.
    func startSyncing() {
        guard isRegular else { return }
        syncing.withLock { syncing in
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + .seconds(1), repeating: .seconds(1), leeway: .milliseconds(100))
            timer.setEventHandler { [weak self] in self?.sync() }
            timer.activate()
            syncing = timer
        }
        syncFolder()
    }

    /// On the queue.
    private func sync() {
        guard isRegular, fdatasync(descriptor) != 0 else { return }
        let number = errno
        syncFailure.withLock { if $0 == 0 { $0 = number } }
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
        // Some network file systems tell all ones for "as much as you like".
        return Int(clamping: UInt128(status.f_bavail) * UInt128(status.f_frsize))
    }

    // MARK: At the end

    /// Whether the film still is what its name leads to; `true` for what is no regular file.
    var isInPlace: Bool {
        guard isRegular else { return true }
        var own = stat()
        var named = stat()
        guard fstat(descriptor, &own) == 0 else { return false }
        guard lstat(temporaryPath.withLock { $0 } ?? target, &named) == 0 else { return false }
        return own.st_dev == named.st_dev && own.st_ino == named.st_ino
    }

    /// Ends the syncing, brings the rest to the disk, and closes.
    ///
    /// Returns why something of the film did not reach the disk, in the system's words.
    @discardableResult
    func close() -> String? {
        syncing.withLock { timer in
            timer?.cancel()
            timer = nil
        }
        // After the timer's last turn: the descriptor's number may belong to another file once it is closed.
        queue.sync {
            sync()
            _ = Glibc.close(descriptor)
        }
        let failure = syncFailure.withLock { $0 }
        return failure == 0 ? nil : String(cString: strerror(failure))
    }

    /// Takes away a film in which there is nothing. Only the file that this object has made, before `close`: what
    /// somebody else has put in its place stays.
    func remove() {
        guard isRegular, isInPlace else { return }
        unlink(temporaryPath.withLock { $0 } ?? target)
    }
}
