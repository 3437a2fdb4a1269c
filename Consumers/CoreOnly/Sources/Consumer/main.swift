// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A command-line tool that uses the core alone: counts its arguments.
struct Tally: Reducer {
    enum Action { case word(String), done }

    var body: some Reducer<[String: Int], Action> {
        Update { state, action in
            if case .word(let word) = action { state[word, default: 0] += 1 }
        }
    }
}

let store = Store(initialState: [String: Int]()) { Tally() }
for word in ["to", "be", "or", "not", "to", "be"] { store.send(.word(word)) }
print(store.state.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
