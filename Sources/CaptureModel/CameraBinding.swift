/// Gives each camera source of a preset a camera of its own.
struct CameraBinding {
    var preset: Preset
    var inventory: Inventory

    /// - Returns: the cameras by the sources' names.
    func bind() throws(CaptureError) -> [String: Camera] {
        var bound: [String: Camera] = [:]
        var automatic: [String] = []
        for source in preset.sources {
            guard case .camera(let selector) = source.origin else { continue }
            switch selector {
            case .automatic: automatic.append(source.name)
            case .named(let wanted):
                let camera = try find(wanted, for: source.name)
                try check(camera, for: source.name)
                if let other = bound.first(where: { $0.value.path == camera.path }) {
                    throw CaptureError(
                        .invalidPreset, source: source.name,
                        message: "\(camera.label) already serves \(other.key), and a camera serves one source only",
                        remedy: "choose another with --camera \(source.name)=ID")
                }
                bound[source.name] = camera
            }
        }
        let taken = Set(bound.values.map(\.path))
        let free = inventory.cameras.filter { !taken.contains($0.path) }
        let ordered = free.filter { $0.access == .available } + free.filter { $0.access != .available }
        for (index, name) in automatic.enumerated() {
            guard index < ordered.count else { throw tooFew(for: name) }
            try check(ordered[index], for: name)
            bound[name] = ordered[index]
        }
        return bound
    }

    // MARK: Named cameras

    /// The camera that a selector means: by its id first, then by any of its paths, then by name, then by bus.
    private func find(_ wanted: String, for source: String) throws(CaptureError) -> Camera {
        let fits: [(Camera) -> Bool] = [
            { $0.id == wanted },
            { $0.path == wanted || $0.path == "/dev/" + wanted || $0.links.contains(wanted) },
            { camera in camera.links.contains { $0.hasSuffix("/" + wanted) } },
            { $0.name == wanted },
            { $0.bus == wanted },
        ]
        for fit in fits {
            let found = inventory.cameras.filter(fit)
            if found.count == 1 { return found[0] }
            if found.count > 1 {
                throw CaptureError(
                    .ambiguousDevice, source: source,
                    message: "\(wanted) fits \(found.count) cameras: " + found.map(\.listing).joined(separator: ", "),
                    remedy: "choose one by its id: --camera \(source)=\(found[0].id)")
            }
        }
        if let node = inventory.otherNodes.first(where: { $0.path == wanted || $0.path == "/dev/" + wanted }) {
            throw CaptureError(
                .notACaptureDevice, source: source,
                message: "\(node.path) (\(node.name)) gives no pictures: it is \(OtherNode.phrase(for: node.kind))",
                remedy: inventory.cameras.isEmpty ? "" : "choose one of: \(inventory.cameraListing)")
        }
        if inventory.cameras.isEmpty { throw none(for: source) }
        let words = inventory.cameras.flatMap { [$0.id, $0.name, $0.path] }
        let nearest = Spelling.nearest(to: wanted, among: words)
        throw CaptureError(
            .deviceNotFound, source: source,
            message: "there is no camera \(wanted); there are: \(inventory.cameraListing)",
            remedy: nearest.map { "did you mean \($0)?" } ?? "choose one of them with --camera \(source)=ID")
    }

    // MARK: Cameras that cannot be used

    private func check(_ camera: Camera, for source: String) throws(CaptureError) {
        if let error = camera.accessError(source: source) { throw error }
    }

    private func tooFew(for source: String) -> CaptureError {
        if inventory.cameras.isEmpty { return none(for: source) }
        let wanted = preset.sources.count { if case .camera = $0.origin { true } else { false } }
        let found = inventory.cameras.count
        let remedy =
            wanted > 1 && found == 1
            ? "connect another camera, or record this one alone with the preset single-camera"
            : "connect more cameras, or give \(source) another origin"
        return CaptureError(
            .noCamera, source: source,
            message: "the preset \(preset.name) needs \(wanted) cameras, and \(found) "
                + (found == 1 ? "was" : "were") + " found: \(inventory.cameraListing)",
            remedy: remedy)
    }

    private func none(for source: String) -> CaptureError {
        var message = "no camera was found"
        if !inventory.otherNodes.isEmpty {
            let nodes = inventory.otherNodes.map { "\($0.path) (\($0.name), \($0.kind))" }.joined(separator: ", ")
            message += "; these video devices give no pictures: \(nodes)"
        }
        return CaptureError(
            .noCamera, source: source, message: message,
            remedy: "connect a camera, or try the preset test-pattern, which needs none")
    }
}

extension OtherNode {
    /// `an output node`
    package static func phrase(for kind: String) -> String {
        "\(kind.first.map("aeiou".contains) ?? false ? "an" : "a") \(kind) node"
    }
}

extension Inventory {
    var cameraListing: String { cameras.map(\.listing).joined(separator: ", ") }
}

extension Camera {
    /// `usb-Maker_Cam_123-video-index0 (Cam, /dev/video0)`
    var listing: String { "\(id) (\(name), \(path))" }

    /// Why this camera cannot be used now; `nil` when it can.
    package func accessError(source: String?) -> CaptureError? {
        let choose = source.map { "choose another camera with --camera \($0)=ID" } ?? "choose another camera"
        switch access {
        case .available: return nil
        case .busy(let holders):
            return CaptureError(
                .deviceBusy, source: source, message: "\(label) is in use by \(Holder.list(holders))",
                remedy: "close it, or " + choose)
        case .notPermitted(let group):
            return CaptureError.notPermitted(label, path: path, group: group, source: source)
        case .failed(let reason):
            return CaptureError(
                .sourceFailed, source: source, message: "\(label) cannot be opened: \(reason)",
                remedy: "check its connection, or " + choose)
        }
    }
}

extension Holder {
    /// `zoom (pid 812) and cheese (pid 900)`; a program whose name cannot be told is still said to be one.
    package static func list(_ holders: [Holder]) -> String {
        if holders.isEmpty { return "another program (which one, the system does not tell)" }
        return holders.map { "\($0.name) (pid \($0.pid))" }.joined(separator: " and ")
    }
}

extension CaptureError {
    /// A node that the user may not open: names the group that may, and the command that puts the user into it.
    package static func notPermitted(_ label: String, path: String, group: String?, source: String?) -> CaptureError {
        guard let group else {
            return CaptureError(
                .notPermitted, source: source,
                message: "\(label) may not be opened: the owner and mode of \(path) do not allow it",
                remedy: "ask the administrator for access to it, or give it to the container if this is one")
        }
        return CaptureError(
            .notPermitted, source: source,
            message: "\(label) may not be opened: \(path) is for members of the group \(group)",
            remedy: "run sudo usermod -aG \(group) \"$USER\", then log in again")
    }
}
