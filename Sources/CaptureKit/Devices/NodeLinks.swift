/// The by-id and by-path links of all V4L2 nodes, and which of them name one node only.
///
/// A link can be claimed by several nodes: two cameras of one make without serial numbers claim the same by-id link, two
/// `vivid` cameras the same by-path link. It then points at whichever came last, so it is nobody's identity.
struct NodeLinks {
    private struct Claims: Hashable {
        var byID: [String] = []
        var byPath: [String] = []
    }

    private var claims: [String: Claims] = [:]
    private var sharedIDs: Set<String> = []
    private var sharedPaths: Set<String> = []
    private let roots: DeviceRoots

    init(roots: DeviceRoots, entries: [VideoClassEntry]) {
        self.roots = roots
        let byID = Self.links(in: roots.linksByID)
        let byPath = Self.links(in: roots.linksByPath)
        let rivalsByID = Dictionary(grouping: entries.filter { $0.idKey != nil }, by: \.idKey)
        let rivalsByPath = Dictionary(grouping: entries.filter { $0.pathKey != nil }, by: \.pathKey)
        for entry in entries {
            let idRivals = entry.idKey.flatMap { rivalsByID[$0] } ?? [entry]
            let pathRivals = entry.pathKey.flatMap { rivalsByPath[$0] } ?? [entry]
            // What points at one of the rivals, all of them have asked for.
            claims[entry.name] = Claims(
                byID: idRivals.flatMap { byID[$0.realPath] ?? [] }.sorted(),
                byPath: pathRivals.flatMap { byPath[$0.realPath] ?? [] }.sorted())
            if idRivals.count > 1 { sharedIDs.insert(entry.name) }
            if pathRivals.count > 1 { sharedPaths.insert(entry.name) }
        }
    }

    /// The name that stays the node's own over reboots and replugging: its by-id link's if it has just one and shares
    /// it with no other node, else its first by-path link's if that is not shared; `nil` when there is neither.
    func stableName(of entry: VideoClassEntry) -> String? {
        guard let own = claims[entry.name] else { return nil }
        if own.byID.count == 1, !sharedIDs.contains(entry.name) { return own.byID[0] }
        if let first = own.byPath.first, !sharedPaths.contains(entry.name) { return first }
        return nil
    }

    /// Paths of all links that name this node, shared ones included: who chooses by a shared one is told so.
    func all(of entry: VideoClassEntry) -> [String] {
        guard let own = claims[entry.name] else { return [] }
        return own.byID.map { roots.linksByID + "/" + $0 } + own.byPath.map { roots.linksByPath + "/" + $0 }
    }

    /// The names of a folder's links, by the real path that they lead to.
    private static func links(in folder: String) -> [String: [String]] {
        var names: [String: [String]] = [:]
        for name in SystemFiles.entries(of: folder) {
            guard let real = SystemFiles.resolved(folder + "/" + name) else { continue }
            names[real, default: []].append(name)
        }
        return names
    }
}

extension VideoClassEntry {
    /// What udev makes a by-id link's name from.
    fileprivate var idKey: String? { usbIdentity.map { "\($0)\u{1F}\(index)" } }
    /// What udev makes a by-path link's name from.
    fileprivate var pathKey: String? { device.map { "\($0)\u{1F}\(index)" } }
    fileprivate var realPath: String { SystemFiles.resolved(path) ?? path }
}
