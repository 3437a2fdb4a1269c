// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep01: Reducer {
    struct State { var count = 0, child = Deep02.State() }
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep02.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep02.Action> {
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
        Scope(state: \.child, action: \.child) { Deep02() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep03.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep03.Action> {
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
        Scope(state: \.child, action: \.child) { Deep03() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep04.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep04.Action> {
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
        Scope(state: \.child, action: \.child) { Deep04() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep05.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep05.Action> {
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
        Scope(state: \.child, action: \.child) { Deep05() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep06.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep06.Action> {
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
        Scope(state: \.child, action: \.child) { Deep06() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep06.byHand(&state.child, action)
        }
    }
}
