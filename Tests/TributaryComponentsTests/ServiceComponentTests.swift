// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryComponents
import TributaryCore
import TributaryTestSupport

@MainActor
@Suite("A component on an actor of its own", .timeLimit(.minutes(30)))
struct ServiceComponentTests {
    let store = Store(initialState: Counter.State()) { Counter() }

    @Test("performs its first props, then all that changed, one after the other and in order")
    func order() async {
        let performer = Performer<Int> { _ in await Task.yield() }
        let connection = performer.connect(to: store, state: \.count)
        for _ in 0..<100 { store.send(.increment) }
        #expect(await performer.performed(101) == Array(0...100))
        withExtendedLifetime(connection) {}
    }

    @Test("performs only the newest pending props, if connected with that policy")
    func newest() async throws {
        let gate = Gate()
        let performer = Performer<Int> { props in if props == 0 { try? await gate.wait() } }
        let connection = performer.connect(to: store, state: \.count, bufferingPolicy: .bufferingNewest(1))
        await gate.arrival()
        for _ in 0..<10 { store.send(.increment) }
        gate.open()
        #expect(await performer.performed(2) == [0, 10])
        withExtendedLifetime(connection) {}
    }

    @Test("performs nothing that waits when its connection is dropped")
    func dropped() async {
        let gate = Gate()
        let performer = Performer<Int> { props in if props == 0 { try? await gate.wait() } }
        var connection: ObservationToken? = performer.connect(to: store, state: \.count)
        await gate.arrival()
        store.send(.increment)
        withExtendedLifetime(connection) {}
        connection = nil
        gate.open()
        // The cancelled feed ends with the current props, and those of another connection are performed next.
        _ = await performer.performed(1)
        let other = performer.connect(to: store, state: { _ in -1 })
        #expect(await performer.performed(2) == [0, -1])
        withExtendedLifetime(other) {}
    }

    @Test("performs the state of a store on another actor, mapped and compared over there")
    func storeActor() async {
        let remote = StoreActor(initialState: Counter.State()) { Counter() }
        let performer = Performer<Int>()
        let connection = await performer.connect(to: remote, state: \.count) { $0 / 10 }
        for _ in 0..<25 { await remote.send(.increment) }
        #expect(await performer.performed(3) == [0, 1, 2])
        withExtendedLifetime(connection) {}
    }

    @Test("performs something for every action")
    func actions() async {
        let performer = Performer<String>()
        let connection = performer.connect(toActionsOf: store) { "\($0.action) → \($0.state.count)" }
        store.send(.increment)
        store.send(.add(0))
        store.send(.add(0))
        #expect(await performer.performed(3) == ["increment → 1", "add(0) → 1", "add(0) → 1"])
        withExtendedLifetime(connection) {}
    }

    @Test("is mapped by a connector")
    func connector() async {
        struct Half: Connector {
            func props(for state: Int) -> Int { state / 2 }
        }
        let performer = Performer<Int>()
        let connection = performer.connect(to: store, state: \.count, props: Half().props)
        for _ in 0..<4 { store.send(.increment) }
        #expect(await performer.performed(3) == [0, 1, 2])
        withExtendedLifetime(connection) {}
    }

    @Test("is not kept alive by its connection")
    func lifetime() async {
        let performers = LiveObjects()
        var performer: Performer<Int>? = Performer(witness: performers.make())
        let connection = performer?.connect(to: store, state: \.count)
        _ = await performer?.performed(1)
        performer = nil
        store.send(.increment)
        // The feed retains it only while it performs; props in flight find it released.
        await performers.allReleased()
        withExtendedLifetime(connection) {}
    }
}
