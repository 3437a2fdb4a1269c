// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep36: Reducer {
    struct State { var count = 0, child = Deep37.State() }
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep37.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep37.Action> {
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
        Scope(state: \.child, action: \.child) { Deep37() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep38.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep38.Action> {
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
        Scope(state: \.child, action: \.child) { Deep38() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep39.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep39.Action> {
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
        Scope(state: \.child, action: \.child) { Deep39() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep40.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep40.Action> {
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
        Scope(state: \.child, action: \.child) { Deep40() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep41.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep41.Action> {
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
        Scope(state: \.child, action: \.child) { Deep41() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep41.byHand(&state.child, action)
        }
    }
}
