// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep41: Reducer {
    struct State { var count = 0, child = Deep42.State() }
    indirect enum Action: Sendable { case increment, child(Deep42.Action) }

    static let child = CasePath<Action, Deep42.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep42() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep42.byHand(&state.child, action)
        }
    }
}

struct Deep42: Reducer {
    struct State { var count = 0, child = Deep43.State() }
    indirect enum Action: Sendable { case increment, child(Deep43.Action) }

    static let child = CasePath<Action, Deep43.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep43() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep43.byHand(&state.child, action)
        }
    }
}

struct Deep43: Reducer {
    struct State { var count = 0, child = Deep44.State() }
    indirect enum Action: Sendable { case increment, child(Deep44.Action) }

    static let child = CasePath<Action, Deep44.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep44() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep44.byHand(&state.child, action)
        }
    }
}

struct Deep44: Reducer {
    struct State { var count = 0, child = Deep45.State() }
    indirect enum Action: Sendable { case increment, child(Deep45.Action) }

    static let child = CasePath<Action, Deep45.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep45() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep45.byHand(&state.child, action)
        }
    }
}

struct Deep45: Reducer {
    struct State { var count = 0, child = Deep46.State() }
    indirect enum Action: Sendable { case increment, child(Deep46.Action) }

    static let child = CasePath<Action, Deep46.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep46() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep46.byHand(&state.child, action)
        }
    }
}

struct Deep46: Reducer {
    struct State { var count = 0, child = Deep47.State() }
    indirect enum Action: Sendable { case increment, child(Deep47.Action) }

    static let child = CasePath<Action, Deep47.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep47() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep47.byHand(&state.child, action)
        }
    }
}

struct Deep47: Reducer {
    struct State { var count = 0, child = Deep48.State() }
    indirect enum Action: Sendable { case increment, child(Deep48.Action) }

    static let child = CasePath<Action, Deep48.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep48() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep48.byHand(&state.child, action)
        }
    }
}

struct Deep48: Reducer {
    struct State { var count = 0, child = Deep49.State() }
    indirect enum Action: Sendable { case increment, child(Deep49.Action) }

    static let child = CasePath<Action, Deep49.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep49() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep49.byHand(&state.child, action)
        }
    }
}

struct Deep49: Reducer {
    struct State { var count = 0, child = Deep50.State() }
    indirect enum Action: Sendable { case increment, child(Deep50.Action) }

    static let child = CasePath<Action, Deep50.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep50() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep50.byHand(&state.child, action)
        }
    }
}

struct Deep50: Reducer {
    struct State { var count = 0 }
    enum Action: Sendable { case increment, decrement }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .increment: state.count &+= 1
            case .decrement: state.count &-= 1
            }
        }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .decrement: state.count &-= 1
        }
    }
}
