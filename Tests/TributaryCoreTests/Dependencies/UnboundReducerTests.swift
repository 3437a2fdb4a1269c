// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

private enum StepKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { 1 }
}

extension Dependencies {
    fileprivate var step: Int {
        get { self[StepKey.self] }
        set { self[StepKey.self] = newValue }
    }
}

private enum Action: Sendable { case add, addLater, added(Int) }

private struct Adder: Reducer {
    @Dependency(\.step) var step

    var body: some Reducer<Int, Action> {
        Reduce { state, action in
            switch action {
            case .add: state += step
            case .addLater: return .run { send in await send(.added(step)) }
            case .added(let amount): state += amount
            }
            return .none
        }
    }
}

private struct DirectAdder: Reducer {
    @Dependency(\.step) var step

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
        if case .add = action { state += step }
        return .none
    }
}

/// Dispatches by hand to a child that it keeps.
private struct Dispatcher<Child: Reducer<Int, Action>>: Reducer {
    let child: Child

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
        child.reduce(into: &state, action: action)
    }
}

/// Keeps a child, and composes it.
private struct Parent<Child: Reducer<Int, Action>>: Reducer {
    let child: Child

    var body: some Reducer<Int, Action> { child }
}

/// Reducers that were made outside of the closure of a store.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct UnboundReducerTests {}

extension UnboundReducerTests {
    private func sum(after action: Action = .add, _ reducer: some Reducer<Int, Action>) async -> Int {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: 0) {
            reducer
        } dependencies: {
            $0.step = 7
        }
        await DiagnosticReporter.$current.withValue(recorder.reporter) {
            await store.send(action).finish()
        }
        #expect(recorder.diagnostics.isEmpty)
        return store.state
    }

    @Test func `a reducer made before its store reads the store's dependencies, its effects too`() async {
        #expect(await sum(Adder()) == 7)
        #expect(await sum(DirectAdder()) == 7)
        #expect(await sum(after: .addLater, Adder()) == 7)
    }

    @Test func `so does one that is a part of another`() async {
        #expect(await sum(Dispatcher(child: DirectAdder())) == 7)
        #expect(await sum(Dispatcher(child: Dispatcher(child: DirectAdder()))) == 7)
        #expect(await sum(Parent(child: Adder())) == 7)
        #expect(await sum(after: .addLater, Parent(child: Adder())) == 7)
        #expect(await sum(Parent(child: Dispatcher(child: list(of: [Adder(), Adder()])))) == 14)
    }

    @ReducerBuilder<Int, Action>
    private func list(of adders: [Adder]) -> some Reducer<Int, Action> { for adder in adders { adder } }

    @Test func `so does one whose type is hidden`() async {
        #expect(await sum(AnyReducer(Adder())) == 7)
        #expect(await sum(after: .addLater, AnyReducer(Adder())) == 7)
        #expect(await sum(Dispatcher(child: AnyReducer(DirectAdder()))) == 7)
        #expect(await sum(Dispatcher(child: DirectAdder().wrapped { $2(&$0, $1) })) == 7)
    }

    @Test func `so does one with a subtree's override, which counts`() async {
        #expect(await sum(Adder().dependency(\.step, 9)) == 9)
        #expect(await sum(after: .addLater, Adder().dependency(\.step, 9)) == 9)
    }

    @Test func `one reducer in two stores reads the dependencies of each`() {
        let adder = Adder()
        let stores = [10, 20].map { step in
            Store(initialState: 0) {
                adder
            } dependencies: {
                $0.step = step
            }
        }
        for store in stores { store.send(.add) }
        #expect(stores.map(\.state) == [10, 20])
    }

    @Test func `one made while an action is reduced belongs to no store, which is reported`() {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: 0) {
            Reduce<Int, Action> { state, action in DirectAdder().reduce(into: &state, action: action) }
        } dependencies: {
            $0.step = 7
        }
        DiagnosticReporter.$current.withValue(recorder.reporter) { _ = store.send(.add) }
        #expect(store.state == 1)
        #expect(recorder.identifiers == [.dependencyOutsideStore])
        #expect(recorder.diagnostics.first?.message.contains("of type Int") == true)
        #expect(recorder.diagnostics.first?.site?.fileID.hasSuffix("UnboundReducerTests.swift") == true)
    }

    @Test func `one called without a store is reported, unless its dependencies are given`() {
        let recorder = DiagnosticRecorder()
        var state = 0
        DiagnosticReporter.$current.withValue(recorder.reporter) {
            Adder().reduce(into: &state, actions: [.add])
            #expect(state == 1)
            #expect(recorder.identifiers == [.dependencyOutsideStore])
            withDependencies {
                $0.step = 5
            } operation: {
                Adder().reduce(into: &state, actions: [.add])
            }
        }
        #expect(state == 6)
        #expect(recorder.diagnostics.count == 1)
    }

    @Test func `a body that reads a dependency has that of the subtree`() {
        struct Chooser: Reducer {
            @Dependency(\.step) var step
            var body: some Reducer<Int, Action> {
                if step > 5 { Update<Int, Action> { state, _ in state = 100 } }
            }
        }
        let store = Store(initialState: 0) { Chooser().dependency(\.step, 6) }
        store.send(.add)
        #expect(store.state == 100)
    }
}
