internal import Glibc

extension PresetLibrary {
    /// Where presets are looked for: `./pipelines`, the user's, the machine's, those that the program was installed
    /// with, and for a program in its build folder those of the repository.
    public static func standardSearchPath() -> [String] {
        standardSearchPath(
            home: variable("HOME"), configuration: variable("XDG_CONFIG_HOME"), executable: executable())
    }

    /// - Parameters:
    ///   - home: `HOME`, or `nil`.
    ///   - configuration: `XDG_CONFIG_HOME`, or `nil`; counts only when it is absolute.
    ///   - executable: the running program's path, or `nil`.
    static func standardSearchPath(home: String?, configuration: String?, executable: String?) -> [String] {
        var path = ["./pipelines"]
        if let configuration, configuration.hasPrefix("/") {
            path.append(configuration + "/tandem/pipelines")
        } else if let home, !home.isEmpty {
            path.append(home + "/.config/tandem/pipelines")
        }
        path.append("/etc/tandem/pipelines")
        guard let executable else { return path }
        var components = executable.split(separator: "/").dropLast()
        let prefix = components.dropLast().map { "/" + $0 }.joined()
        path.append(prefix + "/share/tandem/pipelines")
        while let component = components.popLast() {
            if component == ".build" {
                path.append(components.map { "/" + $0 }.joined() + "/pipelines")
                break
            }
        }
        return path
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    private static func executable() -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
