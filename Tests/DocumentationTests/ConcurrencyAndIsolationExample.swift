// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Tributary

// page: feature
/// Adds numbers, and measures with a sensor.
public struct Meter: Reducer, Sendable {
    /// The state of the meter.
    public struct State: Equatable, Sendable {
        /// The sum.
        public var total = 0

        /// Creates an empty state.
        public init() {}
    }

    /// The actions of the meter.
    public enum Action: Sendable {
        /// Adds a number.
        case add(Int)
        /// Adds the value of the sensor.
        case measure
    }

    @Dependency(\.sensor) var sensor

    /// Creates the feature.
    public init() {}

    /// Reduces an action.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .add(let number):
            state.total += number
            return .none
        case .measure:
            return .run { send in await send(.add(await sensor())) }
        }
    }
}
// page: end

enum SensorKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> @Sendable () async -> Int { { 1 } }
}

extension Dependencies {
    var sensor: @Sendable () async -> Int {
        get { self[SensorKey.self] }
        set { self[SensorKey.self] = newValue }
    }
}

// page: screen
/// A screen, on the main actor with its store.
@MainActor
final class MeterScreen {
    let store: StoreOf<Meter>
    private(set) var text = ""
    private var token: ObservationToken?

    init(store: StoreOf<Meter>) {
        self.store = store
        token = store.observe(\.total) { [weak self] total in self?.text = "\(total)" }
    }

    func tapped() { store.send(.add(1)) }
}

/// A function that uses a store belongs to the main actor, too.
@MainActor
func makeScreen() -> MeterScreen {
    MeterScreen(store: Store(initialState: Meter.State()) { Meter() })
}
// page: end

// page: device
/// An actor on the executor of its store.
actor Device {
    private let store = StoreActor(initialState: Meter.State()) { Meter() }

    nonisolated var unownedExecutor: UnownedSerialExecutor { store.unownedExecutor }

    var total: Int { store.assumeIsolated { $0.total } }

    func received(_ number: Int) { store.assumeIsolated { _ = $0.send(.add(number)) } }

    func measured() async { await store.send(.measure).finish() }
}
// page: end

/// An actor that files are written on.
// page: journal
actor Logbook {
    private(set) var lines: [Int] = []

    func write(_ line: Int) { lines.append(line) }
}
// page: end

/// A meter that writes its count.
struct WrittenMeter: Reducer {
    let journal: Logbook

    func reduce(into state: inout Int, action: Int) -> Effect<Int> {
        state += action
        // page: order
        return .run { [journal, state] send in await journal.write(state) }
            .cancellable(id: "journal", policy: .queue)  // one after the other
        // page: end
    }
}

/// The examples of the article.
@MainActor
struct ConcurrencyAndIsolation {
    func shown() -> String {
        let screen = makeScreen()
        screen.tapped()
        return screen.text
    }

    func handled() async -> Int {
        // page: handle
        let store = Store(initialState: Meter.State()) { Meter() }
        let handle = store.handle
        await withTaskGroup { group in
            for number in 1...3 {
                group.addTask { await handle.send(.add(number)).finish() }
            }
        }
        // page: end
        return store.total
    }

    func hosted() async -> Int {
        // page: actor
        let room = StoreActor(initialState: Meter.State()) { Meter() }
        await room.send(.add(2))
        await room.send(.measure).finish()
        let total = await room.total
        // page: end
        return total
    }

    func mirrored() async -> Int {
        // page: mirror
        let room = StoreActor(initialState: Meter.State()) { Meter() }
        let mirror = await Store(mirroring: room)
        await mirror.send(.add(2)).finish()  // reduced on the actor, shown here
        // page: end
        return mirror.total
    }

    func owned() async -> Int {
        let device = Device()
        await device.received(2)
        await device.measured()
        return await device.total
    }

    func ordered() async -> [Int] {
        let journal = Logbook()
        let store = Store(initialState: 0) { WrittenMeter(journal: journal) }
        for number in 1...4 { store.send(number) }
        await store.finish()
        return await journal.lines
    }
}
