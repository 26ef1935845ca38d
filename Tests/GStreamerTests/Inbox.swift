import Dispatch
import GStreamer
import Glibc
import Synchronization
import Testing

/// Takes what callbacks bring on any thread, and lets a test wait for it.
final class Inbox<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var waiting: (isEnough: @Sendable ([Value]) -> Bool, continuation: CheckedContinuation<[Value]?, Never>)?
    }

    private let state = Mutex(State())

    func put(_ value: Value) {
        let waiting = state.withLock { state in
            state.values.append(value)
            return take(&state)
        }
        waiting?()
    }

    var values: [Value] { state.withLock { $0.values } }

    /// The first values, as soon as there are so many.
    func first(_ count: Int, within deadline: Duration = .seconds(20)) async throws -> [Value] {
        Array(try await until(within: deadline) { $0.count >= count }.prefix(count))
    }

    /// All values, as soon as `isEnough` says so of them.
    func until(
        within deadline: Duration = .seconds(20), _ isEnough: @escaping @Sendable ([Value]) -> Bool
    ) async throws -> [Value] {
        let timer = DispatchWorkItem { self.giveUp() }
        let seconds = Int(deadline.components.seconds)
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(max(1, seconds)), execute: timer)
        defer { timer.cancel() }
        let found = await withCheckedContinuation { continuation in
            let waiting = state.withLock { state in
                state.waiting = (isEnough, continuation)
                return take(&state)
            }
            waiting?()
        }
        return try #require(found, "nothing came within \(deadline); there was \(values)")
    }

    private func take(_ state: inout State) -> (@Sendable () -> Void)? {
        guard let waiting = state.waiting, waiting.isEnough(state.values) else { return nil }
        let values = state.values
        state.waiting = nil
        return { waiting.continuation.resume(returning: values) }
    }

    private func giveUp() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.continuation.resume(returning: nil)
    }
}

/// Tells a test when it has been let go of: put into a closure, it says when the closure went.
final class Canary: Sendable {
    private let onRelease: @Sendable () -> Void
    init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
    func touch() {}
    deinit { onRelease() }
}

/// Marks the queue of the main actor. (Its thread would not do: once a test runner has parked the process's first
/// thread, the queue is served by any.)
private let mainQueueMark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()

/// Whether the caller runs where the main actor does.
func isOnMainActor() -> Bool { DispatchQueue.getSpecific(key: mainQueueMark) == true }

/// GStreamer must be there before anything else; a failure says why.
func initialized() throws {
    try Library.initialize()
    _ = leaksAreReported
    _ = standardErrorOutputWasRemoved
}

/// Where nobody asks for GStreamer's log it stays out of the tests' own output.
let standardErrorOutputWasRemoved: Bool? = getenv("GST_DEBUG") == nil ? DebugLog.removeStandardErrorOutput() : nil

/// With GST_TRACERS=leaks GST_DEBUG=GST_TRACER:7 in the environment the process lists at its end what is still alive.
private let leaksAreReported: Void = {
    guard getenv("GST_TRACERS") != nil else { return }
    atexit { Library.deinitialize() }
}()

/// `appsrc ▸ elements ▸ appsink`, with the sink's samples in an inbox.
struct Feed {
    static let caps = "application/x-test"

    let pipeline: Pipeline
    let source: AppSource
    let sink: AppSink
    let samples = Inbox<Sample>()
    let messages = Inbox<BusMessage>()
    let observation: BusObservation

    init(_ middle: [Element] = []) throws {
        try initialized()
        pipeline = Pipeline.named("feed")
        source = try AppSource.make(name: "in", caps: try #require(Caps(Feed.caps)), maxBuffers: 0)
        sink = try AppSink.make(name: "out", maxBuffers: 64)
        try pipeline.addChain([source] + middle + [sink])
        let (samples, messages) = (samples, messages)
        sink.onNewSample { samples.put($0) }
        observation = pipeline.bus.observe { messages.put($0) }
    }

    func start() { pipeline.setState(.playing) }

    func push(_ byte: UInt8, at milliseconds: UInt64) {
        source.push(Feed.buffer(byte, at: milliseconds))
    }

    static func buffer(_ byte: UInt8, at milliseconds: UInt64) -> Buffer {
        Buffer(
            bytes: [byte, byte], presentationTime: .milliseconds(milliseconds), duration: .milliseconds(10))
    }

    /// Ends the stream and waits until the sinks have seen it.
    func finish() async throws {
        source.endOfStream()
        _ = try await messages.until { $0.contains { if case .endOfStream = $0 { true } else { false } } }
    }

    func stop() { pipeline.setState(.null) }

    /// The first byte of each sample that has arrived.
    var bytes: [UInt8] {
        samples.values.compactMap { sample in sample.buffer?.withBytes { $0.first } ?? nil }
    }
}
