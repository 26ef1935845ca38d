package import CaptureModel

/// The session's states and what may follow what: a pure value that takes inputs and returns actions. Effects
/// happen outside.
///
/// - `idle`: nothing is open.
/// - `starting`: devices are being opened; no frame has been promised yet.
/// - `ready`: every source gives frames and the stages run; nothing is recorded.
/// - `recording`: a take's gate is open. `paused`: between two of its intervals.
/// - `finishing`: the take's gate is shut; its film is being drained and made whole. The stages run on.
/// - `stopped`, `failed`: everything is closed; a session is used once.
package struct SessionStateMachine: Sendable, Hashable {
    package private(set) var state: SessionState = .idle
    /// A stop of the whole session was asked for while a take had to be finished first.
    package private(set) var stopsAfterTake = false
    /// It has been lost while a take had to be finished first.
    private var failsAfterTake = false

    package init() {}

    package enum Input: Sendable, Hashable, CaseIterable {
        case startRunning, sourcesAreReady, startFailed
        case startRecording, stopRecording, recordingFailed, takeIsFinished
        case stopRunning, graphIsDown
        /// A source is lost, or the stage has failed.
        case fatalError
    }

    package enum Action: Sendable, Hashable {
        case none
        case openGraph, announceReady, closeGraph
        case openTake
        /// Shut the gate, drain, finish the film.
        case finishTake
        case announceStopped
    }

    /// What to do, with the state already changed; `nil` when the input does not fit the state, which then
    /// stays as it was.
    package mutating func apply(_ input: Input) -> Action? {
        switch (state, input) {
        case (.idle, .startRunning): enter(.starting, .openGraph)
        case (.idle, .stopRunning): enter(.stopped, .announceStopped)

        case (.starting, .sourcesAreReady): enter(.ready, .announceReady)
        case (.starting, .startFailed), (.starting, .fatalError): enter(.failed, .closeGraph)
        case (.starting, .stopRunning): enter(.stopped, .closeGraph)

        case (.ready, .startRecording): enter(.recording, .openTake)
        case (.ready, .stopRunning): enter(.stopped, .closeGraph)
        case (.ready, .fatalError): enter(.failed, .closeGraph)

        case (.recording, .stopRecording), (.paused, .stopRecording): enter(.finishing, .finishTake)
        case (.recording, .recordingFailed), (.paused, .recordingFailed): enter(.finishing, .finishTake)
        case (.recording, .stopRunning), (.paused, .stopRunning): finishThenStop()
        case (.recording, .fatalError), (.paused, .fatalError): finishThenFail()

        case (.finishing, .takeIsFinished):
            stopsAfterTake ? enter(failsAfterTake ? .failed : .stopped, .closeGraph) : enter(.ready, .none)
        case (.finishing, .stopRunning): stopAfterTake()
        case (.finishing, .fatalError): failAfterTake()
        case (.finishing, .recordingFailed), (.finishing, .stopRecording): Action.none

        case (.stopped, .graphIsDown), (.failed, .graphIsDown): .announceStopped
        case (.stopped, .stopRunning), (.failed, .stopRunning), (.failed, .fatalError), (.stopped, .fatalError):
            Action.none
        default: nil
        }
    }

    private mutating func enter(_ next: SessionState, _ action: Action) -> Action {
        state = next
        return action
    }

    private mutating func finishThenStop() -> Action {
        stopsAfterTake = true
        return enter(.finishing, .finishTake)
    }

    private mutating func finishThenFail() -> Action {
        failsAfterTake = true
        return finishThenStop()
    }

    private mutating func failAfterTake() -> Action {
        failsAfterTake = true
        return stopAfterTake()
    }

    private mutating func stopAfterTake() -> Action {
        stopsAfterTake = true
        return .none
    }
}
