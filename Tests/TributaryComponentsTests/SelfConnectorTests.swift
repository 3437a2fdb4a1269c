// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryComponents
import TributaryCore
import TributaryTestSupport

@MainActor
@Suite("A component that is its own connector", .timeLimit(.minutes(30)))
struct SelfConnectorTests {
    let store = Store(initialState: Counter.State()) { Counter() }

    @Test("maps its part of the state, by a key path, one in a variable, or a closure")
    func ways() {
        let meters = [Meter(), Meter(), Meter()]
        let path: KeyPath<Counter.State, Int> = \.count
        let connections = [
            meters[0].connect(to: store, state: \.count),
            meters[1].connect(to: store, state: { $0[keyPath: path] }),
            meters[2].connect(to: store, state: { $0.count }),
        ]
        store.send(.add(2))
        for meter in meters { #expect(meter.shown == ["0 of 10", "2 of 10"]) }
        withExtendedLifetime(connections) {}
    }

    @Test("maps only when its part has changed, and renders only when the props have")
    func twoLevels() {
        let meter = Meter()
        let connection = meter.connect(to: store, state: \.count)
        store.send(.add(0))
        #expect(meter.mapped == [0])
        store.send(.add(12))
        store.send(.add(3))
        #expect(meter.mapped == [0, 12, 15])
        #expect(meter.shown == ["0 of 10", "full"])
        withExtendedLifetime(connection) {}
    }

    @Test("also maps values that could already be its props")
    func sameTypes() async {
        let doublers = (0..<3).map { _ in Doubler() }
        let path: KeyPath<Counter.State, Int> = \.count
        let tripler = Tripler()
        let connections = [
            doublers[0].connect(to: store, state: \.count),
            doublers[1].connect(to: store, state: { $0[keyPath: path] }),
            doublers[2].connect(to: store, state: { $0.count }), tripler.connect(to: store, state: \.count),
        ]
        store.send(.add(4))
        #expect(doublers.map(\.shown) == [[0, 8], [0, 8], [0, 8]])
        #expect(await tripler.performer.performed(2) == [0, 12])
        withExtendedLifetime(connections) {}
    }

    @Test("is not retained by its connection, which maps nothing after its release")
    func lifetime() {
        var meter: Meter? = Meter()
        weak let released = meter
        let log = EventLog()
        meter?.log = log
        let connection = meter?.connect(to: store, state: \.count)
        store.send(.increment)
        meter = nil
        #expect(released == nil)
        store.send(.increment)
        #expect(log.events == ["0", "1"])
        withExtendedLifetime(connection) {}
    }

    @Test("may be on an actor of its own, and pending props keep their connection")
    func serviceComponent() async {
        let gate = Gate()
        let performer = Performer<String> { props in if props == "#0" { try? await gate.wait() } }
        let connection = performer.connect(to: store, state: \.count, bufferingPolicy: .bufferingNewest(1))
        await gate.arrival()
        for _ in 0..<10 { store.send(.increment) }
        gate.open()
        #expect(await performer.performed(2) == ["#0", "#10"])
        withExtendedLifetime(connection) {}
    }

    @Test("is not kept alive on an actor of its own, either")
    func serviceComponentLifetime() async {
        let performers = LiveObjects()
        var performer: Performer<String>? = Performer(witness: performers.make())
        let connection = performer?.connect(to: store, state: { $0.count })
        #expect(await performer?.performed(1) == ["#0"])
        performer = nil
        store.send(.increment)
        await performers.allReleased()
        store.send(.increment)
        withExtendedLifetime(connection) {}
    }
}

/// Shows a number as a part of ten.
@MainActor
private final class Meter: Component, @MainActor Connector {
    private(set) var mapped: [Int] = []
    private(set) var shown: [String] = []
    var log: EventLog?

    func props(for state: Int) -> String {
        mapped.append(state)
        log?("\(state)")
        return state < 10 ? "\(state) of 10" : "full"
    }

    func render(_ props: String) { shown.append(props) }
}

/// Makes props that look like the state.
@MainActor
private final class Doubler: Component, @MainActor Connector {
    private(set) var shown: [Int] = []

    func props(for state: Int) -> Int { state * 2 }

    func render(_ props: Int) { shown.append(props) }
}

/// The same on an actor of its own.
private actor Tripler: ServiceComponent, Connector {
    let performer = Performer<Int>()

    nonisolated func props(for state: Int) -> Int { state * 3 }

    func render(_ props: Int) async { await performer.render(props) }
}

extension Performer: Connector where Props == String {
    nonisolated func props(for state: Int) -> String { "#\(state)" }
}
