// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// A closure that runs in place of a reducer, and calls it.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct WrappedReducerTests {
    private let recorder = RunRecorder()
    private let log = EventLog()
    private let diagnostics = DiagnosticRecorder()
}

extension WrappedReducerTests {
    private func store(
        _ page: Page.State? = Page.State(id: 1),
        at place: Paging.Place,
        wrapper: @escaping Paging.Wrapper
    ) -> StoreOf<Paging> {
        Store(initialState: Paging.State(page, at: place)) { [recorder] in
            Paging(place, recorder: recorder, wrapper: wrapper)
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
    }

    /// Records the note of each page, before and after an action.
    private func logging(
        _ page: inout Page.State,
        _ action: Page.Action,
        _ reduce: ReducerFunction<Page.State, Page.Action>
    ) -> Effect<Page.Action> {
        log("\(page.id) \(page.log)")
        let effect = reduce(&page, action)
        log("\(page.id) \(action) \(page.log)")
        return effect
    }

    // MARK: Around an action

    @Test(arguments: Paging.Place.allCases)
    func `a log sees the state before and after each action`(place: Paging.Place) {
        let store = store(at: place, wrapper: logging)
        store.send(.page(.note("a"), at: place))
        store.send(.page(.tell("b"), at: place))
        #expect(
            log.events == [
                "1 []", #"1 note("a") ["a"]"#, #"1 ["a"]"#, #"1 tell("b") ["a"]"#, #"1 ["a"]"#,
                #"1 output("b") ["a", "own b"]"#,
            ]
        )
        #expect(store.outputs == ["b"])
    }

    @Test(arguments: Paging.Place.allCases)
    func `an action that is held back is seen by the parent alone`(place: Paging.Place) async {
        let store = store(at: place) { page, action, reduce in
            switch action {
            case .output, .run: .none
            default: reduce(&page, action)
            }
        }
        store.send(.page(.tell("a"), at: place))
        #expect(store.outputs == ["a"])
        #expect(store.state[place] == Page.State(id: 1))
        await store.send(.page(.run("one"), at: place)).finish()
        #expect(recorder.starts == [:])
    }

    @Test func `the outer of two wrappers starts first and ends last`() {
        func wrapper(_ name: String) -> (inout Int, Int, ReducerFunction<Int, Int>) -> Effect<Int> {
            { [log] state, action, reduce in
                log("\(name) begins \(state)")
                let effect = reduce(&state, action * 10)
                log("\(name) ends \(state)")
                return effect
            }
        }
        let store = Store(initialState: 0) {
            Update<Int, Int> { $0 += $1 }.wrapped(wrapper("inner")).wrapped(wrapper("outer"))
        }
        store.send(3)
        #expect(log.events == ["outer begins 0", "inner begins 0", "inner ends 300", "outer ends 300"])
    }

    @Test func `a reducer may be tried on a copy first`() {
        let store = Store(initialState: [1]) {
            Update<[Int], Int> { $0.append($1) }
                .wrapped { state, action, reduce in
                    var copy = state
                    _ = reduce(&copy, action)
                    return copy.reduce(0, +) > 5 ? .none : reduce(&state, action)
                }
        }
        for number in [2, 3, 2, 1] { store.send(number) }
        #expect(store.state == [1, 2, 2])
    }

    @Test func `a wrapped reducer that is called by hand is wrapped too`() {
        let wrapped = Update<Int, Int> { $0 += $1 }.wrapped { $2(&$0, $1 * 2) }
        var state = 0
        _ = wrapped.reduce(into: &state, action: 1)
        wrapped.reduce(into: &state, actions: [10, 100])
        #expect(state == 222)
    }

    // MARK: Effects, and children that are replaced

    @Test(arguments: Paging.Place.allCases)
    func `law 8: the effects of a replaced child pass through its wrapper, and end`(
        place: Paging.Place
    ) async {
        let store = store(at: place, wrapper: logging)
        store.send(.page(.run("one"), at: place))
        await recorder.isRunning(["one"])
        store.send(.show(2))
        await recorder.isRunning([])
        let task = store.send(.page(.run("two"), at: place))
        await recorder.isRunning(["two"])
        #expect(log.events == ["1 []", #"1 run("one") []"#, "2 []", #"2 run("two") []"#])
        task.cancel()
        await recorder.isRunning([])
    }

    @Test(arguments: Paging.Place.allCases)
    func `law 8: a child's action is not passed to the wrapper of its successor`(place: Paging.Place) {
        let store = store(at: place, wrapper: logging)
        store.send(contentsOf: [.page(.tell("bye"), at: place), .show(2)])
        #expect(store.outputs == ["bye"])
        #expect(log.events == ["1 []", #"1 tell("bye") []"#])
        #expect(diagnostics.identifiers == [])
    }

    @Test func `law 8: nor is it, if a wrapper of the parent makes another action of it`() {
        let store = Store(initialState: Paging.State(Page.State(id: 1), at: .optional)) {
            Paging(.optional)
                .wrapped { state, action, reduce in
                    guard case .page(.output) = action else { return reduce(&state, action) }
                    return reduce(&state, .page(.note("more"))).merge(with: reduce(&state, action))
                }
        }
        store.send(contentsOf: [.page(.tell("bye")), .show(2)])
        #expect(store.outputs == ["bye"])
        #expect(store.state[.optional] == Page.State(id: 2))
        store.send(.page(.tell("hello")))
        #expect(store.state[.optional]?.log == ["more", "own hello"])
    }

    @Test func `a mounted feature is wrapped, and its effects end with its state`() async {
        let store = Store(initialState: Paging.State(Page.State(id: 1), at: .optional)) {
            Update<Paging.State, Paging.Action> { state, action in
                if case .change(let change) = action { change(&state.optional) }
            }
        }
        let mount = store.mount { [recorder] in
            EmptyReducer().ifLet(\.optional, action: \.page) { Page(recorder: recorder).wrapped(logging) }
        }
        store.send(.page(.run("one")))
        await recorder.isRunning(["one"])
        store.send(.show(2))
        await recorder.isRunning([])
        store.send(.page(.note("a")))
        #expect(log.events == ["1 []", #"1 run("one") []"#, "2 []", #"2 note("a") ["a"]"#])
        withExtendedLifetime(mount) {}
    }

    @Test func `an effect that the wrapper does not return never starts`() async {
        let store = store(at: .optional) { page, action, reduce in
            _ = reduce(&page, action)
            return .none
        }
        await store.send(.page(.run("one"))).finish()
        store.send(.page(.tell("a")))
        #expect(recorder.starts == [:])
        #expect(store.outputs == [])
    }

    // MARK: Twice

    @Test(arguments: Paging.Place.allCases)
    func `a reducer that is called twice runs twice, and its change is answered once`(
        place: Paging.Place
    ) async {
        let store = store(at: place) { page, action, reduce in
            guard case .ask(let query) = action else { return reduce(&page, action) }
            return reduce(&page, .run("one"))
                .merge(with: reduce(&page, .ask("\(query ?? "-")?")))
                .merge(with: reduce(&page, .run("two")))
                .merge(with: reduce(&page, action))
        }
        store.send(.page(.ask("a"), at: place))
        #expect(store.state[place]?.log == ["->a"])
        await recorder.isRunning(["one", "two", "query a"])
        store.send(.page(.ask("b"), at: place))
        #expect(store.state[place]?.log == ["->a", "a>b"])
        await recorder.isRunning(["one": 2, "two": 2, "query b": 1])
        store.close()
        await recorder.isRunning([])
    }

    @Test(arguments: Paging.Place.allCases)
    func `law 8: between two calls, a child may be replaced`(place: Paging.Place) async {
        let store = Store(initialState: Paging.State(Page.State(id: 1), at: place)) { [recorder] in
            Paging(place, recorder: recorder)
                .wrapped { state, action, reduce in
                    reduce(&state, .page(.run("one"), at: place))
                        .merge(with: reduce(&state, action))
                        .merge(with: reduce(&state, .page(.run("two"), at: place)))
                }
        }
        let task = store.send(.show(2))
        await recorder.isRunning(["two"])
        #expect(store.state[place] == Page.State(id: 2))
        task.cancel()
        await recorder.isRunning([])
        #expect(recorder.starts["one"] == nil)
    }

    // MARK: What follows the state

    @Test func `watches inside follow the state even if the reducer is not called`() async {
        let store = store(Page.State(id: 1, query: "first"), at: .optional) { [log] page, action, _ in
            log("\(action)")
            if case .ask(let query) = action { page.query = query }
            return .none
        }
        await recorder.isRunning(["query first"])
        #expect(log.events == [])
        store.send(.page(.ask("a")))
        #expect(store.state[.optional]?.log == ["first>a"])
        await recorder.isRunning(["query a"])
        store.send(.show(2))
        await recorder.isRunning([])
    }
}
