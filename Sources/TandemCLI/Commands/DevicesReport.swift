package import CaptureModel

/// The list of devices for people. Pure: an inventory in, text out.
package enum DevicesReport {
    package static func text(_ inventory: Inventory, encoders: [EncoderDescription]) -> String {
        var lines: [String] = []
        if inventory.cameras.isEmpty {
            lines.append("no cameras; `tandem record test-pattern` works without one")
        } else {
            lines.append("cameras:")
            for camera in inventory.cameras { lines += self.lines(for: camera) }
        }
        if inventory.microphones.isEmpty {
            lines.append("no microphones")
        } else {
            lines.append("microphones:")
            for device in inventory.microphones {
                lines.append("  \(device.id)")
                lines.append("    name:  \(device.name)")
                lines += stateLines(device.access)
            }
        }
        if !encoders.isEmpty {
            lines.append("encoders:")
            lines += encoders.map { encoder in
                "  \(encoder.codec): \(encoder.element)"
                    + (encoder.isInstalled ? "" : " is not installed (package \(encoder.package))")
            }
        }
        if !inventory.otherNodes.isEmpty {
            lines.append("other nodes, which give no picture:")
            lines += inventory.otherNodes.map { "  \($0.path): \($0.name) (\($0.kind))" }
        }
        return lines.map(PlainText.line).joined(separator: "\n")
    }

    private static func lines(for camera: Camera) -> [String] {
        var lines = ["  \(camera.id)", "    name:  \(camera.name)", "    path:  \(camera.path)"]
        if !camera.bus.isEmpty {
            lines.append("    bus:   \(camera.bus)" + (camera.driver.isEmpty ? "" : " (\(camera.driver))"))
        }
        for (index, mode) in condensed(camera.modes).enumerated() {
            lines.append((index == 0 ? "    modes: " : "           ") + mode)
        }
        return lines + stateLines(camera.access)
    }

    private static func stateLines(_ access: Camera.Access) -> [String] {
        state(access).map { ["    state: \($0)"] } ?? []
    }

    /// `nil` for a device that can be used.
    static func state(_ access: Camera.Access) -> String? {
        switch access {
        case .available: return nil
        case .busy(let holders):
            let names = holders.map { "\($0.name) (pid \($0.pid))" }.joined(separator: ", ")
            return "in use" + (names.isEmpty ? "" : " by \(names)")
        case .notPermitted(let group?):
            return "not permitted; join its group: sudo usermod -aG \(group) $USER, then log in again"
        case .notPermitted(group: nil): return "not permitted; no group may open it"
        case .failed(let reason): return "cannot be opened: \(reason)"
        }
    }

    /// One text a format: its largest sizes, each with its highest rate.
    static func condensed(_ modes: [CaptureMode], sizesShown: Int = 4) -> [String] {
        var formats: [String] = []
        for mode in modes where !formats.contains(mode.format) { formats.append(mode.format) }
        return formats.map { format in
            var best: [Size: Fraction?] = [:]
            for mode in modes where mode.format == format {
                let known = best[mode.size] ?? nil
                let rates = mode.frameRates + (known.map { [$0] } ?? [])
                best[mode.size] = .some(rates.max())
            }
            let sizes = best.keys.sorted { ($0.area, $0.width) > ($1.area, $1.width) }
            let texts = sizes.prefix(sizesShown).map { size in
                "\(size)" + ((best[size] ?? nil).map { " at \($0)" } ?? "")
            }
            let more = sizes.count - texts.count
            return "\(format) " + texts.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        }
    }
}
