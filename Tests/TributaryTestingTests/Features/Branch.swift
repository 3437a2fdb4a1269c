// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// A library inside of something larger, so that its actions are cases of cases.
struct Branch: Reducer {
    struct State: Equatable, Sendable {
        var library = Library.State()
    }

    @CasePathable
    enum Action: Equatable, Sendable {
        case library(Library.Action)
        case opened
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.library, action: \.library) { Library() }
    }
}
