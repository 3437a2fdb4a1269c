// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryPresenting

/// Discarded items, with questions about them and an optional destination, for the samples.
struct Trash: Reducer {
    nonisolated enum Answer: Equatable, Sendable { case emptied, restored, dismissed }

    nonisolated enum Destination: Equatable, CasePathable {
        case profile(Profile.State)
        case help

        nonisolated struct AllCasePaths: Sendable {
            var profile: CasePath<Destination, Profile.State> {
                CasePath(
                    embed: { .profile($0) },
                    extract: { if case .profile(let value) = $0 { value } else { nil } }
                )
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    nonisolated struct State: Equatable {
        var count = 3
        var question: AlertState<Answer>?
        var destination: Destination?
    }

    nonisolated enum Action: CasePathable {
        case empty, open, closed
        case answer(Answer)
        case profile(Profile.Action)

        nonisolated struct AllCasePaths: Sendable {
            var answer: CasePath<Action, Answer> {
                CasePath(
                    embed: { .answer($0) },
                    extract: { if case .answer(let value) = $0 { value } else { nil } }
                )
            }
            var profile: CasePath<Action, Profile.Action> {
                CasePath(
                    embed: { .profile($0) },
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
