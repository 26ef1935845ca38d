public import CaptureModel
internal import Glibc

/// The presets of this machine, by name, along a search path.
///
/// Threading: any; its functions read files, and a preset that is a pipe is waited for.
public struct PresetLibrary: Sendable {
    /// Folders, the first that has a preset counts. Those that do not exist are passed over.
    public var searchPath: [String]

    public init(searchPath: [String] = PresetLibrary.standardSearchPath()) {
        self.searchPath = searchPath
    }

    /// A preset of the library.
    public struct Entry: Sendable, Hashable {
        /// The file's name without its extension: what the command takes.
        public var name: String
        public var file: String
        /// The preset's description; empty when there is none or the preset has errors.
        public var summary: String
        /// Errors and warnings of the text; for a file that cannot be read, one error at its start.
        public var diagnostics: [Diagnostic]
        /// Another folder, earlier in the search path, has a preset of this name; this one is not used.
        public var isShadowed: Bool
    }

    /// No preset of that name. The command's exit status for it is 66.
    public struct NotFound: Error, Sendable, Hashable, CustomStringConvertible {
        public var name: String
        /// Names that are near to it, the nearest first; when none is near, all names.
        public var nearest: [String]
        /// Whether `nearest` are near ones.
        public var hasNearNames: Bool
        /// The folders that were looked at.
        public var searchPath: [String]
        /// A file of the current folder that would be of this name, but is no preset of the search path.
        public var localFile: String?

        /// One line.
        public var description: String {
            if let localFile {
                return "there is no preset \(quoted(name)) in the folders for presets, but a file \(localFile) here; "
                    + "name it with its ending: \(localFile) or ./\(localFile)"
            }
            let known = nearest.joined(separator: ", ")
            let hint: String
            if hasNearNames {
                hint = "did you mean \(known)?"
            } else if nearest.isEmpty {
                hint = "there is none in \(searchPath.joined(separator: ", "))"
            } else {
                hint = "there is \(known)"
            }
            return "there is no preset \(quoted(name)); \(hint)"
        }
    }

    private static let extensions = ["json5", "json"]

    /// The file of a preset.
    ///
    /// - Parameter argument: a name, or a path: whatever has a slash in it or ends in `.json5` or `.json`.
    /// - Throws: `NotFound`. A path is not looked at; reading it tells what is wrong with it.
    public func find(_ argument: String) throws(NotFound) -> String {
        if PresetLibrary.isPath(argument) { return argument }
        for folder in searchPath {
            for pathExtension in PresetLibrary.extensions {
                let path = "\(folder)/\(argument).\(pathExtension)"
                if !argument.isEmpty && access(path, F_OK) == 0 && !isFolder(path) { return path }
            }
        }
        var names: [String] = []
        for (name, _) in files() where !names.contains(name) { names.append(name) }
        let near = Spelling.near(to: argument, among: names, atMost: 3)
        let localFile = PresetLibrary.extensions.map { "\(argument).\($0)" }
            .first { !argument.isEmpty && access($0, F_OK) == 0 && !isFolder($0) }
        throw NotFound(
            name: argument, nearest: near.isEmpty ? names.sorted() : near, hasNearNames: !near.isEmpty,
            searchPath: searchPath, localFile: localFile)
    }

    /// Finds a preset by name or path, and reads it.
    ///
    /// - Throws: `NotFound`, `PresetFileError` or `PresetError`.
    public func preset(_ argument: String, overrides: [PresetOverride] = []) throws -> Preset {
        try PresetReader.read(contentsOf: find(argument), overrides: overrides)
    }

    /// Every preset of the search path, sorted by name, those that are not used after those that are.
    public func entries() -> [Entry] {
        var names: Set<String> = []
        var entries: [Entry] = []
        for (name, file) in files() {
            let reading = PresetLibrary.reading(of: file)
            entries.append(
                Entry(
                    name: name, file: file, summary: reading.preset?.summary ?? "",
                    diagnostics: reading.diagnostics, isShadowed: !names.insert(name).inserted))
        }
        let ordered = entries.enumerated().sorted {
            ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
        }
        return ordered.map(\.element)
    }

    /// Reads a file for its problems.
    private static func reading(of file: String) -> PresetReading {
        do {
            return try PresetReader.inspect(contentsOf: file)
        } catch {
            return PresetReading(
                preset: nil, diagnostics: [Diagnostic(file: file, line: 1, column: 1, message: error.message)])
        }
    }

    /// Names and files in the order of the search path; within a folder by name, `.json5` before `.json`.
    private func files() -> [(name: String, file: String)] {
        var found: [(name: String, file: String)] = []
        for folder in searchPath {
            let names = PresetLibrary.names(in: folder)
            for pathExtension in PresetLibrary.extensions {
                let suffix = "." + pathExtension
                for name in names.sorted()
                where name.hasSuffix(suffix) && name.first != "." && !isFolder("\(folder)/\(name)") {
                    found.append((String(name.dropLast(suffix.count)), "\(folder)/\(name)"))
                }
            }
        }
        return found
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    private static func isPath(_ argument: String) -> Bool {
        argument.contains("/") || extensions.contains { argument.hasSuffix("." + $0) && argument.count > $0.count + 1 }
    }
}

/// Links are followed. C: `stat`.
private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
