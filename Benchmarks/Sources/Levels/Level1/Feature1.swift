// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Level2
package import TributaryCore

/// Feature 1 of five, each in a module of its own and composed of the next.
package struct Feature1: Reducer {
    package struct State {
        package var count = 0
        package var name = ""
        package var child = Feature2.State()
        package init() {}
    }

    package enum Action: CasePathable {
        case increment
        case rename(String)
        case child(Feature2.Action)

        package struct AllCasePaths: Sendable {
            package var child: CasePath<Action, Feature2.Action> {
                CasePath(index: 0, embed: Action.child) {
                    if case .child(let action) = $0 { action } else { nil }
                }
            }
        }
        @inline(__always)
        package static func caseIndex(of value: Self) -> Int? {
            switch value {
            case .child: 0
            default: nil
            }
        }
        package static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    package init() {}

    package var body: some Reducer<State, Action> {
        Scope(state: \.child, action: \.child) { Feature2() }
        Update { state, action in
            switch action {
            case .increment: state.count &+= 1
            case .rename(let name): state.name = name
            case .child: break
            }
        }
    }
}

/// The same by hand.
///
/// Not inlined, or else a loop over it would be folded into one addition.
@inline(never)
package func reduceByHand1(_ state: inout Feature1.State, _ action: Feature1.Action) {
    switch action {
    case .increment: state.count &+= 1
    case .rename(let name): state.name = name
    case .child(let action): reduceByHand2(&state.child, action)
    }
}
