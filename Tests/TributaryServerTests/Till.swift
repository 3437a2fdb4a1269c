// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryLog

/// A till in which an effect pays an order, which is wrapped while the state has the query for it.
struct Till: Reducer {
    struct State: Codable, Equatable, Sendable {
        var paid: [String] = []
        var wrapping: String?
    }

    enum Action: Journaled, Sendable {
        case ordered(String)
        case paid(String)
        case wrap(String)

        struct AllCasePaths: Sendable {}
        static let allCasePaths = AllCasePaths()
    }

    let pay: @Sendable (String) async -> Void
    let thank: @Sendable (String) async -> Void
    let wrap: @Sendable (String) async -> Void

    init(
        pay: @escaping @Sendable (String) async -> Void = { _ in },
        thank: @escaping @Sendable (String) async -> Void = { _ in },
        wrap: @escaping @Sendable (String) async -> Void = { _ in }
    ) {
        self.pay = pay
        self.thank = thank
        self.wrap = wrap
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .ordered(let order):
                return .run { [pay] send in
                    await pay(order)
                    await send(.paid(order))
                }
            case .paid(let order):
                state.paid.append(order)
                return .run { [thank] _ in await thank(order) }
            case .wrap(let order):
                state.wrapping = order
                return .none
            }
        }
        .feedback(\.wrapping) { [wrap] order, _ in await wrap(order) }
    }
}
