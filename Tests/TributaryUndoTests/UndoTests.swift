// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryForms
import TributaryPresenting
import TributaryTestSupport
import TributaryUndo

/// Actions and groups that know their inverse, and undoing and redoing them.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct UndoTests {
    private enum Step: Equatable {
        case write(String)
        case call(String)
    }

    /// Records its actions; a call is answered, by the reducer and by a listener.
    private func diary() -> Store<[String], Step> {
        Store(initialState: []) {
            Reduce { state, step in
                switch step {
                case .write(let word):
                    state.append(word)
                    return .none
                case .call(let name):
                    state.append(name)
                    return .send(.write("\(name) answers"))
                }
            }
        }
    }

    @Test func `an action is the new value of a property, or contains the old and the new one`() {
        struct Form: Equatable { var volume = 5, isOn = false }
        enum Action: CasePathable {
            case volume(Int)
            case change(StateChange<Form>)

            struct AllCasePaths: Sendable {
                var volume: CasePath<Action, Int> {
                    CasePath(embed: Action.volume) { if case .volume(let value) = $0 { value } else { nil } }
                }
                var change: CasePath<Action, StateChange<Form>> {
                    CasePath(embed: Action.change) { if case .change(let value) = $0 { value } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }
        let store = Store(initialState: Form()) {
            Scope(state: \Form.volume, action: \Action.AllCasePaths.volume) {
                Update { (volume: inout Int, new: Int) in volume = new }
            }
            Scope(state: \Form.self, action: \Action.AllCasePaths.change) {
                Update { (form: inout Form, change: StateChange<Form>) in change.apply(to: &form) }
            }
        }
        store.send(.volume(7))
        #expect(store.volume == 7)
        let history = UndoHistory()
        let form = store.scope(state: \.self, action: \.change)
        form.send(StateChange(\.isOn, from: false, to: true), undo: history)
        #expect(store.state == Form(volume: 7, isOn: true))
        history.undo()
        #expect(store.state == Form(volume: 7))
    }

    @Test func `a group is one turn and one notification; actions of reducers follow all of it`() {
        let store = diary()
        var heard: [[String]] = []
        let observing = store.observe { heard.append($0) }
        store.send(contentsOf: [.call("a"), .write("b"), .call("c")])
        let all = ["a", "b", "c", "a answers", "c answers"]
        #expect(heard == [[], all])
        withExtendedLifetime(observing) {}
    }

    @Test func `listeners receive every action of a group; their own follow all of it`() {
        let store = diary()
        var heard: [Step] = []
        let listening = store.onAction { record in
            heard.append(record.action)
            if record.action == .write("a") { store.send(.write("listener")) }
        }
        store.send(contentsOf: ActionGroup(.write("a")).then(.write("b")))
        #expect(heard == [.write("a"), .write("b"), .write("listener")])
        #expect(store.state == ["a", "b", "listener"])
        withExtendedLifetime(listening) {}
    }

    @Test func `a group goes through a scope, a machine and a store on its own actor as well`() async {
        let dashboard = Store(initialState: Dashboard.State()) { Dashboard() }
        var heard: [Int] = []
        let token = dashboard.observe(\.counter.count) { heard.append($0) }
        dashboard.scope(state: \.counter, action: \.counter).send(contentsOf: [.increment, .add(3)])
        #expect(heard == [0, 4])
        withExtendedLifetime(token) {}

        let room = StoreActor(initialState: Counter.State()) { Counter() }
        await room.send(contentsOf: [.increment, .incrementLater, .add(3)]).finish()
        #expect(await room.state.count == 5)
    }

    @Test func `an empty group notifies no observer, runs no turn, and keeps the steps to redo`() async {
        let store = Store(initialState: [String]()) { Register() }
        let history = UndoHistory()
        store.send(.insert("a", at: 0), undo: history)
        history.undo()
        var notifications = 0
        let token = store.observe({ $0 }, removeDuplicates: { _, _ in false }) { _ in notifications += 1 }
        store.send(contentsOf: [])
        store.send(contentsOf: [], undo: history, title: "Nothing")
        store.send(contentsOf: [], undo: history, inverse: [.insert("b", at: 0)])
        #expect(notifications == 1, "The first value, and no turn after it")
        #expect(!history.canUndo && history.canRedo)
        withExtendedLifetime(token) {}

        let room = StoreActor(initialState: [String]()) { Register() }
        await room.send(contentsOf: [])
        #expect(await room.state.isEmpty)
    }

    @Test func `an action knows its inverse`() {
        let action = Register.Action.insert("a", at: 0)
        var words = ["b"]
        Register().reduce(into: &words, actions: [action, action.inverted()])
        #expect(words == ["b"])
    }

    @Test func `the inverse of a group is in the opposite order, as actions need not commute`() {
        let group: ActionGroup<Register.Action> = [
            .insert("b", at: 0), .insert("a", at: 0), .replace(PropertyChange(\.[1], from: "b", to: "c")),
        ]
        var words: [String] = []
        Register().reduce(into: &words, actions: group.actions)
        #expect(words == ["a", "c"])
        Register().reduce(into: &words, actions: group.inverted().actions)
        #expect(words.isEmpty)
    }

    @Test func `a change assigns the new value, its inverse the old one; in properties and in cases`() {
        var state = Dashboard.State()
        let log = PropertyChange(\Dashboard.State.log, from: [], to: ["x"])
        let screen = PropertyChange(\Dashboard.State.screen, from: .closed, to: .detail(Counter.State()))
        let detail = PropertyChange<Dashboard.State, Counter.State>(
            case: \.screen.detail,
            from: Counter.State(),
            to: Counter.State(count: 2)
        )
        let changes = ActionGroup(StateChange(log), StateChange(screen), StateChange(detail))
        for change in changes { change.apply(to: &state) }
        #expect(state.log == ["x"] && state.screen == .detail(Counter.State(count: 2)))
        for change in changes.inverted() { change.apply(to: &state) }
        #expect(state == Dashboard.State())
    }

    @Test func `an action is sent, undone and redone, and the titles change places`() {
        let store = Store(initialState: [String]()) { Register() }
        let history = UndoHistory()
        store.send(.insert("a", at: 0), undo: history, title: "Insert", redoTitle: "Insert Again")
        #expect(store.state == ["a"])
        #expect(history.undoTitle == "Insert" && history.redoTitle == nil)
        for _ in 0..<3 {
            history.undo()
            #expect(store.state.isEmpty)
            #expect(history.undoTitle == nil && history.redoTitle == "Insert Again")
            history.redo()
            #expect(store.state == ["a"])
            #expect(history.undoTitle == "Insert" && history.redoTitle == nil)
        }
    }

    @Test func `a title is shown only if it was given`() {
        let store = Store(initialState: [String]()) { Register() }
        let history = UndoHistory()
        store.send(.insert("a", at: 0), undo: history, title: "Insert")
        store.send(.insert("b", at: 0), undo: history)
        #expect(history.canUndo && history.undoTitle == nil)
        history.undo()
        #expect(history.redoTitle == nil && history.undoTitle == "Insert")
        history.undo()
        #expect(history.redoTitle == "Insert", "One title serves both")
        store.send(.insert("c", at: 0), undo: history, redoTitle: "Once More")
        #expect(history.undoTitle == nil)
        history.undo()
        #expect(history.redoTitle == "Once More")
    }

    @Test func `a scope and a store may be released, and the history retains neither`() {
        var store: StoreOf<Dashboard>? = Store(initialState: Dashboard.State()) { Dashboard() }
        weak let root = store
        let history = UndoHistory()
        do {
            let scope = store?.scope(state: \.counter, action: \.counter)
            weak let released = scope
            scope?.send(.add(2), undo: history, inverse: .add(-2), title: "Add")
            #expect(released != nil)
        }
        #expect(store?.counter.count == 2)
        history.undo()
        #expect(store?.counter.count == 0, "Undone without the scope's store")
        history.redo()
        #expect(store?.counter.count == 2)

        store = nil
        #expect(root == nil)
        #expect(!history.canUndo && history.undoTitle == nil)
        history.undo()
        history.redo()
        #expect(!history.canUndo && !history.canRedo)
    }

    @Test func `an action through a decorated store is undone through it after its release`() {
        let store = Store(initialState: Counter.State()) { Counter() }
        let history = UndoHistory()
        var passed: [Counter.Action] = []
        do {
            let decorated = store.scope {
                $0
            } sending: { (action: Counter.Action) in
                passed.append(action)
                return action
            }
            decorated.send(.add(2), undo: history, inverse: .add(-2))
        }
        history.undo()
        history.redo()
        #expect(store.count == 2)
        #expect(passed == [.add(2), .add(-2), .add(2)])
    }

    @Test func `an action that a decorated store drops is not a step, and the steps to redo stay`() {
        let store = Store(initialState: Counter.State()) { Counter() }
        let history = UndoHistory()
        let careful = store.scope {
            $0
        } sending: { (action: Counter.Action) in
            if case .add(let number) = action, number > 10 { nil } else { action }
        }
        careful.send(.add(2), undo: history, inverse: .add(-2), title: "Add")
        history.undo()
        careful.send(.add(11), undo: history, inverse: .add(-11), title: "Add Much")
        #expect(!history.canUndo && history.redoTitle == "Add")
        history.undo()
        #expect(store.count == 0)
        history.redo()
        #expect(store.count == 2)
    }

    @Test func `a page's change of its row is undone through it, with no effect if the row was removed`()
        throws
    {
        var state = Library.State([Book(1, "a")])
        state.path = [.reader(Reader.Page(1))]
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: state) {
            Library()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        let history = UndoHistory()
        let page = store.scope(state: \.path, action: \.path, joining: Library.State.pages)[id: 0]
        let reader = try #require(page?.scope(case: \.reader, action: \.reader))
        reader.send(.rename("b"), undo: history, inverse: .rename("a"))
        #expect(store.books[id: 1]?.title == "b")
        history.undo()
        #expect(store.books[id: 1]?.title == "a" && reader.page.notes == ["a → b", "b → a"])
        history.redo()
        #expect(store.books[id: 1]?.title == "b")
        store.send(.change { $0.books = [] })
        history.undo()
        store.send(.change { $0.books = [Book(1, "c")] })
        #expect(store.books[id: 1]?.title == "c" && store.path.isEmpty)
    }
}
