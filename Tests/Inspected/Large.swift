// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A feature whose state is too large to be shown at once, with cyclic references and with references to
/// classes.
struct Large: Reducer {
    struct State {
        var rows: [Int]
        var text = String(repeating: "A text that goes on. ", count: 500)
        var ring = Ring()
        var closure: () -> Int = { 1 }
    }

    /// An object that contains itself.
    final class Ring {
        let name = "ring"
        var next: Ring?

        init() { next = self }
    }

    enum Action: Codable {
        case replace(row: Int, with: Int)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .replace(let row, let value): state.rows[row] = value
        }
        return .none
    }
}
