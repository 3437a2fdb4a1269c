// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A form, for the samples.
struct Profile: Reducer {
    struct State: Equatable, Identifiable, Sendable {
        var id = 0
        var name = ""
        var isPublic = false
    }

    enum Action: BindableAction {
        case change(StateChange<State>)
        case clear
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .change(let change): change.apply(to: &state)
            case .clear: state.name = ""
            }
        }
    }
}

/// A list with everything that can be presented, for the samples.
struct People: Reducer {
    struct Failure: Equatable { var reason: String }

    enum Path: Equatable, CasePathable {
        case detail(Profile.State)
        struct AllCasePaths: Sendable {
            var detail: CasePath<Path, Profile.State> {
                CasePath(
                    embed: Path.detail,
                    extract: { if case .detail(let value) = $0 { value } else { nil } }
                )
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    struct State: Equatable {
        var query = ""
        var rows: IdentifiedArray<Int, Profile.State> = IdentifiedArray()
        var stack: IdentifiedArray<Int, Profile.State> = IdentifiedArray()
        var editor: Profile.State?
        var path: Path?
        var screen = Path.detail(Profile.State())
        var failure: Failure?
    }

    enum Action: CasePathable {
        case queryChanged(String), stackChanged([Int]), editorClosed, detailClosed, failureSeen
        case editor(Profile.Action)
        case detail(Profile.Action)
        case rows(IdentifiedAction<Int, Profile.Action>)
        case stack(IdentifiedAction<Int, Profile.Action>)

        struct AllCasePaths: Sendable {
            var editor: CasePath<Action, Profile.Action> {
                CasePath(
                    embed: Action.editor,
                    extract: { if case .editor(let value) = $0 { value } else { nil } }
                )
            }
            var detail: CasePath<Action, Profile.Action> {
                CasePath(
                    embed: Action.detail,
                    extract: { if case .detail(let value) = $0 { value } else { nil } }
                )
            }
            var rows: CasePath<Action, IdentifiedAction<Int, Profile.Action>> {
                CasePath(
                    embed: Action.rows,
                    extract: { if case .rows(let value) = $0 { value } else { nil } }
                )
            }
            var stack: CasePath<Action, IdentifiedAction<Int, Profile.Action>> {
                CasePath(
                    embed: Action.stack,
                    extract: { if case .stack(let value) = $0 { value } else { nil } }
                )
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .queryChanged(let query): state.query = query
            case .stackChanged(let ids): state.stack.removeAll { !ids.contains($0.id) }
            case .editorClosed: state.editor = nil
            case .detailClosed: state.path = nil
            case .failureSeen: state.failure = nil
            case .editor, .detail, .rows, .stack: break
            }
        }
        .ifLet(\.editor, action: \.editor) { Profile() }
        .forEach(\.rows, action: \.rows) { Profile() }
        .forEach(\.stack, action: \.stack) { Profile() }
    }
}
