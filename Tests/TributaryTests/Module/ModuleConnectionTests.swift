// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTestSupport

@MainActor
@Suite("A module that is connected to a store", .timeLimit(.minutes(30)))
struct ModuleConnectionTests {
    typealias ReadingModule = Module<Reading.Action.Input, Reading.Action.Output, String>

    let building = Store(initialState: Building.State()) { Building() }

    func makeModule(reader: String = "nobody") -> ReadingModule {
        Module(
            Reading(),
            initialState: .init(reader: reader),
            input: \.input,
            output: \.output,
            state: \.reader
        )
    }

    @Test func `receives its input from the store's state, at once and when it changes`() {
        let module = makeModule(reader: "somebody")
        let connection = module.connect(
            to: building,
            input: { app in .readerChanged(app.visitor) },
            output: { .readingHappened($0) }
        )
        #expect(module.state == "nobody")
        building.send(.enter("Ada"))
        #expect(module.state == "Ada")
        #expect(building.log == ["welcomed(\"nobody\")", "welcomed(\"Ada\")"])
        withExtendedLifetime(connection) {}
    }

    @Test func `does not receive an unchanged input again`() {
        let module = makeModule()
        let heard = Heard<Reading.Action.Output>()
        let token = module.onOutput { heard.append($0) }
        let connection = module.connect(to: building) { .readerChanged($0.visitor) }
        building.send(.door)
        building.send(.enter("nobody"))
        #expect(heard.all == [.welcomed("nobody")])
        withExtendedLifetime([token, connection]) {}
    }

    @Test func `receives nothing if the state has no input for it`() {
        let module = makeModule(reader: "Ada")
        let connection = module.connect(to: building) {
            $0.doors.isMultiple(of: 2) ? nil : .readerChanged($0.visitor)
        }
        #expect(module.state == "Ada")
        building.send(.door)
        #expect(module.state == "nobody")
        withExtendedLifetime(connection) {}
    }

    @Test func `sends the store every output once, repeated ones too`() {
        let module = makeModule()
        let connection = module.connect(to: building, output: { .readingHappened($0) })
        module.send(.readerChanged("Ada"))
        module.send(.readerChanged("Ada"))
        #expect(building.log == ["welcomed(\"Ada\")", "welcomed(\"Ada\")"])
        withExtendedLifetime(connection) {}
    }

    @Test func `may keep outputs to itself`() {
        let module = makeModule()
        let connection = module.connect(
            to: building,
            output: { if case .welcomed = $0 { nil } else { .readingHappened($0) } }
        )
        module.send(.readerChanged("Ada"))
        #expect(building.log.isEmpty)
        withExtendedLifetime(connection) {}
    }

    @Test func `is attached and detached while the app runs, and catches up when it is attached again`() {
        let module = makeModule()
        var connection: ObservationToken? = module.connect(
            to: building,
            input: { .readerChanged($0.visitor) },
            output: { .readingHappened($0) }
        )
        building.send(.enter("Ada"))
        withExtendedLifetime(connection) {}
        connection = nil
        building.send(.enter("Grace"))
        module.send(.readerChanged("Linus"))
        #expect(module.state == "Linus")
        let log = building.log
        connection = module.connect(
            to: building,
            input: { .readerChanged($0.visitor) },
            output: { .readingHappened($0) }
        )
        #expect(module.state == "Grace")
        #expect(building.log == log + ["welcomed(\"Grace\")"])
        withExtendedLifetime(connection) {}
    }

    @Test func `serves two independent apps`() {
        let module = makeModule()
        let other = Store(initialState: Building.State()) { Building() }
        let connections = [building, other].map { module.connect(to: $0, output: { .readingHappened($0) }) }
        module.send(.readerChanged("Ada"))
        #expect(building.log == ["welcomed(\"Ada\")"])
        #expect(other.log == building.log)
        withExtendedLifetime(connections) {}
    }

    @Test func `is connected to a scope like to a whole store`() {
        let module = makeModule()
        let scope = building.scope(state: \.visitor)
        let connection = module.connect(
            to: scope,
            input: { .readerChanged($0) },
            output: { .readingHappened($0) }
        )
        building.send(.enter("Ada"))
        #expect(module.state == "Ada")
        #expect(building.log.last == "welcomed(\"Ada\")")
        withExtendedLifetime(connection) {}
    }

    @Test func `answers an output of its own turn after the actions that wait`() {
        let module = makeModule()
        let order = Heard<String>()
        let token = module.onOutput { [weak module] output in
            order.append("\(output)")
            if output == .welcomed("a") { module?.send(.readerChanged("answer")) }
        }
        module.send(contentsOf: [.readerChanged("a"), .readerChanged("b")])
        #expect(order.all == ["welcomed(\"a\")", "welcomed(\"b\")", "welcomed(\"answer\")"])
        withExtendedLifetime(token) {}
    }

    @Test func `is the same boundary in front of a part of the app's own state`() {
        let store = Store(initialState: Building.State(reading: .init(reader: "nobody"))) { Building() }
        guard let scope = store.scope(state: \.reading, action: \.reading) else {
            Issue.record("The part is there from the start.")
            return
        }
        let module = Module(scope, input: \.input, output: \.output, state: \.reader)
        let heard = Heard<Reading.Action.Output>()
        let token = module.onOutput { heard.append($0) }
        store.send(.enter("Ada"))
        module.send(.readerChanged("Grace"))
        #expect(heard.all == [.welcomed("Ada"), .welcomed("Grace")])
        #expect(store.log == ["welcomed(\"Ada\")", "welcomed(\"Grace\")"])
        #expect(module.state == "Grace")
        withExtendedLifetime(token) {}
    }
}
