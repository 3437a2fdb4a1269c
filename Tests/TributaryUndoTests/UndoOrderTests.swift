// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport
import TributaryUndo

/// Undoing, redoing and sending within a turn: the history is in the order in which actions are reduced.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct UndoOrderTests {
    private let history = UndoHistory()
    private let store = Store(initialState: [String]()) { Register() }

    @Test func `an observer's action in the turn of another is undone before that one`() {
        var isDone = false
        let token = store.observe { words in
            guard words == ["a"], !isDone else { return }
            isDone = true
            store.send(.insert("b", at: 1), undo: history, title: "Observer")
        }
        store.send(.insert("a", at: 0), undo: history, title: "Sender")
        #expect(store.state == ["a", "b"])
        #expect(history.undoTitle == "Observer")
        history.undo()
        #expect(store.state == ["a"] && history.undoTitle == "Sender")
        history.undo()
        #expect(store.state.isEmpty)
        withExtendedLifetime(token) {}
    }

    @Test func `undoing during a turn is queued, and undoes the turn's first action`() {
        var heard: [[String]] = []
        let token = store.observe { words in
            heard.append(words)
            guard words == ["b", "a"] else { return }
            history.undo()
            #expect(store.state == ["b", "a"], "It waits for its turn")
            #expect(history.redoTitle == "B")
        }
        store.send(.insert("a", at: 0), undo: history, title: "A")
        store.send(.insert("b", at: 0), undo: history, title: "B")
        #expect(heard == [[], ["a"], ["b", "a"], ["a"]])
        #expect(history.undoTitle == "A")
        withExtendedLifetime(token) {}
    }

    @Test func `undoing twice and redoing once during a turn has the same result as outside`() {
        let other = Store(initialState: 0) {
            Update { (state: inout Int, _: Bool) in
                state += 1
                history.undo()
                history.undo()
                history.redo()
            }
        }
        store.send(.insert("a", at: 0), undo: history)
        store.send(.insert("b", at: 0), undo: history)
        other.send(true)
        #expect(store.state == ["a"])
        #expect(history.canUndo && history.canRedo)
    }

    @Test func `undoing inside a reducer of the same store queues`() {
        final class Box { var undo: () -> Void = {} }
        let box = Box()
        let store = Store(initialState: [String]()) {
            Register()
            Update { (words: inout [String], action: Register.Action) in
                if case .insert("b", _) = action {
                    box.undo()
                    #expect(words == ["b", "a"])
                }
            }
        }
        let history = history
        box.undo = { history.undo() }
        store.send(.insert("a", at: 0), undo: history)
        store.send(.insert("b", at: 0), undo: history)
        #expect(store.state == ["a"])
    }

    @Test func `a step sent while another is undone follows it, and removes the steps to redo`() {
        let token = store.observe { words in
            if words == ["a"], history.canRedo { store.send(.insert("c", at: 0), undo: history, title: "C") }
        }
        store.send(.insert("a", at: 0), undo: history, title: "A")
        store.send(.insert("b", at: 0), undo: history, title: "B")
        history.undo()
        #expect(store.state == ["c", "a"])
        #expect(history.undoTitle == "C" && !history.canRedo)
        withExtendedLifetime(token) {}
    }

    @Test func `undoing while the state is shown to a closure waits until that is done`() {
        store.send(.insert("a", at: 0), undo: history)
        store.withState { words in
            history.undo()
            #expect(words == ["a"])
        }
        #expect(store.state.isEmpty)
    }
}
