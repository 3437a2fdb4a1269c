// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryComponents
import TributaryCore
import TributaryTestSupport

/// A store of a haunted house, with all kinds of observers, and with the deeds for it.
@MainActor
final class Haunting {
    typealias House = HauntedHouse

    /// A deed of the program's code.
    enum Deed: String, CaseIterable, Codable {
        case readState, readScopes, readRows, send, observe, mount, scope, close, drop
        case sendSeveral, sendByHandle, haunt, attach, unmount, cancel

        /// Whether it reads no state: those that do not may do it also while the state is being changed.
        var isHarmless: Bool { ![.readState, .readScopes, .readRows, .observe, .scope].contains(self) }
    }

    let store: StoreOf<House>
    let clock = ManualClock()

    /// The last number that each observer received.
    private(set) var heard: [String: Int] = [:]
    private var tokens: [ObservationToken] = []

    /// Tokens that deeds added; kept when the others are dropped.
    private var added: [ObservationToken] = []

    /// Identifies its deeds.
    private var number = 0
    private var tasks: [StoreTask] = []

    init(reporter: DiagnosticReporter = .silent) {
        store = Store(initialState: House.State()) {
            HauntedFamily()
        } dependencies: { [clock] in
            $0.diagnosticReporter = reporter
            $0.clock = clock
        }
        observeRoot()
        observeRooms()
        attachCompanions()
    }

    var door: Store<House.Room, House.Action>? { store.scope(case: \.door.open, action: \.itself) }
    var guest: Store<House.Room, House.Action>? { store.scope(state: \.guest, action: \.itself) }

    func rooms(of store: StoreOf<House>) -> RowStores<House.Name, House.Room, House.Action> {
        store.scope(state: \.rooms, action: \.rooms)
    }

    func rooms(in room: Store<House.Room, House.Action>) -> RowStores<House.Name, House.Room, House.Action> {
        room.scope(state: \.rooms, action: \.rooms)
    }

    /// The observers that did not receive the last tick.
    func lateObservers(at tick: Int) -> [String] { heard.filter { $0.value != tick }.keys.sorted() }

    func perform(_ deed: Deed) {
        switch deed {
        case .readState:
            _ = store.state
            _ = store.number
            _ = store.withState { $0.computed.number.value }
        case .readScopes:
            _ = door?.state
            _ = guest?.state
            _ = store.scope(state: \.computed).state
            _ =
                store.scope {
                    $0.absent ?? House.Room(9)
                } sending: { (action: House.Action) in
                    action
                }.state
        case .readRows:
            for room in rooms(of: store) { _ = rooms(in: room).map(\.number) }
            if let door { _ = rooms(in: door).map(\.number) }
        case .send: store.send(.tick)
        case .observe: observeAgain()
        case .mount: mount()
        case .scope: scopeAgain()
        case .close:
            guard !isClosed else { return }
            isClosed = true
            store.close()
        case .drop: tokens = []
        case .sendSeveral: tasks.append(store.send(contentsOf: [.tick, .arrive(number % 5), .tick]))
        case .sendByHandle: store.handle.send(.tick)
        case .haunt: haunt()
        case .attach: attach()
        case .unmount: added = []
        case .cancel:
            for task in tasks { task.cancel() }
            tasks = []
        }
    }

    private(set) var isClosed = false

    private func hear(_ name: String) -> @MainActor (House.Number) -> Void {
        { [unowned self] number in
            heard[name] = number.value
            Intruder.visit(.observer)
        }
    }

    private func observe(_ name: String, _ room: Store<House.Room, House.Action>?) {
        guard let room else { return }
        tokens.append(room.observe(\.number, onChange: hear(name)))
        for (index, inner) in rooms(in: room).enumerated() {
            tokens.append(inner.observe(\.number, onChange: hear("\(name), room \(index)")))
        }
    }
}

extension Haunting {
    private func observeRoot() {
        tokens += [
            store.observe(\.number, onChange: hear("root")),
            store.observe(
                { state in
                    Intruder.visit(.selector)
                    return state.number
                },
                onChange: hear("selector")
            ),
            store.observe(
                { $0.number },
                removeDuplicates: { old, new in
                    Intruder.visit(.duplicate)
                    return old.value == new.value
                },
                onChange: hear("duplicates")
            ),
        ]
    }

    private func observeRooms() {
        observe("property", store.scope(state: \.room))
        observe("optional", guest)
        observe("case", door)
        observe("computed", store.scope(state: \.computed))
        for (index, room) in rooms(of: store).enumerated() { observe("row \(index)", room) }
        let absent = store.scope(
            reading: { $0.absent ?? Self.fallback() },
            sending: { (action: House.Action) in action }
        )
        tokens.append(absent.observe { _ in })
        let part = store.scope(
            reading: { state in
                Intruder.visit(.part)
                return state.number
            },
            sending: { (action: House.Action) in action }
        )
        tokens.append(part.observe(\.self, onChange: hear("part")))
    }

    private func attachCompanions() {
        tokens += [
            store.onAction { _ in Intruder.visit(.listener) },
            store.attach(Watchman()),
            store.attach(Caretaker()),
            store.attach(
                Feedback { state -> Int? in
                    Intruder.visit(.demand)
                    return state.number.value
                } operation: { _, _ in
                }
            ),
        ]
        let bell = Bell()
        tokens.append(
            bell.connect(
                to: store,
                state: { state in
                    Intruder.visit(.slice)
                    return state.number.value
                },
                props: { value in
                    Intruder.visit(.props)
                    return value
                }
            )
        )
        tokens.append(ObservationToken([store.observe { [bell] _ in _ = bell }]))
    }

    private static func fallback() -> House.Room {
        Intruder.visit(.fallback)
        return House.Room(9)
    }

    private func observeAgain() {
        added.append(store.observe(\.number) { _ in })
        for room in rooms(of: store) {
            added.append(room.observe(\.number) { _ in })
            added += rooms(in: room).map { $0.observe(\.number) { _ in } }
        }
        for room in [door, guest].compactMap(\.self) {
            added.append(room.observe(\.number) { _ in })
            added += rooms(in: room).map { $0.observe(\.number) { _ in } }
        }
    }

    private func scopeAgain() {
        let logged = store.scope {
            $0
        } sending: { (action: House.Action) in
            action
        }
        let stores =
            rooms(of: logged).map(\.self) + [logged.scope(state: \.computed), logged.scope(state: \.room)]
        for room in stores { added += rooms(in: room).map { $0.observe(\.number) { _ in } } }
    }

    private func haunt() {
        number += 1
        let ghost = House.Ghost.Name(value: number % 2)
        for action: House.Action in [.haunt(number), .leave(number % 5), .arrive(number % 5)] {
            tasks.append(store.send(action))
        }
        tasks.append(store.send(.ghost(.element(id: ghost, action: number))))
    }

    private func attach() {
        added.append(store.attach(Watchman()))
        added.append(store.attach(Caretaker()))
        added.append(
            store.attach(
                Feedback {
                    $0.number.value % 3
                } operation: { _, _ in
                }
            )
        )
    }

    private func mount() {
        added.append(
            store.mount {
                EmptyReducer<House.State, House.Action>()
                    .feedback({ $0.number.value }) { _, _ in }
                    .onChange(of: { $0.number.value }) { _, _, _ in .none }
            }
        )
    }
}

private struct Watchman: Middleware {
    func willReduce(
        _ action: HauntedHouse.Action,
        from origin: ActionOrigin,
        state: HauntedHouse.State,
        store: StoreHandle<HauntedHouse.State, HauntedHouse.Action>
    ) -> HauntedHouse.Action? {
        Intruder.visit(.willReduce)
        return action
    }

    func didReduce(
        _ action: HauntedHouse.Action,
        from origin: ActionOrigin,
        state: HauntedHouse.State,
        store: StoreHandle<HauntedHouse.State, HauntedHouse.Action>
    ) {
        Intruder.visit(.didReduce)
    }
}

private final class Caretaker: Service {
    func detail(of state: HauntedHouse.State) -> Int {
        Intruder.visit(.detail)
        return state.number.value
    }

    func stateChanged(
        from old: Int,
        to new: Int,
        store: StoreHandle<HauntedHouse.State, HauntedHouse.Action>
    ) {
        Intruder.visit(.stateChanged)
    }
}

private final class Bell: Component {
    func render(_ props: Int) { Intruder.visit(.render) }
}
