// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

// page: feature
struct Offer: Reducer {
    struct State: Equatable, Sendable {
        var price = 100
        var isAccepted = false
    }

    @CasePathable
    enum Action: Sendable {
        case raise
        case accept
        case accepted(Result<Int, any Error>)
    }

    @Dependency(\.offerClient) var client

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .raise:
                state.price += 10
            case .accept:
                return .run { [price = state.price] send in
                    await send(.accepted(await Result { try await client.accept(price: price) }))
                }
            case .accepted(.success(let price)):
                state.price = price
                state.isAccepted = true
            case .accepted(.failure):
                break
            }
            return .none
        }
    }
}
// page: end

@Client
struct OfferClient {
    var accept: @Sendable (_ price: Int) async throws -> Int
}

extension Dependencies {
    var offerClient: OfferClient {
        get { self[OfferClient.self] }
        set { self[OfferClient.self] = newValue }
    }
}

// page: view
final class OfferView: Component {
    struct Props: Equatable {
        var title: String
        var canRaise: Bool
    }

    private(set) var shown = Props(title: "", canRaise: false)

    func render(_ props: Props) { shown = props }
}
// page: end

// page: connector
struct OfferConnector: Connector {
    func props(for state: Offer.State) -> OfferView.Props {
        OfferView.Props(
            title: state.isAccepted ? "Accepted for \(state.price)" : "\(state.price)",
            canRaise: !state.isAccepted
        )
    }
}
// page: end

// page: app
struct Ride: Reducer {
    struct State: Equatable, Sendable {
        var driver = "Ada"
        var offer = Offer.State()

        /// The state of a module, computed from the app's state.
        var header: String { "\(driver): \(offer.price)" }
    }

    @CasePathable
    enum Action: Sendable {
        case offer(Offer.Action)
        case driverChanged(String)
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.offer, action: \.offer) { Offer() }
        Update { state, action in
            if case .driverChanged(let driver) = action { state.driver = driver }
        }
    }
}
// page: end

/// A label that is its own connector.
final class Label: Component, Connector {
    var shown: [String] = []

    func render(_ props: String) { shown.append(props) }

    nonisolated func props(for state: Offer.State) -> String { "\(state.price)" }
}

/// Plays a sound for each price.
actor Sound: ServiceComponent {
    private(set) var played: [Int] = []

    func render(_ props: Int) async { played.append(props) }
}

/// The examples and the tables of the article.
@MainActor
struct ComingFromUDF {
    let printed = Printed()

    func used() async -> [String] {
        let printed = printed
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: use
        let store = Store(initialState: Ride.State()) {
            Ride()
        } dependencies: {
            $0.offerClient.accept = { price in price + 5 }
        }
        let offer = store.scope(state: \.offer, action: \.offer)
        let view = OfferView()
        let connection = view.connect(to: offer, state: \.self, props: OfferConnector().props)
        offer.send(.raise)
        print(view.shown.title)  // prints 110
        await offer.send(.accept).finish()
        print(view.shown.title)  // prints Accepted for 115
        // page: end
        withExtendedLifetime(connection) {}
        return printed.lines
    }

    func connected() -> [String] {
        let store = Store(initialState: Ride.State()) { Ride() }
        let label = Label()
        let first = label.connect(to: store, state: \.driver)
        let second = label.connect(to: store, state: { $0.offer.price / 2 }, props: { "\($0)" })
        let third = label.connect(to: store, props: { state in state.header })
        let fourth = label.connect(to: store, state: \.offer)
        let fifth = label.connect(
            to: store,
            state: \.driver,
            removeDuplicates: { _, _ in false },
            props: { $0 }
        )
        store.send(.driverChanged("Bob"))
        withExtendedLifetime([first, second, third, fourth, fifth]) {}
        return label.shown
    }

    func listened() -> [String] {
        let store = Store(initialState: Ride.State()) { Ride() }
        let toast = Label()
        let connection = toast.connect(toActionsOf: store) { record in
            if case .offer(.raise) = record.action { "raised to \(record.state.offer.price)" } else { nil }
        }
        let printed = printed
        let token = ObservationToken([
            store.observe(\.offer.price) { price in printed.append("\(price)") },
            store.onAction { record in printed.append("\(record.state.offer.price)") },
        ])
        store.send(.offer(.raise))
        token.cancel()
        withExtendedLifetime(connection) {}
        return toast.shown + printed.lines
    }

    func performed() async -> [Int] {
        let store = Store(initialState: Ride.State()) { Ride() }
        let sound = Sound()
        let connection = sound.connect(to: store, state: \.offer.price)
        store.send(.offer(.raise))
        while await sound.played.count < 2 { await Task.yield() }
        withExtendedLifetime(connection) {}
        return await sound.played
    }

    func scoped() -> [String] {
        let store = Store(initialState: Ride.State()) { Ride() }
        let header = store.scope(state: \.header)
        let half = store.scope {
            $0.offer.price / 2
        } sending: { (driver: String) in
            .driverChanged(driver)
        }
        half.send("Bob")
        let handle: StoreHandle<Ride.State, Ride.Action> = store.handle
        handle.send(.offer(.raise))
        return [header.state, "\(half.state)"]
    }

    func mounted() -> [Int] {
        let store = Store(initialState: Ride.State()) { EmptyReducer<Ride.State, Ride.Action>() }
        var mount: ObservationToken? = store.mount(named: "offer") {
            Scope(state: \.offer, action: \.offer) { Offer() }
        }
        store.send(.offer(.raise))
        withExtendedLifetime(mount) {}
        mount = nil
        store.send(.offer(.raise))
        return [store.offer.price]
    }

    func elsewhere() async -> Int {
        let store = StoreActor(initialState: Ride.State()) { Ride() }
        await store.send(.offer(.raise)).finish()
        return await store.offer.price
    }

    func effects() -> [Effect<Offer.Action>] {
        [.merge(.send(.raise), .send(.accept)), .concatenate(.send(.raise), .send(.accept))]
    }
}
