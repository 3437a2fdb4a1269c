// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// The innermost of five features, each in a module of its own.
package struct Feature5: Reducer {
    package struct State {
        package var count = 0
        package var name = ""
        package init() {}
    }

    package enum Action {
        case increment
        case rename(String)
        case reset
    }

    package init() {}

    package var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .increment: state.count &+= 1
            case .rename(let name): state.name = name
            case .reset: state.count = 0
            }
        }
    }
}

/// The same by hand.
///
/// Not inlined, or else a loop over it would be folded into one addition.
@inline(never)
package func reduceByHand5(_ state: inout Feature5.State, _ action: Feature5.Action) {
    switch action {
    case .increment: state.count &+= 1
    case .rename(let name): state.name = name
    case .reset: state.count = 0
    }
}
