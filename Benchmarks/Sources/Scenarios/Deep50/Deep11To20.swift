// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep11: Reducer {
    struct State { var count = 0, child = Deep12.State() }
    indirect enum Action: Sendable { case increment, child(Deep12.Action) }

    static let child = CasePath<Action, Deep12.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep12() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep12.byHand(&state.child, action)
        }
    }
}

struct Deep12: Reducer {
    struct State { var count = 0, child = Deep13.State() }
    indirect enum Action: Sendable { case increment, child(Deep13.Action) }

    static let child = CasePath<Action, Deep13.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep13() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep13.byHand(&state.child, action)
        }
    }
}

struct Deep13: Reducer {
    struct State { var count = 0, child = Deep14.State() }
    indirect enum Action: Sendable { case increment, child(Deep14.Action) }

    static let child = CasePath<Action, Deep14.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep14() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep14.byHand(&state.child, action)
        }
    }
}

struct Deep14: Reducer {
    struct State { var count = 0, child = Deep15.State() }
    indirect enum Action: Sendable { case increment, child(Deep15.Action) }

    static let child = CasePath<Action, Deep15.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep15() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep15.byHand(&state.child, action)
        }
    }
}

struct Deep15: Reducer {
    struct State { var count = 0, child = Deep16.State() }
    indirect enum Action: Sendable { case increment, child(Deep16.Action) }

    static let child = CasePath<Action, Deep16.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep16() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep16.byHand(&state.child, action)
        }
    }
}

struct Deep16: Reducer {
    struct State { var count = 0, child = Deep17.State() }
    indirect enum Action: Sendable { case increment, child(Deep17.Action) }

    static let child = CasePath<Action, Deep17.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep17() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep17.byHand(&state.child, action)
        }
    }
}

struct Deep17: Reducer {
    struct State { var count = 0, child = Deep18.State() }
    indirect enum Action: Sendable { case increment, child(Deep18.Action) }

    static let child = CasePath<Action, Deep18.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep18() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep18.byHand(&state.child, action)
        }
    }
}

struct Deep18: Reducer {
    struct State { var count = 0, child = Deep19.State() }
    indirect enum Action: Sendable { case increment, child(Deep19.Action) }

    static let child = CasePath<Action, Deep19.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep19() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep19.byHand(&state.child, action)
        }
    }
}

struct Deep19: Reducer {
    struct State { var count = 0, child = Deep20.State() }
    indirect enum Action: Sendable { case increment, child(Deep20.Action) }

    static let child = CasePath<Action, Deep20.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep20() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep20.byHand(&state.child, action)
        }
    }
}

struct Deep20: Reducer {
    struct State { var count = 0, child = Deep21.State() }
    indirect enum Action: Sendable { case increment, child(Deep21.Action) }

    static let child = CasePath<Action, Deep21.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep21() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep21.byHand(&state.child, action)
        }
    }
}
