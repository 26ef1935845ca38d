import CaptureModel

/// Which processes have which files open, as far as `/proc` lets us see: a user sees the own processes, root all.
struct HolderScan {
    private let processes: String
    private let ownProcess: Int
    /// Read when it is first asked for: nobody pays for it while nothing is busy.
    private var holdersByPath: [String: [Holder]]?

    init(processes: String, ownProcess: Int) {
        self.processes = processes
        self.ownProcess = ownProcess
    }

    /// By process number, each once; this process is left out.
    mutating func holders(of path: String) -> [Holder] {
        let known = holdersByPath ?? scan()
        holdersByPath = known
        return known[path] ?? []
    }

    /// A process by its number, with its name; `nil` when it is gone.
    func holder(withProcess number: Int) -> Holder? {
        SystemFiles.attribute(at: "\(processes)/\(number)/comm").map { Holder(pid: number, name: $0) }
    }

    private func scan() -> [String: [Holder]] {
        var found: [String: [Holder]] = [:]
        for process in SystemFiles.entries(of: processes).compactMap({ Int($0) }).sorted() where process != ownProcess {
            let folder = "\(processes)/\(process)/fd"
            var seen: Set<String> = []
            for descriptor in SystemFiles.entries(of: folder) {
                guard let target = SystemFiles.linkTarget(of: folder + "/" + descriptor), target.contains("/dev/"),
                    seen.insert(target).inserted
                else { continue }
                let holder = holder(withProcess: process) ?? Holder(pid: process, name: "a process")
                found[target, default: []].append(holder)
            }
        }
        return found
    }
}

/// The names of groups.
struct SystemGroups {
    private var names: [UInt32: String] = [:]

    init(path: String) {
        for line in (SystemFiles.text(at: path) ?? "").split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            if fields.count >= 3, let number = UInt32(fields[2]) { names[number] = String(fields[0]) }
        }
    }

    /// The group whose members may open a node for reading and writing; `nil` when no group may, or only root's, into
    /// which nobody should be put.
    func group(thatOpens status: NodeStatus) -> String? {
        status.mode & 0o060 == 0o060 && status.group != 0 ? names[status.group] : nil
    }
}
