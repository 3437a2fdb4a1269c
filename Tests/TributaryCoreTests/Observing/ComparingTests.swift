// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// A value whose comparison belongs to the main actor.
private struct Temperature: Sendable {
    var degrees = 0
}

extension Temperature: @MainActor Equatable {
    static func == (left: Temperature, right: Temperature) -> Bool {
        MainActor.preconditionIsolated()
        return left.degrees == right.degrees
    }
}

/// Whether values are compared is found at run time (law 3).
@Suite(.timeLimit(.minutes(30)))
struct ComparingTests {}

extension ComparingTests {
    /// The values that an observer receives if the generic code around it does not know whether they are
    /// equatable.
    private func heard<Value: Sendable>(
        of select: @escaping @Sendable (Diary.State) -> Value
    ) async -> [[Value]] {
        let actions: [Diary.Action] = [.right(1), .left(1), .left(2), .right(2)]
        let storeActor = StoreActor(initialState: Diary.State()) { Diary() }
        let onActor = Heard<Value>()
        let token = await storeActor.observe(select) { onActor.append($0) }
        for action in actions { await storeActor.send(action) }
        token.cancel()
        return await onMain(select, actions) + [onActor.all]
    }

    @MainActor
    private func onMain<Value: Sendable>(
        _ select: @escaping @Sendable (Diary.State) -> Value,
        _ actions: [Diary.Action]
    ) async -> [[Value]] {
        let store = Store(initialState: Diary.State()) { Diary() }
        let machine = Machine(initialState: Diary.State()) { Diary() }
        machine.runEffects(on: MainActor.shared)
        let (inStore, inMachine) = (Heard<Value>(), Heard<Value>())
        let values = store.values(select)
        let tokens = [
            store.observe(select) { inStore.append($0) },
            machine.observe(select) { inMachine.append($0) },
        ]
        for action in actions {
            store.send(action)
            machine.send(action)
        }
        store.close()
        withExtendedLifetime(tokens) {}
        var inLoop: [Value] = []
        for await value in values { inLoop.append(value) }
        return [inStore.all, inMachine.all, inLoop]
    }

    @Test func `generic code compares equatable values`() async {
        #expect(await heard(of: \.left) == Array(repeating: [0, 1, 2], count: 4))
        #expect(await heard { $0.left > 1 ? [$0.left] : nil } == Array(repeating: [nil, [2]], count: 4))
    }

    @Test func `generic code does not compare other values`() async {
        struct Incomparable { let number: Int }
        for heard in await heard(of: { [Incomparable(number: $0.left)] }) {
            #expect(heard.map(\.[0].number) == [0, 0, 1, 2, 2])
        }
    }
}

/// Values whose conformance to Equatable is isolated to the main actor (law 3).
@Suite(.timeLimit(.minutes(30)))
struct IsolatedComparisonTests {}

extension IsolatedComparisonTests {
    private struct Weather: Sendable { var temperature = Temperature(), wind = 0 }
    private enum Action { case temperature(Int), wind(Int) }

    private static func reduce(_ state: inout Weather, _ action: Action) {
        switch action {
        case .temperature(let degrees): state.temperature.degrees = degrees
        case .wind(let speed): state.wind = speed
        }
    }

    @Test @MainActor func `are compared on the main actor`() {
        let store = Store(initialState: Weather()) { Update(Self.reduce) }
        var heard: [Int] = []
        let tokens = [
            store.observe(\.temperature) { heard.append($0.degrees) },
            store.observe({ [$0.temperature] }) { heard.append($0[0].degrees + 100) },
        ]
        store.send(.wind(1))
        store.send(.temperature(20))
        #expect(heard == [0, 100, 20, 120])
        withExtendedLifetime(tokens) {}
    }

    @Test func `count as changed on another actor`() async {
        let store = StoreActor(initialState: Weather()) { Update(Self.reduce) }
        let heard = Heard<Int>()
        let token = await store.observe(\.temperature) { heard.append($0.degrees) }
        await store.send(.wind(1))
        await store.send(.temperature(20))
        #expect(heard.all == [0, 0, 20])
        token.cancel()
    }

    @Test func `count as changed in a machine of another actor`() async {
        actor Station {
            func heard() -> [Int] {
                let machine = Machine(initialState: Weather()) { Update(IsolatedComparisonTests.reduce) }
                var heard: [Int] = []
                let token = machine.observe(\.temperature) { heard.append($0.degrees) }
                machine.send(.wind(1))
                machine.send(.temperature(20))
                withExtendedLifetime(token) {}
                return heard
            }
        }
        #expect(await Station().heard() == [0, 0, 20])
    }
}
