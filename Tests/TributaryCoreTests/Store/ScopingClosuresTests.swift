// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryCore
import TributaryTestSupport

/// Scopes made of closures: stores with something on the way, and parts that no path names.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ScopingClosuresTests {}

extension ScopingClosuresTests {
    private func dashboard() -> StoreOf<Dashboard> {
        Store(initialState: Dashboard.State()) { Dashboard() }
    }

    @Test func `a closure on the way sees each action that goes through it, and no other`() {
        let store = dashboard()
        var log: [Dashboard.Action] = []
        let logged = store.scope {
            $0
        } sending: { action in
            log.append(action)
            return action
        }
        logged.send(.openSheet)
        store.send(.closeSheet)
        logged.send(contentsOf: [.counter(.increment), .openScreen])
        #expect(log == [.openSheet, .counter(.increment), .openScreen])
        #expect(logged.state == store.state)
    }

    @Test func `dropped actions are not sent, and a group stays one turn`() {
        let store = dashboard()
        let limited = store.scope {
            $0
        } sending: { (action: Dashboard.Action) in
            if case .counter(.add(let amount)) = action, amount > 10 { nil } else { action }
        }
        var heard: [Int] = []
        let token = limited.observe(\.counter.count) { heard.append($0) }
        limited.send(.counter(.add(11)))
        #expect(heard == [0])
        limited.send(contentsOf: [.counter(.add(2)), .counter(.add(100)), .counter(.add(3))])
        #expect(heard == [0, 5])
        limited.send(contentsOf: [.counter(.add(100))])
        #expect(heard == [0, 5])
        token.cancel()
    }

    @Test func `an action that was held back has no work to wait for`() async {
        let store = dashboard()
        let silent = store.scope {
            $0
        } sending: { (_: Dashboard.Action) in
            nil
        }
        let task = silent.send(.counter(.incrementLater))
        await task.finish()
        #expect(store.counter.count == 0)
        await store.scope {
            $0
        } sending: { (action: Dashboard.Action) in
            action
        }.send(.counter(.incrementLater)).finish()
        #expect(store.counter.count == 1)
    }

    @Test func `scopes and rows of such a store send through the closure`() {
        let store = dashboard()
        store.send(.appendRow(id: 1))
        var log: [Dashboard.Action] = []
        let logged = store.scope {
            $0
        } sending: { action in
            log.append(action)
            return action
        }
        logged.scope(state: \.counter, action: \.counter).send(.increment)
        logged.scope(state: \.rows, action: \.rows)[0].send(.add(2))
        #expect(log == [.counter(.increment), .rows(.element(id: 1, action: .add(2)))])
        #expect(logged.rows[id: 1]?.counter.count == 2)
    }

    @Test func `closures in both directions make a store of a part that no path names`() {
        let store = dashboard()
        let sum = store.scope {
            $0.counter.count + $0.rows.map(\.counter.count).reduce(0, +)
        } sending: { (amount: Int) in
            .counter(.add(amount))
        }
        var heard: [Int] = []
        let token = sum.observe { heard.append($0) }
        sum.send(4)
        store.send(contentsOf: [.appendRow(id: 1), .rows(.element(id: 1, action: .add(6)))])
        store.send(.openSheet)
        #expect(heard == [0, 4, 10])
        #expect(sum.state == 10)
        token.cancel()
    }

    @Test func `a part made by a closure is scoped and tracked like any other`() {
        struct Summary: Equatable { var total: Int, names: [String] }
        final class Changes { var count = 0 }
        let store = dashboard()
        let summary = store.scope {
            Summary(total: $0.counter.count, names: $0.rows.map { "\($0.id)" })
        } sending: { (action: Dashboard.Action) in
            action
        }
        let total = summary.scope(state: \.total)
        var heard: [Int] = []
        let token = total.observe { heard.append($0) }
        nonisolated(unsafe) let changes = Changes()
        withObservationTracking {
            _ = summary.names
        } onChange: {
            changes.count += 1
        }
        total.send(.counter(.increment))
        #expect(heard == [0, 1] && changes.count == 0)
        total.send(.appendRow(id: 3))
        #expect(heard == [0, 1] && changes.count == 1)
        token.cancel()
    }

    @Test func `an absent child shows the closure's value, read again each time, and then its state`() {
        let store = dashboard()
        var made = 0
        func fallback() -> Counter.State {
            made += 1
            return Counter.State(count: -made)
        }
        let sheet = store.scope {
            $0.sheet ?? fallback()
        } sending: {
            Dashboard.Action.sheet($0)
        }
        #expect(made == 0, "Making the scope does not need it")
        #expect(sheet.state.count == -1)
        #expect(sheet.count == -2)
        store.send(.openSheet)
        sheet.send(.add(3))
        #expect(sheet.count == 3)
        #expect(store.sheet?.count == 3)
        #expect(made == 2, "A child that is there needs no other value")
        store.send(.closeSheet)
        #expect(sheet.count == -3)
        #expect(store.sheet == nil, "The other value is shown and not stored")
    }

    @Test func `law 3: observers are notified of the change from another value to the state and back, once`()
    {
        let store = dashboard()
        let sheet = store.scope {
            $0.sheet ?? Counter.State(count: 9)
        } sending: {
            Dashboard.Action.sheet($0)
        }
        var heard: [Int] = []
        let token = sheet.observe(\.count) { heard.append($0) }
        store.send(.counter(.increment))
        #expect(heard == [9])
        store.send(.openSheet)
        store.send(.sheet(.add(9)))
        #expect(heard == [9, 0, 9])
        store.send(.closeSheet)
        #expect(heard == [9, 0, 9], "The other value equals the one that was there")
        store.send(contentsOf: [.openSheet, .closeSheet])
        #expect(heard == [9, 0, 9])
        store.send(.openSheet)
        #expect(heard == [9, 0, 9, 0])
        token.cancel()
    }

    @Test func `law 7: an action for the absent child behind another value is one diagnostic`() {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        let sheet = store.scope {
            $0.sheet ?? Counter.State(count: 4)
        } sending: {
            Dashboard.Action.sheet($0)
        }
        sheet.send(.increment)
        #expect(sheet.count == 4)
        #expect(recorder.identifiers == [.absentChild])
    }

    @Test func `a part receives the actions that it can extract`() {
        let store = dashboard()
        let deaf = store.scope(reading: \.counter, sending: { Dashboard.Action.counter($0) })
        let hearing = store.scope(
            reading: \.counter,
            sending: { Dashboard.Action.counter($0) },
            hearing: { if case .counter(let action) = $0 { action } else { nil } }
        )
        var heard: [String] = []
        let tokens = [
            deaf.onAction { _ in heard.append("deaf") },
            hearing.onAction { heard.append("\($0.action) \($0.state.count)") },
        ]
        deaf.send(.increment)
        store.send(.openSheet)
        #expect(heard == ["increment 1"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `a scope cannot be closed, which is reported`() {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        store.scope(state: \.counter, action: \.counter).close()
        store.scope {
            $0
        } sending: { (action: Dashboard.Action) in
            action
        }.close()
        #expect(recorder.identifiers == [.scopeClosed, .scopeClosed])
        store.send(.counter(.increment))
        #expect(store.counter.count == 1)
        #expect(recorder.identifiers.count == 2)
    }
}
