// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep01: Reducer {
    struct State { var count = 0, child = Deep02.State() }
    indirect enum Action: Sendable { case increment, child(Deep02.Action) }

    static let child = CasePath<Action, Deep02.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep02() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep02.byHand(&state.child, action)
        }
    }
}

struct Deep02: Reducer {
    struct State { var count = 0, child = Deep03.State() }
    indirect enum Action: Sendable { case increment, child(Deep03.Action) }

    static let child = CasePath<Action, Deep03.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep03() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep03.byHand(&state.child, action)
        }
    }
}

struct Deep03: Reducer {
    struct State { var count = 0, child = Deep04.State() }
    indirect enum Action: Sendable { case increment, child(Deep04.Action) }

    static let child = CasePath<Action, Deep04.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep04() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep04.byHand(&state.child, action)
        }
    }
}

struct Deep04: Reducer {
    struct State { var count = 0, child = Deep05.State() }
    indirect enum Action: Sendable { case increment, child(Deep05.Action) }

    static let child = CasePath<Action, Deep05.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep05() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep05.byHand(&state.child, action)
        }
    }
}

struct Deep05: Reducer {
    struct State { var count = 0, child = Deep06.State() }
    indirect enum Action: Sendable { case increment, child(Deep06.Action) }

    static let child = CasePath<Action, Deep06.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep06() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep06.byHand(&state.child, action)
        }
    }
}

struct Deep06: Reducer {
    struct State { var count = 0, child = Deep07.State() }
    indirect enum Action: Sendable { case increment, child(Deep07.Action) }

    static let child = CasePath<Action, Deep07.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep07() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep07.byHand(&state.child, action)
        }
    }
}

struct Deep07: Reducer {
    struct State { var count = 0, child = Deep08.State() }
    indirect enum Action: Sendable { case increment, child(Deep08.Action) }

    static let child = CasePath<Action, Deep08.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep08() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep08.byHand(&state.child, action)
        }
    }
}

struct Deep08: Reducer {
    struct State { var count = 0, child = Deep09.State() }
    indirect enum Action: Sendable { case increment, child(Deep09.Action) }

    static let child = CasePath<Action, Deep09.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep09() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep09.byHand(&state.child, action)
        }
    }
}

struct Deep09: Reducer {
    struct State { var count = 0, child = Deep10.State() }
    indirect enum Action: Sendable { case increment, child(Deep10.Action) }

    static let child = CasePath<Action, Deep10.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep10() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep10.byHand(&state.child, action)
        }
    }
}

struct Deep10: Reducer {
    struct State { var count = 0, child = Deep11.State() }
    indirect enum Action: Sendable { case increment, child(Deep11.Action) }

    static let child = CasePath<Action, Deep11.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep11() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep11.byHand(&state.child, action)
        }
    }
}
