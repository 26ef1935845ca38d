/// Reads words by a command's table without obeying them: for what GOption does not do itself, which is values
/// that are written onto a short option (`-t10s`, `-o=a.mp4`) and errors that name the nearest option.
package struct ArgumentScan {
    package enum Finding: Equatable {
        case unknownOption(String)
        /// The option as the user wrote it.
        case missingValue(String, OptionSpecification)
        case unwantedValue(String)
    }

    /// The words with every value apart from its short option.
    package private(set) var words: [String] = []
    /// The first thing that is wrong with the words.
    package private(set) var finding: Finding?

    private let command: CommandSpecification

    package init(_ words: [String], command: CommandSpecification) {
        self.command = command
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                self.words.append(word)
                self.words += rest
                return
            }
            if word.hasPrefix("--") {
                readLong(word, &rest)
            } else if word.hasPrefix("-"), word.count > 1 {
                readShort(word, &rest)
            } else {
                self.words.append(word)
            }
        }
    }

    private mutating func readLong(_ word: String, _ rest: inout ArraySlice<String>) {
        words.append(word)
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let written = "--" + parts[0]
        guard let option = command.option(long: String(parts[0])) else { return note(.unknownOption(written)) }
        if parts.count == 2 {
            if !option.takesValue { note(.unwantedValue(written)) }
        } else if option.takesValue {
            takeValue(of: option, written: written, &rest)
        }
    }

    private mutating func readShort(_ word: String, _ rest: inout ArraySlice<String>) {
        // `-output` is a slip for `--output`, not the file `utput`.
        if command.option(long: String(word.dropFirst())) != nil {
            words.append(word)
            return note(.unknownOption(word))
        }
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            let written = "-\(letter)"
            guard let option = command.option(short: letter) else {
                words.append(word)
                // The whole word, when its first letter is unknown: `-5` and `-output` are one thing each.
                return note(.unknownOption(word.dropFirst().first == letter ? word : written))
            }
            words.append(written)
            guard option.takesValue else {
                if letters.first == "=" {
                    // Put back, so that GOption sees and refuses it too.
                    words.append("-=")
                    return note(.unwantedValue(written))
                }
                continue
            }
            if letters.isEmpty {
                takeValue(of: option, written: written, &rest)
            } else {
                words.append(String(letters.first == "=" ? letters.dropFirst() : letters))
            }
            return
        }
    }

    private mutating func takeValue(
        of option: OptionSpecification, written: String, _ rest: inout ArraySlice<String>
    ) {
        guard let value = rest.popFirst() else { return note(.missingValue(written, option)) }
        words.append(value)
    }

    private mutating func note(_ finding: Finding) {
        if self.finding == nil { self.finding = finding }
    }
}
