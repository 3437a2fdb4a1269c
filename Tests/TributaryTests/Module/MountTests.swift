// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTestSupport

@MainActor
@Suite("A feature that is mounted on a store", .timeLimit(.minutes(30)))
struct MountTests {
    /// An app with a place for a reading room, independent of its implementation.
    struct House: Reducer {
        struct State: Equatable {
            var reading: Reading.State?
            var open = Reading.State(reader: "open")
            var place = Place.hall
            var rooms: IdentifiedArray<String, Room> = []
            var log: [String] = []
        }

        struct Room: Equatable, Identifiable {
            let id: String
            var reading: Reading.State
        }

        @CasePathable
        enum Place: Equatable { case hall, reading(Reading.State) }

        @CasePathable
        enum Action {
            case furnish
            case clear
            case goReading
            case addRoom(String)
            case reading(Reading.Action)
            case rooms(IdentifiedAction<String, Reading.Action>)
        }

        var body: some Reducer<State, Action> {
            Update { state, action in
                switch action {
                case .furnish: state.reading = .init(reader: "Ada")
                case .clear: state.reading = nil
                case .goReading: state.place = .reading(.init(reader: "Ada"))
                case .addRoom(let id): state.rooms.append(Room(id: id, reading: .init(reader: id)))
                case .reading(.output(let output)): state.log.append("\(output)")
                case .reading, .rooms: break
                }
            }
        }
    }

    /// A room, for which whatever happens is read there.
    struct Furnishing: Reducer {
        var body: some Reducer<House.Room, Reading.Action> {
            Scope(state: \House.Room.reading) { Reading() }
        }
    }

    let recorder = Heard<Diagnostic>()
    let store: StoreOf<House>

    init() {
        let recorder = recorder
        store = Store(initialState: House.State()) {
            House()
        } dependencies: {
            $0.titles = { $0.uppercased() }
            $0.diagnosticReporter = DiagnosticReporter { diagnostic in
                MainActor.assumeIsolated { recorder.append(diagnostic) }
            }
        }
    }

    @Test func `runs after the root reducer, with the store's dependencies, until its token is dropped`()
        async
    {
        var mount: ObservationToken? = store.mount {
            Scope(state: \.open, action: \.reading) { Reading() }
        }
        await store.send(.reading(.fetch("dune"))).finish()
        #expect(store.state.open.opened == ["DUNE"])
        #expect(store.log == ["opened(\"DUNE\", by: \"open\")"])
        withExtendedLifetime(mount) {}
        mount = nil
        await store.send(.reading(.fetch("emma"))).finish()
        #expect(store.state.open.opened == ["DUNE"])
        #expect(recorder.all.isEmpty)
    }

    @Test func `runs on optional state while it exists, and an action without it is reported`() {
        let mount = store.mount { EmptyReducer().ifLet(\.reading, action: \.reading) { Reading() } }
        store.send(.reading(.open("Dune")))
        #expect(recorder.all.map(\.identifier) == [.absentChild])
        store.send(.furnish)
        store.send(.reading(.open("Dune")))
        #expect(store.state.reading?.opened == ["Dune"])
        #expect(recorder.all.count == 1)
        withExtendedLifetime(mount) {}
    }

    @Test func `runs on a case of an enum`() {
        let mount = store.mount { EmptyReducer().ifCaseLet(\.place.reading, action: \.reading) { Reading() } }
        store.send(.reading(.open("Dune")))
        #expect(recorder.all.map(\.identifier) == [.absentChild])
        #expect(store.place == .hall)
        store.send(.goReading)
        store.send(.reading(.open("Dune")))
        #expect(store.place[case: \.reading]?.opened == ["Dune"])
        #expect(recorder.all.count == 1)
        withExtendedLifetime(mount) {}
    }

    @Test func `runs on the rows of a collection, each by itself, and reports a missing one`() {
        let mount = store.mount { EmptyReducer().forEach(\.rooms, action: \.rooms) { Furnishing() } }
        store.send(.addRoom("north"))
        store.send(.addRoom("south"))
        store.send(.rooms(.element(id: "south", action: .open("Dune"))))
        store.send(.rooms(.element(id: "east", action: .open("Emma"))))
        #expect(store.rooms.map(\.reading.opened) == [[], ["Dune"]])
        #expect(recorder.all.map(\.identifier) == [.absentChild])
        withExtendedLifetime(mount) {}
    }

    @Test func `runs several, in the order in which they were mounted, the same part twice too`() {
        let order = Heard<String>()
        let mounts = ["first", "second"].map { name in
            store.mount { Update { _, _ in order.append(name) } }
        }
        store.send(.furnish)
        #expect(order.all == ["first", "second"])
        withExtendedLifetime(mounts) {}
    }

    @Test func `ends its effects with its token, and with its state`() async {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let store = Store(initialState: House.State()) {
            House()
        } dependencies: {
            $0.titles = { _ in
                for await title in stream { return title }
                return "cancelled"
            }
        }
        store.send(.furnish)
        func mountReading() -> ObservationToken {
            store.mount { EmptyReducer().ifLet(\.reading, action: \.reading) { Reading() } }
        }
        var mount: ObservationToken? = mountReading()
        let first = store.send(.reading(.fetch("a")))
        withExtendedLifetime(mount) {}
        mount = nil
        await first.finish()
        #expect(store.state.reading?.opened == [])
        mount = mountReading()
        let second = store.send(.reading(.fetch("b")))
        store.send(.clear)
        await second.finish()
        #expect(store.log.isEmpty)
        withExtendedLifetime((mount, continuation)) {}
    }
}
