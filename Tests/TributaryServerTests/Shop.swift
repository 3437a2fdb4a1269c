// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCore
import TributaryForms

/// A shop in which an effect pays an order, and waits until the test resumes it.
struct Shop: Reducer {
    struct State: Equatable, Sendable {
        var orders = 0
        var paid = 0
    }

    struct Card: Equatable, Sendable {
        @Secret var number: String
        var kind: String
    }

    enum Action: Sendable {
        case ordered(Card)
        case noted
        case paid
    }

    let payment: @Sendable () async throws -> Void

    init(payment: @escaping @Sendable () async throws -> Void = {}) { self.payment = payment }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .ordered:
                state.orders += 1
                return .run { [payment] send in
                    try await payment()
                    await send(.paid)
                }
            case .noted: return .none
            case .paid:
                state.paid += 1
                return .none
            }
        }
    }

    static func open(payment: @escaping @Sendable () async throws -> Void = {}) -> StoreActor<State, Action> {
        StoreActor(initialState: State()) { Shop(payment: payment) }
    }

    static let order = Action.ordered(Card(number: "4111 1111", kind: "debit"))
}
