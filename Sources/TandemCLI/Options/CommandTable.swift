/// The commands of the program and what each takes.
package enum CommandTable {
    /// The options that stand before any command.
    package static let program = CommandSpecification(
        name: "", summary: "Records two or more cameras and a microphone as one picture-in-picture film.",
        details: """
            Without a camera:  tandem record test-pattern --duration 10s -o a.mp4
            Exit status: 0 done, 1 film not whole, 64 usage, 65 bad preset, 66 no such preset, 69 device or plugin
            missing or lost, 70 internal, 73 cannot create the output, 74 disk, 77 not permitted, 130 interrupted
            before the film began or a second time.
            """,
        options: [
            OptionSpecification(.version, .flag, group: .general, help: "Print the version and end"), help,
        ])

    /// In the order in which the help text lists them.
    package static let commands: [CommandSpecification] = [record, devices, presets, check, helpCommand]

    package static func command(_ name: String) -> CommandSpecification? { commands.first { $0.name == name } }

    static let help = OptionSpecification(
        .help, short: "h", .flag, group: .general, help: "Print this help and end")

    static let json = OptionSpecification(
        .json, .flag, group: .reports, help: "Print machine-readable JSON on standard output")

    static let devices = CommandSpecification(
        name: "devices", summary: "List cameras, microphones and encoders",
        details: """
            A camera's id is the same after a restart and on another port order; use it with --camera and in
            presets. The list says who holds a camera that is in use.
            """,
        options: [json, help])

    static let presets = CommandSpecification(
        name: "presets", summary: "List presets, or show one",
        details: """
            tandem presets list         every preset that can be named, and where it lies (also without `list`)
            tandem presets show NAME    what a preset asks for, with every rectangle in pixels
            """,
        arguments: .words(usage: "[list | show NAME]", count: 0...2, meaning: .presetVerb),
        options: [help])

    static let check = CommandSpecification(
        name: "check", summary: "Check presets and report every problem with its line and column",
        details: "A PRESET is a name or a file. Nothing is opened and no device is needed.",
        arguments: .words(usage: "PRESET…", count: 1...Int.max, meaning: .preset),
        options: [help])

    static let helpCommand = CommandSpecification(
        name: "help", summary: "Print the help of a command",
        arguments: .words(usage: "[COMMAND]", count: 0...1, meaning: .command),
        options: [help])
}
