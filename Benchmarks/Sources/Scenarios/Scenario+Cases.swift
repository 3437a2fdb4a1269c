// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension Scenario {
    /// An action for the last of several screens, which are asked one after the other.
    static let cases = [
        dispatch("chain", 4) { reducers in
            AnyReducer(combine(reducers[0], reducers[1], reducers[2], reducers[3]))
        },
        dispatch("chain", 16, baseline: "cases/chain/4") { reducers in
            AnyReducer(
                combine(
                    reducers[0],
                    reducers[1],
                    reducers[2],
                    reducers[3],
                    reducers[4],
                    reducers[5],
                    reducers[6],
                    reducers[7],
                    reducers[8],
                    reducers[9],
                    reducers[10],
                    reducers[11],
                    reducers[12],
                    reducers[13],
                    reducers[14],
                    reducers[15]
                )
            )
        },
    ]

    private static func dispatch(
        _ kind: String,
        _ count: Int,
        baseline: String? = nil,
        _ make: @escaping @Sendable ([AnyReducer<Screens, ScreenAction>]) -> AnyReducer<Screens, ScreenAction>
    ) -> Scenario {
        Scenario("cases/\(kind)/\(count)", baseline: baseline) {
            let store = Store(initialState: .shown(Payload.State(count: 1))) {
                make((0..<count).map { ScreenAction.reducer(of: $0) })
            }
            let action = ScreenAction.screen(count - 1, .touch)
            return { count in MainActor.assumeIsolated { for _ in 0..<count { store.send(action) } } }
        }
    }
}

enum Screens: CasePathable {
    case shown(Payload.State)
    case hidden

    struct AllCasePaths: Sendable {
        var shown: CasePath<Screens, Payload.State> {
            CasePath(embed: Screens.shown) { if case .shown(let value) = $0 { value } else { nil } }
        }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// An action of one of several screens, which its number names.
enum ScreenAction: CasePathable, Sendable {
    case screen(Int, Payload.Action)

    struct AllCasePaths: Sendable {
        subscript(number: Int) -> CasePath<ScreenAction, Payload.Action> {
            CasePath(embed: { .screen(number, $0) }) { action in
                if case .screen(number, let action) = action { action } else { nil }
            }
        }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    static func reducer(of number: Int) -> AnyReducer<Screens, ScreenAction> {
        EmptyReducer<Screens, ScreenAction>().ifCaseLet(\.shown, action: \.[number]) { Payload() }
    }
}
