import CaptureTestSupport
import Foundation
import Glibc
import Testing

@Suite struct `The command runner of the tests` {
    @Test func `keeps both streams, the status, and the input's every byte`() async throws {
        let input = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let result = try await CommandRunner().run(
            "sh", ["-c", "cat; echo told >&2; exit 3"], input: input)
        #expect(result.standardOutput == input)
        #expect(result.errorLines == ["told"])
        #expect(result.status == 3 && result.signal == nil && !result.timedOut && !result.succeeded)
    }

    @Test func `tells a signal from a status`() async throws {
        let result = try await CommandRunner().run("sh", ["-c", "kill -TERM $$"])
        #expect(result.status == nil && result.signal == SIGTERM)
    }

    @Test func `kills the whole group when the time is over`() async throws {
        let result = try await CommandRunner(timeout: .milliseconds(300)).run(
            "sh", ["-c", "sleep 30 & echo $!; wait"])
        #expect(result.timedOut && result.signal == SIGKILL)
        #expect(result.wallTime < .seconds(10))
        let grandchild = try #require(result.outputLines.first.flatMap { Int32($0) })
        let deadline = ContinuousClock.now + .seconds(5)
        while Self.isAlive(grandchild), ContinuousClock.now < deadline { await Task.yield() }
        #expect(!Self.isAlive(grandchild))
    }

    @Test func `a failed check tells command, directory, status and both streams`() async throws {
        let failure = await #expect(throws: CommandFailure.self) {
            try await CommandRunner(directory: "/usr").check("sh", ["-c", "pwd; echo 'no such luck' >&2; exit 9"])
        }
        let text = try #require(failure).description
        for part in ["sh -c", "in /usr", "exit status 9", "/usr\n", "no such luck"] { #expect(text.contains(part)) }
    }

    @Test func `a program that is not there is an error with its name`() async throws {
        let failure = await #expect(throws: CommandStartFailure.self) {
            try await CommandRunner().run("no-such-program")
        }
        #expect(try #require(failure).description.contains("no-such-program"))
    }

    @Test func `talks with a running child and signals it`() async throws {
        let child = try CommandRunner(environment: ["GREETING": "good day"]).start(
            "sh",
            ["-c", "trap 'echo bye; exit 0' INT; echo \"$GREETING\"; read line; echo \"heard $line\"; read more"],
            keepsInputOpen: true)
        try await child.waitUntil("a greeting") { output, _ in output.contains("good day\n") }
        child.write("it\n")
        try await child.waitUntil("an answer") { output, _ in output.contains("heard it\n") }
        #expect(child.isRunning)
        child.send(signal: SIGINT)
        let result = await child.result()
        #expect(result.succeeded && result.outputLines.last == "bye")
        #expect(!child.send(signal: SIGINT))
        await #expect(throws: CommandWaitFailure.self) {
            try await child.waitUntil("something it never says") { output, _ in output.contains("never") }
        }
    }

    /// A dead process that nobody has waited for is dead.
    private static func isAlive(_ process: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return false }
        return !status.contains("State:\tZ")
    }
}
