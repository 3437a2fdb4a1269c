// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep31: Reducer {
    struct State { var count = 0, child = Deep32.State() }
    indirect enum Action: Sendable { case increment, child(Deep32.Action) }

    static let child = CasePath<Action, Deep32.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep32() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep32.byHand(&state.child, action)
        }
    }
}

struct Deep32: Reducer {
    struct State { var count = 0, child = Deep33.State() }
    indirect enum Action: Sendable { case increment, child(Deep33.Action) }

    static let child = CasePath<Action, Deep33.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep33() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep33.byHand(&state.child, action)
        }
    }
}

struct Deep33: Reducer {
    struct State { var count = 0, child = Deep34.State() }
    indirect enum Action: Sendable { case increment, child(Deep34.Action) }

    static let child = CasePath<Action, Deep34.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep34() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep34.byHand(&state.child, action)
        }
    }
}

struct Deep34: Reducer {
    struct State { var count = 0, child = Deep35.State() }
    indirect enum Action: Sendable { case increment, child(Deep35.Action) }

    static let child = CasePath<Action, Deep35.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep35() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep35.byHand(&state.child, action)
        }
    }
}

struct Deep35: Reducer {
    struct State { var count = 0, child = Deep36.State() }
    indirect enum Action: Sendable { case increment, child(Deep36.Action) }

    static let child = CasePath<Action, Deep36.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep36() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep36.byHand(&state.child, action)
        }
    }
}

struct Deep36: Reducer {
    struct State { var count = 0, child = Deep37.State() }
    indirect enum Action: Sendable { case increment, child(Deep37.Action) }

    static let child = CasePath<Action, Deep37.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep37() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep37.byHand(&state.child, action)
        }
    }
}

struct Deep37: Reducer {
    struct State { var count = 0, child = Deep38.State() }
    indirect enum Action: Sendable { case increment, child(Deep38.Action) }

    static let child = CasePath<Action, Deep38.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep38() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep38.byHand(&state.child, action)
        }
    }
}

struct Deep38: Reducer {
    struct State { var count = 0, child = Deep39.State() }
    indirect enum Action: Sendable { case increment, child(Deep39.Action) }

    static let child = CasePath<Action, Deep39.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep39() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep39.byHand(&state.child, action)
        }
    }
}

struct Deep39: Reducer {
    struct State { var count = 0, child = Deep40.State() }
    indirect enum Action: Sendable { case increment, child(Deep40.Action) }

    static let child = CasePath<Action, Deep40.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep40() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep40.byHand(&state.child, action)
        }
    }
}

struct Deep40: Reducer {
    struct State { var count = 0, child = Deep41.State() }
    indirect enum Action: Sendable { case increment, child(Deep41.Action) }

    static let child = CasePath<Action, Deep41.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep41() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep41.byHand(&state.child, action)
        }
    }
}
