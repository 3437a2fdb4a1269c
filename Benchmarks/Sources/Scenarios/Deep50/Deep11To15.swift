// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep11: Reducer {
    struct State { var count = 0, child = Deep12.State() }
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep12.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep12.Action> {
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
        Scope(state: \.child, action: \.child) { Deep12() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep13.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep13.Action> {
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
        Scope(state: \.child, action: \.child) { Deep13() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep14.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep14.Action> {
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
        Scope(state: \.child, action: \.child) { Deep14() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep15.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep15.Action> {
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
        Scope(state: \.child, action: \.child) { Deep15() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep16.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep16.Action> {
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
        Scope(state: \.child, action: \.child) { Deep16() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep16.byHand(&state.child, action)
        }
    }
}
