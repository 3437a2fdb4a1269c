// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryCore
import TributaryTestSupport

/// Scopes of a store: cases, projections, and the cost of an observer of a scope.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ScopingTests {
    private let store = Store(initialState: Dashboard.State()) { Dashboard() }
}

extension ScopingTests {
    @Test func `a case of an enum state is a store while the enum is in that case`() {
        #expect(store.scope(case: \.screen.detail, action: \.screen) == nil)
        store.send(.openScreen)
        let detail = store.scope(case: \.screen.detail, action: \.screen)
        detail?.send(.add(3))
        #expect(detail?.count == 3)
        store.send(.closeScreen)
        #expect(store.scope(case: \.screen.detail, action: \.screen) == nil)
    }

    @Test func `an observation of a scope retains the state, and one of the whole store does not`() {
        var whole: StoreOf<Dashboard>? = Store(initialState: Dashboard.State()) { Dashboard() }
        let handle = whole?.handle
        var token = whole?.scope(state: \.counter, action: \.counter).observe(\.count) { _ in }
        let other = whole?.observe(\.counter.count) { _ in }
        whole = nil
        #expect(handle?.withState { $0.counter.count } == 0)
        withExtendedLifetime(token) {}
        token = nil
        #expect(handle?.withState { $0.counter.count } == nil)
        withExtendedLifetime(other) {}
    }

    @Test func `a mapped store is lazy: the part is made when it is read, and not before`() {
        var made = 0
        let doubled = store.scope { state -> Int in
            made += 1
            return state.counter.count * 2
        } sending: { (amount: Int) in
            .counter(.add(amount))
        }
        doubled.send(4)
        #expect(made == 0)
        #expect(doubled.state == 8 && doubled.state == 8)
        #expect(made == 2)
    }

    @Test func `a projection is initialised from the whole state`() {
        struct Header: Equatable {
            let title: String
            init(_ state: Dashboard.State) { title = "\(state.rows.count) rows" }
        }
        let header = store.scope(reading: Header.init, sending: { (action: Dashboard.Action) in action })
        let first = header.state
        header.send(.appendRow(id: 1))
        #expect(first.title == "0 rows" && header.title == "1 rows")
    }

    @Test func `the path to a part is a value, and folds into one level`() {
        struct Part<Whole: Reducer, Child: Reducer> where Whole.Action: CasePathable {
            let state: KeyPath<Whole.State, Child.State>
            let action: CaseKeyPath<Whole.Action, Child.Action>
            @MainActor func callAsFunction(of store: StoreOf<Whole>) -> StoreOf<Child> {
                store.scope(state: state, action: action)
            }
        }
        let part = Part<Dashboard, Counter>(state: \.counter, action: \.counter)
        part(of: store).send(.increment)
        #expect(part(of: store).scope(state: \.count).state == 1)
        #expect(part(of: store) === part(of: store))
    }

    @Test func `an action of a scope is reduced by the root, and unchanged parts are not notified`() {
        let scope = store.scope(state: \.counter, action: \.counter)
        var actions: [Dashboard.Action] = []
        var states = 0
        let tokens = [store.onAction { actions.append($0.action) }, scope.observe { _ in states += 1 }]
        scope.send(.add(0))
        store.send(.appendRow(id: 1))
        #expect(actions == [.counter(.add(0)), .appendRow(id: 1)])
        #expect(states == 1)
        withExtendedLifetime(tokens) {}
    }

    @Test func `a selector runs once per turn, however deep the scope that observes`() {
        var selections = 0
        let deep = store.scope(state: \.counter, action: \.counter).scope(state: \.self).scope(state: \.count)
        let token = deep.observe({ count in
            selections += 1
            return count
        }) { _ in }
        selections = 0
        deep.send(.increment)
        #expect(selections == 1)
        store.send(contentsOf: [.counter(.increment), .counter(.increment)])
        #expect(selections == 2)
        token.cancel()
    }

    @Test func `a view model over a scope is tracked through it`() {
        @MainActor final class ViewModel {
            private let store: StoreOf<Counter>
            init(_ store: StoreOf<Counter>) { self.store = store }
            var title: String { "Count: \(store.count)" }
            func tap() { store.send(.increment) }
        }
        final class Changes { var count = 0 }
        let model = ViewModel(store.scope(state: \.counter, action: \.counter))
        nonisolated(unsafe) let changes = Changes()
        withObservationTracking {
            #expect(model.title == "Count: 0")
        } onChange: {
            changes.count += 1
        }
        store.send(.openSheet)
        #expect(changes.count == 0)
        model.tap()
        #expect(changes.count == 1 && model.title == "Count: 1")
    }
}
