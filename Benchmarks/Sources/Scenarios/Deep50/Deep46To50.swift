// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep46: Reducer {
    struct State { var count = 0, child = Deep47.State() }
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep47.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep47.Action> {
                CasePath(index: 0, embed: Action.child) {
                    if case .child(let action) = $0 { action } else { nil }
                }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
        @inline(__always)
        static func caseIndex(of value: Self) -> Int? {
            switch value {
            case .child: 0
            default: nil
            }
        }
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.child, action: \.child) { Deep47() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep48.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep48.Action> {
                CasePath(index: 0, embed: Action.child) {
                    if case .child(let action) = $0 { action } else { nil }
                }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
        @inline(__always)
        static func caseIndex(of value: Self) -> Int? {
            switch value {
            case .child: 0
            default: nil
            }
        }
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.child, action: \.child) { Deep48() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep49.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep49.Action> {
                CasePath(index: 0, embed: Action.child) {
                    if case .child(let action) = $0 { action } else { nil }
                }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
        @inline(__always)
        static func caseIndex(of value: Self) -> Int? {
            switch value {
            case .child: 0
            default: nil
            }
        }
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.child, action: \.child) { Deep49() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep50.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep50.Action> {
                CasePath(index: 0, embed: Action.child) {
                    if case .child(let action) = $0 { action } else { nil }
                }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
        @inline(__always)
        static func caseIndex(of value: Self) -> Int? {
            switch value {
            case .child: 0
            default: nil
            }
        }
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.child, action: \.child) { Deep50() }
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
