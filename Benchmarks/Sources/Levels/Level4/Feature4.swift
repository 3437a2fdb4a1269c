// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Level5
public import TributaryCore

/// Feature 4 of five, each in a module of its own and composed of the next.
public struct Feature4: Reducer {
    public struct State {
        public var count = 0
        public var name = ""
        public var child = Feature5.State()
        public init() {}
    }

    public enum Action: CasePathable {
        case increment
        case rename(String)
        case child(Feature5.Action)

        public struct AllCasePaths: Sendable {
            public var child: CasePath<Action, Feature5.Action> {
                CasePath(embed: Action.child) { if case .child(let action) = $0 { action } else { nil } }
            }
        }
        public static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    public init() {}

    public var body: some Reducer<State, Action> {
        Scope(state: \.child, action: \.child) { Feature5() }
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
public func reduceByHand4(_ state: inout Feature4.State, _ action: Feature4.Action) {
    switch action {
    case .increment: state.count &+= 1
    case .rename(let name): state.name = name
    case .child(let action): reduceByHand5(&state.child, action)
    }
}
