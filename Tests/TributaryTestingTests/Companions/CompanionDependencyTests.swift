// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

private enum GreetingKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> String { "nobody" }
}

extension Dependencies {
    fileprivate var greeting: String {
        get { self[GreetingKey.self] }
        set { self[GreetingKey.self] = newValue }
    }
}

@Suite("Companions of a test store that are made in its closure", .timeLimit(.minutes(30)))
struct CompanionDependencyTests {
    /// Knocks for each name that it is to greet.
    struct Porter: Service {
        @Dependency(\.greeting) var greeting
        let heard: (String) -> Void

        init(_ heard: @escaping (String) -> Void) {
            self.heard = heard
            heard("made for \(greeting)")
        }

        func detail(of state: Door.State) -> Int { state.knocks }
        func stateChanged(from old: Int, to new: Int, store: Door.Handle) { heard(greeting) }
    }

    struct Sign: Middleware {
        @Dependency(\.greeting) var greeting
        let heard: (String) -> Void

        func didReduce(
            _ action: Door.Action,
            from origin: ActionOrigin,
            state: Door.State,
            store: Door.Handle
        ) {
            heard("sign for \(greeting)")
        }
    }

    @Test("Their dependencies are the store's, also those that the test changes")
    func dependencies() async {
        let store = TestStore(initialState: Door.State()) {
            Door()
        } dependencies: {
            $0.greeting = "Ada"
        }
        var heard: [String] = []
        var tokens = [
            store.attach { Sign { heard.append($0) } },
            store.attach { Porter { heard.append($0) } },
        ]
        await store.send(.knock) { $0.knocks = 1 }
        #expect(heard == ["made for Ada", "sign for Ada", "Ada"])
        store.dependencies.greeting = "Grace"
        heard = []
        tokens.append(store.attach { Porter { heard.append($0) } })
        await store.send(.knock) { $0.knocks = 2 }
        #expect(heard == ["made for Grace", "sign for Grace", "Grace", "Grace"])
        await store.finish()
        withExtendedLifetime(tokens) {}
    }
}
