import CaptureKit
import CaptureModel
import Glibc
import Testing

@Suite struct DevicesSoundTests {
    private let machine: FakeMachine

    init() throws { machine = try FakeMachine() }

    private let running = "state: RUNNING\nowner_pid   : 812\ntrigger_time: 1.2\n"

    @Test("Capture devices are addressed by card id, in an order that card numbers have no part in")
    func cards() {
        machine.card(0, id: "Loopback", name: "Loopback", captures: [0: ["closed\n"], 1: ["closed\n"]])
        machine.card(1, id: "HDMI", name: "HDA Screen", captures: [:])
        machine.card(2, id: "Cam", name: "HD Cam", captures: [0: ["closed\n"]])
        let inventory = machine.inventory
        #expect(
            inventory.microphones.map(\.id)
                == ["hw:CARD=Cam,DEV=0", "hw:CARD=Loopback,DEV=0", "hw:CARD=Loopback,DEV=1"])
        #expect(inventory.microphones.map(\.name) == ["HD Cam", "Loopback", "Loopback"])
        #expect(inventory.microphones.allSatisfy { $0.access == .available })
    }

    @Test("A microphone is busy when none of its substreams is closed, and names who has it")
    func busy() {
        machine.card(0, id: "Loop", name: "Loop", captures: [0: [running, "closed\n"], 1: [running, running]])
        machine.process(812, called: "arecord", holding: "/dev/snd/pcmC0D1c")
        #expect(
            machine.inventory.microphones.map(\.access)
                == [.available, .busy(holders: [Holder(pid: 812, name: "arecord")])])
    }

    @Test("The owner that ALSA names is a holder even when its files cannot be seen")
    func owner() {
        machine.card(0, id: "Mic", name: "Mic", captures: [0: [running]])
        machine.write("/proc/812/comm", "pulseaudio\n")
        #expect(
            machine.inventory.microphones.map(\.access)
                == [.busy(holders: [Holder(pid: 812, name: "pulseaudio")])])
    }

    @Test("A microphone that may not be opened names its group")
    func permission() {
        machine.card(0, id: "Mic", name: "Mic", captures: [0: ["closed\n"]])
        machine.refuse("/dev/snd/pcmC0D0c", with: EACCES)
        #expect(machine.inventory.microphones.map(\.access) == [.notPermitted(group: "audio")])
        #expect(machine.inventory.defaultMicrophone == nil)
    }

    @Test("default is ALSA's own only where the first card can hear")
    func defaultDevice() throws {
        #expect(machine.inventory.defaultMicrophone == nil)
        machine.card(1, id: "Cam", name: "HD Cam", captures: [0: ["closed\n"]])
        #expect(machine.inventory.defaultMicrophone == "hw:CARD=Cam,DEV=0")
        machine.card(0, id: "PCH", name: "HDA Intel", captures: [0: ["closed\n"]])
        #expect(machine.inventory.defaultMicrophone == "default")
    }

    @Test("A configuration or a running sound server gives default sense without any card")
    func served() throws {
        var scanner = machine.scanner
        let configuration = machine.root + "/etc/alsa/conf.d/99-pipewire-default.conf"
        scanner.roots.soundServers = [.init(configuration: configuration, socket: machine.root + "/run/pipewire-0")]
        machine.write("/etc/alsa/conf.d/99-pipewire-default.conf", "")
        #expect(scanner.inventory().defaultMicrophone == nil)
        machine.write("/run/pipewire-0", "")
        #expect(scanner.inventory().defaultMicrophone == "default")
        #expect(scanner.inventory().soundConfigurations.isEmpty)

        machine.write("/etc/asound.conf", "pcm.desk { type hw card 0 }\n")
        #expect(machine.inventory.defaultMicrophone == "default")
        #expect(machine.inventory.soundConfigurations == [machine.root + "/etc/asound.conf"])
    }
}
