// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryPresenting

/// A root above which profiles are pushed.
struct Album: Reducer {
    nonisolated struct State: Equatable {
        var path: Stack<Profile.State> = []
    }

    nonisolated enum Action: CasePathable {
        case open(String), path(StackActionOf<Profile>)

        nonisolated struct AllCasePaths: Sendable {
            var path: CasePath<Action, StackActionOf<Profile>> {
                CasePath(embed: { .path($0) }) { if case .path(let action) = $0 { action } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            if case .open(let name) = action { state.path.append(Profile.State(name: name)) }
        }
        .forEach(stack: \.path, action: \.path) { Profile() }
    }
}
