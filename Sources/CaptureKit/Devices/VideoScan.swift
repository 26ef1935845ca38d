import CaptureModel
import Glibc

/// Walks the V4L2 devices that the kernel has, and asks each one that may be opened what it is.
struct VideoScan {
    var roots: DeviceRoots
    var nodes: any DeviceNodes

    func run() -> (cameras: [Camera], otherNodes: [OtherNode]) {
        let entries = SystemFiles.entries(of: roots.videoClass).map { VideoClassEntry(name: $0, roots: roots) }
        let links = NodeLinks(roots: roots, entries: entries)
        let groups = SystemGroups(path: roots.groups)
        var holders = HolderScan(processes: roots.processes, ownProcess: roots.ownProcess)
        var cameras: [(camera: Camera, index: Int)] = []
        var others: [OtherNode] = []
        for entry in entries {
            let found = ask(entry, groups: groups)
            if let kind = found.otherKind {
                others.append(OtherNode(path: entry.path, name: found.name, kind: kind))
                continue
            }
            var camera = Camera(
                id: "", name: found.name, path: entry.path, driver: found.driver, bus: found.bus,
                links: links.all(of: entry), access: found.access, modes: found.modes)
            camera.id = links.stableName(of: entry) ?? (found.bus.isEmpty ? found.name : found.bus)
            if case .busy = camera.access { camera.access = .busy(holders: holders.holders(of: entry.path)) }
            cameras.append((camera, entry.index))
        }
        return (Self.ordered(cameras), others.sorted { Self.naturallyPrecedes($0.path, $1.path) })
    }

    /// In an order that node numbers have no part in. Nodes of one device that nothing else tells apart get their place
    /// within the device into their id.
    private static func ordered(_ found: [(camera: Camera, index: Int)]) -> [Camera] {
        var cameras = found
        for (id, same) in Dictionary(grouping: found.indices, by: { found[$0].camera.id }) where same.count > 1 {
            for index in same { cameras[index].camera.id = "\(id)-video-index\(found[index].index)" }
        }
        return cameras.sorted {
            let (left, right) = ($0.camera, $1.camera)
            if left.bus != right.bus { return naturallyPrecedes(left.bus, right.bus) }
            return naturallyPrecedes(left.id, right.id)
        }.map(\.camera)
    }

    // MARK: One node

    private struct Findings {
        var name: String
        var driver: String
        var bus: String
        var access = Camera.Access.available
        var modes: [CaptureMode] = []
        /// `nil`: it is a camera.
        var otherKind: String?
    }

    private func ask(_ entry: VideoClassEntry, groups: SystemGroups) -> Findings {
        var found = Findings(name: entry.displayName, driver: entry.driver, bus: entry.derivedBus)
        if let kind = entry.kindByName {
            found.otherKind = kind
            return found
        }
        do throws(SystemError) {
            let node = try nodes.openVideoNode(at: entry.path)
            let capability = try node.capability()
            found.driver = capability.driver
            if !capability.card.isEmpty { found.name = capability.card }
            if !capability.bus.isEmpty { found.bus = capability.bus }
            found.otherKind = NodeKind.other(for: capability)
            if found.otherKind == nil {
                found.modes = ModeList.modes(of: node)
                if node.isStreamedByAnother() { found.access = .busy(holders: []) }
            }
        } catch {
            found.access = access(after: error, path: entry.path, groups: groups)
            found.otherKind = entry.kindByNotes
        }
        return found
    }

    private func access(after error: SystemError, path: String, groups: SystemGroups) -> Camera.Access {
        switch error.number {
        case EBUSY: .busy(holders: [])
        case EACCES: .notPermitted(group: groups.group(thatOpens: nodes.status(of: path)))
        case EPERM: .notPermitted(group: nil)
        case ENOENT: .failed(reason: "the kernel has it, but there is no \(path) here (a container must be given it)")
        default: .failed(reason: error.text)
        }
    }

    /// Numbers within words by their value: `usb-0000:00:14.0-2` before `usb-0000:00:14.0-10`.
    static func naturallyPrecedes(_ left: String, _ right: String) -> Bool {
        let (leftParts, rightParts) = (parts(of: left), parts(of: right))
        for (leftPart, rightPart) in zip(leftParts, rightParts) where leftPart != rightPart {
            if let leftNumber = Int(leftPart), let rightNumber = Int(rightPart), leftNumber != rightNumber {
                return leftNumber < rightNumber
            }
            return leftPart < rightPart
        }
        return leftParts.count < rightParts.count
    }

    private static func parts(of text: String) -> [String] {
        var parts: [String] = []
        var wasDigit = false
        for character in text {
            let isDigit = character.isASCII && character.isNumber
            if parts.isEmpty || isDigit != wasDigit { parts.append("") }
            parts[parts.count - 1].append(character)
            wasDigit = isDigit
        }
        return parts
    }
}
