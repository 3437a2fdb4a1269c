// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 8: a state with another `id` is another state, and starts without effects of its predecessor.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ReplacedStateLawTests {
    private let recorder = RunRecorder()
    private let diagnostics = DiagnosticRecorder()
}

extension ReplacedStateLawTests {
    private func store(_ page: Page.State? = nil, at place: Paging.Place) -> StoreOf<Paging> {
        Store(initialState: Paging.State(page, at: place)) { [recorder] in
            Paging(place, recorder: recorder)
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
    }

    @Test(arguments: Paging.Place.allCases)
    func `law 8: a replaced child's effects end, and its successor receives none of their actions`(
        place: Paging.Place
    ) async {
        let store = store(Page.State(id: 1), at: place)
        store.send(.page(.run("one"), at: place))
        await recorder.isRunning(["one"])
        store.send(.show(2))
        await recorder.isRunning([])
        store.send(.page(.run("two"), at: place))
        await recorder.isRunning(["two"])
        #expect(store.state[place] == Page.State(id: 2))
        store.close()
        await recorder.isRunning([])
    }

    @Test(arguments: Paging.Place.allCases)
    func `an effect that the replacing action itself returns never starts`(place: Paging.Place) async {
        let store = store(Page.State(id: 1), at: place)
        let task = store.send(contentsOf: [.page(.run("one"), at: place), .show(2)])
        await task.finish()
        #expect(store.state[place] == Page.State(id: 2))
        store.send(contentsOf: [.page(.run("two"), at: place), .show(3), .show(2)])
        await recorder.isRunning([])
        #expect(store.state[place] == Page.State(id: 2))
    }

    @Test(arguments: Paging.Place.allCases)
    func `a child that changes and keeps its identity keeps its effects`(place: Paging.Place) async {
        let store = store(Page.State(id: 1), at: place)
        store.send(.page(.run("one"), at: place))
        await recorder.isRunning(["one"])
        store.send(.change { $0 = Page.State(id: 1, query: "other") })
        await recorder.isRunning(["one", "query other"])
        store.close()
        await recorder.isRunning([])
    }

    @Test(arguments: Paging.Place.allCases)
    func `the effects of a child in a replaced child end with it`(place: Paging.Place) async {
        let store = store(Page.State(id: 1), at: place)
        store.send(.page(.open, at: place))
        store.send(.page(.inner(.run("inner")), at: place))
        await recorder.isRunning(["inner"])
        store.send(
            .change {
                $0 = Page.State(id: 2)
                $0?.inner = Page.Inner()
            }
        )
        await recorder.isRunning([])
        #expect(store.state[place]?.inner == Page.Inner())
    }

    @Test(arguments: Paging.Place.allCases)
    func `a replaced child's feedback ends, and its successor has one of its own`(place: Paging.Place) async {
        let store = store(Page.State(id: 1, query: "same"), at: place)
        await recorder.isRunning(["query same"])
        store.send(.change { $0 = Page.State(id: 2, query: "same") })
        await recorder.hasStarted(2)
        await recorder.isRunning(["query same"])
        #expect(store.state[place]?.log == [])
        store.send(.show(3))
        await recorder.isRunning([])
        store.send(contentsOf: [
            .change { $0 = Page.State(id: 4, query: "back") }, .show(5),
            .change { $0 = Page.State(id: 4, query: "back") },
        ])
        await recorder.isRunning(["query back"])
        store.close()
        await recorder.isRunning([])
    }

    @Test(arguments: Paging.Place.allCases)
    func `a successor's other value is not a change`(place: Paging.Place) {
        let store = store(Page.State(id: 1), at: place)
        store.send(.page(.ask("a"), at: place))
        #expect(store.state[place]?.log == ["->a"])
        store.send(.change { $0 = Page.State(id: 2, query: "b") })
        #expect(store.state[place]?.log == [])
        store.send(.page(.ask("c"), at: place))
        #expect(store.state[place]?.log == ["b>c"])
    }

    @Test(arguments: Paging.Place.allCases)
    func `an action that a child sent reaches the parent after the child was removed`(
        place: Paging.Place
    ) {
        let store = store(Page.State(id: 1), at: place)
        store.send(contentsOf: [.page(.tell("bye"), at: place), .change { $0 = nil }])
        #expect(store.outputs == ["bye"])
        #expect(store.state[place] == (place == .property ? Page.State(id: 0) : nil))
        #expect(diagnostics.identifiers == [])
    }

    @Test(arguments: Paging.Place.allCases)
    func `an action that a child sent reaches the parent, and not the child's successor`(place: Paging.Place)
    {
        let store = store(Page.State(id: 1), at: place)
        store.send(contentsOf: [.page(.tell("bye"), at: place), .show(2)])
        #expect(store.outputs == ["bye"])
        #expect(store.state[place] == Page.State(id: 2))
        store.send(.page(.tell("hello"), at: place))
        #expect(store.state[place]?.log == ["own hello"])
        #expect(store.outputs == ["bye", "hello"])
        #expect(diagnostics.identifiers == [])
    }

    @Test(arguments: [Paging.Place.optional, .enumCase, .row])
    func `a child that was removed and restored within a turn does not receive its earlier actions`(
        place: Paging.Place
    ) {
        let store = store(Page.State(id: 1), at: place)
        store.send(contentsOf: [.page(.tell("bye"), at: place), .change { $0 = nil }, .show(1)])
        #expect(store.outputs == ["bye"])
        #expect(store.state[place] == Page.State(id: 1))
        #expect(diagnostics.identifiers == [])
    }

    private struct Row: Identifiable, Equatable {
        let id: Int
        var heard = 0
    }

    private enum RowAction { case tell, output, leave, add(Int) }

    private typealias Rows = IdentifiedArray<Int, Row>

    @Test
    func `an action of a removed row reaches the parent, and not the row in its place`() {
        typealias Action = IdentifiedAction<Int, RowAction>
        let outputs = Heard<Int>()
        let store = Store(initialState: Rows(uniqueElements: [Row(id: 1), Row(id: 2), Row(id: 3)])) {
            Update<Rows, Action> { rows, action in
                guard case .element(let id, let action) = action else { return }
                switch action {
                case .tell: break
                case .output: outputs.append(id)
                case .leave: rows.remove(id: id)
                case .add(let id): rows.append(Row(id: id))
                }
            }
            .forEach(\.self, action: \.own) {
                Reduce<Row, RowAction> { row, action in
                    switch action {
                    case .tell, .leave: return .send(.output)
                    case .output: row.heard += 1
                    case .add: break
                    }
                    return .none
                }
            }
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
        store.send(.element(id: 1, action: .leave))
        #expect(outputs.all == [1])
        store.send(contentsOf: [
            .element(id: 2, action: .tell), .element(id: 2, action: .leave), .element(id: 3, action: .add(2)),
        ])
        #expect(outputs.all == [1, 2, 2])
        #expect(store.state[id: 2]?.heard == 0)
        store.send(.element(id: 2, action: .tell))
        #expect(store.state[id: 2]?.heard == 1)
        #expect(diagnostics.identifiers == [])
    }

    @Test func `an action that the parent sends to an absent child is still reported`() {
        let store = store(at: .optional)
        store.send(.page(.tell("hello")))
        #expect(diagnostics.identifiers == [.absentChild])
    }

    @Test func `a mounted feature's page is distinguished by its identity too`() async {
        let store = Store(initialState: Paging.State(Page.State(id: 1), at: .optional)) {
            Update<Paging.State, Paging.Action> { state, action in
                if case .change(let change) = action { change(&state.optional) }
                if case .page(.output(let output)) = action { state.outputs.append(output) }
            }
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
        let page = Page(recorder: recorder)
        let mount = store.mount { EmptyReducer().ifLet(\.optional, action: \.page) { page } }
        store.send(.page(.run("one")))
        await recorder.isRunning(["one"])
        store.send(contentsOf: [.page(.tell("bye")), .show(2)])
        await recorder.isRunning([])
        #expect(store.optional == Page.State(id: 2))
        #expect(store.outputs == ["bye"])
        #expect(diagnostics.identifiers == [])
        withExtendedLifetime(mount) {}
    }

    @Test func `law 8: effects of a feature mounted on a child with an identity end with that child`()
        async throws
    {
        let store = store(Page.State(id: 1), at: .optional)
        let page = try #require(store.scope(state: \.optional, action: \.page))
        let token = page.mount {
            Reduce<Page.State, Page.Action> { [recorder] _, action in
                guard case .note(let name) = action else { return .none }
                return .run { _ in
                    await recorder.run(name)
                    recorder.end(name)
                }
            }
        }
        store.send(.page(.note("one")))
        await recorder.isRunning(["one"])
        store.send(.change { $0?.log.append("changed") })
        store.send(.page(.open))
        await recorder.isRunning(["one"])
        store.send(.show(2))
        await recorder.isRunning([])
        store.send(.page(.note("two")))
        await recorder.isRunning(["two"])
        store.send(.change { $0 = nil })
        await recorder.isRunning([])
        #expect(diagnostics.identifiers == [])
        withExtendedLifetime(token) {}
    }
}
