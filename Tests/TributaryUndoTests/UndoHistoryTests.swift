// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport
import TributaryUndo

/// A history of sent actions.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct UndoHistoryTests {
    private let recorder = DiagnosticRecorder()
    private let history = UndoHistory()

    private func words(_ words: [String] = []) -> StoreOf<Register> {
        Store(initialState: words) {
            Register()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test func `a new history has nothing to undo, and asking it to does nothing`() {
        history.undo()
        history.redo()
        #expect(!history.canUndo && !history.canRedo)
        #expect(history.undoTitle == nil && history.redoTitle == nil)
    }

    @Test func `an action without an inverse is sent with one`() {
        let store = Store(initialState: 3) { Update { (state: inout Int, new: Int) in state = new } }
        store.send(8, undo: history, inverse: 3, title: "Set")
        #expect(store.state == 8)
        history.undo()
        #expect(store.state == 3)
        history.redo()
        #expect(store.state == 8)
        store.send(contentsOf: [1, 2], undo: history, inverse: [8])
        #expect(store.state == 2)
        history.undo()
        #expect(store.state == 8 && history.undoTitle == "Set")
    }

    @Test func `a new action ends the possibility to redo`() {
        let store = words()
        store.send(.insert("a", at: 0), undo: history, title: "A")
        history.undo()
        store.send(.insert("b", at: 0), undo: history, title: "B")
        #expect(!history.canRedo && history.redoTitle == nil)
        history.redo()
        #expect(store.state == ["b"])
        history.undo()
        #expect(store.state.isEmpty && history.redoTitle == "B")
    }

    @Test func `an action without the history is not a step, and keeps the steps to redo`() {
        let store = words()
        store.send(.insert("a", at: 0), undo: history)
        history.undo()
        store.send(.insert("b", at: 0))
        #expect(history.canRedo && !history.canUndo)
        history.redo()
        #expect(store.state == ["a", "b"])
    }

    @Test func `the oldest steps are dropped at the limit, also when it is lowered later`() {
        let limited = UndoHistory(limit: 3)
        let store = words()
        for number in 0..<10 { store.send(.insert("\(number)", at: 0), undo: limited, title: "\(number)") }
        for number in (7..<10).reversed() {
            #expect(limited.undoTitle == "\(number)")
            limited.undo()
        }
        #expect(!limited.canUndo)
        #expect(store.state == (0..<7).reversed().map { "\($0)" })

        limited.limit = 2
        #expect(limited.redoTitle == "7", "The next one to redo is kept, the farthest is dropped")
        limited.redo()
        limited.redo()
        #expect(!limited.canRedo && store.state.first == "8")
        limited.limit = 1
        limited.undo()
        #expect(!limited.canUndo && store.state.first == "7")
    }

    @Test(arguments: [0, -5])
    func `with a limit of none nothing can be undone, and actions are sent all the same`(limit: Int) {
        let store = words()
        let none = UndoHistory(limit: limit)
        store.send(.insert("a", at: 0), undo: none, title: "A")
        #expect(!none.canUndo && none.undoTitle == nil)
        none.undo()
        #expect(store.state == ["a"])
    }

    @Test func `all steps can be removed`() {
        let store = words()
        store.send(.insert("a", at: 0), undo: history)
        store.send(.insert("b", at: 0), undo: history)
        history.undo()
        history.removeAll()
        #expect(!history.canUndo && !history.canRedo)
        history.undo()
        history.redo()
        #expect(store.state == ["a"])
    }

    @Test func `the steps of one store are forgotten, those sent through its scopes too, and others stay`() {
        let dashboard = Store(initialState: Dashboard.State()) { Dashboard() }
        let counter = dashboard.scope(state: \.counter, action: \.counter)
        let store = words()
        store.send(.insert("a", at: 0), undo: history, title: "Word")
        counter.send(.add(1), undo: history, inverse: .add(-1), title: "Count")
        dashboard.send(.appendRow(id: 1), undo: history, inverse: .removeRow(id: 1), title: "Row")
        history.undo()
        history.removeAll(of: counter)
        #expect(history.undoTitle == "Word" && !history.canRedo)
        history.undo()
        #expect(store.state.isEmpty && dashboard.counter.count == 1)
    }

    @Test func `an undone group is one turn and one notification`() {
        let store = words()
        var heard: [[String]] = []
        store.send(contentsOf: [.insert("a", at: 0), .insert("b", at: 1)], undo: history)
        let token = store.observe { heard.append($0) }
        history.undo()
        history.redo()
        #expect(heard == [["a", "b"], [], ["a", "b"]])
        withExtendedLifetime(token) {}
    }

    @Test func `undoing is a send like others: it is in the action log, and its effects can be waited for`()
        async
    {
        let store = Store(initialState: Counter.State()) { Counter() }
        var log: [Counter.Action] = []
        let token = store.onAction { log.append($0.action) }
        await store.send(.increment, undo: history, inverse: .incrementLater).finish()
        await history.undo().finish()
        #expect(log == [.increment, .incrementLater, .increment])
        #expect(store.count == 2)
        await history.redo().finish()
        #expect(log.last == .increment && store.count == 3)
        withExtendedLifetime(token) {}
    }

    @Test func `a step that was sent through the scope of a row finds the row again`() {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        store.send(contentsOf: [.appendRow(id: 1), .appendRow(id: 2)])
        store.scope(state: \.rows, action: \.rows)[id: 2]?.send(.add(5), undo: history, inverse: .add(-5))
        store.send(.removeRow(id: 1))
        history.undo()
        #expect(store.rows[id: 2]?.counter.count == 0)
        history.redo()
        #expect(store.rows[id: 2]?.counter.count == 5)
    }

    @Test func `steps of a released store are skipped, up to one whose store exists`() {
        let first = words()
        var second: StoreOf<Register>? = words()
        first.send(.insert("a", at: 0), undo: history, title: "First")
        second?.send(.insert("b", at: 0), undo: history, title: "Second")
        second?.send(.insert("c", at: 0), undo: history, title: "Third")
        #expect(history.undoTitle == "Third")
        second = nil
        #expect(history.undoTitle == "First")
        history.undo()
        #expect(first.state.isEmpty)
        #expect(!history.canUndo && history.redoTitle == "First")
        #expect(recorder.identifiers.isEmpty)
    }

    @Test func `a step of a closed store is removed with a diagnostic, and the one below is undone`() throws {
        let first = words()
        let second = words()
        first.send(.insert("a", at: 0), undo: history, title: "First")
        second.send(.insert("b", at: 0), undo: history, title: "Second")
        second.close()
        #expect(history.undoTitle == "First")
        history.undo()
        #expect(first.state.isEmpty && second.state == ["b"])
        #expect(recorder.identifiers == [.undoAfterClose])
        let diagnostic = try #require(recorder.diagnostics.first)
        #expect(diagnostic.message.contains("\"Second\""))
        #expect(diagnostic.action?.contains("remove(\"b\", at: 0)") == true)
        #expect(!history.canUndo)
    }

    @Test func `sending to a closed store is reported by the store, and is no step`() {
        let open = words()
        open.send(.insert("a", at: 0), undo: history)
        history.undo()
        let closed = words()
        closed.close()
        closed.send(.insert("b", at: 0), undo: history)
        closed.send(contentsOf: [.insert("b", at: 0), .insert("c", at: 0)], undo: history)
        #expect(recorder.identifiers == [.sendAfterClose, .sendAfterClose, .sendAfterClose])
        #expect(!history.canUndo && history.canRedo, "Nothing happened, so what can be redone still can")
    }

    @Test func `a step that waited when its store was closed is none, and the steps to redo stay`() {
        let store = words()
        let closing = words()
        store.send(.insert("a", at: 0), undo: history, title: "A")
        history.undo()
        let token = closing.observe { words in
            guard words == ["b"] else { return }
            closing.send(.insert("c", at: 0), undo: history, title: "C")
            #expect(history.undoTitle == "C" && !history.canRedo)
            closing.close()
        }
        closing.send(.insert("b", at: 0))
        #expect(closing.state == ["b"] && recorder.identifiers == [.actionsDroppedByClose])
        #expect(!history.canUndo && history.redoTitle == "A")
        history.redo()
        #expect(store.state == ["a"])
        withExtendedLifetime(token) {}
    }

    @Test func `a history retains no store, and a store no history`() {
        weak var store: StoreOf<Register>?
        weak var released: UndoHistory?
        do {
            let words = words()
            let own = UndoHistory()
            words.send(.insert("a", at: 0), undo: own)
            words.send(.insert("b", at: 0), undo: history)
            store = words
            released = own
        }
        #expect(store == nil && released == nil)
        #expect(!history.canUndo)
    }
}
