package import CaptureModel

extension DevicesReport {
    /// The list of devices for programs: one object, whole.
    package static func json(_ inventory: Inventory, encoders: [EncoderDescription]) -> JSONValue {
        .object([
            .init("cameras", .array(inventory.cameras.map(json))),
            .init(
                "microphones",
                .array(
                    inventory.microphones.map { device in
                        .object(
                            [
                                .init("id", .string(device.id)),
                                .init("card", .string(device.card)),
                                .init("name", .string(device.name)),
                            ] + accessMembers(device.access))
                    })),
            .init(
                "encoders",
                .array(
                    encoders.map { encoder in
                        .object([
                            .init("codec", .string(encoder.codec)),
                            .init("element", .string(encoder.element)),
                            .init("installed", .bool(encoder.isInstalled)),
                            .init("package", .string(encoder.package)),
                        ])
                    })),
            .init(
                "otherNodes",
                .array(
                    inventory.otherNodes.map { node in
                        .object([
                            .init("path", .string(node.path)),
                            .init("name", .string(node.name)),
                            .init("kind", .string(node.kind)),
                        ])
                    })),
        ])
    }

    private static func json(_ camera: Camera) -> JSONValue {
        .object(
            [
                .init("id", .string(camera.id)),
                .init("name", .string(camera.name)),
                .init("path", .string(camera.path)),
                .init("driver", .string(camera.driver)),
                .init("bus", .string(camera.bus)),
                .init("links", .array(camera.links.map { .string($0) })),
            ] + accessMembers(camera.access) + [.init("modes", .array(camera.modes.map(json)))])
    }

    private static func json(_ mode: CaptureMode) -> JSONValue {
        .object([
            .init("format", .string(mode.format)),
            .init("width", .integer(mode.width)),
            .init("height", .integer(mode.height)),
            // As text where they are not whole, so that 30000/1001 stays what it is.
            .init(
                "frameRates",
                .array(
                    mode.frameRates.map { rate in
                        rate.numerator % rate.denominator == 0
                            ? .integer(rate.numerator / rate.denominator) : .string(rate.description)
                    })),
        ])
    }

    private static func accessMembers(_ access: Camera.Access) -> [JSONValue.Member] {
        switch access {
        case .available: [.init("access", .string("available"))]
        case .busy(let holders):
            [
                .init("access", .string("busy")),
                .init(
                    "holders",
                    .array(
                        holders.map { holder in
                            .object([.init("pid", .integer(holder.pid)), .init("name", .string(holder.name))])
                        })),
            ]
        case .notPermitted(let group):
            [.init("access", .string("notPermitted")), .init("group", .optional(group))]
        case .failed(let reason):
            [.init("access", .string("failed")), .init("reason", .string(reason))]
        }
    }
}
