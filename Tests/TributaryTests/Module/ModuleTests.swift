// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import Tributary
import TributaryTestSupport

@MainActor
@Suite("A module", .timeLimit(.minutes(30)))
struct ModuleTests {
    typealias Input = Reading.Action.Input
    typealias Output = Reading.Action.Output

    @Test func `receives inputs and emits outputs, and shows nothing by default`() {
        let module = Module(
            Reading(),
            initialState: .init(reader: "Ada"),
            input: \.input,
            output: \.output
        )
        let heard = Heard<Output>()
        let token = module.onOutput { heard.append($0) }
        #expect(heard.all.isEmpty)
        module.send(.readerChanged("Grace"))
        #expect(heard.all == [.welcomed("Grace")])
        #expect(type(of: module) == Module<Input, Output, Void>.self)
        withExtendedLifetime(token) {}
    }

    @Test func `emits the same output twice in a row, as an event without a state to reset`() {
        let module = Module(Reading(), initialState: .init(reader: "Ada"), input: \.input, output: \.output)
        let heard = Heard<Output>()
        let token = module.onOutput { heard.append($0) }
        module.send(contentsOf: [.readerChanged("Grace"), .readerChanged("Grace")])
        module.send(.readerChanged("Grace"))
        #expect(heard.all == Array(repeating: .welcomed("Grace"), count: 3))
        withExtendedLifetime(token) {}
    }

    @Test func `sends every listener each output once and in order, from its start`() {
        let module = Module(Reading(), initialState: .init(reader: ""), input: \.input, output: \.output)
        let first = Heard<String>()
        let second = Heard<String>()
        let early = module.onOutput { first.append("\($0)") }
        module.send(.readerChanged("a"))
        let late = module.onOutput { second.append("\($0)") }
        module.send(contentsOf: [.readerChanged("b"), .readerChanged("c")])
        #expect(first.all.count == 3)
        #expect(second.all == Array(first.all.dropFirst()))
        late.cancel()
        module.send(.readerChanged("d"))
        #expect(first.all.count == 4)
        #expect(second.all.count == 2)
        withExtendedLifetime(early) {}
    }

    @Test func `gives its outputs as sequences, which end with it`() async {
        var module: Module? = Module(
            Reading(),
            initialState: .init(reader: ""),
            input: \.input,
            output: \.output
        )
        let sequences = [module?.outputs, module?.outputs].compactMap(\.self)
        module?.send(contentsOf: [.readerChanged("a"), .readerChanged("b")])
        module = nil
        for sequence in sequences {
            var heard: [Output] = []
            for await output in sequence { heard.append(output) }
            #expect(heard == [.welcomed("a"), .welcomed("b")])
        }
    }

    @Test func `shows the part of its state it chose, tracked and observed`() async {
        let module = Module(
            Reading(),
            initialState: .init(reader: "Ada"),
            input: \.input,
            output: \.output,
            state: \.reader
        )
        #expect(module.state == "Ada")
        let shown = Heard<String>()
        let token = module.observe { shown.append($0) }
        let changes = Heard<String>()
        withObservationTracking {
            _ = module.state
        } onChange: {
            MainActor.assumeIsolated { changes.append("changed") }
        }
        module.send(.readerChanged("Ada"))
        #expect(changes.all.isEmpty)
        let values = module.values()
        module.send(.readerChanged("Grace"))
        #expect(shown.all == ["Ada", "Grace"])
        #expect(changes.all == ["changed"])
        module.close()
        var listed: [String] = []
        for await value in values { listed.append(value) }
        #expect(listed == ["Ada", "Grace"])
        withExtendedLifetime(token) {}
    }

    @Test func `has work of its own, with dependencies of its own`() async {
        let store = Store(initialState: Reading.State(reader: "Ada")) {
            Reading()
        } dependencies: {
            $0.titles = { $0.uppercased() }
        }
        let module = Module(store, input: \.input, output: \.output, state: \.count)
        let heard = Heard<Output>()
        let token = module.onOutput { heard.append($0) }
        await store.send(.fetch("dune")).finish()
        #expect(heard.all == [.opened("DUNE", by: "Ada")])
        #expect(module.state == 1)
        withExtendedLifetime(token) {}
    }

    @Test func `may live on another actor, behind a mirror`() async {
        let library = StoreActor(initialState: Reading.State(reader: "nobody")) { Reading() }
        let mirror = await Store(mirroring: library)
        let module = Module(mirror, input: \.input, output: \.output, state: \.reader)
        let building = Store(initialState: Building.State()) { Building() }
        let connection = module.connect(to: building, output: { .readingHappened($0) })
        await module.send(.readerChanged("Ada")).finish()
        #expect(module.state == "Ada")
        await library.send(.open("Dune"))
        await mirror.send(.open("Emma")).finish()
        #expect(
            building.log == [
                "welcomed(\"Ada\")", "opened(\"Dune\", by: \"Ada\")", "opened(\"Emma\", by: \"Ada\")",
            ]
        )
        withExtendedLifetime(connection) {}
    }

    @Test func `may have no inputs, or no outputs`() {
        let silent = Module<Input, Never, String>(
            Reading(),
            initialState: .init(reader: ""),
            input: \.input,
            state: \.reader
        )
        silent.send(.readerChanged("Ada"))
        #expect(silent.state == "Ada")
        let deaf = Module<Never, Output, Int>(
            Reading(),
            initialState: .init(reader: ""),
            output: \.output,
            state: \.count
        )
        #expect(deaf.state == 0)
    }

    @Test func `complains of inputs after it was closed`() {
        let heard = Heard<Diagnostic.Identifier>()
        let module = Module(
            Reading(),
            initialState: .init(reader: "Ada"),
            input: \.input,
            output: \.output,
            state: \.reader
        ) {
            $0.diagnosticReporter = DiagnosticReporter { diagnostic in
                MainActor.assumeIsolated { heard.append(diagnostic.identifier) }
            }
        }
        module.close()
        module.send(.readerChanged("Grace"))
        #expect(heard.all == [.sendAfterClose])
        #expect(module.state == "Ada")
    }

    @Test func `is released with its last reference, and its store with it`() {
        weak var released: Store<Reading.State, Reading.Action>?
        var module: Module<Input, Output, Void>?
        do {
            let store = Store(initialState: Reading.State(reader: "Ada")) { Reading() }
            released = store
            module = Module(store, input: \.input, output: \.output)
        }
        #expect(released != nil)
        let token = module?.onOutput { _ in }
        module = nil
        // A listener keeps the store it listens to no more than any other observer does.
        #expect(released == nil)
        withExtendedLifetime(token) {}
    }
}
