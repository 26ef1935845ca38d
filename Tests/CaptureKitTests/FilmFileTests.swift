import CaptureModel
import CaptureTestSupport
import Foundation
import Testing

@testable import CaptureKit

@Suite("The file of a film")
struct FilmFileTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }
    private func put(_ text: String, to name: String) throws {
        try text.write(toFile: folder.file(name), atomically: false, encoding: .utf8)
    }
    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
    }
    private func append(_ text: String, to file: FilmFile) {
        let written = text.withCString { write(file.descriptor, $0, strlen($0)) }
        #expect(written == text.utf8.count)
    }
    private func refusal(_ path: String, overwrite: Bool = false) -> CaptureError? {
        do {
            try FilmFile(path, overwrite: overwrite).close()
            return nil
        } catch { return error }
    }

    @Test(
        "names of every kind are taken as they are",
        arguments: [
            "film.mp4", "%s%n%02d.mp4", "a \"b\" 'c'.mp4", "two\nlines.mp4", "-f", "ümläut ☃.mp4", "~", "$HOME",
        ])
    func everyName(name: String) throws {
        let file = try FilmFile(folder.file(name), overwrite: false)
        append("film", to: file)
        #expect(file.size == 4)
        #expect(file.isRegular && file.isInPlace)
        #expect(file.freeDisk ?? 0 > 0)
        #expect(file.close() == nil)
        #expect(try names() == [name])
    }

    @Test("a film that is being recorded, and a file that a source reads, are not replaced")
    func filmsInUse() throws {
        let path = folder.file("a.mp4")
        let first = try FilmFile(path, overwrite: false)
        #expect(refusal(path, overwrite: true)?.message.contains("being recorded") == true)
        append("film", to: first)
        first.close()
        #expect(try text("a.mp4") == "film")
        // Two that replace the same film: the one that is published second is refused.
        let second = try FilmFile(path, overwrite: true)
        let third = try FilmFile(path, overwrite: true)
        try second.publish()
        #expect(throws: CaptureError.self) { try third.publish() }
        third.remove()
        third.close()
        second.close()
        try link("other name.mp4", to: "a.mp4")
        do {
            try FilmFile(path, overwrite: true, sources: ["main": folder.file("other name.mp4")]).close()
            Issue.record("a source's file was taken as an output")
        } catch {
            #expect(error.code == .outputExists && error.source == "main")
        }
        #expect(try names() == ["a.mp4", "other name.mp4"])
    }

    @Test("a name of 255 bytes is made and replaced; one byte more is refused with the reason")
    func longNames() throws {
        let longest = String(repeating: "x", count: 251) + ".mp4"
        try FilmFile(folder.file(longest), overwrite: false).close()
        let second = try FilmFile(folder.file(longest), overwrite: true)
        append("new", to: second)
        try second.publish()
        second.close()
        #expect(try text(longest) == "new")
        #expect(try names() == [longest])
        let error = refusal(folder.file("y" + longest))
        #expect(error?.code == .cannotCreateOutput)
        #expect(error?.message.contains("name too long") == true)
    }

    @Test("an existing film is left alone; with force it stays until the new one is published, and then is replaced")
    func overwriting() throws {
        try put("old", to: "a.mp4")
        #expect(refusal(folder.file("a.mp4"))?.code == .outputExists)
        let file = try FilmFile(folder.file("a.mp4"), overwrite: true)
        append("new", to: file)
        #expect(try text("a.mp4") == "old")
        #expect(file.isInPlace)
        try file.publish()
        #expect(try text("a.mp4") == "new")
        #expect(file.isInPlace)
        #expect(try names() == ["a.mp4"])
        try file.publish()
        // Nothing was recorded after all.
        file.remove()
        file.close()
        #expect(try names() == [])
    }

    @Test("a start that fails leaves the old film, and nothing beside it")
    func failedStart() throws {
        try put("old", to: "a.mp4")
        let file = try FilmFile(folder.file("a.mp4"), overwrite: true)
        file.remove()
        file.close()
        #expect(try names() == ["a.mp4"])
        #expect(try text("a.mp4") == "old")
    }

    @Test("what a process that died has left behind is in nobody's way")
    func leftovers() throws {
        try put("old", to: "a.mp4")
        let first = try FilmFile(folder.file("a.mp4"), overwrite: true)
        let second = try FilmFile(folder.file("a.mp4"), overwrite: true)
        append("second", to: second)
        try second.publish()
        #expect(try text("a.mp4") == "second")
        for file in [first, second] { file.close() }
    }

    @Test("a link is followed when its film is replaced, and stays a link")
    func links() throws {
        try FileManager.default.createDirectory(atPath: folder.file("there"), withIntermediateDirectories: false)
        try put("old", to: "there/a.mp4")
        try link("latest.mp4", to: "there/a.mp4")
        #expect(refusal(folder.file("latest.mp4"))?.code == .outputExists)
        let file = try FilmFile(folder.file("latest.mp4"), overwrite: true)
        append("new", to: file)
        try file.publish()
        file.close()
        #expect(try text("there/a.mp4") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("latest.mp4")) == "there/a.mp4")
        #expect(try names() == ["latest.mp4", "there"])
    }

    @Test("a link to nothing is refused as what it is, with and without force", arguments: [false, true])
    func danglingLink(overwrite: Bool) throws {
        try link("a.mp4", to: "nothing.mp4")
        let error = refusal(folder.file("a.mp4"), overwrite: overwrite)
        #expect(error?.code == .cannotCreateOutput)
        #expect(error?.message.contains("link to a file that does not exist") == true)
        #expect(try names() == ["a.mp4"])
    }

    @Test("what cannot be a film is refused with the reason and leaves nothing behind")
    func refusals() throws {
        try put("", to: "file")
        let cases: [(String, CaptureError.Code, String)] = [
            ("", .cannotCreateOutput, "name is empty"),
            (folder.path, .cannotCreateOutput, "is a folder"),
            (folder.file("missing/a.mp4"), .cannotCreateOutput, "folder \(folder.path)/missing"),
            (folder.file("file/a.mp4"), .cannotCreateOutput, "Not a directory"),
            (folder.file("a\0b.mp4"), .cannotCreateOutput, "zero byte"),
            ("/proc/a.mp4", .cannotCreateOutput, "/proc"),
        ]
        for (path, code, words) in cases {
            let error = refusal(path, overwrite: true)
            #expect(error?.code == code, "\(path)")
            #expect(error?.message.contains(words) == true, "\(error?.message ?? path)")
            #expect(error?.remedy.isEmpty == false)
        }
        #expect(try names() == ["file"])
    }

    @Test("a pipe without a reader is refused at once, one with a reader is written in place")
    func pipes() throws {
        let path = folder.file("pipe.mkv")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(refusal(path)?.message.contains("nobody reads") == true)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let file = try FilmFile(path, overwrite: false)
        append("film", to: file)
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(read(reader, &bytes, 8) == 4)
        #expect(!file.isRegular && file.isInPlace)
        #expect(file.size == 0 && file.freeDisk == nil)
        try file.publish()
        file.remove()
        file.close()
        #expect(try names() == ["pipe.mkv"])
    }

    @Test("a full device takes the opening and refuses the bytes; it is never removed")
    func fullDevice() throws {
        let file = try FilmFile("/dev/full", overwrite: true)
        #expect(write(file.descriptor, "x", 1) == -1 && errno == ENOSPC)
        file.remove()
        file.close()
        #expect(FileManager.default.fileExists(atPath: "/dev/full"))
    }

    @Test("a film that was moved away, removed or replaced is known, and what took its place is not removed")
    func replaced() throws {
        let file = try FilmFile(folder.file("a.mp4"), overwrite: false)
        #expect(rename(folder.file("a.mp4"), folder.file("b.mp4")) == 0)
        #expect(!file.isInPlace)
        try put("another's", to: "a.mp4")
        #expect(!file.isInPlace)
        file.remove()
        file.close()
        #expect(try text("a.mp4") == "another's")
        #expect(try names() == ["a.mp4", "b.mp4"])
    }

    @Test("the descriptor is not handed on to child processes")
    func inheritance() throws {
        let file = try FilmFile(folder.file("a.mp4"), overwrite: false)
        #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        file.close()
    }
}
