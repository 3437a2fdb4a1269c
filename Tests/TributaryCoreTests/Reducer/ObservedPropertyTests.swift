// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// The property of a child is written only if the child's reducer ran or answered.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ObservedPropertyTests {
    private struct Child: Equatable, Identifiable {
        let id: Int
        var value = 0
        var answers = 0
    }

    private enum Screen: CasePathable {
        case closed, open(Child)
        struct AllCasePaths: Sendable {
            var open: CasePath<Screen, Child> {
                CasePath(embed: Screen.open) { if case .open(let value) = $0 { value } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    private struct State {
        var always = Child(id: 0) { didSet { writes.append("always") } }
        var sheet: Child? { didSet { writes.append("sheet") } }
        var screen = Screen.closed { didSet { writes.append("screen") } }
        var rows = IdentifiedArray<Int, Child>(uniqueElements: []) { didSet { writes.append("rows") } }
        var stored = Child(id: 1)
        var computed: Child {
            get { stored }
            set {
                stored = newValue
                writes.append("computed")
            }
        }
        var writes: [String] = []
    }

    private enum Action: CasePathable {
        case always(Int), sheet(Int), screen(Int), rows(IdentifiedAction<Int, Int>), computed(Int)
        case change((inout State) -> Void)

        struct AllCasePaths: Sendable {
            var always: CasePath<Action, Int> {
                CasePath(embed: Action.always) { if case .always(let value) = $0 { value } else { nil } }
            }
            var sheet: CasePath<Action, Int> {
                CasePath(embed: Action.sheet) { if case .sheet(let value) = $0 { value } else { nil } }
            }
            var screen: CasePath<Action, Int> {
                CasePath(embed: Action.screen) { if case .screen(let value) = $0 { value } else { nil } }
            }
            var rows: CasePath<Action, IdentifiedAction<Int, Int>> {
                CasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
            }
            var computed: CasePath<Action, Int> {
                CasePath(embed: Action.computed) { if case .computed(let value) = $0 { value } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    private func child() -> some Reducer<Child, Int> {
        Update<Child, Int> { state, value in state.value = value }
            .onChange(of: \.value) { _, _, state in
                state.answers += 1
                return .none
            }
    }

    private let recorder = DiagnosticRecorder()
}

extension ObservedPropertyTests {
    private func store() -> Store<State, Action> {
        Store(initialState: State()) {
            Scope(state: \.always, action: \.always) { child() }
            Scope(state: \.computed, action: \.computed) { child() }
            Update<State, Action> { state, action in if case .change(let change) = action { change(&state) } }
                .ifLet(\.sheet, action: \.sheet) { child() }
                .ifCaseLet(\.screen.open, action: \.screen) { child() }
                .forEach(\.rows, action: \.rows) { child() }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test func `an action for an absent child does not write to its property`() {
        let store = store()
        store.send(.sheet(1))
        store.send(.screen(1))
        store.send(.rows(.element(id: 1, action: 1)))
        #expect(store.writes == [])
        #expect(recorder.identifiers == [.absentChild, .absentChild, .absentChild])
    }

    @Test
    func
        `an action that changes nothing in a child does not write to its property, though changes are answered`()
    {
        let store = store()
        store.send(.change { $0.sheet = Child(id: 2) })
        store.send(.change { $0.screen = .open(Child(id: 3)) })
        store.send(.change { $0.rows = IdentifiedArray(uniqueElements: [Child(id: 4)]) })
        store.send(.change { $0.writes = [] })
        store.send(.change { _ in })
        #expect(store.writes == [])
        store.send(.sheet(1))
        #expect(store.writes == ["sheet", "sheet"])
        store.send(.change { $0.writes = [] })
        store.send(.computed(1))
        store.send(.always(1))
        #expect(store.writes == ["computed", "computed", "always", "always"])
    }

    @Test func `a change that another reducer made writes once, to be answered`() {
        let store = store()
        store.send(.change { $0.stored.value = 5 })
        #expect(store.writes == ["computed"])
        #expect(store.stored.answers == 1)
    }
}
