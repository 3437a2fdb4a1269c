// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// Mistakes that the compiler looks for when all types are right.

// swift-format-ignore-file

import Tributary

struct MissingReturn: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Reduce { state, action in
            switch action {
            case .type(let text): state.query = text
            case .found, .failed: return .none
            }
        }  // error: missing return in closure expected to return 'Effect<Search.Action>'
    }
}

struct ReducerInEffect: Reducer {
    var body: some Reducer<Search.State, Search.Action> {
        Search()
            .wrapped { state, action, reduce in
                let later: () -> Void = {  // error: escaping closure captures non-escaping value
                    var copy = Search.State()
                    _ = reduce(&copy, .found([]))
                }
                later()
                return .none
            }
    }
}
