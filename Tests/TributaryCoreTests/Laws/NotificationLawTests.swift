// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Laws 3 to 5: who hears what, when, and how often.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct NotificationLawTests {
    private struct Pair { var left = 0, right = 0 }
    private enum Action { case left(Int), right(Int), both }

    private func pairStore() -> Store<Pair, Action> {
        Store(initialState: Pair()) {
            Reduce { (state: inout Pair, action: Action) in
                switch action {
                case .left(let value): state.left = value
                case .right(let value): state.right = value
                case .both: return .merge(.send(.left(state.left + 1)), .send(.right(state.right + 1)))
                }
                return .none
            }
        }
    }

    @Test func `law 3: observers hear once per turn, only if their slice changed, in registration order`() {
        let store = pairStore()
        var heard: [String] = []
        let tokens = [
            store.observe(\.left) { heard.append("1 left \($0)") },
            store.observe(\.right) { heard.append("2 right \($0)") },
            store.observe(\.left) { heard.append("3 left \($0)") },
        ]
        heard = []
        store.send(.right(5))
        #expect(heard == ["2 right 5"])
        heard = []
        store.send(.both)
        #expect(heard == ["1 left 1", "2 right 6", "3 left 1"])
        heard = []
        store.send(.left(1))
        #expect(heard.isEmpty)
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 3: registration order holds over the scopes of a store`() {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        let scope = store.scope(state: \.counter, action: \.counter)
        var heard: [Int] = []
        let tokens = [
            scope.observe(\.count) { _ in heard.append(1) },
            store.observe(\.counter.count) { _ in heard.append(2) },
            scope.observe { _ in heard.append(3) },
            store.observe { _ in heard.append(4) },
        ]
        heard = []
        scope.send(.increment)
        #expect(heard == [1, 2, 3, 4])
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 3: a slice that cannot be compared counts as changed when an action ran`() {
        struct Opaque { var number = 0 }
        let store = Store(initialState: Opaque()) { Update { (_: inout Opaque, _: Int) in } }
        var count = 0
        let token = store.observe { _ in count += 1 }
        store.send(1)
        #expect(count == 2)
        store.send(contentsOf: [1, 2, 3])
        #expect(count == 3)
        store.send(contentsOf: [])
        #expect(count == 3, "An empty group does nothing at all")
        token.cancel()
    }

    @Test func `law 3: own duplicate removal decides`() {
        let store = pairStore()
        var heard: [Int] = []
        let token = store.observe(\.left, removeDuplicates: { $0 / 10 == $1 / 10 }) { heard.append($0) }
        for value in [1, 9, 10, 19, 20] { store.send(.left(value)) }
        #expect(heard == [0, 10, 20])
        token.cancel()
    }

    @Test func `law 4: an observer hears the current value at once`() {
        let store = pairStore()
        store.send(.left(7))
        var heard: [Int] = []
        let token = store.observe(\.left) { heard.append($0) }
        #expect(heard == [7])
        token.cancel()
    }

    @Test func `law 5: a send while notifying is a new turn, and nobody misses a value or hears it twice`() {
        let store = pairStore()
        var first: [Int] = []
        var second: [Int] = []
        let tokens = [
            store.observe(\.left) { value in
                first.append(value)
                if value == 1 { store.send(.left(2)) }
            },
            store.observe(\.left) { second.append($0) },
        ]
        store.send(.left(1))
        #expect(first == [0, 1, 2])
        #expect(second == [0, 1, 2])
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 5: whoever starts to observe while others are notified hears the value once`() {
        let store = pairStore()
        var late: [Int] = []
        var tokens: [ObservationToken] = []
        tokens.append(
            store.observe(\.left) { value in
                if value == 1 { tokens.append(store.observe(\.left) { late.append($0) }) }
            }
        )
        store.send(.left(1))
        #expect(late == [1])
        store.send(.left(2))
        #expect(late == [1, 2])
    }

    @Test func `whoever is cancelled while others are notified hears nothing more`() {
        let store = pairStore()
        var heard: [Int] = []
        var second: ObservationToken?
        let first = store.observe(\.left) { if $0 == 1 { second = nil } }
        second = store.observe(\.left) { heard.append($0) }
        store.send(.left(1))
        #expect(heard == [0])
        #expect(second == nil)
        first.cancel()
    }

    @Test func `an observer may cancel itself, and a dropped token releases what it captured`() {
        final class Witness {}
        let store = pairStore()
        weak var witness: Witness?
        var token: ObservationToken?
        do {
            let captured = Witness()
            witness = captured
            token = store.observe(\.left) { [captured] value in
                _ = captured
                if value == 1 { token?.cancel() }
            }
        }
        #expect(witness != nil)
        store.send(.left(1))
        #expect(witness == nil)
    }

    @Test func `observing a scope keeps the scope alive`() {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        var heard: [Int] = []
        let token = store.scope(state: \.counter, action: \.counter).observe(\.count) { heard.append($0) }
        store.send(.counter(.increment))
        #expect(heard == [0, 1])
        token.cancel()
    }

    @Test @MainActor func `law 3: a turn without an action notifies nobody, also of what cannot be compared`()
    {
        let machine = Machine(initialState: [String]()) {
            Update { (state: inout [String], action: String) in state.append(action) }
        }
        machine.runEffects(on: MainActor.shared)
        let service = machine.attach(LoggingService("service", EventLog()))
        var heard = 0
        let token = machine.observe({ _ in () }) { heard += 1 }
        machine.send("one")
        #expect(heard == 2)
        service.cancel()
        machine.openInbox()
        #expect(heard == 2)
        withExtendedLifetime(token) {}
    }
}
