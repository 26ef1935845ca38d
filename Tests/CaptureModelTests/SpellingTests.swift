import CaptureModel
import Testing

@Suite("Words that were probably meant")
struct SpellingTests {
    @Test(
        "A slip finds the word that was meant",
        arguments: [
            ("heigth", "height"), ("widht", "width"), ("Height", "height"), ("framerate", "frameRate"),
            ("descr", "description"), ("heighth", "height"), ("source", "sources"),
        ])
    func findsSlips(word: String, meant: String) {
        let known = ["width", "height", "frameRate", "description", "sources"]
        #expect(Spelling.nearest(to: word, among: known) == meant)
    }

    @Test("Something else finds nothing", arguments: ["", "x", "banana", "ab", "colour"])
    func leavesOthers(word: String) {
        #expect(Spelling.nearest(to: word, among: ["width", "height", "fit"]) == nil)
    }

    @Test("The nearest come first")
    func sorts() {
        let known = ["test-pattern", "single-camera", "dual-camera", "dual-camera-hd"]
        #expect(Spelling.near(to: "dual-camara", among: known, atMost: 3).first == "dual-camera")
    }
}
