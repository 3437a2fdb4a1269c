// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// Actions that are sent through a handle while a turn is running.
@Suite(.timeLimit(.minutes(30)))
struct HandleInTurnTests {}

extension HandleInTurnTests {
    @MainActor
    @Test func `a machine without an actor keeps incoming actions, and reduces them next`()
        async
    {
        let recorder = DiagnosticRecorder()
        let machine = Machine(initialState: [Int]()) {
            Update { (state: inout [Int], action: Int) in state.append(action) }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        let handle = machine.handle
        handle.send(1)
        #expect(machine.state.isEmpty)
        machine.send(2)
        #expect(machine.state == [1, 2])
        let task = handle.send(3)
        machine.runEffects(on: MainActor.shared)
        await task.finish()
        #expect(machine.state == [1, 2, 3])
        await handle.send(4).finish()
        #expect(machine.state == [1, 2, 3, 4])
        #expect(recorder.diagnostics.isEmpty)
    }

    @Test func `actions that reducers send through a handle within a turn arrive, also without an actor`() {
        let recorder = DiagnosticRecorder()
        var handle: StoreHandle<[Int], Int>?
        let machine = Machine(initialState: [Int]()) {
            Update { (state: inout [Int], action: Int) in
                state.append(action)
                if action < 5 { handle?.send(action + 1) }
            }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        handle = machine.handle
        machine.send(1)
        #expect(machine.state == [1, 2, 3, 4, 5])
        #expect(recorder.identifiers.isEmpty, "In a turn, there is no need of an actor")
    }
}
