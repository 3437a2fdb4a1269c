// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// The forms a body can take.
///
/// The state is the list of the reducers that ran.
@Suite(.timeLimit(.minutes(30)))
struct ReducerBuilderTests {}

extension ReducerBuilderTests {
    private typealias Log = [String]

    private struct Form: Reducer {
        var isFirst = true
        var optional: Update<Log, Int>?
        var names: [String] = []

        var body: some Reducer<Log, Int> {
            if isFirst { mark("if") }
            if isFirst {
                mark("first")
            } else {
                Reduce { state, _ in
                    state.append("else"); return .none
                }
            }
            optional
            for name in names { mark(name) }
            switch names.count {
            case 0: EmptyReducer()
            case 1: mark("one")
            default: mark("many")
            }
        }
    }

    private func run(_ reducer: some Reducer<Log, Int>, _ actions: [Int] = [1]) -> Log {
        var state: Log = []
        reducer.reduce(into: &state, actions: actions)
        return state
    }

    @Test func `if, else, switch, for and optionals choose reducers`() {
        #expect(run(Form()) == ["if1", "first1"])
        #expect(run(Form(isFirst: false)) == ["else"])
        #expect(
            run(Form(optional: mark("maybe"), names: ["a"])) == ["if1", "first1", "maybe1", "a1", "one1"]
        )
        #expect(run(Form(names: ["a", "b"])).suffix(3) == ["a1", "b1", "many1"])
    }

    @Test func `there is no limit to the number of reducers`() {
        struct Twelve: Reducer {
            var body: some Reducer<Log, Int> {
                mark("a")
                mark("b")
                mark("c")
                mark("d")
                mark("e")
                mark("f")
                mark("g")
                mark("h")
                mark("i")
                mark("j")
                mark("k")
                mark("l")
            }
        }
        #expect(run(Twelve()).joined() == "a1b1c1d1e1f1g1h1i1j1k1l1")
    }

    @Test func `a body is evaluated once per store`() async {
        final class Evaluations { var count = 0 }
        struct Counted: Reducer {
            let evaluations: Evaluations
            var body: some Reducer<Log, Int> {
                evaluations.count += 1
                return mark("x")
            }
        }
        let evaluations = Evaluations()
        let machine = Machine(initialState: Log()) { Counted(evaluations: evaluations) }
        for action in 1...10 { machine.send(action) }
        #expect(evaluations.count == 1)
    }

    @Test func `law: combining is associative, and the empty reducer is neutral`() {
        @ReducerBuilder<Log, Int> func both(
            _ first: some Reducer<Log, Int>,
            _ second: some Reducer<Log, Int>
        ) -> some Reducer<Log, Int> {
            first
            second
        }
        let (a, b, c) = (mark("a"), mark("b"), mark("c"))
        #expect(run(both(both(a, b), c), [1, 2]) == run(both(a, both(b, c)), [1, 2]))
        #expect(run(both(EmptyReducer(), a)) == run(a))
        #expect(run(both(a, EmptyReducer())) == run(a))
    }

    @Test func `reducers of unknown type can be composed`() {
        let reducers: [any Reducer<Log, Int>] = [mark("a"), Form(isFirst: false)]
        struct Erased: Reducer {
            let reducers: [any Reducer<Log, Int>]
            var body: some Reducer<Log, Int> {
                for reducer in reducers { AnyReducer(reducer) }
            }
        }
        #expect(run(Erased(reducers: reducers)) == ["a1", "else"])
    }

    @Test @MainActor func `a child is dispatched to by hand in an exhaustive switch`() async {
        struct Parent: Reducer {
            struct State { var counter = Counter.State() }
            enum Action { case counter(Counter.Action) }
            let counter = AnyReducer(Counter())

            func reduce(into state: inout State, action: Action) -> Effect<Action> {
                switch action {
                case .counter(let action):
                    counter.reduce(into: &state.counter, action: action).map(Action.counter)
                }
            }
        }
        let store = Store(initialState: Parent.State()) { Parent() }
        await store.send(.counter(.incrementLater)).finish()
        #expect(store.counter.count == 1)
    }
}

private func mark(_ name: String) -> Update<[String], Int> {
    Update { state, action in state.append("\(name)\(action)") }
}
