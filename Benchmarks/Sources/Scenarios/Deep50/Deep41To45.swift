// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep41: Reducer {
    struct State { var count = 0, child = Deep42.State() }
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep42.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep42.Action> {
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
        Scope(state: \.child, action: \.child) { Deep42() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep43.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep43.Action> {
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
        Scope(state: \.child, action: \.child) { Deep43() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep44.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep44.Action> {
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
        Scope(state: \.child, action: \.child) { Deep44() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep45.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep45.Action> {
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
        Scope(state: \.child, action: \.child) { Deep45() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep46.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep46.Action> {
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
        Scope(state: \.child, action: \.child) { Deep46() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep46.byHand(&state.child, action)
        }
    }
}
