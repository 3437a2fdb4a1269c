// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

enum ChargingKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> @Sendable (_ key: Int) async throws -> Bool {
        { _ in false }
    }
}

extension Dependencies {
    var charge: @Sendable (_ key: Int) async throws -> Bool {
        get { self[ChargingKey.self] }
        set { self[ChargingKey.self] = newValue }
    }
}

/// The examples of the article.
enum CheckingEverySituation {
    // page: feature
    struct TicketSale: Reducer {
        struct State: Hashable {
            var attempt = 0
            var isPaying = false
            var hasTicket = false
        }

        enum Action: Hashable { case buy, cancel, answered(isPaid: Bool) }

        @Dependency(\.charge) var charge

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .buy:
                state.attempt += 1
                state.isPaying = true
                return .run(name: "charge") { [charge, key = key(of: state)] send in
                    await send(.answered(isPaid: try await charge(key)))
                }
                .cancellable(id: "charge")
            case .cancel:
                state.isPaying = false
                return .cancel(id: "charge")
            case .answered(let isPaid):
                state.isPaying = false
                state.hasTicket = isPaid
                return .none
            }
        }

        /// The bank charges once for each key.
        func key(of state: State) -> Int { state.attempt }
    }
    // page: end

    // page: world
    struct Bank: Hashable {
        var keys: Set<Int> = []
    }
    // page: end

    static func doubleCharge() async {
        // page: check
        await check(
            TicketSale(),
            initialState: TicketSale.State(),
            world: Bank(),
            actions: { state in
                if state.isPaying { return [.cancel] }
                return state.hasTicket || state.attempt == 3 ? [] : [.buy]
            },
            properties: [
                .never("charged twice") { $0.world.keys.count > 1 },
                .sometimes("can succeed") { $0.hasTicket },
                .eventually("comes to rest") { !$0.isPaying },
                .effectsEnd,
            ]
        ) { dependencies, bank in
            dependencies.charge = { key in
                try await bank.choose("charge \(key)", from: [true, false]) { isPaid, bank in
                    if isPaid { bank.keys.insert(key) }
                }
            }
        }
        // page: end
    }

    static func answered() async {
        // page: test
        let bank = World(Bank())
        let store = TestStore(initialState: TicketSale.State()) {
            TicketSale()
        } dependencies: {
            $0.charge = { key in
                try await bank.choose("charge \(key)", from: [true, false]) { isPaid, bank in
                    if isPaid { bank.keys.insert(key) }
                }
            }
        }
        await store.send(.buy) {
            $0.attempt = 1
            $0.isPaying = true
        }
        await store.answer("charge 1", with: true)
        await store.send(.cancel) { $0.isPaying = false }
        #expect(bank.value.keys == [1])
        // page: end
    }

    static func limited() -> CheckLimits {
        // page: limits
        let limits = CheckLimits(time: .seconds(10), situations: 100_000, effectsInFlight: 2)
        // page: end
        return limits
    }
}
