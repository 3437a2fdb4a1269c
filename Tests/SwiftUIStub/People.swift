// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryPresenting

/// A list with everything that can be presented, for the samples.
struct People: Reducer {
    nonisolated struct Failure: Equatable { var reason: String }

    /// The destination over the list; one at a time, or none.
    nonisolated enum Screen: Equatable, CasePathable {
        case closed
        case detail(Profile.State)
        case card(Profile.State)

        nonisolated struct AllCasePaths: Sendable {
            var detail: CasePath<Screen, Profile.State> {
                CasePath(
                    embed: { .detail($0) },
                    extract: { if case .detail(let value) = $0 { value } else { nil } }
                )
            }
            var card: CasePath<Screen, Profile.State> {
                CasePath(
                    embed: { .card($0) },
                    extract: { if case .card(let value) = $0 { value } else { nil } }
                )
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    nonisolated struct State: Equatable {
        var query = ""
        var rows: IdentifiedArray<Int, Profile.State> = IdentifiedArray()
        var stack: IdentifiedArray<Int, Profile.State> = IdentifiedArray()
        var editor: Profile.State?
        var screen = Screen.closed
        var failure: Failure?
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .queryChanged(let query): state.query = query
            case .queryEntered:
                if let found = state.rows.first(where: { $0.name == state.query }) {
                    state.screen = .detail(found)
                } else {
                    state.failure = Failure(reason: "Nobody is called \(state.query).")
                }
            case .cardAsked(let id):
                if let row = state.rows[id: id] { state.screen = .card(row) }
            case .screenClosed: state.screen = .closed
            case .stackChanged(let ids):
                // Fewer when the user went back, one more when a link was followed.
                state.stack.removeAll { !ids.contains($0.id) }
                let pushed = ids.filter { !state.stack.contains(id: $0) }
                state.stack.append(contentsOf: pushed.compactMap { state.rows[id: $0] })
            case .editorAsked: state.editor = Profile.State(id: (state.rows.ids.max() ?? 0) + 1)
            case .editorClosed:
                if let made = state.editor { state.rows.append(made) }
                state.editor = nil
            case .failureSeen: state.failure = nil
            case .stack(.element(let id, _)):
                if let changed = state.stack[id: id] { state.rows[id: id] = changed }
            case .detail, .card:
                switch state.screen {
                case .detail(let changed), .card(let changed): state.rows[id: changed.id] = changed
                case .closed: break
                }
            case .editor, .rows: break
            }
        }
        .ifLet(\.editor, action: \.editor) { Profile() }
        .ifCaseLet(\.screen.detail, action: \.detail) { Profile() }
        .ifCaseLet(\.screen.card, action: \.card) { Profile() }
        .forEach(\.rows, action: \.rows) { Profile() }
        .forEach(\.stack, action: \.stack) { Profile() }
    }
}
