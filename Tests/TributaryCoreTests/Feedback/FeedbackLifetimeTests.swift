// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// A feedback of a child lives with the child's state, wherever it is and whatever changes it (law 8).
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct FeedbackLifetimeTests {
    private let recorder = RunRecorder()
}

extension FeedbackLifetimeTests {
    private func store(_ change: (inout Asking.State) -> Void = { _ in }) -> StoreOf<Asking> {
        var state = Asking.State(id: 0)
        change(&state)
        return Store(initialState: state) { Asking(recorder: recorder) }
    }

    /// Changes the state in the outermost reducer, like a parent.
    private func change(
        _ store: StoreOf<Asking>,
        runs expected: [String],
        _ change: @escaping @Sendable (inout Asking.State) -> Void
    ) async {
        store.send(.change(change))
        await recorder.isRunning(expected)
    }

    @Test func `in a child that always exists, it sees the parent's changes`() async {
        let store = store()
        await change(store, runs: ["always 0: 1"]) { $0.always.query = 1 }
        store.send(.always(.ask(2)))
        await recorder.isRunning(["always 0: 2"])
        await change(store, runs: []) { $0.always.query = nil }
        #expect(store.always.changes == 1)
    }

    @Test func `in an optional child, it starts when the child appears and ends when it goes`() async {
        let store = store()
        await change(store, runs: ["sheet 1: 5"]) { $0.sheet = Asking.Leaf(id: 1, query: 5) }
        store.send(.sheet(.ask(6)))
        await recorder.isRunning(["sheet 1: 6"])
        await change(store, runs: []) { $0.sheet = nil }
        await change(store, runs: ["sheet 1: 6"]) { $0.sheet = Asking.Leaf(id: 1, query: 6) }
        #expect(recorder.starts == ["sheet 1: 5": 1, "sheet 1: 6": 2])
        #expect(store.sheet?.changes == 0)
    }

    @Test func `in a case, it starts when the case is entered and ends when it is left`() async {
        let store = store()
        await change(store, runs: ["screen 1: 5"]) { $0.screen = .open(Asking.Leaf(id: 1, query: 5)) }
        store.send(.screen(.ask(6)))
        await recorder.isRunning(["screen 1: 6"])
        await change(store, runs: []) { $0.screen = .closed }
        await change(store, runs: ["screen 1: 6"]) { $0.screen = .open(Asking.Leaf(id: 1, query: 6)) }
        #expect(recorder.starts == ["screen 1: 5": 1, "screen 1: 6": 2])
    }

    @Test func `every row has its own, which starts and ends with it`() async {
        let store = store()
        await change(store, runs: ["leaf 1: 5", "leaf 2: 5"]) {
            for id in 1...3 { $0.leaves.append(Asking.Leaf(id: id, query: id < 3 ? 5 : nil)) }
        }
        store.send(.leaves(.element(id: 3, action: .ask(7))))
        await recorder.isRunning(["leaf 1: 5", "leaf 2: 5", "leaf 3: 7"])
        await change(store, runs: ["leaf 1: 5", "leaf 3: 7"]) { $0.leaves.remove(id: 2) }
        await change(store, runs: ["leaf 1: 5", "leaf 2: 5", "leaf 3: 7"]) {
            $0.leaves.insert(Asking.Leaf(id: 2, query: 5), at: 0)
        }
        await change(store, runs: ["leaf 1: 6", "leaf 2: 5"]) {
            $0.leaves[id: 1]?.query = 6
            $0.leaves[id: 3]?.query = nil
        }
        await change(store, runs: []) { $0.leaves = IdentifiedArray() }
        #expect(recorder.starts == ["leaf 1: 5": 1, "leaf 1: 6": 1, "leaf 2: 5": 2, "leaf 3: 7": 1])
    }

    @Test func `a row that is moved, or replaced by an equal one, keeps its own`() async {
        let store = store { for id in 1...3 { $0.leaves.append(Asking.Leaf(id: id, query: 5)) } }
        let all = ["leaf 1: 5", "leaf 2: 5", "leaf 3: 5"]
        await recorder.isRunning(all)
        store.send(.change { $0.leaves.reverse() })
        store.send(
            .change { state in
                let row = state.leaves.remove(id: 2)
                if let row { state.leaves.append(row) }
            }
        )
        store.send(
            .change { $0.leaves = IdentifiedArray(uniqueElements: Array($0.leaves.elements.reversed())) }
        )
        await change(store, runs: all + ["query 1"]) { $0.query = 1 }
        #expect(recorder.starts.values.allSatisfy { $0 == 1 })
    }

    @Test func `queries of the initial state in children start when the store is made`() async {
        let store = store {
            $0.always.query = 1
            $0.sheet = Asking.Leaf(id: 1, query: 2)
            $0.screen = .open(Asking.Leaf(id: 2, query: 3))
            $0.leaves.append(Asking.Leaf(id: 3, query: 4))
            var inner = Asking.State(id: 1)
            inner.sheet = Asking.Leaf(id: 9, query: 9)
            $0.askings.append(inner)
        }
        await recorder.isRunning(store.state.asked())
        #expect(recorder.starts.count == 5)
    }

    @Test func `in a feature that contains itself, at any depth`() async {
        let store = store()
        await change(store, runs: ["asking asking asking query 1"]) { state in
            var innermost = Asking.State(id: 3)
            innermost.query = 1
            for id in [2, 1] {
                var outer = Asking.State(id: id)
                outer.askings.append(innermost)
                innermost = outer
            }
            state.askings.append(innermost)
        }
        await change(store, runs: ["asking asking asking query 2", "asking asking leaf 8: 8"]) {
            $0.askings[id: 1]?.askings[id: 2]?.askings[id: 3]?.query = 2
            $0.askings[id: 1]?.askings[id: 2]?.leaves.append(Asking.Leaf(id: 8, query: 8))
        }
        await change(store, runs: []) { $0.askings[id: 1]?.askings.remove(id: 2) }
        #expect(recorder.starts.values.allSatisfy { $0 == 1 })
    }

    @Test func `in a reducer whose type is hidden`() async {
        let store = Store(initialState: Asking.State(id: 0)) { AnyReducer(Asking(recorder: recorder)) }
        await change(store, runs: ["sheet 1: 5"]) { $0.sheet = Asking.Leaf(id: 1, query: 5) }
        await change(store, runs: []) { $0.sheet = nil }
        #expect(recorder.starts == ["sheet 1: 5": 1])
    }

    @Test func `a reducer called by hand runs its feedbacks as effects of its actions`() async {
        let child = AnyReducer(Asking(recorder: recorder))
        let store = Store(initialState: Asking.State(id: 0)) {
            Reduce { (state: inout Asking.State, action: Asking.Action) in
                child.reduce(into: &state, action: action)
            }
        }
        await change(store, runs: ["query 1"]) { $0.query = 1 }
        await change(store, runs: ["query 2"]) { $0.query = 2 }
        await change(store, runs: []) { $0.query = nil }
    }
}
