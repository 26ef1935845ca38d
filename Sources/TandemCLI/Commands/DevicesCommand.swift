/// `tandem devices`
package enum DevicesCommand {
    package static func run(_ parsed: ParsedCommand, services: Services) -> ExitStatus {
        let inventory = services.inventory()
        let encoders = services.encoders()
        if parsed.has(.json) {
            services.console.printExactly(DevicesReport.json(inventory, encoders: encoders).text)
        } else {
            services.console.print(DevicesReport.text(inventory, encoders: encoders))
        }
        return .done
    }
}
