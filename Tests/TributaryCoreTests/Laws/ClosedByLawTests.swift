// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryPresenting
import TributaryTestSupport

/// Law 15: a child is closed by an output that its parent named, after both have seen it.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ClosedByLawTests {
    private let recorder = RunRecorder()
    private let diagnostics = DiagnosticRecorder()
}

extension ClosedByLawTests {
    private func store(_ place: Drawers.Place, _ notes: String...) -> StoreOf<Drawers> {
        let store = Store(initialState: Drawers.State()) { [recorder] in
            Drawers(place: place, recorder: recorder)
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
        for note in notes { store.send(.change { $0.add(note, at: place) }) }
        return store
    }

    @Test(arguments: Drawers.Place.allCases)
    func `law 15: the child sees the output, then the parent, and then the child is removed`(
        place: Drawers.Place
    ) async {
        let store = store(place, "a")
        store.send(.note(.run, at: place))
        await recorder.isRunning(["a"])
        store.send(.note(.type("b"), at: place))
        #expect(store.state.notes(at: place) == ["ab"])
        store.send(.note(.output(.done), at: place))
        #expect(store.seen == ["ab done"] && store.state.notes(at: place) == [])
        await recorder.isRunning([])
        #expect(diagnostics.identifiers == [])
    }

    @Test(arguments: Drawers.Place.allCases)
    func `by any of the outputs that were named, and by no other`(place: Drawers.Place) {
        let store = store(place, "a")
        store.send(.note(.output(.saved), at: place))
        #expect(store.state.notes(at: place) == ["a saved"])
        store.send(.note(.output(.cancelled), at: place))
        #expect(store.state.notes(at: place) == [] && diagnostics.identifiers == [])
    }

    @Test(arguments: Drawers.Place.allCases)
    func `a missing child is reported, and nothing is closed in response`(place: Drawers.Place) {
        let store = store(place)
        store.send(.setAnswer { $0.add("new", at: place) })
        store.send(.note(.output(.done), at: place))
        #expect(diagnostics.identifiers == [.absentChild] && store.state.notes(at: place) == ["new"])
    }

    @Test(arguments: Drawers.Place.allCases)
    func `a child that the parent puts in its place stays, if its identity differs`(
        place: Drawers.Place
    ) {
        let store = store(place, "a")
        store.send(
            .setAnswer { state in
                state.remove(at: place)
                state.add("next", at: place)
            }
        )
        store.send(.note(.output(.done), at: place))
        #expect(store.state.notes(at: place) == (place == .optional ? [] : ["next"]))
        #expect(diagnostics.identifiers == [])
    }

    @Test(arguments: Drawers.Place.allCases)
    func `a child that the parent removes itself is removed once`(place: Drawers.Place) {
        let store = store(place, "a")
        store.send(.setAnswer { $0.remove(at: place) })
        store.send(.note(.output(.done), at: place))
        #expect(store.state.notes(at: place) == [] && diagnostics.identifiers == [])
    }

    @Test(arguments: Drawers.Place.allCases)
    func `an output of a former child does not close its successor`(place: Drawers.Place) {
        let store = store(place, "a")
        store.send(
            contentsOf: [
                .note(.finish, at: place), .change { $0.remove(at: place) },
                .change { $0.add("next", at: place) },
            ]
        )
        #expect(store.state.notes(at: place) == ["next"] && store.seen == ["next done"])
        #expect(diagnostics.identifiers == [])
    }

    @Test func `an output of a missing nested child closes none`() {
        let store = store(.nested, "a")
        store.send(.change { $0.screen = .help })
        store.send(.note(.output(.done), at: .nested))
        #expect(store.screen == .help && diagnostics.identifiers == [.absentChild])
    }

    @Test func `a page is popped with those above it, and a row without the others`() {
        let pages = store(.page, "a", "b", "c")
        pages.send(.page(.element(id: 1, action: .output(.done))))
        #expect(pages.state.notes(at: .page) == ["a"] && pages.pages.ids == [0])
        let rows = store(.row, "a", "b", "c")
        rows.send(.row(.element(id: 1, action: .output(.done))))
        #expect(rows.state.notes(at: .row) == ["a", "c"])
    }

    @Test func `a case of a non-optional enum is reported, and stays`() {
        enum Action: CasePathable {
            case note(Drawers.Note.Action)
            struct AllCasePaths: Sendable {
                var note: CasePath<Action, Drawers.Note.Action> {
                    CasePath(embed: Action.note) { if case .note(let action) = $0 { action } else { nil } }
                }
            }
            static var allCasePaths: AllCasePaths { AllCasePaths() }
        }
        let recorder = recorder
        let store = Store(initialState: Drawers.Screen.note(Drawers.Note.State(text: "a"))) {
            EmptyReducer<Drawers.Screen, Action>()
                .ifCaseLet(\.note, action: \.note, closedBy: \.output.done) {
                    Drawers.Note(recorder: recorder)
                }
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
        store.send(.note(.output(.done)))
        #expect(store.state.is(\.note) && diagnostics.identifiers == [.caseNotOptional])
        #expect(diagnostics.diagnostics.first?.site != nil)
    }

    @Test func `law 9: a child that is closed by no action of the moment is changed in place`() {
        for place in Drawers.Place.allCases {
            let store = store(place, "a")
            let address = {
                store.withState { $0.samples(at: place)?.withUnsafeBufferPointer(\.baseAddress) }
            }
            let before = address()
            store.send(.note(.fade, at: place))
            #expect(before != nil && address() == before)
        }
    }
}
