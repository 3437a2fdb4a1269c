// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

private final class Cache: Sendable {}

private enum CacheKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Cache { Cache() }
}

private enum NameKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> String { "default" }
}

private enum GreetingKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> String { "Hello, \(dependencies.name)" }
}

extension Dependencies {
    fileprivate var cache: Cache { self[CacheKey.self] }
    fileprivate var name: String {
        get { self[NameKey.self] }
        set { self[NameKey.self] = newValue }
    }
    fileprivate var greeting: String { self[GreetingKey.self] }
}

/// Overrides per store, per subtree and per test.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct DependencyOverridingTests {}

extension DependencyOverridingTests {
    private struct Reader: Reducer {
        struct State: Equatable {
            var greeting = ""
            var cache: ObjectIdentifier?
        }
        enum Action: Sendable { case read, readLater, done(String, ObjectIdentifier) }
        @Dependency(\.greeting) var greeting
        @Dependency(\.cache) var cache

        var body: some Reducer<State, Action> {
            Reduce { state, action in
                switch action {
                case .read: state = State(greeting: greeting, cache: ObjectIdentifier(cache))
                case .readLater:
                    return .run { send in await send(.done(greeting, ObjectIdentifier(cache))) }
                case .done(let greeting, let cache): state = State(greeting: greeting, cache: cache)
                }
                return .none
            }
        }
    }

    private struct Two: Reducer {
        struct State { var plain = Reader.State(), other = Reader.State() }
        var body: some Reducer<State, Reader.Action> {
            Scope(state: \.plain) { Reader() }
            Scope(state: \.other) { Reader() }.dependency(\.name, "subtree")
        }
    }

    @Test func `a subtree recomputes the dependents of its override, and shares all others`() {
        let store = Store(initialState: Two.State()) {
            Two()
        } dependencies: {
            $0.name = "store"
        }
        store.send(.read)
        #expect(store.plain.greeting == "Hello, store")
        #expect(store.other.greeting == "Hello, subtree")
        #expect(store.plain.cache != nil)
        #expect(store.plain.cache == store.other.cache)
    }

    @Test func `effects of a subtree do too`() async {
        let store = Store(initialState: Reader.State()) { Reader().dependency(\.name, "subtree") }
        store.send(.read)
        let read = store.state
        store.send(.done("", ObjectIdentifier(Cache.self)))
        await store.send(.readLater).finish()
        #expect(store.state == read)
        #expect(store.greeting == "Hello, subtree")
    }

    @Test func `actions of a subtree's effects are reduced by each with its own dependencies`() async {
        let store = Store(initialState: Two.State()) {
            Two()
            Reduce<Two.State, Reader.Action> { _, action in
                if case .done = action { .run { send in await send(.read) } } else { .none }
            }
            .dependency(\.name, "third")
        } dependencies: {
            $0.name = "store"
        }
        await store.send(.done("", ObjectIdentifier(Cache.self))).finish()
        #expect(store.plain.greeting == "Hello, store")
        #expect(store.other.greeting == "Hello, subtree")
    }

    @Test func `actions that arrive with the end of a subtree's wait are reduced with the store's own`() async
    {
        let clock = ManualClock()
        let effects = HeldEffects()
        let store = effects.host {
            Store(initialState: Reader.State()) {
                Reader()
                Reduce<Reader.State, Reader.Action> { _, action in
                    guard case .done = action else { return .none }
                    return Effect.run { _ in }.delay(for: .seconds(1), clock: clock)
                }
                .dependency(\.name, "subtree")
            } dependencies: {
                $0.name = "store"
            }
        }
        store.send(.done("", ObjectIdentifier(Cache.self)))
        effects.run(nil)
        clock.advance(by: .seconds(1))
        // The wait is on its way to the main actor, and finds the action there.
        effects.run(nil)
        store.handle.send(.read)
        await Task { @MainActor in }.value
        #expect(store.state.greeting == "Hello, store")
        effects.release()
        await store.finish()
    }

    @Test func `two stores share nothing`() {
        let stores = (0..<2).map { _ in Store(initialState: Reader.State()) { Reader() } }
        for store in stores { store.send(.read) }
        #expect(stores[0].cache != stores[1].cache)
    }

    @Test func `a test sets dependencies for all its stores, each of which may set its own`() async {
        await withDependencies {
            $0.name = "test"
        } operation: {
            let store = Store(initialState: Reader.State()) { Reader() }
            let other = Store(initialState: Reader.State()) {
                Reader()
            } dependencies: {
                $0.name += "'s own"
            }
            await store.send(.readLater).finish()
            other.send(.read)
            #expect(store.greeting == "Hello, test")
            #expect(other.greeting == "Hello, test's own")
            let actor = StoreActor(initialState: Reader.State()) { Reader() }
            await actor.send(.read)
            #expect(await actor.state.greeting == "Hello, test")
        }
        let later = Store(initialState: Reader.State()) { Reader() }
        later.send(.read)
        #expect(later.greeting == "Hello, default")
    }

    @Test func `overrides of tests nest, and rethrow errors of their closures`() {
        struct Failure: Error {}
        withDependencies {
            $0.name = "outer"
        } operation: {
            let name = withDependencies {
                $0.name += ", inner"
            } operation: {
                Store(dependencies: { _ in }, initialState: \.name) { EmptyReducer<String, Int>() }.state
            }
            #expect(name == "outer, inner")
            #expect(throws: Failure.self) {
                try withDependencies { _ in
                    throw Failure()
                } operation: {
                }
            }
        }
    }

    @Test func `each store of a test reports to the reporter that is current when it is made`() {
        let recorders = [DiagnosticRecorder(), DiagnosticRecorder()]
        withDependencies { _ in
        } operation: {
            for recorder in recorders {
                let store = DiagnosticReporter.$current.withValue(recorder.reporter) {
                    Store(initialState: Dashboard.State()) { Dashboard() }
                }
                store.send(.sheet(.increment))
            }
        }
        #expect(recorders.map(\.identifiers) == [[.absentChild], [.absentChild]])
    }
}
