/// A value that comes once, for any number of waiters; whoever fulfils it first decides.
///
/// Threading: confined to the actor that made it.
final class Promise<Value: Sendable> {
    private(set) var value: Value?
    private var waiters: [CheckedContinuation<Value, Never>] = []

    var isFulfilled: Bool { value != nil }

    func fulfil(_ value: Value) {
        guard self.value == nil else { return }
        self.value = value
        let waiting = waiters
        waiters = []
        for waiter in waiting { waiter.resume(returning: value) }
    }

    func get(isolation: isolated (any Actor)? = #isolation) async -> Value {
        if let value { return value }
        return await withCheckedContinuation(isolation: isolation) { waiters.append($0) }
    }
}
