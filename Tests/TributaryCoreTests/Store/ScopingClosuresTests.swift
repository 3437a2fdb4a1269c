// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryCore
import TributaryTestSupport

/// Scopes made of closures: stores with something on the way, and parts that no path names.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ScopingClosuresTests {
    private func dashboard() -> StoreOf<Dashboard> {
        Store(initialState: Dashboard.State()) { Dashboard() }
    }

    @Test func `a closure on the way sees each action that goes through it, and no other`() {
        let store = dashboard()
        var log: [Dashboard.Action] = []
        let logged = store.scope { action in
            log.append(action)
            return action
        }
        logged.send(.openSheet)
        store.send(.closeSheet)
        logged.send(contentsOf: [.counter(.increment), .openScreen])
        #expect(log == [.openSheet, .counter(.increment), .openScreen])
        #expect(logged.state == store.state)
    }

    @Test func `what is held back is not sent, and a group stays one turn`() {
        let store = dashboard()
        let limited = store.scope { action in
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
        let silent = store.scope { (_: Dashboard.Action) in nil }
        let task = silent.send(.counter(.incrementLater))
        await task.finish()
        #expect(store.counter.count == 0)
        await store.scope { $0 }.send(.counter(.incrementLater)).finish()
        #expect(store.counter.count == 1)
    }

    @Test func `scopes and rows of such a store send through the closure`() {
        let store = dashboard()
        store.send(.appendRow(id: 1))
        var log: [Dashboard.Action] = []
        let logged = store.scope { action in
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

    @Test func `a part hears of the actions that it can find`() {
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
        store.scope { $0 }.close()
        #expect(recorder.identifiers == [.scopeClosed, .scopeClosed])
        store.send(.counter(.increment))
        #expect(store.counter.count == 1)
        #expect(recorder.identifiers.count == 2)
    }
}
