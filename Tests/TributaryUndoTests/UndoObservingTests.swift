// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryCore
import TributaryTestSupport
import TributaryUndo

/// A history as something to observe, and on other actors.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct UndoObservingTests {
    private final class Changes {
        var count = 0
    }

    private func track<Value>(_ read: @autoclosure () -> Value) -> Changes {
        nonisolated(unsafe) let changes = Changes()
        withObservationTracking {
            _ = read()
        } onChange: {
            changes.count += 1
        }
        return changes
    }

    private let history = UndoHistory()
    private let store = Store(initialState: [String]()) { Register() }

    @Test func `each property is reported when it changes, and only then`() {
        let (canUndo, canRedo) = (track(history.canUndo), track(history.canRedo))
        let (undoTitle, redoTitle) = (track(history.undoTitle), track(history.redoTitle))
        store.send(.insert("a", at: 0), undo: history)
        #expect(canUndo.count == 1 && canRedo.count == 0 && undoTitle.count == 0 && redoTitle.count == 0)
        let again = track(history.canUndo)
        store.send(.insert("b", at: 0), undo: history, title: "B")
        #expect(again.count == 0, "There is something to undo as before")
        #expect(undoTitle.count == 1 && redoTitle.count == 0)
        history.undo()
        #expect(again.count == 0 && canRedo.count == 1 && redoTitle.count == 1)
    }

    /// Receives the title once, and then sends an action.
    @MainActor
    private final class TitleObserver {
        private(set) var heard: [String] = []
        private let store: StoreOf<Register>
        private let history: UndoHistory

        init(_ store: StoreOf<Register>, _ history: UndoHistory) {
            self.store = store
            self.history = history
            withObservationTracking {
                _ = history.undoTitle
            } onChange: {
                MainActor.assumeIsolated { self.change() }
            }
        }

        private func change() {
            heard.append("\(store.state), \(history.undoTitle ?? "none")")
            // The framework reports a change within a change, too.
            guard heard.count == 1 else { return }
            store.send(.insert("b", at: 0), undo: history, title: "B")
        }
    }

    @Test func `observers of the history are notified after the turn, with the new state, and may send`() {
        let observer = TitleObserver(store, history)
        store.send(.insert("a", at: 0), undo: history, title: "A")
        #expect(observer.heard == [#"["a"], A"#, #"["b", "a"], B"#])
        #expect(store.state == ["b", "a"] && history.undoTitle == "B")
    }

    @Test func `clearing and lowering the limit are reported`() {
        store.send(.insert("a", at: 0), undo: history)
        let forgotten = track(history.canUndo)
        history.removeAll()
        #expect(forgotten.count == 1)
        store.send(.insert("a", at: 0), undo: history)
        let limited = track(history.canUndo)
        history.limit = 0
        #expect(limited.count == 1)
    }

    @Test func `an action of a store on its own actor is undone through its mirror`() async {
        let remote = StoreActor(initialState: [String]()) { Register() }
        let mirror = await Store(mirroring: remote)
        await mirror.send(.insert("a", at: 0), undo: history, title: "A").finish()
        await mirror.send(contentsOf: [.insert("b", at: 0), .insert("c", at: 0)], undo: history).finish()
        #expect(await remote.state == ["c", "b", "a"])
        await history.undo().finish()
        #expect(mirror.state == ["a"])
        #expect(await remote.state == ["a"])
        history.undo()
        await history.redo().finish()
        #expect(await remote.state == ["a"] && mirror.state == ["a"])
    }
}
