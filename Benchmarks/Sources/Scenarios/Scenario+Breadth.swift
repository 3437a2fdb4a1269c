// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension Scenario {
    /// An action of a parent for none of its children, and one for the last of them.
    static let breadth = [1, 10, 100].flatMap { count in
        [
            branch("none", count, .increment),
            branch("last", count, CasePath(\Branches.Action.AllCasePaths.[count - 1]).embed(.increment)),
            branch("asked", count, .increment, isAsked: true),
        ]
    }

    /// An action for one of many features that were mounted.
    static let mounts = [1, 100, 1_000].map { count in
        Scenario("mounts/\(count)", baseline: count == 1 ? nil : "mounts/1") {
            let store = Store(initialState: Branches.State()) { Branches() }
            // There are a hundred cases; some have several.
            let tokens = (0..<count).map { number in
                store.mount { Branches.child(number % 100, isAsked: false) }
            }
            return { rounds in
                MainActor.assumeIsolated {
                    withExtendedLifetime(tokens) {
                        for _ in 0..<rounds { store.send(.increment) }
                    }
                }
            }
        }
    }

    private static func branch(
        _ kind: String,
        _ count: Int,
        _ action: Branches.Action,
        isAsked: Bool = false
    ) -> Scenario {
        Scenario("breadth/\(kind)/\(count)", baseline: count == 1 ? nil : "breadth/\(kind)/1") {
            let store = Store(initialState: Branches.State()) {
                for number in 0..<count { Branches.child(number, isAsked: isAsked) }
                Branches()
            }
            return { rounds in MainActor.assumeIsolated { for _ in 0..<rounds { store.send(action) } } }
        }
    }
}
