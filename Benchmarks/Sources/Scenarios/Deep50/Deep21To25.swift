// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

struct Deep21: Reducer {
    struct State { var count = 0, child = Deep22.State() }
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep22.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep22.Action> {
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
        Scope(state: \.child, action: \.child) { Deep22() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep23.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep23.Action> {
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
        Scope(state: \.child, action: \.child) { Deep23() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep24.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep24.Action> {
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
        Scope(state: \.child, action: \.child) { Deep24() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep25.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep25.Action> {
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
        Scope(state: \.child, action: \.child) { Deep25() }
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
    indirect enum Action: CasePathable, Sendable {
        case increment, child(Deep26.Action)
        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Deep26.Action> {
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
        Scope(state: \.child, action: \.child) { Deep26() }
        Update { state, action in if case .increment = action { state.count &+= 1 } }
    }

    static func byHand(_ state: inout State, _ action: Action) {
        switch action {
        case .increment: state.count &+= 1
        case .child(let action): Deep26.byHand(&state.child, action)
        }
    }
}
