import Dispatch
import Synchronization
import Testing

@testable import CaptureKit

@Suite("Waiting, with and without a deadline", .timeLimit(.minutes(1)))
struct WaitingTests {
    @Test("a call that comes back gives its result, one that does not gives nothing after its deadline")
    func deadlines() async {
        #expect(await BoundedCall.run("test.quick", deadline: .seconds(30)) { 7 } == 7)
        let release = DispatchSemaphore(value: 0)
        let clock = ContinuousClock()
        let began = clock.now
        let answer: Int? = await BoundedCall.run("test.stuck", deadline: .milliseconds(50)) {
            release.wait()
            return 7
        }
        #expect(answer == nil)
        #expect(clock.now - began >= .milliseconds(49))
        release.signal()
    }

    @Test("a task that has been cancelled still waits for its call: closing a device matters most then")
    func cancelled() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await BoundedCall.run("test.cancelled", deadline: .seconds(30)) { 7 }
        }
        task.cancel()
        #expect(await task.value == 7)
    }

    @Test("calls on one queue come one after the other, also behind one that has been given up")
    func order() async {
        let queue = DispatchQueue(label: "test.order")
        let release = DispatchSemaphore(value: 0)
        let steps = Mutex<[Int]>([])
        let stuck: Bool? = await BoundedCall.run(on: queue, deadline: .milliseconds(20)) {
            release.wait()
            steps.withLock { $0.append(1) }
            return true
        }
        #expect(stuck == nil)
        async let second = BoundedCall.run(on: queue, deadline: .seconds(30)) { steps.withLock { $0.append(2) } }
        release.signal()
        #expect(await second != nil)
        #expect(steps.withLock { $0 } == [1, 2])
    }

    private actor Box {
        let promise = Promise<Int>()
        func wait() async -> Int { await promise.get() }
        func fulfil(_ value: Int) { promise.fulfil(value) }
    }

    @Test("a promise wakes all who wait, answers those who come later, and keeps its first value")
    func promises() async {
        let box = Box()
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { await box.wait() } }
            group.addTask {
                await box.fulfil(1)
                await box.fulfil(2)
                return await box.wait()
            }
            for await value in group { #expect(value == 1) }
        }
        #expect(await box.wait() == 1)
    }

    @Test("durations become nanoseconds, as many as there is room for")
    func nanoseconds() {
        #expect(Duration.milliseconds(1500).wholeNanoseconds == 1_500_000_000)
        #expect(Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999).wholeNanoseconds == 1)
        #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeNanoseconds == .min)
    }
}
