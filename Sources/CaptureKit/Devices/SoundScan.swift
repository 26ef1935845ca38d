import CaptureModel
import Glibc

/// Reads ALSA's capture devices from `/proc/asound`, which everybody may read.
struct SoundScan {
    var roots: DeviceRoots
    var nodes: any DeviceNodes

    private struct Card {
        var number: Int
        var id: String
        var name: String
    }

    func run() -> (microphones: [AudioDevice], defaultMicrophone: String?, configurations: [String]) {
        let groups = SystemGroups(path: roots.groups)
        var holders = HolderScan(processes: roots.processes, ownProcess: roots.ownProcess)
        var found: [(device: AudioDevice, number: Int)] = []
        var defaultCardCaptures = false
        for card in cards() {
            for number in captureDevices(of: card) {
                let access = access(to: number, of: card, groups: groups, holders: &holders)
                let device = AudioDevice(
                    id: "hw:CARD=\(card.id),DEV=\(number)", card: card.id, name: name(of: number, of: card),
                    access: access)
                found.append((device, number))
                if card.number == 0 && number == 0 { defaultCardCaptures = true }
            }
        }
        found.sort { ($0.device.card, $0.number) < ($1.device.card, $1.number) }
        let microphones = found.map(\.device)
        let configurations = roots.soundConfigurations.filter(SystemFiles.exists)
        let isServed = roots.soundServers.contains {
            SystemFiles.exists($0.configuration) && SystemFiles.exists($0.socket)
        }
        // ALSA's own default is device 0 of card 0, which on many machines is a screen that hears nothing.
        let usable = microphones.first { $0.access == .available }
        let fallback = defaultCardCaptures && usable != nil ? "default" : usable?.id
        return (microphones, isServed || !configurations.isEmpty ? "default" : fallback, configurations)
    }

    /// ` 0 [Loopback       ]: Loopback - Loopback`
    private func cards() -> [Card] {
        let text = SystemFiles.text(at: roots.sound + "/cards") ?? ""
        return text.split(separator: "\n").compactMap { line in
            guard let open = line.firstIndex(of: "["), let close = line.firstIndex(of: "]"), open < close,
                let number = Int(line[..<open].trimmed)
            else { return nil }
            let id = line[line.index(after: open)..<close].trimmed
            let rest = line[close...].dropFirst().split(separator: "-", maxSplits: 1)
            let name = rest.count == 2 ? rest[1].trimmed : id
            return Card(number: number, id: id, name: name)
        }
    }

    /// The numbers of a card's capture devices, from its `pcm0c` folders.
    private func captureDevices(of card: Card) -> [Int] {
        SystemFiles.entries(of: "\(roots.sound)/card\(card.number)").compactMap { entry in
            guard entry.hasPrefix("pcm"), entry.hasSuffix("c") else { return nil }
            return Int(entry.dropFirst(3).dropLast())
        }.sorted()
    }

    /// The card's name, and the device's where that says more.
    private func name(of device: Int, of card: Card) -> String {
        let info = SystemFiles.text(at: "\(roots.sound)/card\(card.number)/pcm\(device)c/info") ?? ""
        for line in info.split(separator: "\n") where line.hasPrefix("name:") {
            let name = line.dropFirst(5).trimmed
            if !name.isEmpty && name != card.name { return "\(card.name): \(name)" }
        }
        return card.name
    }

    private func access(
        to device: Int, of card: Card, groups: SystemGroups, holders: inout HolderScan
    ) -> Camera.Access {
        let path = "\(roots.devices)/snd/pcmC\(card.number)D\(device)c"
        if let refusal = nodes.refusal(toOpenSoundNodeAt: path) {
            switch refusal.number {
            case EACCES: return .notPermitted(group: groups.group(thatOpens: nodes.status(of: path)))
            case EPERM: return .notPermitted(group: nil)
            case ENOENT:
                return .failed(reason: "the kernel has it, but there is no \(path) here (a container must be given it)")
            default: return .failed(reason: refusal.text)
            }
        }
        let folder = "\(roots.sound)/card\(card.number)/pcm\(device)c"
        let states = SystemFiles.entries(of: folder).filter { $0.hasPrefix("sub") }
            .compactMap { SystemFiles.text(at: "\(folder)/\($0)/status") }
        // A device may have several substreams, each of which one program can have: it is busy when none is closed.
        guard !states.isEmpty, !states.contains(where: { $0.hasPrefix("closed") }) else { return .available }
        var found = holders.holders(of: path)
        for owner in states.compactMap(owner) where owner != roots.ownProcess {
            if found.contains(where: { $0.pid == owner }) { continue }
            if let holder = holders.holder(withProcess: owner) { found.append(holder) }
        }
        return .busy(holders: found)
    }

    /// `owner_pid   : 812`
    private func owner(_ status: String) -> Int? {
        for line in status.split(separator: "\n") where line.hasPrefix("owner_pid") {
            return line.split(separator: ":").last.flatMap { Int($0.trimmed) }
        }
        return nil
    }
}
