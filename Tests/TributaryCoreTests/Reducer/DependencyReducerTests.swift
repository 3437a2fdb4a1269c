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
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct DependencyReducerTests {}

extension DependencyReducerTests {
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

    private struct Asker: Reducer {
        struct State {
            var count = 0
            var answers: [Int] = []
        }
        enum Action { case count, answered(Int) }

        @Dependency(\.unit) var unit
        let asked: Heard<Int>

        var body: some Reducer<State, Action> {
            Update { state, action in
                switch action {
                case .count: state.count += 1
                case .answered(let unit): state.answers.append(unit)
                }
            }
            .onChange(of: \.count) { _, _, state in
                state.answers.append(unit)
                return .run { send in await send(.answered(unit)) }
            }
            .feedback({ $0.count > 0 ? unit : nil }) { [asked] unit, _ in asked.append(unit) }
        }
    }

    @Test func `answers to changes, their effects and the queries of feedbacks read the overridden value`()
        async
    {
        let asked = Heard<Int>()
        let early = Asker(asked: asked)
        func check(
            _ expected: Int,
            @ReducerBuilder<Asker.State, Asker.Action> _ reducer: () -> some Reducer<
                Asker.State, Asker.Action
            >
        ) async {
            let store = Store(initialState: Asker.State()) {
                reducer()
            } dependencies: {
                $0.unit = 10
            }
            await store.send(.count).finish()
            #expect(store.answers == [expected, expected])
            #expect(asked.all == [expected])
            asked.removeAll()
        }
        await check(10) { Asker(asked: asked) }
        await check(5) { Asker(asked: asked).dependency(\.unit, 5) }
        await check(6) { Scope(state: \.self) { Asker(asked: asked).dependency(\.unit, 6) } }
        await check(7) { AnyReducer(Asker(asked: asked)).dependency(\.unit, 7).filter { _ in true } }
        await check(8) { Asker(asked: asked).dependency(\.unit, 8).dependency(\.unit, 9) }
        await check(10) { early }
        await check(4) { early.dependency(\.unit, 4) }
    }

    /// A type that reads a dependency when it is made, wherever that is.
    private struct Helper {
        @Dependency(\.unit) private var unit
        private(set) var value = 0

        init() { value = unit }
    }

    @Test func `an object made in an effect reads the dependencies of its store or subtree`() async {
        let heard = Heard<Int>()
        let recorder = DiagnosticRecorder()
        let maker = Reduce<Int, Bool> { _, isChained in
            isChained
                ? .concatenate(
                    .run { _ in heard.append(Helper().value) },
                    .run { _ in await Task { heard.append(Helper().value) }.value }
                )
                : .run { _ in heard.append(Helper().value) }
        }
        let store = Store(initialState: 0) {
            maker
            maker.dependency(\.unit, 5)
        } dependencies: {
            $0.unit = 10
            $0.diagnosticReporter = recorder.reporter
        }
        await store.send(false).finish()
        #expect(heard.all.sorted() == [5, 10])
        await store.send(true).finish()
        #expect(heard.all.sorted() == [5, 5, 5, 10, 10, 10])
        #expect(recorder.identifiers == [])
    }

    @Test func `an object made during an action has the default, and the diagnostic advises to pass it`() {
        let recorder = DiagnosticRecorder()
        DiagnosticReporter.$current.withValue(recorder.reporter) {
            let store = Store(initialState: 0) {
                Update<Int, Void> { state, _ in state = Helper().value }
            } dependencies: {
                $0.unit = 10
            }
            store.send(())
            #expect(store.state == 1)
        }
        #expect(recorder.identifiers == [.dependencyOutsideStore])
        #expect(recorder.diagnostics.first?.remedy.contains("pass it") == true)
    }
}
