// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

// page: feature
struct Thermostat: Reducer {
    struct State: Equatable, Sendable {
        var target = 20
        var isOn = true
        var room = 18
    }

    enum Action: Undoable, Equatable, Sendable {
        case set(from: Int, to: Int)
        case toggle

        func inverted() -> Action {
            switch self {
            case .set(from: let old, to: let new): .set(from: new, to: old)
            case .toggle: .toggle
            }
        }
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            if case .set(from: _, to: let target) = action { state.target = target }
        }
        .filter { $0.isOn }
        Update { state, action in
            if action == .toggle { state.isOn.toggle() }
        }
    }
}
// page: end

// page: service
final class Heater: Service {
    typealias Handle = StoreHandle<Thermostat.State, Thermostat.Action>

    @Dependency(\.heating) private var heating

    func detail(of state: Thermostat.State) -> Int { state.isOn ? state.target : 0 }

    func start(store: Handle) { heating("starts") }

    func stateChanged(from old: Int, to new: Int, store: Handle) { heating("from \(old) to \(new)") }

    func stop(store: Handle) { heating("stops") }
}
// page: end

// page: dependency
enum HeatingKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> @Sendable (String) -> Void {
        { message in print(message) }
    }
}

extension Dependencies {
    var heating: @Sendable (String) -> Void {
        get { self[HeatingKey.self] }
        set { self[HeatingKey.self] = newValue }
    }
}
// page: end

/// A house with parts of each kind.
struct House: Reducer {
    struct State: Equatable {
        var thermostat = Thermostat.State()
        var door = Door.closed
        var guest: Guest?
    }

    @CasePathable
    enum Door: Equatable {
        case closed
        case open(Int)
    }

    struct Guest: Equatable { var name = "nobody" }

    @CasePathable
    enum Action: Equatable {
        case thermostat(Thermostat.Action)
        case door(Int)
        case guest(String)
        case change(PropertyChange<State, Door>)
    }

    let hasDoor: Bool

    var body: some Reducer<State, Action> {
        Thermostat().pullback(state: \.thermostat, action: \.thermostat)
        if hasDoor {
            Update { state, action in
                switch action {
                case .change(let change): change.apply(to: &state)
                case .guest(let name): state.guest = Guest(name: name)
                case .thermostat, .door: break
                }
            }
            .ifCaseLet(\.door.open, action: \.door) { Update { width, new in width = new } }
        } else {
            EmptyReducer()
        }
    }
}

/// A counter, whose reducers are written in each of the ways.
struct Steps: Reducer {
    let adding = Update<Int, Int> { count, step in count += step }
    let clearing = Update<Int, Int> { count, _ in count = 0 }

    var body: some Reducer<Int, Int> {
        Reduce { count, step in
            switch step {
            case 0: clearing.reduce(into: &count, action: step)
            default: adding.reduce(into: &count, action: step)
            }
        }
    }
}

/// The examples and the tables of the article.
@MainActor
struct ComingFromRedCat {
    let printed = Printed()

    func used() -> [String] {
        let printed = printed
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: use
        let store = Store(initialState: Thermostat.State()) {
            Thermostat()
        } dependencies: {
            $0.heating = { message in print(message) }
        }
        let token = store.attach { Heater() }  // prints starts
        let history = UndoHistory()
        store.send(.set(from: 20, to: 22), undo: history, title: "Warmer")  // prints from 20 to 22
        print(history.undoTitle ?? "")  // prints Warmer
        history.undo()  // prints from 22 to 20
        store.close()  // prints stops
        // page: end
        withExtendedLifetime(token) {}
        return printed.lines
    }

    func grouped() -> [Int] {
        let store = Store(initialState: Thermostat.State()) { Thermostat() }
        let history = UndoHistory()
        var targets: [Int] = []
        let token = store.observe(\.target) { target in targets.append(target) }
        // page: group
        let warmer = ActionGroup(Thermostat.Action.set(from: 20, to: 21)).then(.set(from: 21, to: 22))
        store.send(contentsOf: warmer, undo: history)  // one turn, and one step of the history
        history.undo()
        // page: end
        store.send(contentsOf: [.set(from: 20, to: 25), .toggle])
        store.send(.set(from: 25, to: 26))
        withExtendedLifetime(token) {}
        return targets
    }

    func scoped() -> [String] {
        let store = Store(initialState: House.State()) { House(hasDoor: true) }
        store.send(.change(PropertyChange(\.door, from: .closed, to: .open(1))))
        store.send(.door(2))
        let guest = store.scope(
            reading: { $0.guest ?? House.Guest() },
            sending: { (action: House.Action) in action }
        )
        let names = [guest.name]
        store.send(.guest("Ada"))
        let half = store.scope {
            $0.thermostat.target / 2
        } sending: { (name: String) in
            .guest(name)
        }
        let careful = store.scope(reading: { $0 }, sending: { action in action == .guest("") ? nil : action })
        careful.send(.guest(""))
        return names + [guest.name, "\(store.door)", "\(half.state)"]
    }

    func reduced() -> Int {
        var count = 0
        Steps().reduce(into: &count, actions: [1, 2, 0, 4])
        return count
    }

    func combined() -> Int {
        var count = 0
        _ = combine(Steps(), Steps()).reduce(into: &count, action: 3)
        _ = AnyReducer(Steps()).pullback(state: \.self, extract: { (text: String) in Int(text) })
            .reduce(into: &count, action: "4")
        return count
    }

    func configured() -> Int {
        let store = Store(
            dependencies: { $0.diagnosticReporter = .silent },
            initialState: { dependencies in
                Thermostat.State(target: 21, isOn: dependencies.isDebugBuild)
            }
        ) {
            Thermostat()
        }
        let handle: StoreHandle<Thermostat.State, Thermostat.Action> = store.handle
        handle.send(.toggle)
        return store.target
    }
}
