// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// A parent with a child in every kind of place: property, optional, case, row.
package struct Dashboard: Reducer {
    package struct State: Equatable, Sendable {
        package var counter = Counter.State()
        package var sheet: Counter.State?
        package var screen = Screen.closed
        package var rows: IdentifiedArray<Int, Row.State> = IdentifiedArray()
        package var log: [String] = []
        package init() {}
    }

    package enum Screen: Equatable, Sendable, CasePathable {
        case closed
        case detail(Counter.State)

        package struct AllCasePaths: Sendable {
            package var detail: CasePath<Screen, Counter.State> {
                CasePath(
                    embed: Screen.detail,
                    extract: { if case .detail(let state) = $0 { state } else { nil } }
                )
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    package struct Row: Reducer {
        package struct State: Equatable, Identifiable, Sendable {
            package let id: Int
            package var counter = Counter.State()
            package init(id: Int) { self.id = id }
        }
        package init() {}
        package var body: some Reducer<State, Counter.Action> {
            Scope(state: \.counter) { Counter() }
        }
    }

    package enum Action: Equatable, Sendable, CasePathable {
        case counter(Counter.Action)
        case sheet(Counter.Action)
        case screen(Counter.Action)
        case rows(IdentifiedAction<Int, Counter.Action>)
        case openSheet
        case closeSheet
        case openScreen
        case closeScreen
        case appendRow(id: Int)
        case removeRow(id: Int)

        package struct AllCasePaths: Sendable {
            package var counter: CasePath<Action, Counter.Action> {
                CasePath(
                    embed: Action.counter,
                    extract: { if case .counter(let value) = $0 { value } else { nil } }
                )
            }
            package var sheet: CasePath<Action, Counter.Action> {
                CasePath(
                    embed: Action.sheet,
                    extract: { if case .sheet(let value) = $0 { value } else { nil } }
                )
            }
            package var screen: CasePath<Action, Counter.Action> {
                CasePath(
                    embed: Action.screen,
                    extract: { if case .screen(let value) = $0 { value } else { nil } }
                )
            }
            package var rows: CasePath<Action, IdentifiedAction<Int, Counter.Action>> {
                CasePath(
                    embed: Action.rows,
                    extract: { if case .rows(let value) = $0 { value } else { nil } }
                )
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    package init() {}

    package var body: some Reducer<State, Action> {
        Scope(state: \.counter, action: \.counter) { Counter() }
        Update { state, action in
            switch action {
            case .openSheet: state.sheet = Counter.State()
            case .closeSheet: state.sheet = nil
            case .openScreen: state.screen = .detail(Counter.State())
            case .closeScreen: state.screen = .closed
            case .appendRow(let id): state.rows.append(Row.State(id: id))
            case .removeRow(let id): state.rows.remove(id: id)
            case .counter, .sheet, .screen, .rows: break
            }
        }
        .ifLet(\.sheet, action: \.sheet) { Counter() }
        .ifCaseLet(\.screen.detail, action: \.screen) { Counter() }
        .forEach(\.rows, action: \.rows) { Row() }
    }
}

extension Dashboard {
    /// A store with each kind of part: a sheet, a screen, and two rows.
    @MainActor
    package static func makeFullStore(reportingTo recorder: DiagnosticRecorder) -> StoreOf<Dashboard> {
        let store = Store(initialState: State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        for action in [Action.openSheet, .openScreen, .appendRow(id: 1), .appendRow(id: 2)] {
            store.send(action)
        }
        return store
    }
}
