import CaptureModel
import Foundation
import Testing

@testable import CapturePresets

@Suite("The library of presets")
final class PresetLibraryTests {
    private let folder = NSTemporaryDirectory() + "presets-\(UUID().uuidString)"
    private let good =
        "{schema:1,name:'n',description:'Good',canvas:{width:640,height:360,frameRate:30},sources:{a:{test:'ball'}}}"

    init() throws {
        for name in ["one", "two"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func write(_ path: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(path)"))
    }

    private var library: PresetLibrary {
        PresetLibrary(searchPath: ["\(folder)/none", "\(folder)/one", "\(folder)/two"])
    }

    @Test("finds a name in the first folder that has it, .json5 before .json")
    func finds() throws {
        try write("two/talk.json5", good)
        try write("two/only.json", good)
        #expect(try library.find("talk") == "\(folder)/two/talk.json5")
        #expect(try library.find("only") == "\(folder)/two/only.json")
        try write("one/talk.json", good)
        #expect(try library.find("talk") == "\(folder)/one/talk.json")
        #expect(try library.preset("talk", overrides: [PresetOverride("name=x")]).name == "x")
    }

    @Test("takes what has a slash or the extension for a path", arguments: ["./talk", "talk.json5", "a/b", "/x.json"])
    func takesPaths(argument: String) throws {
        #expect(try library.find(argument) == argument)
    }

    @Test("names the near presets when there is none of that name")
    func namesNearOnes() throws {
        #expect(throws: PresetLibrary.NotFound.self) { try library.find("") }
        let empty = try #require(throws: PresetLibrary.NotFound.self) { try library.find("x") }
        #expect(empty.description.hasPrefix("there is no preset \"x\"; there is none in \(folder)/none, "))
        for name in ["dual-camera", "single-camera", "talk"] { try write("one/\(name).json5", good) }
        let near = try #require(throws: PresetLibrary.NotFound.self) { try library.find("dual-camra") }
        #expect(near.description == "there is no preset \"dual-camra\"; did you mean dual-camera?")
        let far = try #require(throws: PresetLibrary.NotFound.self) { try library.find("zzzzzz") }
        #expect(far.description == "there is no preset \"zzzzzz\"; there is dual-camera, single-camera, talk")
    }

    @Test("lists all presets by name, with what is wrong with them and which are not used")
    func lists() throws {
        try write("one/b.json5", good)
        try write("two/b.json5", good)
        try write("two/a.json5", "{")
        try write("two/notes.txt", "x")
        try write("two/.hidden.json5", good)
        try FileManager.default.createDirectory(atPath: "\(folder)/two/c.json5", withIntermediateDirectories: true)
        let entries = library.entries()
        #expect(entries.map(\.name) == ["a", "b", "b"])
        #expect(entries.map(\.isShadowed) == [false, false, true])
        #expect(entries.map(\.summary) == ["", "Good", "Good"])
        #expect(entries[1].file == "\(folder)/one/b.json5")
        #expect(entries[0].diagnostics.map(\.message) == ["this { is never closed"])
        #expect(throws: PresetLibrary.NotFound.self) { try library.find("c") }
    }

    @Test("says why a file cannot be read")
    func saysWhy() throws {
        func code(_ path: String) throws -> PresetFileError.Code {
            try #require(throws: PresetFileError.self) { try PresetReader.read(contentsOf: path) }.code
        }
        #expect(try code("\(folder)/nothing.json5") == .notFound)
        #expect(try code("\(folder)/one") == .isDirectory)
        #expect(try code("/dev/null") == .notARegularFile)
        try write("one/large.json5", String(repeating: " ", count: PresetReader.sizeLimit + 1))
        #expect(try code("\(folder)/one/large.json5") == .tooLarge)
        #expect(try code("\(folder)/one/large.json5/x") == .notFound)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/dangling.json5", withDestinationPath: "\(folder)/gone")
        #expect(try code("\(folder)/dangling.json5") == .notFound)
        if geteuid() != 0 {
            try write("one/secret.json5", good)
            chmod("\(folder)/one/secret.json5", 0)
            #expect(try code("\(folder)/one/secret.json5") == .notPermitted)
        }
    }

    @Test("reads files whose names have spaces, quotes, percent signs and other letters")
    func readsOddNames() throws {
        for name in ["sp ace", "quo\"te's", "100%d", "ünï", "-dash"] {
            try write("one/\(name).json5", good)
            #expect(try library.preset(name).summary == "Good")
        }
    }

    @Test("looks in the documented folders, in their order")
    func hasTheSearchPath() {
        func path(_ home: String?, _ configuration: String?, _ executable: String?) -> [String] {
            PresetLibrary.standardSearchPath(home: home, configuration: configuration, executable: executable)
        }
        #expect(
            path("/home/x", nil, "/opt/t/bin/tandem") == [
                "./pipelines", "/home/x/.config/tandem/pipelines", "/etc/tandem/pipelines",
                "/opt/t/share/tandem/pipelines",
            ])
        #expect(
            path("/home/x", "/conf", "/src/.build/release/tandem") == [
                "./pipelines", "/conf/tandem/pipelines", "/etc/tandem/pipelines", "/src/.build/share/tandem/pipelines",
                "/src/pipelines",
            ])
        #expect(path(nil, "relative", nil) == ["./pipelines", "/etc/tandem/pipelines"])
        #expect(path("", nil, "/tandem") == ["./pipelines", "/etc/tandem/pipelines", "/share/tandem/pipelines"])
    }
}
