// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCluster
import TributaryCore
import TributaryLog

/// An account, which pays others, and is reminded.
struct Account: Reducer {
    struct State: Codable, Equatable, Sendable {
        var balance = 0
        var payments = 0
        var due: Date?
        var reminders = 0
    }

    struct Payment: Codable, Sendable {
        let receiver: String
        let amount: Int
    }

    enum Action: Journaled, Sendable {
        case pay(Payment)
        case receive(Int)
        case plan(Date?)
        case timeIsUp

        struct AllCasePaths: Sendable {
            var pay: CasePath<Action, Payment> {
                CasePath(embed: Action.pay) { if case .pay(let payment) = $0 { payment } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .pay(let payment): state.balance -= payment.amount
        case .receive(let amount):
            state.balance += amount
            state.payments += 1
        case .plan(let due): state.due = due
        case .timeIsUp: state.reminders += 1
        }
        return .none
    }
}

/// Everything of an account.
struct Statement: ClusterQuestion {
    typealias Answer = Account.State
}

extension Cluster {
    func accounts() -> Directory<Account.State, Account.Action> {
        let accounts = directory("account", initialState: { _ in Account.State() }) { Account() }
        return
            accounts
            .answering(Statement.self) { _, state in state }
            .reminder("due", at: { $0.due }) { .timeIsUp }
            .sending(\.pay) { payment in
                .send(to: accounts[payment.receiver], .receive(payment.amount))
            }
    }
}

extension Directory where State == Account.State, Action == Account.Action {
    /// The sum of all balances, and how many payments were received.
    func total(of count: Int, within time: Duration) async throws -> (balance: Int, payments: Int) {
        var total = (balance: 0, payments: 0)
        for number in 0..<count {
            let state = try await self["\(number)"].read(Statement(), deadline: time)
            total = (total.balance + state.balance, total.payments + state.payments)
        }
        return total
    }
}
