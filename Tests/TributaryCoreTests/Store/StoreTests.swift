// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore

@MainActor
struct StoreTests {
    @Test func `a store reduces, scopes, observes and runs effects`() async {
        let store = Store(initialState: App.State()) { App() }
        var counts: [Int] = []
        let token = store.observe(\.counter.count) { counts.append($0) }
        store.send(.counter(.increment))
        store.send(.show)
        let child = store.scope(state: \.sheet, action: \.sheet)
        #expect(child != nil)
        #expect(child === store.scope(state: \.sheet, action: \.sheet))
        child?.send(.increment)
        await store.send(.counter(.later)).finish()
        #expect(store.state.counter.count == 11)
        #expect(store.sheet?.count == 1)
        #expect(counts == [0, 1, 11])
        store.send(.screen(.increment))
        #expect(store.state.screen[case: \.open]?.count == 1)
        let screen: StoreOf<Counter>? = store.scope(state: \.screen.open, action: \.screen)
        screen?.send(.increment)
        #expect(store.state.screen[case: \.open]?.count == 2)
        token.cancel()
    }
}

struct Counter: Reducer {
    struct State: Equatable { var count = 0 }
    enum Action { case increment, later, add(Int) }
    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .increment: state.count += 1
            case .later: return .run { send in await send(.add(10)) }
            case .add(let n): state.count += n
            }
            return .none
        }
    }
}

struct App: Reducer {
    enum Screen: CasePathable {
        case closed
        case open(Counter.State)
        struct AllCasePaths: Sendable {
            var open: CasePath<Screen, Counter.State> {
                CasePath(embed: Screen.open, extract: { if case .open(let s) = $0 { s } else { nil } })
            }
        }
        static let allCasePaths = AllCasePaths()
    }
    struct State {
        var counter = Counter.State()
        var sheet: Counter.State?
        var screen = Screen.open(.init())
    }
    enum Action: CasePathable {
        case counter(Counter.Action), sheet(Counter.Action), show, screen(Counter.Action)
        struct AllCasePaths: Sendable {
            var counter: CasePath<Action, Counter.Action> {
                CasePath(embed: Action.counter, extract: { if case .counter(let a) = $0 { a } else { nil } })
            }
            var sheet: CasePath<Action, Counter.Action> {
                CasePath(embed: Action.sheet, extract: { if case .sheet(let a) = $0 { a } else { nil } })
            }
            var screen: CasePath<Action, Counter.Action> {
                CasePath(embed: Action.screen, extract: { if case .screen(let a) = $0 { a } else { nil } })
            }
        }
        static let allCasePaths = AllCasePaths()
    }
    var body: some Reducer<State, Action> {
        Scope(state: \.counter, action: \.counter) { Counter() }
        Reduce { state, action in
            if case .show = action { state.sheet = .init() }
            return .none
        }
        .ifLet(\.sheet, action: \.sheet) { Counter() }
        .ifCaseLet(\.screen.open, action: \.screen) { Counter() }
    }
}
