// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep21: Reducer {
    struct State { var count = 0, child = Deep22.State() }
    indirect enum Action: Sendable { case increment, child(Deep22.Action) }

    static let child = CasePath<Action, Deep22.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep22() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep22.byHand(&state.child, action)
        }
    }
}

struct Deep22: Reducer {
    struct State { var count = 0, child = Deep23.State() }
    indirect enum Action: Sendable { case increment, child(Deep23.Action) }

    static let child = CasePath<Action, Deep23.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep23() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep23.byHand(&state.child, action)
        }
    }
}

struct Deep23: Reducer {
    struct State { var count = 0, child = Deep24.State() }
    indirect enum Action: Sendable { case increment, child(Deep24.Action) }

    static let child = CasePath<Action, Deep24.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep24() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep24.byHand(&state.child, action)
        }
    }
}

struct Deep24: Reducer {
    struct State { var count = 0, child = Deep25.State() }
    indirect enum Action: Sendable { case increment, child(Deep25.Action) }

    static let child = CasePath<Action, Deep25.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep25() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep25.byHand(&state.child, action)
        }
    }
}

struct Deep25: Reducer {
    struct State { var count = 0, child = Deep26.State() }
    indirect enum Action: Sendable { case increment, child(Deep26.Action) }

    static let child = CasePath<Action, Deep26.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep26() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep26.byHand(&state.child, action)
        }
    }
}

struct Deep26: Reducer {
    struct State { var count = 0, child = Deep27.State() }
    indirect enum Action: Sendable { case increment, child(Deep27.Action) }

    static let child = CasePath<Action, Deep27.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep27() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep27.byHand(&state.child, action)
        }
    }
}

struct Deep27: Reducer {
    struct State { var count = 0, child = Deep28.State() }
    indirect enum Action: Sendable { case increment, child(Deep28.Action) }

    static let child = CasePath<Action, Deep28.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep28() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep28.byHand(&state.child, action)
        }
    }
}

struct Deep28: Reducer {
    struct State { var count = 0, child = Deep29.State() }
    indirect enum Action: Sendable { case increment, child(Deep29.Action) }

    static let child = CasePath<Action, Deep29.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep29() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep29.byHand(&state.child, action)
        }
    }
}

struct Deep29: Reducer {
    struct State { var count = 0, child = Deep30.State() }
    indirect enum Action: Sendable { case increment, child(Deep30.Action) }

    static let child = CasePath<Action, Deep30.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep30() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep30.byHand(&state.child, action)
        }
    }
}

struct Deep30: Reducer {
    struct State { var count = 0, child = Deep31.State() }
    indirect enum Action: Sendable { case increment, child(Deep31.Action) }

    static let child = CasePath<Action, Deep31.Action>(
        embed: Action.child,
        extract: { if case .child(let action) = $0 { action } else { nil } }
    )

    var body: some Reducer<State, Action> {
        Scope(state: \.child, actionPath: Self.child) { Deep31() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep31.byHand(&state.child, action)
        }
    }
}
