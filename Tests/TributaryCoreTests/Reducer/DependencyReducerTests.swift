// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

private enum UnitKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { 1 }
}

extension Dependencies {
    fileprivate var unit: Int {
        get { self[UnitKey.self] }
        set { self[UnitKey.self] = newValue }
    }
}

/// Overrides for a subtree of reducers.
@MainActor
struct DependencyReducerTests {
    private struct Adder: Reducer {
        enum Action { case add, addLater, added(Int) }
        @Dependency(\.unit) var unit

        var body: some Reducer<Int, Action> {
            Reduce { state, action in
                switch action {
                case .add: state += unit
                case .addLater: return .run { send in await send(.added(unit)) }
                case .added(let amount): state += amount
                }
                return .none
            }
        }
    }

    @Test func `the innermost override counts, and outside of it the store's value`() async {
        struct Nest: Reducer {
            struct State { var plain = 0, outer = 0, inner = 0 }
            var body: some Reducer<State, Adder.Action> {
                Scope(state: \.plain) { Adder() }
                Scope(state: \.outer) { Adder().dependency(\.unit, 100) }
                Scope(state: \.inner) { Adder().dependency(\.unit, 1000) }.dependency(\.unit, 100)
            }
        }
        let store = Store(initialState: Nest.State()) {
            Nest()
        } dependencies: {
            $0.unit = 10
        }
        store.send(.add)
        #expect([store.plain, store.outer, store.inner] == [10, 100, 1000])
    }

    @Test func `effects read the overridden value`() async {
        let store = Store(initialState: 0) { Adder().dependency(\.unit, 5) }
        await store.send(.addLater).finish()
        #expect(store.state == 5)
    }

    @Test func `a dependency can be changed relative to the outer one`() {
        let store = Store(initialState: 0) {
            Adder().transformDependency(\.unit) { $0 *= 7 }
        } dependencies: {
            $0.unit = 3
        }
        store.send(.add)
        #expect(store.state == 21)
    }

    @Test func `an effect may make a store of its own, which has its own dependencies`() async {
        struct Maker: Reducer {
            enum Action { case make, made(Int) }
            var body: some Reducer<Int, Action> {
                Reduce { state, action in
                    switch action {
                    case .make:
                        return .run { send in
                            let inner = await MainActor.run {
                                let store = Store(initialState: 0) {
                                    Adder()
                                } dependencies: {
                                    $0.unit = 2
                                }
                                store.send(.add)
                                return store.state
                            }
                            await send(.made(inner))
                        }
                    case .made(let value): state = value
                    }
                    return .none
                }
            }
        }
        let store = Store(initialState: 0) { Maker().dependency(\.unit, 50) }
        await store.send(.make).finish()
        #expect(store.state == 2)
    }
}
