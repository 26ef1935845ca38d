import CaptureModel
import Testing

@testable import CaptureKit

@Suite("A session's events and its subscribers", .timeLimit(.minutes(1)))
struct EventHubTests {
    private func event(_ number: Int, terminal: Bool = false) -> CaptureEvent {
        CaptureEvent(
            time: .seconds(number), wallClock: WallClock(seconds: 0, nanoseconds: 0),
            kind: terminal
                ? .runtimeError(CaptureError(.internal, message: "\(number)"), fatal: false)
                : .recordingDidStart(file: "\(number)"))
    }

    private func all(_ stream: AsyncStream<CaptureEvent>) async -> [CaptureEvent] {
        var events: [CaptureEvent] = []
        for await event in stream { events.append(event) }
        return events
    }

    @Test("every subscriber has every event since it subscribed, in order, and then the end")
    func order() async {
        let hub = EventHub()
        hub.send(event(0))
        let first = hub.subscribe()
        hub.send(event(1))
        let second = hub.subscribe()
        hub.send(event(2))
        hub.finish()
        hub.send(event(3))
        #expect(await all(first) == [event(1), event(2)])
        #expect(await all(second) == [event(2)])
        #expect(await all(hub.subscribe()) == [])
    }

    @Test("a subscriber that does not read misses what it has no room for, but nothing terminal, and holds up nobody")
    func bounds() async {
        let hub = EventHub()
        let slow = hub.subscribe(capacity: 4)
        let roomy = hub.subscribe(capacity: 100)
        for number in 0..<10 { hub.send(event(number)) }
        for number in 10..<16 { hub.send(event(number, terminal: true)) }
        hub.send(event(16))
        hub.finish()
        #expect(await all(slow) == (0..<4).map { event($0) } + (10..<16).map { event($0, terminal: true) })
        #expect(await all(roomy).count == 17)
    }

    @Test("what a subscriber has missed is counted")
    func missed() {
        let subscriber = EventSubscriber(capacity: 2)
        for number in 0..<5 { subscriber.offer(event(number)) }
        subscriber.offer(event(5, terminal: true))
        #expect(subscriber.missed == 3)
    }

    @Test("an event wakes the subscriber that waits for it")
    func waiting() async {
        let hub = EventHub()
        let stream = hub.subscribe()
        let reader = Task { await all(stream) }
        for number in 0..<1000 {
            hub.send(event(number, terminal: true))
            if number % 10 == 0 { await Task.yield() }
        }
        hub.finish()
        #expect(await reader.value.count == 1000)
    }

    @Test("a reader that is cancelled while it waits ends, and the others go on")
    func cancelling() async {
        let hub = EventHub()
        let stream = hub.subscribe()
        let other = hub.subscribe()
        let reader = Task { await all(stream) }
        hub.send(event(1))
        reader.cancel()
        #expect(await reader.value.count <= 1)
        hub.send(event(2))
        hub.finish()
        #expect(await all(other) == [event(1), event(2)])
    }

    @Test("two readers of one subscription both come to its end")
    func twoReaders() async {
        let subscriber = EventSubscriber(capacity: 4)
        async let first = subscriber.next()
        async let second = subscriber.next()
        subscriber.offer(event(1, terminal: true))
        subscriber.finish()
        let events = await [first, second]
        #expect(events.compactMap(\.self) == [event(1, terminal: true)])
    }
}
