// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A feature that can be nested as deep as one likes.
protocol Nested: Reducer, SendableMetatype {
    static var initialState: State { get }
    static var leafAction: Action { get }
    static func reduceByHand(_ state: inout State, _ action: Action)
    init()
}

struct Leaf: Nested {
    typealias State = Int
    enum Action: Sendable { case increment, decrement }

    static var initialState: Int { 0 }
    static var leafAction: Action { .increment }

    static func reduceByHand(_ state: inout Int, _ action: Action) {
        switch action {
        case .increment: state &+= 1
        case .decrement: state &-= 1
        }
    }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
        Self.reduceByHand(&state, action)
        return .none
    }
}

struct Deep<Child: Nested>: Nested {
    struct State {
        var count = 0
        var child: Child.State
    }

    enum Action {
        case increment
        case child(Child.Action)
    }

    static var initialState: State { State(child: Child.initialState) }
    static var leafAction: Action { .child(Child.leafAction) }

    static func reduceByHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Child.reduceByHand(&state.child, action)
        }
    }

    var body: some Reducer<State, Action> {
        Scope(
            state: \.child,
            action: CasePath<Action, Child.Action>(
                embed: { .child($0) },
                extract: { if case .child(let action) = $0 { action } else { nil } }
            )
        ) {
            Child()
        }
        Update { state, action in
            if case .increment = action { state.count &+= 1 }
        }
    }
}

typealias Deep5<Child: Nested> = Deep<Deep<Deep<Deep<Deep<Child>>>>>
typealias Deep25<Child: Nested> = Deep5<Deep5<Deep5<Deep5<Deep5<Child>>>>>
typealias Deep50 = Deep25<Deep25<Leaf>>
