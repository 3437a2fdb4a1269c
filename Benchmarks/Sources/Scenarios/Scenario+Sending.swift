// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Level1
import Level2
import Level3
import Level4
import Level5
import TributaryCore

extension Scenario {
    static let sending = [
        Scenario("send/flat", baseline: "send/flat/by-hand/closure") {
            let store = Store(initialState: Feature5.State()) { Feature5() }
            return { count in
                MainActor.assumeIsolated {
                    for _ in 0..<count { store.send(.increment) }
                }
            }
        },
        Scenario("send/flat/by-hand") {
            let box = Box(Feature5.State())
            return { count in for _ in 0..<count { reduceByHand5(&box.value, .increment) } }
        },
        Scenario("send/deep5", baseline: "send/deep5/by-hand") {
            let store = Store(initialState: Feature1.State()) { Feature1() }
            return { count in
                MainActor.assumeIsolated {
                    for _ in 0..<count { store.send(.child(.child(.child(.child(.increment))))) }
                }
            }
        },
        Scenario("send/deep5/by-hand") {
            let box = Box(Feature1.State())
            return { count in
                for _ in 0..<count { reduceByHand1(&box.value, .child(.child(.child(.child(.increment))))) }
            }
        },
        Scenario("send/deep5/text", baseline: "send/deep5/by-hand/text") {
            let store = Store(initialState: Feature1.State()) { Feature1() }
            let text = longText
            return { count in
                MainActor.assumeIsolated {
                    for _ in 0..<count { store.send(.child(.child(.child(.child(.rename(text)))))) }
                }
            }
        },
        Scenario("send/deep5-from-leaf", baseline: "send/deep5/by-hand") {
            let leaf = Root.leafStore()
            return { count in
                MainActor.assumeIsolated {
                    for _ in 0..<count { leaf.send(.increment) }
                }
            }
        },
        Scenario("read/deep5-from-leaf") {
            let leaf = Root.leafStore()
            return { count in
                MainActor.assumeIsolated {
                    var sum = 0
                    for _ in 0..<count { sum &+= leaf.withState { $0.count } }
                    precondition(sum == 0)
                }
            }
        },
        Scenario("send/deep50", baseline: "send/deep50/by-hand") {
            let store = Store(initialState: Deep01.State()) { Deep01() }
            let action = deepAction
            return { count in MainActor.assumeIsolated { for _ in 0..<count { store.send(action) } } }
        },
        Scenario("send/deep50/by-hand") {
            let box = Box(Deep01.State())
            let action = deepAction
            return { count in for _ in 0..<count { reduceDeep50ByHand(&box.value, action) } }
        },
    ]
}

/// A sixth feature around the five, so that there are five scopes from the root to the leaf.
struct Root: Reducer {
    /// A store five scopes below one of all features.
    @MainActor
    static func leafStore() -> Store<Feature5.State, Feature5.Action> {
        Store(initialState: State()) { Root() }
            .scope(state: \.child, action: \.child)
            .scope(state: \.child, action: \.child)
            .scope(state: \.child, action: \.child)
            .scope(state: \.child, action: \.child)
            .scope(state: \.child, action: \.child)
    }

    struct State { var child = Feature1.State() }
    enum Action: CasePathable {
        case child(Feature1.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Feature1.Action> {
                CasePath(index: 0, embed: Action.child) {
                    if case .child(let action) = $0 { action } else { nil }
                }
            }
        }
        @inline(__always)
        static func caseIndex(of value: Self) -> Int? {
            switch value {
            case .child: 0
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    var body: some Reducer<State, Action> {
        Scope(state: \.child, action: \.child) { Feature1() }
    }
}

@inline(never)
private func reduceDeep50ByHand(_ state: inout Deep01.State, _ action: Deep01.Action) {
    Deep01.byHand(&state, action)
}

/// An action for the innermost of fifty features.
private let deepAction: Deep01.Action = {
    let deep41: Deep41.Action = .child(
        .child(.child(.child(.child(.child(.child(.child(.child(.increment))))))))
    )
    let deep31: Deep31.Action = .child(
        .child(.child(.child(.child(.child(.child(.child(.child(.child(deep41)))))))))
    )
    let deep21: Deep21.Action = .child(
        .child(.child(.child(.child(.child(.child(.child(.child(.child(deep31)))))))))
    )
    let deep11: Deep11.Action = .child(
        .child(.child(.child(.child(.child(.child(.child(.child(.child(deep21)))))))))
    )
    return .child(.child(.child(.child(.child(.child(.child(.child(.child(.child(deep11))))))))))
}()
