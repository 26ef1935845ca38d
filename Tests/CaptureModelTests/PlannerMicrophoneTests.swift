import CaptureModel
import Testing

@Suite struct PlannerMicrophoneTests {
    static func device(_ card: String, _ number: Int = 0, access: Camera.Access = .available) -> AudioDevice {
        AudioDevice(id: "hw:CARD=\(card),DEV=\(number)", card: card, name: card, access: access)
    }
    static let loopback = [device("Loopback", 0), device("Loopback", 1)]

    private func choose(_ device: String, _ inventory: Inventory) throws -> String? {
        let source = Source(name: "main", origin: .test(pattern: "smpte"))
        let preset = Machine.preset([source], microphone: Microphone(origin: .alsa(device: device)))
        guard case .alsa(let chosen)? = try Planner.plan(preset, inventory: inventory).microphone?.origin else {
            return nil
        }
        return chosen
    }

    @Test(
        "A microphone may be named by id, card, name, or a prefix that ALSA knows",
        arguments: [
            ("hw:CARD=Loopback,DEV=1", "hw:CARD=Loopback,DEV=1"), ("Loopback", "hw:CARD=Loopback,DEV=0"),
            ("hw:Loopback,1", "hw:Loopback,1"), ("plughw:CARD=Loopback,DEV=1", "plughw:CARD=Loopback,DEV=1"),
            ("hw:Loopback", "hw:Loopback"), ("hw:0,0", "hw:0,0"), ("pulse", "pulse"),
            ("default", "hw:CARD=Loopback,DEV=0"),
        ])
    func names(wanted: String, chosen: String) throws {
        #expect(try choose(wanted, Inventory(microphones: Self.loopback)) == chosen)
    }

    @Test("default is what the inventory says it is")
    func defaultDevice() throws {
        let served = Inventory(microphones: [], defaultMicrophone: "default")
        #expect(try choose("default", served) == "default")
        let chosen = Inventory(microphones: Self.loopback, defaultMicrophone: "hw:CARD=Loopback,DEV=1")
        #expect(try choose("default", chosen) == "hw:CARD=Loopback,DEV=1")
    }

    @Test("A card's first device that can be used stands for the card")
    func busyFirst() throws {
        let devices = [Self.device("Mic", 0, access: .busy(holders: [])), Self.device("Mic", 1)]
        #expect(try choose("Mic", Inventory(microphones: devices)) == "hw:CARD=Mic,DEV=1")
        #expect(try choose("default", Inventory(microphones: devices)) == "hw:CARD=Mic,DEV=1")
    }

    @Test("With definitions of the user's own any name is left to ALSA")
    func ownDefinitions() throws {
        let inventory = Inventory(soundConfigurations: ["/etc/asound.conf"])
        #expect(try choose("desk", inventory) == "desk")
    }

    @Test("A test sound and no sound need no device")
    func noDevice() throws {
        let source = Source(name: "main", origin: .test(pattern: "smpte"))
        let ticks = Microphone(origin: .test(wave: "ticks"))
        #expect(
            try Planner.plan(Machine.preset([source], microphone: ticks), inventory: Inventory()).microphone == ticks)
        #expect(try Planner.plan(Machine.preset([source]), inventory: Inventory()).microphone == nil)
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        var wanted: String
        var devices: [AudioDevice]
        var code = CaptureError.Code.noMicrophone
        var text: String
        var testDescription: String { "\(wanted): \(text)" }
    }

    static let without = "record without sound with --microphone none"
    static let refusals = [
        Refusal(
            wanted: "default", devices: [],
            text: "microphone: no microphone was found, and the preset asks for one; connect one, or \(without)"),
        Refusal(
            wanted: "Studio", devices: [],
            text: "microphone: there is no microphone Studio; there is none at all; \(without)"),
        Refusal(
            wanted: "Lopback", devices: loopback,
            text: "microphone: there is no microphone Lopback; there are: hw:CARD=Loopback,DEV=0 (Loopback), "
                + "hw:CARD=Loopback,DEV=1 (Loopback); did you mean Loopback? Otherwise \(without)"),
        Refusal(
            wanted: "hw:CARD=Loopback,DEV=7", devices: [device("Loopback")],
            text: "microphone: there is no microphone hw:CARD=Loopback,DEV=7; there are: "
                + "hw:CARD=Loopback,DEV=0 (Loopback); did you mean hw:CARD=Loopback,DEV=0? Otherwise \(without)"),
        Refusal(
            wanted: "Mic", devices: [device("Mic", access: .busy(holders: [Holder(pid: 7, name: "arecord")]))],
            code: .deviceBusy,
            text: "microphone: the microphone hw:CARD=Mic,DEV=0 (Mic) is in use by arecord (pid 7); "
                + "close it, choose another with --microphone ID, or \(without)"),
        Refusal(
            wanted: "default", devices: [device("Mic", access: .notPermitted(group: "audio"))], code: .notPermitted,
            text:
                "microphone: the microphone hw:CARD=Mic,DEV=0 (Mic) may not be opened: its node in /dev/snd is for members "
                + "of the group audio; run sudo usermod -aG audio \"$USER\", then log in again"),
        Refusal(
            wanted: "hw:Mic,0", devices: [device("Mic", access: .failed(reason: "it is broken"))],
            text: "microphone: the microphone hw:CARD=Mic,DEV=0 (Mic) cannot be opened: it is broken; "
                + "choose another with --microphone ID, or \(without)"),
    ]

    @Test("A named microphone that is not there is an error that says how to do without", arguments: refusals)
    func refused(refusal: Refusal) {
        let error = #expect(throws: CaptureError.self) {
            try choose(refusal.wanted, Inventory(microphones: refusal.devices))
        }
        #expect(error?.code == refusal.code)
        #expect(error?.description == refusal.text)
    }

    @Test("Two microphones of one name are told apart by id")
    func ambiguous() {
        let devices = [
            AudioDevice(id: "hw:CARD=A,DEV=0", card: "A", name: "Studio"),
            AudioDevice(id: "hw:CARD=B,DEV=0", card: "B", name: "Studio"),
        ]
        let error = #expect(throws: CaptureError.self) { try choose("Studio", Inventory(microphones: devices)) }
        #expect(error?.code == .ambiguousDevice)
        #expect(error?.remedy == "choose one by its id: --microphone hw:CARD=A,DEV=0")
    }
}
