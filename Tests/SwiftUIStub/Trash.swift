// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// What was thrown away, with questions about it and an optional screen beside it, for the samples.
struct Trash: Reducer {
    enum Answer: Equatable, Sendable { case emptied, restored, dismissed }

    enum Destination: Equatable, CasePathable {
        case profile(Profile.State)
        case help

        struct AllCasePaths: Sendable {
            var profile: CasePath<Destination, Profile.State> {
                CasePath(
                    embed: Destination.profile,
                    extract: { if case .profile(let value) = $0 { value } else { nil } }
                )
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    struct State: Equatable {
        var count = 3
        var question: AlertState<Answer>?
        var destination: Destination?
    }

    enum Action: CasePathable {
        case empty, open, closed
        case answer(Answer)
        case profile(Profile.Action)

        struct AllCasePaths: Sendable {
            var answer: CasePath<Action, Answer> {
                CasePath(
                    embed: Action.answer,
                    extract: { if case .answer(let value) = $0 { value } else { nil } }
                )
            }
            var profile: CasePath<Action, Profile.Action> {
                CasePath(
                    embed: Action.profile,
                    extract: { if case .profile(let value) = $0 { value } else { nil } }
                )
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .empty:
                state.question = AlertState(
                    "Empty the trash?",
                    message: "It cannot be undone.",
                    buttons: [
                        .destructive("Empty", action: .emptied), .default("Restore", action: .restored),
                        .cancel("Keep"),
                    ]
                )
            case .open: state.destination = .profile(Profile.State(name: "Ada"))
            case .closed: state.destination = nil
            case .answer(.emptied): state.count = 0
            case .answer, .profile: break
            }
        }
        .clear(\.question, on: \.answer)
        .ifCaseLet(\.destination.profile, action: \.profile) { Profile() }
    }
}
