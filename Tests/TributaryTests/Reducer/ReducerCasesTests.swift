// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTestSupport

/// The code that `@ReducerCases` generates, at run time, and paths through optional enums.
@Suite("One of several screens", .timeLimit(.minutes(30)))
@MainActor
struct ReducerCasesTests {
    private let recorder = DiagnosticRecorder()

    private func store(_ state: Screens.State = Screens.State()) -> StoreOf<Screens> {
        Store(initialState: state) {
            Screens()
        } dependencies: { [recorder] in
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test func `runs its own reducer, and no other`() {
        let store = store()
        store.send(.add)
        store.send(.destination(.edit(.type("Ebb"))))
        #expect(store.destination?[case: \.edit]?.title == "Ebb")
        store.send(.destination(.edit(.done)))
        #expect(store.state == Screens.State(titles: ["Ebb"]))
        store.send(.show(.record(Recorder.State())))
        store.send(.destination(.record(.tick)))
        #expect(store.destination == .record(Recorder.State(seconds: 10)))
        #expect(recorder.identifiers == [])
    }

    @Test func `or is a plain state, which takes no actions`() {
        let store = store()
        store.send(.ask(3))
        #expect(store.destination == .meeting(id: 3, title: "Daily"))
        #expect(store.destination?.is(\.meeting) == true)
        store.send(.show(.help))
        #expect(store.destination?.is(\.help) == true)
    }

    @Test func `reports an action for another one, once`() {
        let store = store()
        store.send(.add)
        store.send(.destination(.record(.tick)))
        #expect(recorder.identifiers == [.absentChild])
        #expect(recorder.diagnostics[0].message.contains("Recorder.State"))
        store.send(.show(nil))
        store.send(.destination(.edit(.fade)))
        #expect(recorder.identifiers == [.absentChild, .absentChild])
    }

    @Test func `is reached by a path through the optional`() {
        let store = store()
        #expect(store.scope(case: \.destination.edit, action: \.destination.edit) == nil)
        store.send(.add)
        let editor = store.scope(case: \.destination.edit, action: \.destination.edit)
        #expect(editor === store.scope(case: \.destination.edit, action: \.destination.edit))
        #expect(store.scope(case: \.destination.record, action: \.destination.record) == nil)
        editor?.send(.type("Neap"))
        #expect(editor?.title == "Neap")
        #expect(store.destination?[case: \.edit]?.title == "Neap")
        store.send(.show(.help))
        #expect(store.scope(case: \.destination.edit, action: \.destination.edit) == nil)
    }

    @Test func `may be composed case by case, through the optional`() {
        let recorder = recorder
        let store = Store(initialState: Screens.State()) {
            Update<Screens.State, Screens.Action> { state, action in
                if case .show(let destination) = action { state.destination = destination }
            }
            .ifCaseLet(\.destination.edit, action: \.destination.edit) { Editor() }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        store.send(.destination(.edit(.type("lost"))))
        #expect(recorder.identifiers == [.absentChild])
        store.send(.show(.edit(Editor.State())))
        store.send(.destination(.edit(.type("found"))))
        #expect(store.destination == .edit(Editor.State(title: "found")))
        store.send(.show(.help))
        store.send(.destination(.edit(.type("lost"))))
        #expect(recorder.identifiers == [.absentChild, .absentChild])
    }

    @Test func `answers its own changes`() {
        let store = store()
        store.send(.add)
        store.send(.destination(.edit(.type("x"))))
        #expect(store.destination?[case: \.edit]?.title == "xy")
    }

    @Test func `is changed in place`() {
        let store = store()
        store.send(.add)
        let place = {
            store.withState { $0.destination?[case: \.edit]?.samples.withUnsafeBufferPointer(\.baseAddress) }
        }
        let before = place()
        store.send(.destination(.edit(.fade)))
        #expect(before != nil && place() == before)
    }

    @Test func `ends its effects when another takes its place`() async {
        let clock = ManualClock()
        let recorder = recorder
        let store = Store(initialState: Screens.State()) {
            Screens()
        } dependencies: {
            $0.clock = clock
            $0.diagnosticReporter = recorder.reporter
        }
        store.send(.add)
        let task = store.send(.destination(.edit(.wait)))
        store.send(.show(.help))
        await task.finish()
        #expect(store.destination == .help)
        #expect(recorder.identifiers == [])
    }

    @Test func `is a reducer as any other, with a store of its own`() {
        let store = Store(initialState: .record(Recorder.State())) { Screens.Destination() }
        store.send(.record(.tick))
        #expect(store.state == .record(Recorder.State(seconds: 10)))
    }

    @Test func `or the pages of a stack`() {
        let store = Store(initialState: [.edit(Editor.State()), .help] as Stack<Screens.Destination.State>) {
            EmptyReducer<Stack<Screens.Destination.State>, Pages>()
                .forEach(stack: \.self, action: \.path) { Screens.Destination() }
        } dependencies: { [recorder] in
            $0.diagnosticReporter = recorder.reporter
        }
        store.send(.path(.element(id: 0, action: .edit(.type("page")))))
        store.send(.path(.push(.record(Recorder.State()))))
        store.send(.path(.element(id: 2, action: .record(.tick))))
        let recorded = Recorder.State(seconds: 10)
        #expect(store.state == [.edit(Editor.State(title: "page")), .help, .record(recorded)])
        let pages = store.scope(state: \.self, action: \.path)
        let editor = pages[id: 0]?.scope(case: \.edit, action: \.edit)
        editor?.send(.type("s"))
        #expect(editor?.title == "pages" && pages[id: 1]?.scope(case: \.edit, action: \.edit) == nil)
        #expect(recorder.identifiers == [])
        store.send(.path(.element(id: 2, action: .edit(.fade))))
        #expect(recorder.identifiers == [.absentChild])
    }

    @CasePathable
    fileprivate enum Pages { case path(StackActionOf<Screens.Destination>) }
}
