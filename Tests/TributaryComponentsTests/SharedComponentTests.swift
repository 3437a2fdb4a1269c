// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryComponents
import TributaryCore
import TributaryTestSupport

/// Components with more than one connection.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct SharedComponentTests {
    private let store = Store(initialState: Dashboard.State()) { Dashboard() }
    private let printer = Printer<Int>()

    @Test func `a component that is connected twice shows the same props once`() {
        let connections = (0..<2).map { _ in printer.connect(to: store, state: \.counter.count) }
        #expect(printer.printed == [0])
        store.send(.counter(.increment))
        store.send(.counter(.add(2)))
        #expect(printer.printed == [0, 1, 3])
        withExtendedLifetime(connections) {}
    }

    @Test func `dropping one of two connections keeps the other, and the shown props`() {
        var first: ObservationToken? = printer.connect(to: store, state: \.counter.count)
        let second = printer.connect(to: store, state: \.counter.count)
        withExtendedLifetime(first) {}
        first = nil
        store.send(.counter(.increment))
        let third = printer.connect(to: store, state: \.counter.count)
        #expect(printer.printed == [0, 1])
        withExtendedLifetime((second, third)) {}
    }

    @Test func `a connection with unchanged props does not replace newer props of another`() {
        let other = Store(initialState: Counter.State(count: 5)) { Counter() }
        let connections = [
            printer.connect(to: store, state: \.counter.count) { $0 / 10 },
            printer.connect(to: other, state: \.count),
        ]
        store.send(.counter(.increment))
        #expect(printer.printed == [0, 5])
        withExtendedLifetime(connections) {}
    }

    @Test func `the first connection after the last starts again`() {
        for _ in 0..<2 { printer.connect(to: store, state: \.counter.count).cancel() }
        #expect(printer.printed == [0, 0])
    }

    @Test func `connections to several parts and stores show changes that are not shown yet`() {
        let other = Store(initialState: Counter.State(count: 5)) { Counter() }
        let connections = [
            printer.connect(to: store, state: \.counter.count),
            printer.connect(to: store, state: \.log.count),
            printer.connect(to: other, state: \.count),
        ]
        #expect(printer.printed == [0, 5], "There are as many entries in the log as are counted")
        store.send(.counter(.add(5)))
        #expect(printer.printed == [0, 5], "It shows 5 already")
        other.send(.increment)
        store.send(.counter(.increment))
        other.send(.increment)
        #expect(printer.printed == [0, 5, 6, 7])
        withExtendedLifetime(connections) {}
    }

    @Test func `the props shown for an action are compared with the next state`() {
        let connections = [
            printer.connect(to: store, state: \.counter.count),
            printer.connect(toActionsOf: store) { _ in 1 },
        ]
        store.send(.counter(.increment))
        store.send(.counter(.increment))
        #expect(printer.printed == [0, 1, 1, 2])
        withExtendedLifetime(connections) {}
    }

    @Test func `two components with the same props are two`() {
        let other = Printer<Int>()
        let connections = [
            printer.connect(to: store, state: \.counter.count),
            other.connect(to: store, state: \.counter.count),
        ]
        #expect([printer.printed, other.printed] == [[0], [0]])
        withExtendedLifetime(connections) {}
    }

    @Test func `values shared by many components are released with them, and those of others stay`() {
        let living = (0..<100).map { _ in Printer<Int>() }
        let first = living.map { $0.connect(to: store, state: \.counter.count) }
        for _ in 0..<1_000 {
            let printer = Printer<Int>()
            let connection = printer.connect(to: store, state: \.counter.count)
            #expect(printer.printed == [0], "Also where another component was before")
            withExtendedLifetime(connection) {}
        }
        let second = living.map { $0.connect(to: store, state: \.counter.count) }
        #expect(living.allSatisfy { $0.printed == [0] })
        withExtendedLifetime((first, second)) {}
    }

    @Test func `a component on its own actor never performs the same twice in a row, nor two at once`() async
    {
        let performer = Performer<Int> { _ in await Task.yield() }
        let connections = (0..<2).map { _ in performer.connect(to: store, state: \.counter.count) }
        for _ in 0..<50 { store.send(.counter(.increment)) }
        let performed = await performer.performed(51)
        #expect(zip(performed, performed.dropFirst()).allSatisfy { $0 != $1 })
        #expect(performed.first == 0)
        withExtendedLifetime(connections) {}
    }
}
