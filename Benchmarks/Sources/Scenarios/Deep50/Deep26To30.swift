// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep26: Reducer {
    struct State { var count = 0, child = Deep27.State() }
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep27.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep27.Action> {
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
        Scope(state: \.child, action: \.child) { Deep27() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep28.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep28.Action> {
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
        Scope(state: \.child, action: \.child) { Deep28() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep29.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep29.Action> {
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
        Scope(state: \.child, action: \.child) { Deep29() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep30.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep30.Action> {
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
        Scope(state: \.child, action: \.child) { Deep30() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep31.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep31.Action> {
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
        Scope(state: \.child, action: \.child) { Deep31() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep31.byHand(&state.child, action)
        }
    }
}
