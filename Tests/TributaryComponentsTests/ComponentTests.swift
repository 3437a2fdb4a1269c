// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryComponents
import TributaryCore
import TributaryTestSupport

@MainActor
@Suite("A component", .timeLimit(.minutes(30)))
struct ComponentTests {
    struct Player: Equatable {
        var track = 1
        var volume = 10
    }

    enum Action { case play(Int), volume(Int), nothing }

    let store = Store(initialState: Player()) {
        Update { (state: inout Player, action: Action) in
            switch action {
            case .play(let track): state.track = track
            case .volume(let volume): state.volume = volume
            case .nothing: break
            }
        }
    }

    @Test("is shown its first props always, then those that have changed")
    func props() {
        let printer = Printer<Int>()
        let connection = printer.connect(to: store, state: \.volume)
        #expect(printer.printed == [10])
        store.send(.volume(10))
        store.send(.nothing)
        store.send(.volume(20))
        store.send(contentsOf: [.volume(30), .volume(20)])
        #expect(printer.printed == [10, 20])
        withExtendedLifetime(connection) {}
    }

    @Test("maps only when its part of the state has changed, and renders only when the props have")
    func twoLevels() {
        let printer = Printer<Bool>()
        let counter = Counts()
        let connection = printer.connect(to: store, state: \.volume) { volume in
            counter.count += 1
            return volume > 15
        }
        store.send(.play(2))
        #expect(counter.count == 1)
        store.send(.volume(12))
        #expect(counter.count == 2)
        #expect(printer.printed == [false])
        store.send(.volume(20))
        store.send(.volume(21))
        #expect(counter.count == 4)
        #expect(printer.printed == [false, true])
        withExtendedLifetime(connection) {}
    }

    @Test(
        "is connected to a whole state, a scope, a key path in a variable, or with a comparison of its own"
    )
    func ways() {
        let all = Printer<String>()
        let scoped = Printer<Int>()
        let path = Printer<Int>()
        let coarse = Printer<Int>()
        let volume: KeyPath<Player, Int> = \.volume
        let connections = [
            all.connect(to: store) { "\($0.track) at \($0.volume)" },
            scoped.connect(to: store.scope(state: \.volume), state: \.self),
            path.connect(to: store, state: volume),
            coarse.connect(
                to: store,
                state: \.volume,
                removeDuplicates: { $0 / 10 == $1 / 10 },
                props: { $0 }
            ),
        ]
        store.send(.volume(11))
        store.send(.volume(25))
        #expect(all.printed == ["1 at 10", "1 at 11", "1 at 25"])
        #expect(scoped.printed == [10, 11, 25])
        #expect(path.printed == [10, 11, 25])
        #expect(coarse.printed == [10, 25])
        withExtendedLifetime(connections) {}
    }

    @Test("is mapped by a connector, which the connection keeps")
    func connector() {
        final class Times: Connector {
            let factor: Int
            init(_ factor: Int) { self.factor = factor }
            func props(for state: Int) -> Int { state * factor }
        }
        let printer = Printer<Int>()
        weak var kept: Times?
        var connection: ObservationToken?
        do {
            let connector = Times(3)
            kept = connector
            connection = printer.connect(to: store, state: \.volume, props: connector.props)
        }
        store.send(.volume(2))
        #expect(printer.printed == [30, 6])
        #expect(kept != nil)
        withExtendedLifetime(connection) {}
        connection = nil
        #expect(kept == nil)
    }

    @Test("is not kept alive by its connection, which keeps the store")
    func lifetime() {
        weak var gone: StoreOf<Counter>?
        var printer: Printer<Int>? = Printer()
        weak let released = printer
        var connection: ObservationToken?
        do {
            let store = Store(initialState: Counter.State()) { Counter() }
            gone = store
            connection = printer?.connect(to: store, state: \.count)
        }
        #expect(gone != nil)
        gone?.send(.increment)
        #expect(printer?.printed == [0, 1])
        printer = nil
        #expect(released == nil)
        gone?.send(.increment)
        withExtendedLifetime(connection) {}
        connection = nil
        #expect(gone == nil)
    }

    @Test(
        "receives nothing after its connection is dropped, and shows its first props again when it reconnects"
    )
    func reconnecting() {
        let printer = Printer<Int>()
        var connection: ObservationToken? = printer.connect(to: store, state: \.volume)
        withExtendedLifetime(connection) {}
        connection = nil
        store.send(.volume(20))
        #expect(printer.printed == [10])
        connection = printer.connect(to: store, state: \.volume)
        #expect(printer.printed == [10, 20])
        withExtendedLifetime(connection) {}
    }

    @Test(
        "receives every action with the state after it, repeated ones too, and none at first"
    )
    func actions() {
        let printer = Printer<String>()
        let connection = printer.connect(toActionsOf: store) { record in
            if case .volume(let volume) = record.action { "\(volume) on \(record.state.track)" } else { nil }
        }
        #expect(printer.printed.isEmpty)
        store.send(.volume(1))
        store.send(.volume(1))
        store.send(.nothing)
        #expect(printer.printed == ["1 on 1", "1 on 1"])
        withExtendedLifetime(connection) {}
    }

    @Test("sends through a handle in its props, which are compared without it")
    func dispatching() async {
        let printer = Printer<Dial>()
        let connection = printer.connect(to: store, state: \.volume) { [handle = store.handle] volume in
            Dial(text: "\(volume)", louder: Command { handle.send(.volume(volume + 1)) })
        }
        await printer.printed.last?.louder.perform().finish()
        await printer.printed.last?.louder.perform().finish()
        #expect(printer.printed.map(\.text) == ["10", "11", "12"])
        withExtendedLifetime(connection) {}
    }

    @Test("is mapped by a connector made of a smaller one, with a way to send and no more")
    func connectorOfConnectors() async {
        struct Loudness: Connector {
            func props(for state: Int) -> String { state > 10 ? "loud" : "soft" }
        }
        struct DialConnector: Connector {
            let loudness = Loudness()
            let dispatcher: StoreHandle<Void, Action>

            func props(for state: Player) -> Dial {
                Dial(
                    text: "\(state.track): \(loudness.props(for: state.volume))",
                    louder: Command { dispatcher.send(.volume(state.volume + 1)) }
                )
            }
        }
        // A scope that shows nothing: through its handle one can send, and see no state.
        let dispatcher = store.scope(reading: { _ in () }, sending: { (action: Action) in action }).handle
        let printer = Printer<Dial>()
        let connection = printer.connect(
            to: store,
            state: \.self,
            props: DialConnector(dispatcher: dispatcher).props
        )
        await printer.printed.last?.louder.perform().finish()
        await printer.printed.last?.louder.perform().finish()
        #expect(store.volume == 12)
        #expect(printer.printed.map(\.text) == ["1: soft", "1: loud"])
        withExtendedLifetime(connection) {}
    }

    @MainActor
    final class Counts {
        var count = 0
    }

    struct Dial: Equatable {
        let text: String
        let louder: Command
    }

    /// A callback of a component, equal to any other of its kind.
    struct Command: Equatable {
        let perform: @MainActor () -> StoreTask

        static func == (_: Command, _: Command) -> Bool { true }
    }
}
