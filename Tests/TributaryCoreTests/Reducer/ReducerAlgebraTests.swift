// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Reducers made from reducers, as functions.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ReducerAlgebraTests {}

extension ReducerAlgebraTests {
    private struct Whole {
        var counter = Counter.State()
        var optional: Counter.State?
        var isOpen = true
        var names = ("first", "second")

        /// Two slices joined into one.
        struct Joined {
            var count: Int
            var name: String
        }
        var joined: Joined {
            get { Joined(count: counter.count, name: names.0) }
            set {
                counter.count = newValue.count
                names.0 = newValue.name
            }
        }
    }

    private enum Action: CasePathable {
        case counter(Counter.Action)
        case other

        struct AllCasePaths: Sendable {
            var counter: CasePath<Action, Counter.Action> {
                CasePath(
                    embed: Action.counter,
                    extract: { if case .counter(let action) = $0 { action } else { nil } }
                )
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    @Test func `pullback runs a reducer on a property, for one case`() async {
        let store = Store(initialState: Whole()) {
            Counter().pullback(state: \.counter, action: \Action.AllCasePaths.counter)
        }
        store.send(.other)
        store.send(.counter(.add(2)))
        await store.send(.counter(.incrementLater)).finish()
        #expect(store.counter.count == 3)
    }

    @Test func `pullback takes a plain closure, and embeds the actions of effects`() async {
        let store = Store(initialState: Whole()) {
            Counter().pullback(
                state: \.counter,
                extract: { (action: Action) in if case .counter(let own) = action { own } else { nil } },
                embed: Action.counter
            )
        }
        await store.send(.counter(.incrementLater)).finish()
        #expect(store.counter.count == 1)
    }

    @Test func `pullback without embedding reports it when an effect sends`() async {
        let recorder = DiagnosticRecorder()
        await DiagnosticReporter.$current.withValue(recorder.reporter) {
            let store = Store(initialState: Whole()) {
                Counter().pullback(
                    state: \.counter,
                    extract: { (action: Action) in if case .counter(let own) = action { own } else { nil } }
                )
            }
            store.send(.counter(.increment))
            await store.send(.counter(.incrementLater)).finish()
            #expect(store.counter.count == 1)
        }
        #expect(recorder.identifiers == [.actionNotEmbedded])
    }

    @Test func `pullback with the same actions, and onto joined slices`() {
        let joined = Update { (state: inout Whole.Joined, _: Action) in
            state.count += 1
            state.name += "!"
        }
        let store = Store(initialState: Whole()) {
            joined.pullback(state: \.joined, extract: { $0 }, embed: { $0 })
        }
        store.send(.other)
        #expect(store.counter.count == 1)
        #expect(store.names.0 == "first!")
    }

    @Test func `combine runs reducers in order, and merges their effects`() {
        func letter(_ letter: String) -> Reduce<[String], String> {
            Reduce { state, action in
                state.append(letter + action)
                return action == "1" ? .send(letter) : .none
            }
        }
        let expected = ["a1", "b1", "c1", "aa", "ba", "ca", "ab", "bb", "cb", "ac", "bc", "cc"]
        let variadic = Store(initialState: [String]()) { combine(letter("a"), letter("b"), letter("c")) }
        variadic.send("1")
        #expect(variadic.state == expected)
        let nested = Store(initialState: [String]()) {
            combine(letter("a"), combine(letter("b"), letter("c")))
        }
        nested.send("1")
        #expect(nested.state == expected)
        let built = Store(initialState: [String]()) {
            combine {
                letter("a")
                for name in ["b", "c"] { letter(name) }
            }
            .filter { $0.count < 100 }
        }
        built.send("1")
        #expect(built.state == expected)
    }

    @Test func `filter looks at the state before each action`() {
        let store = Store(initialState: Whole()) {
            Update { (state: inout Whole, _: Action) in
                state.counter.count += 1
                state.isOpen = false
            }
            .filter { $0.isOpen }
        }
        store.send(.other)
        store.send(.other)
        #expect(store.counter.count == 1)
    }

    @Test func `actions are applied in order, without a store`() {
        var state = 1
        let reducer = Reduce<Int, String> { state, action in
            if action == "double" { state *= 2 } else { state += 5 }
            return .run { _ in Issue.record("Without a store no effect runs.") }
        }
        reducer.reduce(into: &state, actions: ["double", "add", "double", "add"])
        #expect(state == 19)
    }

    @Test func `a child's state is created by its first action`() {
        let store = Store(initialState: Whole()) {
            Update<Whole, DashboardAction> { state, action in
                if case .counter = action, state.optional == nil {
                    state.optional = Counter.State(count: state.counter.count + 10)
                }
            }
            EmptyReducer<Whole, DashboardAction>().ifLet(\.optional, action: \.counter) { Counter() }
        }
        store.send(.counter(.increment))
        store.send(.counter(.increment))
        #expect(store.optional?.count == 12)
    }

    private typealias DashboardAction = Dashboard.Action
}
