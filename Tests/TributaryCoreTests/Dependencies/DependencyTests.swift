// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

private enum GreetingKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> String { "Hello, \(dependencies.name)" }
}

private enum NameKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> String { "world" }
}

private enum CounterKey: DependencyKey {
    static let made = Atomic(0)
    static func value(in dependencies: Dependencies) -> Int { made.add(1, ordering: .relaxed).newValue }
}

extension Dependencies {
    fileprivate var greeting: String {
        get { self[GreetingKey.self] }
        set { self[GreetingKey.self] = newValue }
    }
    fileprivate var name: String {
        get { self[NameKey.self] }
        set { self[NameKey.self] = newValue }
    }
}

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct DependencyTests {}

extension DependencyTests {
    private struct Greeter: Reducer {
        enum Action { case greet, greetLater, say(String) }
        @Dependency(\.greeting) var greeting

        var body: some Reducer<String, Action> {
            Reduce { state, action in
                switch action {
                case .greet: state = greeting
                case .greetLater: return .run { send in await send(.say(greeting)) }
                case .say(let text): state = text
                }
                return .none
            }
        }
    }

    @Test func `a default may be made from other dependencies, and follows them`() {
        var dependencies = Dependencies()
        #expect(dependencies.greeting == "Hello, world")
        dependencies.name = "Ada"
        #expect(dependencies.greeting == "Hello, Ada")
        dependencies.greeting = "Bye"
        dependencies.name = "Grace"
        #expect(dependencies.greeting == "Bye")
    }

    @Test func `a default is made once per container, and containers are values`() {
        let before = CounterKey.made.load(ordering: .relaxed)
        let dependencies = Dependencies()
        let copy = dependencies
        #expect(dependencies[CounterKey.self] == copy[CounterKey.self])
        #expect(CounterKey.made.load(ordering: .relaxed) == before + 1)
        var other = dependencies
        other.name = "changed"
        #expect(dependencies.name == "world")
    }

    @Test func `reducers and their effects read their store's dependencies`() async {
        let store = Store(initialState: "") {
            Greeter()
        } dependencies: {
            $0.name = "store"
        }
        let other = Store(initialState: "") { Greeter() }
        store.send(.greet)
        other.send(.greet)
        #expect(store.state == "Hello, store")
        #expect(other.state == "Hello, world")
        await store.send(.say("")).finish()
        await store.send(.greetLater).finish()
        #expect(store.state == "Hello, store")
    }
}
