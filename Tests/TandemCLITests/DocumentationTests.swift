import CaptureModel
import CapturePresets
import CaptureTestSupport
import Foundation
import Testing

@testable import TandemCLI

/// The pages that users read, held against the program.
@Suite("The documentation")
struct DocumentationTests {
    private let readme: String
    private let troubleshooting: String
    private let events: String

    init() throws {
        func page(_ name: String) throws -> String {
            try String(contentsOfFile: TandemProgram.pipelines + "/../" + name, encoding: .utf8)
        }
        readme = try page("README.md")
        troubleshooting = try page("TROUBLESHOOTING.md")
        events = try page("docs/events.md")
    }

    /// The fenced blocks of a language.
    private func blocks(_ language: String, in page: String) -> [String] {
        page.components(separatedBy: "\n```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
    }

    @Test("the README's preset can be used as it stands")
    func preset() throws {
        let presets = blocks("json5", in: readme)
        #expect(presets.count == 1)
        for text in presets {
            let reading = PresetReader.inspect(text: Array(text.utf8), file: "desk.json5")
            #expect(reading.diagnostics.isEmpty)
            #expect(reading.preset?.name == "desk")
        }
    }

    @Test("the README's record commands are understood")
    func commands() throws {
        let lines = blocks("", in: readme).flatMap { $0.split(separator: "\n") }
            .filter { $0.hasPrefix("tandem record") }
        #expect(lines.count >= 5)
        let now = WallClock(seconds: 1_774_745_999, nanoseconds: 0)
        for line in lines {
            let words = line.split(separator: " ").dropFirst(2).map(String.init)
            let parsed = try OptionParser.parse(words, command: CommandTable.record)
            _ = try RecordRequest(parsed, now: now)
        }
    }

    @Test("the README's table has every command", arguments: CommandTable.commands.map(\.name))
    func table(command: String) {
        #expect(readme.contains("| `tandem \(command)"))
    }

    @Test("every exit status is in the README and in the troubleshooting page", arguments: ExitStatus.allCases)
    func statuses(status: TandemCLI.ExitStatus) {
        let inTable = readme.split(separator: "\n").contains { line in
            let cells = line.split(separator: "|")
            guard line.hasPrefix("| "), let numbers = cells.first else { return false }
            return numbers.split(whereSeparator: { !$0.isNumber }).contains { Int32($0) == status.rawValue }
        }
        #expect(inTable)
        #expect(troubleshooting.contains("\n| \(status.rawValue) | "))
    }

    @Test("every error's code stands beside its exit status", arguments: CaptureError.Code.allCases)
    func codes(code: CaptureError.Code) throws {
        let row = try #require(events.split(separator: "\n").first { $0.hasPrefix("| `") && $0.contains("`\(code)`") })
        #expect(row.hasSuffix("| \(TandemCLI.ExitStatus(code).rawValue) |"))
    }

    @Test("every event's example has the fields that its table names, and no others")
    func fields() throws {
        let common: Set<String> = ["event", "time", "filmTime", "wallClock"]
        let sections = events.components(separatedBy: "\n## `").dropFirst()
        #expect(sections.count == 5)
        for section in sections {
            let name = String(section.prefix { $0 != "`" })
            var named = common
            for row in section.split(separator: "\n") where row.hasPrefix("| `") {
                let cell = row.dropFirst(2).prefix { $0 != "|" }
                named.formUnion(cell.split(separator: "`").map(String.init).filter { $0.allSatisfy(\.isLetter) })
            }
            let examples = blocks("json", in: section)
            #expect(!examples.isEmpty, "\(name)")
            for example in examples {
                let object = try #require(JSONSerialization.jsonObject(with: Data(example.utf8)) as? [String: Any])
                #expect(object["event"] as? String == name)
                #expect(Set(object.keys).union(["filmTime"]) == named.subtracting(codes), "\(name)")
            }
        }
    }

    /// Words of the last section's tables, which are no fields.
    private var codes: Set<String> { Set(CaptureError.Code.allCases.map(\.rawValue)) }
}
