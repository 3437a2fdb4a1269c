// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 9: no operation of the library keeps a second reference to a piece of the state across an action.
///
/// A second reference would make the change copy the payload, which would then lie somewhere else.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct InPlaceLawTests {}

extension InPlaceLawTests {
    struct Place: Sendable, CustomTestStringConvertible {
        let name: String
        let action: PayloadPlaces.Action
        let payload: @Sendable (PayloadPlaces.State) -> Payload.State?
        var testDescription: String { name }

        static let all = [
            Place(name: "property", action: .property(.touch)) { $0.property },
            Place(name: "computed property", action: .computed(.touch)) { $0.stored },
            Place(name: "optional", action: .optional(.touch)) { $0.optional },
            Place(name: "case of an enum", action: .choice(.touch)) { $0.choice[case: \.payload] },
            Place(name: "row", action: .rows(.element(id: 1, action: .touch))) { $0.rows[id: 1] },
            Place(
                name: "case in a row in a case in an optional",
                action: .nested(.element(id: 1, action: .touch))
            ) {
                $0.nestedPayload
            },
        ]

        /// The address of the payload, and the number of its changes.
        @MainActor
        func look(at store: StoreOf<PayloadPlaces>) -> (address: UInt?, touches: Int?) {
            store.withState { state in
                let payload = payload(state)
                return (payload?.address, payload?.numbers.first)
            }
        }
    }

    @Test(arguments: Place.all) func `law 9: a child's state is changed in place`(place: Place) {
        let store = Store(initialState: PayloadPlaces.State(count: 1_000)) { PayloadPlaces() }
        // The reducers that make the initial state may leave it shared; the first action settles that.
        store.send(place.action)
        let before = place.look(at: store)
        for _ in 1...3 { store.send(place.action) }
        #expect(before.address != nil)
        #expect(place.look(at: store) == (before.address, 4))
    }

    @Test(arguments: Place.all) func `law 9: also while other parts are scoped and observed`(place: Place) {
        let store = Store(initialState: PayloadPlaces.State(count: 1_000)) { PayloadPlaces() }
        let scope = store.scope(state: \.property, action: \.property)
        let optional = store.scope(state: \.optional, action: \.optional)
        let choice = store.scope(case: \.choice.payload, action: \.choice)
        let tokens = [
            store.observe(\.rows.count) { _ in }, scope.observe(\.id) { _ in },
            choice?.observe(\.numbers.count) { _ in }, optional?.observe(\.id) { _ in },
        ]
        store.send(place.action)
        let before = place.look(at: store)
        for _ in 1...3 { store.send(place.action) }
        #expect(before.address != nil)
        #expect(place.look(at: store) == (before.address, 4))
        withExtendedLifetime((tokens, optional, choice)) {}
    }

    @Test(arguments: Place.all) func `law 9: also with middleware, services, listeners and handles`(
        place: Place
    ) {
        struct Passing: Middleware {
            func willReduce(
                _ action: PayloadPlaces.Action,
                from origin: ActionOrigin,
                state: PayloadPlaces.State,
                store: StoreHandle<PayloadPlaces.State, PayloadPlaces.Action>
            ) -> PayloadPlaces.Action? { state.rows.isEmpty ? nil : action }
        }
        struct Following: Service {
            func detail(of state: PayloadPlaces.State) -> Int { state.rows.count }
            func stateChanged(
                from old: Int,
                to new: Int,
                store: StoreHandle<PayloadPlaces.State, PayloadPlaces.Action>
            ) {}
        }
        let store = Store(initialState: PayloadPlaces.State(count: 1_000)) { PayloadPlaces() }
        let tokens = [
            store.attach(Passing()), store.attach(ActionMiddleware(didReduce: { _, _, _, _ in })),
            store.attach(Following()), store.onAction { _ in },
        ]
        let handle = store.handle
        store.send(place.action)
        let before = place.look(at: store)
        for _ in 1...3 {
            handle.send(place.action)
            store.send(place.action)
        }
        #expect(before.address != nil)
        #expect(place.look(at: store) == (before.address, 7))
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 9: a child's state is changed in place by every kind of store, while observed`(
        kind: StoreKind
    ) async {
        let store = await kind.diary()
        let tokens = [
            await store.observe(\.left) { _ in }, await store.observe(\.payload.id) { _ in },
            await store.observe({ $0.payload.numbers.count }) { _ in },
        ]
        // The reducers that make the initial state may leave it shared; the first action settles that.
        await store.send(.payload(.touch))
        let address = await store.number { $0.payload.address }
        for _ in 0..<3 { await store.send(.payload(.touch)) }
        await store.send(contentsOf: [.left(1), .payload(.touch)])
        #expect(await store.number { $0.payload.address } == address)
        withExtendedLifetime(tokens) {}
    }
}
