// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCluster
import TributaryCore
import TributaryLog

/// A room that keeps the number of its texts, and a digest of their order.
struct Room: Reducer {
    struct State: Codable, Sendable {
        var count = 0
        var digest: UInt64 = 0
    }

    enum Action: Journaled, Sendable {
        case say(String)

        struct AllCasePaths: Sendable {
            var say: CasePath<Action, String> {
                CasePath(embed: Action.say) { if case .say(let text) = $0 { text } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        guard case .say(let text) = action else { return .none }
        state.count += 1
        for byte in "\(text) ".utf8 { state.digest = (state.digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return .none
    }
}

/// An account that pays other accounts.
struct Account: Reducer {
    struct State: Codable, Sendable {
        var balance = 0
        var paid = 0
        var received = 0
    }

    struct Payment: Codable, Sendable {
        let id: String
        let receiver: String
        let amount: Int
    }

    enum Action: Journaled, Sendable {
        case pay(Payment)
        case receive(Payment)

        struct AllCasePaths: Sendable {
            var pay: CasePath<Action, Payment> {
                CasePath(embed: Action.pay) { if case .pay(let payment) = $0 { payment } else { nil } }
            }
            var receive: CasePath<Action, Payment> {
                CasePath(embed: Action.receive) {
                    if case .receive(let payment) = $0 { payment } else { nil }
                }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .pay(let payment):
            state.balance -= payment.amount
            state.paid += 1
        case .receive(let payment):
            state.balance += payment.amount
            state.received += 1
        }
        return .none
    }
}

/// A clock that rings at a planned time.
struct Alarm: Reducer {
    struct State: Codable, Sendable {
        var due: Date?
        var planned = 0
        var rung = 0
    }

    struct Plan: Codable, Sendable {
        let id: String
        let due: Date
    }

    enum Action: Journaled, Sendable {
        case plan(Plan)
        case ring

        struct AllCasePaths: Sendable {
            var plan: CasePath<Action, Plan> {
                CasePath(embed: Action.plan) { if case .plan(let plan) = $0 { plan } else { nil } }
            }
            var ring: CasePath<Action, Void> {
                CasePath(embed: { .ring }) { if case .ring = $0 { () } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .plan(let plan):
            state.due = plan.due
            state.planned += 1
        case .ring:
            state.due = nil
            state.rung += 1
        }
        return .none
    }
}

struct RoomState: ClusterQuestion { typealias Answer = Room.State }
struct AccountState: ClusterQuestion { typealias Answer = Account.State }
struct AlarmState: ClusterQuestion { typealias Answer = Alarm.State }
