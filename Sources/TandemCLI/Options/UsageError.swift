/// A command line that cannot be followed. Nothing has been opened or changed.
package struct UsageError: Error, Sendable, Hashable {
    /// The command that the words were for; empty before one was chosen.
    package var command: String
    package var message: String

    package init(command: String, _ message: String) {
        self.command = command
        self.message = message
    }
}
