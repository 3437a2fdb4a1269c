// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import Tributary
import TributaryTesting

// page: feature
struct Poster: Reducer {
    struct State: Equatable, Sendable {
        var title = ""
        var size = 10
        var words: [String] = []
    }

    enum Action: Undoable, Equatable, Sendable {
        case change(StateChange<State>)
        case insert(String, at: Int)
        case remove(String, at: Int)

        func inverted() -> Action {
            switch self {
            case .change(let change): .change(change.inverted())
            case .insert(let word, at: let index): .remove(word, at: index)
            case .remove(let word, at: let index): .insert(word, at: index)
            }
        }
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .change(let change): change.apply(to: &state)
            case .insert(let word, at: let index): state.words.insert(word, at: index)
            case .remove(_, at: let index): state.words.remove(at: index)
            }
        }
    }
}
// page: end

/// The examples of the article.
@MainActor
struct UndoAndRedo {
    let printed = Printed()

    func used() -> [String] {
        let printed = printed
        func print(_ text: String) { printed.append(text) }
        // page: use
        let store = Store(initialState: Poster.State()) { Poster() }
        let history = UndoHistory()
        store.send(.insert("tea", at: 0), undo: history, title: "Insert a word")
        print(history.undoTitle ?? "")  // prints Insert a word
        history.undo()
        print("\(store.words)")  // prints []
        history.redo()
        print("\(store.words)")  // prints ["tea"]
        // page: end
        return printed.lines
    }

    func grouped() -> [Poster.State] {
        let store = Store(initialState: Poster.State()) { Poster() }
        let history = UndoHistory()
        // page: group
        store.send(
            contentsOf: [
                .change(StateChange(\.title, of: store.state, to: "Sale")),
                .change(StateChange(\.size, of: store.state, to: 20)),
            ],
            undo: history,
            title: "Make it a sale"
        )
        history.undo()  // reverts both
        // page: end
        let before = store.state
        history.redo()
        return [before, store.state]
    }

    func inverse() -> [[String]] {
        let store = Store(initialState: Poster.State(words: ["tea"])) { Poster() }
        let history = UndoHistory(limit: 100)
        // page: inverse
        store.send(.remove("tea", at: 0), undo: history, inverse: .insert("tea", at: 0), title: "Remove")
        // page: end
        let removed = store.words
        history.undo()
        return [removed, store.words]
    }

    func menu() -> [String] {
        let store = Store(initialState: Poster.State()) { Poster() }
        let history = UndoHistory()
        let printed = printed
        func print(_ text: String) { printed.append(text) }
        // page: menu
        withObservationTracking {
            print(history.undoTitle.map { "Undo \($0)" } ?? "Undo")  // prints Undo
        } onChange: {
            // update the menu
        }
        // page: end
        store.send(.insert("tea", at: 0), undo: history)
        return printed.lines + ["\(history.canUndo)", "\(history.canRedo)"]
    }

    func tested() async {
        // page: test
        let history = UndoHistory()
        let store = TestStore(initialState: Poster.State()) { Poster() }
        await store.send(.insert("tea", at: 0), undo: history) { $0.words = ["tea"] }
        await store.undo(history) { $0.words = [] }
        await store.redo(history) { $0.words = ["tea"] }
        // page: end
    }

    func checked() async {
        // page: invariant
        await checkInvariants(
            Invariant<Poster.State, Poster.Action>("inverses take back") { before, action, after in
                var state = after
                Poster().reduce(into: &state, actions: [action.inverted()])
                return state == before
            },
            initialState: Poster.State(),
            actions: ActionGenerator { generator in
                .insert(String.random(using: &generator), at: 0)
            }
        ) {
            Poster()
        }
        // page: end
    }
}
