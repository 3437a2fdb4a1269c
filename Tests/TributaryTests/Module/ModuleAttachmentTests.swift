// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTestSupport

/// The common behavior of a feature in both attachments: composed, and as a separate module.
@MainActor
@Suite("A feature, attached in either way", .timeLimit(.minutes(30)))
struct ModuleAttachmentTests {
    typealias Attachment = Concierge.Attachment

    @Test("a feature owns its state, and does not depend on its surroundings", arguments: Attachment.allCases)
    func ownership(attachment: Attachment) {
        let concierge = Concierge(attachment)
        // The same type of store, whatever is around it, and a state that is the feature's own type.
        let reading: Store<Reading.State, Reading.Action> = concierge.reading
        reading.send(.open("Dune"))
        #expect(reading.state.opened == ["Dune"])
        #expect((concierge.house.state.reading == nil) == (attachment == .separate))
        #expect(concierge.house.shown == ["Dune"])
    }

    @Test("a separate module is connected and disconnected while the app runs, and catches up")
    func connectingSeparately() {
        let house = Store(initialState: House.State()) { House() }
        let module = Module(
            Reading(),
            initialState: .init(reader: "nobody"),
            input: \.input,
            output: \.output,
            state: \.reader
        )
        var connection: ObservationToken? = module.connect(to: house) { .readerChanged($0.visitor) }
        house.send(.enter("Ada"))
        #expect(module.state == "Ada")
        withExtendedLifetime(connection) {}
        connection = nil
        house.send(.enter("Grace"))
        #expect(module.state == "Ada")
        connection = module.connect(to: house) { .readerChanged($0.visitor) }
        #expect(module.state == "Grace")
        withExtendedLifetime(connection) {}
    }

    @Test("a composed module is mounted and dismounted while the app runs, and its state stays")
    func connectingComposed() {
        let store = Store(initialState: MountTests.House.State()) { MountTests.House() }
        let scope = store.scope(state: \.open, action: \.reading)
        func mountReading() -> ObservationToken {
            store.mount { Scope(state: \.open, action: \.reading) { Reading() } }
        }
        var mount: ObservationToken? = mountReading()
        scope.send(.open("Dune"))
        withExtendedLifetime(mount) {}
        mount = nil
        scope.send(.open("Emma"))
        #expect(scope.opened == ["Dune"])
        mount = mountReading()
        scope.send(.open("Emma"))
        #expect(scope.opened == ["Dune", "Emma"])
        withExtendedLifetime(mount) {}
    }

    @Test(
        "an input is reduced like any action, and an output is no state",
        arguments: Attachment.allCases
    )
    func inputsAndOutputs(attachment: Attachment) {
        let concierge = Concierge(attachment)
        let heard = Heard<Reading.Action.Input?>()
        let listener = concierge.reading.onAction { heard.append($0.action[case: \.input]) }
        let module = Module(concierge.reading, input: \.input, output: \.output)
        let outputs = Heard<Reading.Action.Output>()
        let token = module.onOutput { outputs.append($0) }
        // Listening alone emits nothing, and neither does a change of the feature's state.
        #expect(outputs.all.isEmpty)
        concierge.house.send(.enter("Ada"))
        #expect(concierge.reading.reader == "Ada")
        // The input is an action, and so is the output that follows from it.
        #expect(heard.all == [.readerChanged("Ada"), nil])
        #expect(outputs.all == [.welcomed("Ada")])
        withExtendedLifetime((listener, token)) {}
    }

    @Test("an unchanged value is not emitted again", arguments: Attachment.allCases)
    func duplicates(attachment: Attachment) {
        let concierge = Concierge(attachment)
        let outputs = Heard<Reading.Action.Output>()
        let module = Module(concierge.reading, input: \.input, output: \.output)
        let token = module.onOutput { outputs.append($0) }
        concierge.house.send(.enter("Ada"))
        for weather in 1...3 { concierge.house.send(.weather(weather)) }
        #expect(outputs.all == [.welcomed("Ada")])
        withExtendedLifetime(token) {}
    }

    @Test(
        "the same screen is requested twice in a row, without a reset",
        arguments: Attachment.allCases
    )
    func sameScreenTwice(attachment: Attachment) {
        let concierge = Concierge(attachment)
        let actions = Heard<String>()
        let token = concierge.reading.onAction { actions.append("\($0.action)".prefix { $0 != "(" } + "") }
        concierge.reading.send(.open("Dune"))
        concierge.reading.send(.open("Dune"))
        #expect(concierge.house.shown == ["Dune", "Dune"])
        // Each showing took the request and its output; none was needed in between.
        #expect(actions.all == ["open", "output", "open", "output"])
        concierge.reading.send(contentsOf: [.open("Dune"), .open("Dune")])
        #expect(concierge.house.shown.count == 4)
        withExtendedLifetime(token) {}
    }

    @Test(
        "a child's event runs the parent's reducer once, and an unrelated change never reaches the child"
    )
    func oneReduction() {
        let concierge = Concierge(.composed)
        let seen = Heard<Reading.State>()
        let token = concierge.reading.observe { seen.append($0) }
        let before = concierge.reductions
        // A request of the child, and its output: two actions, and for each the parent's reducer once.
        concierge.reading.send(.open("Dune"))
        #expect(concierge.reductions - before == 2)
        #expect(seen.all.map(\.opened) == [[], ["Dune"]])
        concierge.house.send(.weather(1))
        #expect(seen.all.count == 2)
        concierge.house.send(.enter("Ada"))
        #expect(seen.all.map(\.reader) == ["nobody", "nobody", "Ada"])
        withExtendedLifetime(token) {}
    }

    @Test("no output returns as an echo", arguments: Attachment.allCases)
    func echo(attachment: Attachment) {
        let concierge = Concierge(attachment)
        // Actions of the separate one's connection are not counted.
        let before = concierge.reductions
        concierge.house.send(.enter("Ada"))
        switch attachment {
        // The visitor, the input, and the room's welcome.
        case .composed: #expect(concierge.reductions - before == 3)
        // The visitor, and the room's welcome; the input is none of the house's actions.
        case .separate: #expect(concierge.reductions - before == 2)
        }
        #expect(concierge.reading.reader == "Ada")
        #expect(concierge.house.visitor == "Ada")
    }

    @Test(
        "the outside and the module end in one truth, whichever spoke last",
        arguments: Attachment.allCases
    )
    func truth(attachment: Attachment) {
        let concierge = Concierge(attachment)
        for name in ["Ada", "Grace", "Ada", "Linus"] {
            concierge.house.send(.enter(name))
            concierge.reading.send(.open("by \(name)"))
            #expect(concierge.reading.reader == concierge.house.visitor)
        }
        #expect(concierge.house.shown == ["by Ada", "by Grace", "by Ada", "by Linus"])
    }
}
