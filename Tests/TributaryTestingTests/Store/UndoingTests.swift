// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryForms
import TributaryTestSupport
import TributaryTesting
import TributaryUndo

/// An undo history with a test store.
@Suite(.timeLimit(.minutes(30)))
struct UndoingTests {
    @Test func `steps are sent, undone and redone, and each is checked`() async {
        let history = UndoHistory()
        let store = TestStore(initialState: [String]()) { Register() }
        await store.send(.insert("a", at: 0), undo: history, title: "A") { $0 = ["a"] }
        await store.send(
            contentsOf: [.insert("b", at: 0), .insert("c", at: 0)],
            undo: history,
            inverse: [.remove("c", at: 0), .remove("b", at: 0)]
        ) { $0 = ["c", "b", "a"] }
        await store.undo(history) { $0 = ["a"] }
        await store.undo(history) { $0 = [] }
        #expect(!history.canUndo && history.redoTitle == "A")
        await store.redo(history) { $0 = ["a"] }
        await store.redo(history) { $0 = ["c", "b", "a"] }
        await store.finish()
    }

    @Test func `a wrong expectation of a step, of its undo and of its redo fails`() async {
        let failures = await failures {
            let history = UndoHistory()
            let store = TestStore(initialState: [String]()) { Register() }
            await store.send(.insert("a", at: 0), undo: history) { $0 = ["b"] }
            await store.undo(history) { $0 = ["b"] }
            await store.redo(history)
            await store.undo(history)
            await store.finish()
        }
        #expect(failures.count == 4)
        #expect(failures.allSatisfy { !$0.isWarning })
        #expect(failures.map { $0.text.contains("the undo") } == [false, true, false, true])
    }

    @Test func `without a step of the store, undoing and redoing fail`() async {
        let failures = await failures {
            let history = UndoHistory()
            let other = TestStore(initialState: [String]()) { Register() }
            await other.send(.insert("a", at: 0), undo: history) { $0 = ["a"] }
            let store = TestStore(initialState: [String]()) { Register() }
            await store.undo(history)
            await store.redo(history)
            await other.undo(history) { $0 = [] }
        }
        #expect(
            failures.map(\.text) == [
                "The history has no step of this store for the undo.",
                "The history has no step of this store for the redo.",
            ]
        )
    }

    @Test func `actions that follow from a step have to be received`() async {
        let history = UndoHistory()
        let store = TestStore(initialState: TributaryTestSupport.Counter.State()) {
            TributaryTestSupport.Counter()
        }
        await store.send(.incrementLater, undo: history, inverse: .add(-1))
        await store.receive(.increment) { $0.count = 1 }
        await store.undo(history) { $0.count = 0 }
        await store.finish()
    }

    @Test func `an action that a middleware refuses is no step`() async {
        let history = UndoHistory()
        let store = TestStore(initialState: [String]()) { Register() }
        let token = store.attach(ActionMiddleware(willReduce: { _, _, _, _ in nil }))
        await store.send(.insert("a", at: 0), undo: history)
        #expect(!history.canUndo)
        await store.finish()
        withExtendedLifetime(token) {}
    }

    private struct Form: Reducer {
        struct State: Equatable, Sendable {
            var title = "Sale"
            var size = 1
        }

        enum Action: Equatable, Sendable {
            case change(StateChange<State>)
            case again(StateChange<State>)
        }

        var body: some Reducer<State, Action> {
            Reduce { state, action in
                switch action {
                case .change(let change):
                    change.apply(to: &state)
                    // Like a parent that has the same change.
                    change.apply(to: &state)
                    return .send(.again(StateChange(\.size, from: 8, to: 9)))
                case .again(let change):
                    change.apply(to: &state)
                    return .none
                }
            }
        }
    }

    @Test(arguments: [true, false])
    func `a change from a value that the state does not have fails`(isExhaustive: Bool) async {
        let failures = await failures {
            let store = TestStore(initialState: Form.State()) { Form() }
            if !isExhaustive { store.exhaustivity = .off }
            await store.send(.change(StateChange(\.title, from: "something else", to: "New"))) {
                $0.title = "New"
            }
            // So does one that a reducer sends in the same turn.
            await store.receive(.again(StateChange(\.size, from: 8, to: 9))) { $0.size = 9 }
            // A change without the old value asserts nothing.
            await store.send(.again(StateChange(\.size, from: 3, to: 3))) { $0.size = 3 }
            await store.send(.again(StateChange(\.size, from: 3, to: 4))) { $0.size = 4 }
        }
        #expect(failures.count == 2)
        #expect(failures.first?.text.contains(#"Old value: "something else""#) == true)
        #expect(failures.allSatisfy { $0.text.contains("never was") })
    }

    @Test func `an undo after another change of the same property is not taken for a wrong one`() async {
        let history = UndoHistory()
        let store = TestStore(initialState: Form.State()) { Form() }
        let rename = StateChange(\Form.State.size, from: 1, to: 2)
        await store.send(.again(rename), undo: history, inverse: .again(rename.inverted())) { $0.size = 2 }
        await store.send(.again(StateChange(\.size, from: 2, to: 7))) { $0.size = 7 }
        await store.undo(history) { $0.size = 1 }
        await store.finish()
    }
}
