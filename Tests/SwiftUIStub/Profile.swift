// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryForms

/// A form, for the samples.
struct Profile: Reducer {
    // Not isolated, even if the main actor is the default: key paths to its properties are sent with actions.
    nonisolated struct State: Equatable, Identifiable, Sendable {
        var id = 0
        var name = ""
        var isPublic = false
        var problem: String? { name.count > 20 ? "A name has at most 20 letters." : nil }
    }

    nonisolated enum Action: BindableAction {
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
