// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryForms
import TributaryLog

/// A till whose state and actions have values of many kinds.
struct Till: Reducer {
    struct Customer: Codable, Equatable, Sendable {
        var name: String
        @Secret var card: String
    }

    enum Mode: Codable, Equatable, Sendable {
        case open
        case paying(cents: Int)
    }

    struct State: Codable, Equatable, Sendable {
        var cents = 0
        var rate = 0.5
        var customer: Customer?
        var lines: [String: Int] = [:]
        var mode = Mode.open
        var receipts: [String] = []
    }

    enum Action: Equatable, Sendable, Journaled {
        case sold(item: String, cents: Int)
        case came(Customer)
        case left
        case pay
        case paid(receipt: String?)

        struct AllCasePaths {}
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .sold(let item, let cents):
            state.lines[item, default: 0] += 1
            state.cents += cents
        case .came(let customer): state.customer = customer
        case .left:
            let rate = state.rate
            state = State()
            state.rate = rate / 2
        case .pay:
            state.mode = .paying(cents: state.cents)
            return .merge(
                .send(.sold(item: "bag \"large\"", cents: 10)),
                .run { await $0(.paid(receipt: "r-1")) }
            )
        case .paid(let receipt):
            state.mode = .open
            if let receipt { state.receipts.append(receipt) }
        }
        return .none
    }
}
