import CaptureModel
import Testing

@testable import CaptureKit

@Suite("The states of a session")
struct SessionStateMachineTests {
    typealias Input = SessionStateMachine.Input
    typealias Action = SessionStateMachine.Action

    /// What leads to a state.
    static let ways: [(state: SessionState, inputs: [Input])] = [
        (.idle, []),
        (.starting, [.startRunning]),
        (.ready, [.startRunning, .sourcesAreReady]),
        (.recording, [.startRunning, .sourcesAreReady, .startRecording]),
        (.finishing, [.startRunning, .sourcesAreReady, .startRecording, .stopRecording]),
        (.stopped, [.startRunning, .stopRunning]),
        (.failed, [.startRunning, .startFailed]),
    ]

    /// Everything that fits; what is not listed is refused.
    static let table: [SessionState: [Input: (SessionState, Action)]] = [
        .idle: [.startRunning: (.starting, .openGraph), .stopRunning: (.stopped, .announceStopped)],
        .starting: [
            .sourcesAreReady: (.ready, .announceReady), .startFailed: (.failed, .closeGraph),
            .fatalError: (.failed, .closeGraph), .stopRunning: (.stopped, .closeGraph),
        ],
        .ready: [
            .startRecording: (.recording, .openTake), .stopRunning: (.stopped, .closeGraph),
            .fatalError: (.failed, .closeGraph),
        ],
        .recording: [
            .stopRecording: (.finishing, .finishTake), .recordingFailed: (.finishing, .finishTake),
            .stopRunning: (.finishing, .finishTake), .fatalError: (.finishing, .finishTake),
        ],
        .finishing: [
            .takeIsFinished: (.ready, .none), .stopRunning: (.finishing, .none), .fatalError: (.finishing, .none),
            .recordingFailed: (.finishing, .none), .stopRecording: (.finishing, .none),
        ],
        .stopped: [
            .graphIsDown: (.stopped, .announceStopped), .stopRunning: (.stopped, .none),
            .fatalError: (.stopped, .none),
        ],
        .failed: [
            .graphIsDown: (.failed, .announceStopped), .stopRunning: (.failed, .none), .fatalError: (.failed, .none),
        ],
    ]

    private func machine(after inputs: [Input]) -> SessionStateMachine {
        var machine = SessionStateMachine()
        for input in inputs { _ = machine.apply(input) }
        return machine
    }

    @Test("every input in every state has its state and its action, and all others are refused and change nothing")
    func everyInput() throws {
        for (state, way) in SessionStateMachineTests.ways {
            let row = try #require(SessionStateMachineTests.table[state])
            for input in Input.allCases {
                var machine = machine(after: way)
                #expect(machine.state == state)
                let before = machine
                let action = machine.apply(input)
                if let (next, expected) = row[input] {
                    #expect(machine.state == next, "\(input) in \(state)")
                    #expect(action == expected, "\(input) in \(state)")
                } else {
                    #expect(action == nil, "\(input) in \(state)")
                    #expect(machine == before, "\(input) in \(state)")
                }
            }
        }
    }

    @Test("a stop of the session during a take closes the graph when the take is finished", arguments: [false, true])
    func stopDuringTake(isFinishing: Bool) {
        var machine = machine(after: [.startRunning, .sourcesAreReady, .startRecording])
        if isFinishing { _ = machine.apply(.stopRecording) }
        _ = machine.apply(.stopRunning)
        #expect(machine.state == .finishing)
        #expect(machine.apply(.startRecording) == nil)
        #expect(machine.apply(.takeIsFinished) == .closeGraph)
        #expect(machine.state == .stopped)
        #expect(machine.apply(.graphIsDown) == .announceStopped)
    }

    @Test("a fatal error during a take leaves a session that has failed", arguments: [false, true])
    func failureDuringTake(isFinishing: Bool) {
        var machine = machine(after: [.startRunning, .sourcesAreReady, .startRecording])
        if isFinishing { _ = machine.apply(.stopRecording) }
        _ = machine.apply(.fatalError)
        #expect(machine.state == .finishing)
        _ = machine.apply(.stopRunning)
        #expect(machine.apply(.takeIsFinished) == .closeGraph)
        #expect(machine.state == .failed)
    }
}
