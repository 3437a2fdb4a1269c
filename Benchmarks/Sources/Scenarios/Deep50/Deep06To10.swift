// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep06: Reducer {
    struct State { var count = 0, child = Deep07.State() }
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep07.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep07.Action> {
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
        Scope(state: \.child, action: \.child) { Deep07() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep08.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep08.Action> {
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
        Scope(state: \.child, action: \.child) { Deep08() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep09.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep09.Action> {
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
        Scope(state: \.child, action: \.child) { Deep09() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep10.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep10.Action> {
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
        Scope(state: \.child, action: \.child) { Deep10() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep11.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep11.Action> {
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
        Scope(state: \.child, action: \.child) { Deep11() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep11.byHand(&state.child, action)
        }
    }
}
