// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep31: Reducer {
    struct State { var count = 0, child = Deep32.State() }
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep32.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep32.Action> {
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
        Scope(state: \.child, action: \.child) { Deep32() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep33.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep33.Action> {
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
        Scope(state: \.child, action: \.child) { Deep33() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep34.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep34.Action> {
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
        Scope(state: \.child, action: \.child) { Deep34() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep35.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep35.Action> {
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
        Scope(state: \.child, action: \.child) { Deep35() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep36.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep36.Action> {
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
        Scope(state: \.child, action: \.child) { Deep36() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep36.byHand(&state.child, action)
        }
    }
}
