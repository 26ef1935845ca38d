import Glibc
import Testing

@testable import TandemCLI

@Suite struct ConsoleTests {
    @Test func linesAndTheProgressLineDoNotMix() {
        let recorded = RecordedConsole()
        let console = recorded.console(showsProgress: true)
        console.progress("recording  0:01")
        console.report("something happened")
        console.progress(nil)
        console.progress(nil)
        console.print("a.mp4")
        #expect(console.flush() == 0)
        #expect(
            recorded.errors
                == "\rrecording  0:01\u{1B}[K\r\u{1B}[Ksomething happened\n\rrecording  0:01\u{1B}[K\r\u{1B}[K")
        #expect(recorded.output == "a.mp4\n")
    }

    @Test func whatWouldSteerATerminalIsShownInstead() {
        let recorded = RecordedConsole()
        let console = recorded.console()
        console.report("a\u{1B}[31m\nb\u{7F}\u{9B}\u{202E} ü 👩‍💻")
        console.print("one\ntwo\u{1B}\r")
        console.print(path: "x\u{1B}.mp4")
        console.printExactly("{\"a\":\"\u{7F}\"}")
        _ = console.flush()
        #expect(recorded.errors == "a\\u{1b}[31m\\nb\\u{7f}\\u{9b}\\u{202e} ü 👩‍💻\n")
        // Programs read the path when nobody looks at it.
        #expect(recorded.output == "one\ntwo\\u{1b}\\r\nx\u{1B}.mp4\n{\"a\":\"\u{7F}\"}\n")
    }

    @Test func withoutATerminalThereAreNoControlCodes() {
        let recorded = RecordedConsole()
        let console = recorded.console(showsProgress: false)
        console.progress("recording")
        console.report("plain")
        _ = console.flush()
        #expect(recorded.errors == "plain\n")
    }

    @Test(arguments: [(EPIPE, Int32(0)), (EBADF, 0), (ENOSPC, ENOSPC), (Int32(0), Int32(0))] as [(Int32, Int32)])
    func onlyARealFailureOfStandardOutputIsOne(failure: Int32, told: Int32) {
        let console = RecordedConsole().console(failure: failure)
        console.print("result")
        #expect(console.flush() == told)
    }
}
