/// Finds the ALSA device that a preset's microphone means.
struct MicrophoneChoice {
    var inventory: Inventory

    /// Names that ALSA's own plugins define; whether they work shows only when they are opened.
    private static let pluginNames: Set<String> = ["sysdefault", "pulse", "pipewire", "jack", "null"]
    /// Prefixes whose first argument is a card.
    private static let cardPrefixes: Set<String> = ["hw", "plughw", "dsnoop", "sysdefault", "front"]

    /// The device for `alsasrc`: `default`, an id from the inventory, or the user's own name for one.
    func device(for wanted: String) throws(CaptureError) -> String {
        if wanted == "default" { return try defaultDevice() }
        if let device = inventory.microphones.first(where: { $0.id == wanted }) { return try usable(device).id }
        if wanted.contains(":") { return try prefixed(wanted) }
        let card = inventory.microphones.filter { $0.card == wanted }
        if let first = card.first { return try usable(card.first { $0.access == .available } ?? first).id }
        let named = inventory.microphones.filter { $0.name == wanted }
        if named.count > 1 {
            throw CaptureError(
                .ambiguousDevice, source: "microphone",
                message: "\(wanted) fits \(named.count) microphones: \(named.map(\.listing).joined(separator: ", "))",
                remedy: "choose one by its id: --microphone \(named[0].id)")
        }
        if let device = named.first { return try usable(device).id }
        if Self.pluginNames.contains(wanted) || !inventory.soundConfigurations.isEmpty { return wanted }
        throw missing(wanted)
    }

    private func defaultDevice() throws(CaptureError) -> String {
        if let device = inventory.defaultMicrophone { return device }
        guard let first = inventory.microphones.first else {
            throw CaptureError(
                .noMicrophone, source: "microphone", message: "no microphone was found, and the preset asks for one",
                remedy: "connect one, or record without sound with --microphone none")
        }
        return try usable(inventory.microphones.first { $0.access == .available } ?? first).id
    }

    /// `hw:CARD=Loopback,DEV=1`, `plughw:Loopback,1`: the card must be there, and the device if it is named. A card's
    /// number, and a prefix that is not known, are left to ALSA.
    private func prefixed(_ wanted: String) throws(CaptureError) -> String {
        let colon = wanted.firstIndex(of: ":") ?? wanted.endIndex
        guard Self.cardPrefixes.contains(String(wanted[..<colon])) else { return wanted }
        var card: String?
        var number: Int?
        for (index, argument) in wanted[colon...].dropFirst().split(separator: ",").enumerated() {
            if argument.hasPrefix("CARD=") {
                card = String(argument.dropFirst(5))
            } else if argument.hasPrefix("DEV=") {
                number = Int(argument.dropFirst(4))
            } else if index == 0 {
                card = String(argument)
            } else if index == 1 {
                number = Int(argument)
            }
        }
        guard let card, Int(card) == nil else { return wanted }
        let devices = inventory.microphones.filter { $0.card == card }
        if let number {
            guard let device = devices.first(where: { $0.id == "hw:CARD=\(card),DEV=\(number)" }) else {
                throw missing(wanted)
            }
            _ = try usable(device)
        } else {
            guard let first = devices.first else { throw missing(wanted) }
            _ = try usable(first)
        }
        return wanted
    }

    private func usable(_ device: AudioDevice) throws(CaptureError) -> AudioDevice {
        if let error = device.accessError { throw error }
        return device
    }

    private func missing(_ wanted: String) -> CaptureError {
        let all = inventory.microphones
        let there = all.isEmpty ? "there is none at all" : "there are: " + all.map(\.listing).joined(separator: ", ")
        let nearest = Spelling.nearest(to: wanted, among: all.flatMap { [$0.id, $0.card] })
        let question = nearest.map { "did you mean \($0)? Otherwise " } ?? ""
        return CaptureError(
            .noMicrophone, source: "microphone", message: "there is no microphone \(wanted); \(there)",
            remedy: question + "record without sound with --microphone none")
    }
}

extension AudioDevice {
    /// `hw:CARD=Loopback,DEV=0 (Loopback)`
    var listing: String { "\(id) (\(name))" }

    /// Why this microphone cannot be used now; `nil` when it can.
    package var accessError: CaptureError? {
        let without = "record without sound with --microphone none"
        switch access {
        case .available: return nil
        case .busy(let holders):
            return CaptureError(
                .deviceBusy, source: "microphone",
                message: "the microphone \(listing) is in use by \(Holder.list(holders))",
                remedy: "close it, choose another with --microphone ID, or \(without)")
        case .notPermitted(let group):
            return CaptureError.notPermitted(
                "the microphone \(listing)", path: "its node in /dev/snd", group: group, source: "microphone")
        case .failed(let reason):
            return CaptureError(
                .noMicrophone, source: "microphone", message: "the microphone \(listing) cannot be opened: \(reason)",
                remedy: "choose another with --microphone ID, or \(without)")
        }
    }
}
