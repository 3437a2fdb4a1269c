// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryPersistence
import TributaryTestSupport

/// An empty storage, with waiters for loading.
@Suite(.timeLimit(.minutes(30)))
@MainActor
final class PersistenceEmptyTests: PersistenceBench {}

extension PersistenceEmptyTests {
    private struct Page: Reducer {
        struct State: Sendable { var notes: [Int] = [] }

        enum Action: CasePathable, Sendable {
            case loaded([Int])
            case add(Int)

            struct AllCasePaths: Sendable {
                var loaded: CasePath<Action, [Int]> {
                    CasePath(embed: Action.loaded) { if case .loaded(let notes) = $0 { notes } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .loaded(let notes): if state.notes.isEmpty { state.notes = notes }
            case .add(let note): state.notes.append(note)
            }
            return .none
        }
    }

    private func run(_ shelf: Shelf<[Int]>) -> (
        store: StoreOf<Page>, heard: [[Int]], token: ObservationToken
    ) {
        let store = driver.host {
            Store(initialState: Page.State()) {
                Page()
            } dependencies: { [clock] in
                $0.clock = clock
            }
        }
        var heard: [[Int]] = []
        let listener = store.onAction { if case .loaded(let notes) = $0.action { heard.append(notes) } }
        let token = store.attach(Persistence(\.notes, in: shelf.storage, loaded: \.loaded, ifEmpty: [0]))
        driver.run()
        store.send(.add(3))
        wait()
        withExtendedLifetime(listener) {}
        return (store, heard, token)
    }

    @Test func `an empty storage brings the value for it, once, and gets the first change`() {
        let shelf = Shelf<[Int]>()
        let (store, heard, token) = run(shelf)
        #expect(heard == [[0]])
        #expect(store.notes == [0, 3] && shelf.content == [0, 3])
        withExtendedLifetime(token) {}
    }

    @Test func `a non-empty storage sends its value, and nothing else`() {
        let shelf = Shelf([1])
        let (store, heard, token) = run(shelf)
        #expect(heard == [[1]])
        #expect(store.notes == [1, 3] && shelf.content == [1, 3])
        withExtendedLifetime(token) {}
    }

    @Test func `a change while a middleware keeps the loaded value is saved when that is passed on`() {
        let shelf = Shelf([1])
        let store = driver.host {
            Store(initialState: Page.State()) {
                Page()
            } dependencies: { [clock] in
                $0.clock = clock
            }
        }
        var isKept = true
        let middleware = store.attach(
            ActionMiddleware(willReduce: { action, _, _, _ in
                if isKept, case .loaded = action { nil } else { action }
            })
        )
        let token = store.attach(Persistence(\.notes, in: shelf.storage, loaded: \.loaded))
        driver.run()
        store.send(.add(5))
        wait()
        #expect(shelf.content == [1])
        isKept = false
        store.send(.loaded([1]))
        wait()
        #expect(store.notes == [5] && shelf.content == [5])
        withExtendedLifetime((middleware, token)) {}
    }
}
