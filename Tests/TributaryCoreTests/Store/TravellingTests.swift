// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

@Suite("A store that shows another state", .timeLimit(.minutes(30)))
@MainActor
struct TravellingTests {
    private let driver = EffectDriver.immortal()
}

extension TravellingTests {
    private func makeStore() -> Store<[String], String> {
        driver.host {
            Store(initialState: []) {
                Reduce<[String], String> { state, action in
                    state.append(action)
                    return action == "go" ? .run { await $0("done") } : .none
                }
            }
        }
    }

    @Test func `shows it to observers, to scopes and to those who read`() {
        let store = makeStore()
        let counts = store.scope(state: \.count)
        var heard: [[String]] = []
        let token = store.observe({ $0 }) { heard.append($0) }
        store.send("a")
        store.travel(to: ["x", "y"])
        #expect(store.state == ["x", "y"])
        #expect(counts.state == 2)
        #expect(store.isTravelling)
        store.comeBack()
        #expect(store.state == ["a"])
        #expect(heard == [[], ["a"], ["x", "y"], ["a"]])
        #expect(!store.isTravelling)
        withExtendedLifetime(token) {}
    }

    @Test func `reduces the actions sent meanwhile on the way back, in order`() {
        let store = makeStore()
        store.send("go")
        store.travel(to: ["x"])
        driver.run()
        store.send("b")
        store.handle.send("c")
        #expect(store.state == ["x"])
        store.travel(to: ["y"])
        #expect(store.state == ["y"])
        store.comeBack()
        // Rather than to wait for the job that does so.
        store.way.machine?.openInbox()
        #expect(store.state == ["go", "done", "b", "c"])
    }

    @Test func `does not travel within a turn, nor while observers are notified of the state that it shows`()
    {
        let store = makeStore()
        var heard: [[String]] = []
        let token = store.observe({ $0 }) { [weak store] state in
            heard.append(state)
            guard !state.isEmpty else { return }
            store?.travel(to: ["y"])
            store?.comeBack()
        }
        store.send("a")
        store.travel(to: ["x"])
        #expect(store.state == ["x"])
        store.comeBack()
        #expect(heard == [[], ["a"], ["x"], ["a"]])
        withExtendedLifetime(token) {}
    }

    @Test func `returns when an observer of the shown state closes it`() {
        let store = makeStore()
        let token = store.observe({ $0 }) { [weak store] state in
            if state == ["x"] { store?.close() }
        }
        store.send("a")
        store.travel(to: ["x"])
        #expect(!store.isTravelling)
        #expect(store.state == ["a"])
        withExtendedLifetime(token) {}
    }

    @Test func `returns before closing`() {
        let store = makeStore()
        store.send("a")
        store.travel(to: ["x"])
        store.send("b")
        store.close()
        #expect(store.state == ["a"])
        store.travel(to: ["x"])
        #expect(store.state == ["a"])
    }
}
