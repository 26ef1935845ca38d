extension CommandTable {
    static let record = CommandSpecification(
        name: "record", summary: "Record one film and end",
        details: """
            PRESET is a name or a file, `dual-camera` if left out. Durations read 90, 90s, 1m30s, 2h; sizes 160MB,
            2GiB. One interrupt (Ctrl-C, SIGTERM, SIGHUP) finishes the film, a second one stops at once. The
            film's path is the last line on standard output. A FILE that is a pipe or a device, such as /dev/stdout,
            takes the container of the preset's output, mp4 if it names none. Without -o a name that is taken is
            counted up, never overwritten.
            """,
        arguments: .words(usage: "[PRESET]", count: 0...1, meaning: .preset),
        options: recordOptions)

    private static let recordOptions: [OptionSpecification] = [
        OptionSpecification(
            .output, short: "o", .value(.file, name: "FILE"), group: .film,
            help: "Write the film to FILE, a pipe or a device; .mp4, .mkv or .webm chooses the container"),
        OptionSpecification(
            .force, short: "f", .flag, group: .film, help: "Overwrite FILE if it exists"),
        OptionSpecification(
            .set, .values(.setting, name: "KEY=VALUE"), group: .film,
            help: "Change one setting of the preset, such as canvas.frameRate=25; may be repeated"),
        OptionSpecification(
            .camera, .values(.camera, name: "ROLE=ID"), group: .devices,
            help: "Use camera ID (see `tandem devices`) for the source ROLE; may be repeated"),
        OptionSpecification(
            .microphone, .value(.microphone, name: "ID"), group: .devices,
            help: "Use microphone ID, or `none` for a film without sound"),
        OptionSpecification(
            .duration, short: "t", aliases: ["max-duration"], .value(.duration, name: "D"), group: .limits,
            help: "End after D of film (also --max-duration)"),
        OptionSpecification(
            .until, .value(.clockTime, name: "HH:MM"), group: .limits,
            help: "End when the clock next shows HH:MM, local time"),
        OptionSpecification(
            .maxSize, .value(.size, name: "S"), group: .limits, help: "End before the film is larger than S"),
        OptionSpecification(
            .minFreeDisk, .value(.size, name: "S"), group: .limits,
            help: "End when less than S is free on the film's disk"),
        OptionSpecification(
            .json, .flag, group: .reports, help: "Print each event as one line of JSON on standard output"),
        OptionSpecification(
            .quiet, short: "q", .flag, group: .reports, help: "Print nothing but errors"),
        OptionSpecification(
            .verbose, short: "v", .flag, group: .reports, help: "Print warnings of the media layer as well"),
        help,
    ]
}
