package import CaptureModel
internal import Glibc

/// Where a film goes and in which container, checked before anything is opened.
package struct FilmOutput: Sendable, Hashable {
    package var path: String
    package var container: Container

    /// - Parameters:
    ///   - written: what the user wrote after `--output`.
    ///   - presetFile: the file that the preset was read from, which no film may replace.
    /// - Throws: `CaptureError` (the output cannot be made, or a codec does not fit) or `UsageError`.
    package init(
        _ written: String?, preset: Preset, presetFile: String? = nil, overwrite: Bool, moment: LocalTime
    ) throws {
        if let written {
            path = written
        } else {
            path = try FilmOutput.defaultPath(preset: preset, moment: moment)
        }
        let target = FileKind(of: path)
        if let presetFile, target == .file, let film = FileIdentity(of: path), film == FileIdentity(of: presetFile) {
            let same = path == presetFile ? "the preset's own file" : "the same file as the preset \(presetFile)"
            throw CaptureError(
                .cannotCreateOutput, message: "\(path) is \(same), which a film would destroy",
                remedy: "choose another name with --output")
        }
        container = try FilmOutput.container(of: path, target: target, preset: preset, isWritten: written != nil)
        try FilmOutput.checkCodecs(preset, container: container, path: path)
        switch target {
        case .missing: try FilmOutput.checkFolder(of: path)
        case .folder:
            throw CaptureError(
                .cannotCreateOutput, message: "\(path) is a folder, not a file",
                remedy: "name a file in it with --output")
        case .file:
            if !overwrite {
                throw CaptureError(
                    .outputExists, message: "\(path) exists already",
                    remedy: "choose another name with --output, or overwrite it with --force")
            }
        case .special: break
        }
    }

    private static func defaultPath(preset: Preset, moment: LocalTime) throws -> String {
        var pattern = preset.output.file
        // The pattern that a preset has without saying so names an MP4; a preset that names another container
        // means that one.
        if let container = preset.output.container, pattern == OutputSettings().file {
            pattern = String(pattern.prefix { $0 != "." }) + "." + container.rawValue
        }
        if let folder = preset.output.directory, !folder.isEmpty {
            pattern = expandingHome(folder) + "/" + pattern
        }
        return FilmName.next(pattern: pattern, preset: preset.name, at: moment) { FileKind(of: $0) != .missing }
    }

    private static func container(
        of path: String, target: FileKind, preset: Preset, isWritten: Bool
    ) throws -> Container {
        if let container = Container(pathExtensionOf: path) { return container }
        if let container = preset.output.container { return container }
        // A device or a pipe has its own name, and no extension to choose by.
        if target == .special { return Container(pathExtensionOf: preset.output.file) ?? .mp4 }
        let advice = "its extension chooses the container: .mp4, .mkv or .webm"
        if isWritten { throw UsageError(command: "record", "--output \(path): \(advice)") }
        throw CaptureError(.invalidPreset, message: "output.file: \(path): \(advice)")
    }

    private static func checkCodecs(_ preset: Preset, container: Container, path: String) throws {
        func refuse(_ key: String, _ codec: String, fitting: [String]) -> CaptureError {
            CaptureError(
                .invalidPreset,
                message: "\(key): \(codec) does not fit into a .\(container.rawValue) film (\(path))",
                remedy: "leave \(key) out, choose \(fitting.joined(separator: " or ")), or another extension")
        }
        if let codec = preset.video.codec, !container.videoCodecs.contains(codec) {
            throw refuse("video.codec", codec.rawValue, fitting: container.videoCodecs.map(\.rawValue))
        }
        if preset.microphone != nil, let codec = preset.audio.codec, !container.audioCodecs.contains(codec) {
            throw refuse("audio.codec", codec.rawValue, fitting: container.audioCodecs.map(\.rawValue))
        }
    }

    private static func checkFolder(of path: String) throws {
        var folder = path
        if let slash = path.lastIndex(of: "/") {
            folder = slash == path.startIndex ? "/" : String(path[..<slash])
        } else {
            folder = "."
        }
        switch FileKind(of: folder) {
        case .missing:
            let why = errno == ENOENT ? "does not exist" : "cannot be reached (\(String(cString: strerror(errno))))"
            throw CaptureError(
                .cannotCreateOutput, message: "\(path) cannot be created: the folder \(folder) \(why)",
                remedy: "make it first, or choose another with --output")
        case .file, .special:
            throw CaptureError(
                .cannotCreateOutput, message: "\(path) cannot be created: \(folder) is not a folder",
                remedy: "choose another place with --output")
        case .folder:
            if access(folder, W_OK | X_OK) != 0 {
                let reason = String(cString: strerror(errno))
                throw CaptureError(
                    .cannotCreateOutput,
                    message: "\(path) cannot be created: the folder \(folder) cannot be written (\(reason))",
                    remedy: "choose another place with --output")
            }
        }
    }

    private static func expandingHome(_ folder: String) -> String {
        guard folder == "~" || folder.hasPrefix("~/"), let home = getenv("HOME") else { return folder }
        return String(cString: home) + folder.dropFirst()
    }
}

/// What a path names now, links followed. C: `stat`.
enum FileKind {
    case missing, file, folder, special

    init(of path: String) {
        var information = stat()
        guard stat(path, &information) == 0 else {
            self = .missing
            return
        }
        switch information.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        default: self = .special
        }
    }
}
