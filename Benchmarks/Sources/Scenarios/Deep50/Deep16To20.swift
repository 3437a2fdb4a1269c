// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep16: Reducer {
    struct State { var count = 0, child = Deep17.State() }
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep17.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep17.Action> {
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
        Scope(state: \.child, action: \.child) { Deep17() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep18.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep18.Action> {
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
        Scope(state: \.child, action: \.child) { Deep18() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep19.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep19.Action> {
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
        Scope(state: \.child, action: \.child) { Deep19() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep20.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep20.Action> {
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
        Scope(state: \.child, action: \.child) { Deep20() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep21.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep21.Action> {
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
        Scope(state: \.child, action: \.child) { Deep21() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep21.byHand(&state.child, action)
        }
    }
}
