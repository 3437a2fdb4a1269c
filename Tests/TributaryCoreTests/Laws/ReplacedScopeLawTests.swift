// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryCore
import TributaryTestSupport

/// Law 8 for stores: a child with another `id` is another child, and has a store of its own.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ReplacedScopeLawTests {
    private let diagnostics = DiagnosticRecorder()
}

extension ReplacedScopeLawTests {
    private func store(at place: Paging.Place) -> StoreOf<Paging> {
        Store(initialState: Paging.State(Page.State(id: 1), at: place)) {
            Paging(place)
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
    }

    private func scope(of store: StoreOf<Paging>, at place: Paging.Place) -> StoreOf<Page>? {
        place == .enumCase
            ? store.scope(case: \.screen.page, action: \.page)
            : store.scope(state: \.optional, action: \.page)
    }

    @Test(arguments: [Paging.Place.optional, .enumCase])
    func `a replaced child's store is another one, and each is the same for the same child`(
        place: Paging.Place
    ) {
        let store = store(at: place)
        let one = scope(of: store, at: place)
        #expect(one?.id == 1)
        store.send(.page(.ask("a")))
        #expect(one === scope(of: store, at: place))
        store.send(.show(2))
        let two = scope(of: store, at: place)
        #expect(two?.id == 2)
        #expect(one !== two)
        #expect(two === scope(of: store, at: place))
        store.send(.show(1))
        #expect(one === scope(of: store, at: place))
        #expect(one?.id == 1)
    }

    @Test(arguments: [Paging.Place.optional, .enumCase])
    func `observers of a replaced child receive nothing of its successor`(place: Paging.Place) throws {
        let store = store(at: place)
        var heard: [String] = []
        let one = try #require(scope(of: store, at: place))
        let first = one.observe(\.log) { heard.append("one \($0)") }
        store.send(.page(.note("a")))
        store.send(.show(2))
        let two = try #require(scope(of: store, at: place))
        let second = two.observe(\.log) { heard.append("two \($0)") }
        store.send(.page(.note("b")))
        #expect(heard == ["one []", #"one ["a"]"#, "two []", #"two ["b"]"#])
        store.send(.change { $0 = nil })
        store.send(.show(1))
        store.send(.page(.note("c")))
        #expect(heard.dropFirst(4) == ["one []", #"one ["c"]"#])
        withExtendedLifetime((first, second)) {}
    }

    @Test(arguments: [Paging.Place.optional, .enumCase])
    func `law 7: sending through the store of a replaced child changes nothing, and is reported`(
        place: Paging.Place
    ) {
        let store = store(at: place)
        let one = scope(of: store, at: place)
        store.send(.show(2))
        one?.send(.note("late"))
        one?.send(contentsOf: [.note("late"), .tell("late")])
        #expect(store.state[place] == Page.State(id: 2))
        #expect(store.outputs == [])
        #expect(diagnostics.identifiers == [.absentChild, .absentChild, .absentChild])
        store.send(.show(1))
        one?.send(.note("again"))
        #expect(store.state[place]?.log == ["again"])
    }

    @Test(arguments: [Paging.Place.optional, .enumCase])
    func `law 7: an action to the store of a removed child is reported by its reducer`(
        place: Paging.Place
    ) {
        let store = store(at: place)
        let one = scope(of: store, at: place)
        store.send(.change { $0 = nil })
        one?.send(.note("late"))
        one?.send(contentsOf: [.note("late")])
        #expect(diagnostics.identifiers == [.absentChild, .absentChild])
        let messages = diagnostics.diagnostics.map(\.message)
        #expect(messages.allSatisfy { $0.hasPrefix("An action for a child was received") })
    }

    @Test(arguments: [Paging.Place.optional, .enumCase])
    func `a reducer mounted on the store of a child runs for its successor, too`(place: Paging.Place) {
        let store = store(at: place)
        let token = scope(of: store, at: place)?.mount {
            Update { (page: inout Page.State, _: Page.Action) in page.log.append("mounted") }
        }
        store.send(.show(2))
        store.send(.page(.note("a")))
        #expect(store.state[place]?.log == ["a", "mounted"])
        withExtendedLifetime(token) {}
    }

    @Test(arguments: [Paging.Place.optional, .enumCase])
    func `tracked code that makes a child's store is notified when the child is replaced`(
        place: Paging.Place
    ) {
        let store = store(at: place)
        let told = Heard<String>()
        func track() {
            withObservationTracking {
                _ = scope(of: store, at: place)
            } onChange: {
                told.append("changed")
            }
        }
        track()
        store.send(.page(.note("a")))
        #expect(told.all == [])
        store.send(.show(2))
        #expect(told.all == ["changed"])
        track()
        store.send(.change { $0 = nil })
        #expect(told.all == ["changed", "changed"])
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test func `reading the store of a replaced child stops with a diagnostic`() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                let store = Store(initialState: Paging.State(Page.State(id: 1), at: .optional)) {
                    Paging(.optional)
                }
                let one: StoreOf<Page>? = store.scope(state: \.optional, action: \.page)
                store.send(.show(2))
                _ = one?.id
            }
        }
    }
    #endif
}
