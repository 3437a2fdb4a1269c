// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Tributary
import TributaryLog
import TributaryTesting

/// Accounts that lose money in one way, which takes six actions.
struct Accounts: Reducer {
    struct Account: Hashable, Codable {
        var balance = 0
        var holds = 0
        var held = 0
    }

    struct State: Hashable, Codable {
        var accounts: [Int: Account] = [:]
        var paidIn = 0
        var paidOut = 0

        var isBroken: Bool {
            paidIn != paidOut + accounts.values.reduce(0) { $0 + $1.balance + $1.held }
        }
    }

    enum Action: Hashable, Codable, Journaled {
        case open(Int), deposit(Int, Int), hold(Int, Int), release(Int), close(Int), rename(Int)

        struct AllCasePaths {}
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    /// Whether the loss is a trap, and not a state.
    var traps = false

    /// Opens an account, pays in, holds three times (nothing counts, too), and closes it.
    static let leastCount = 6

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .open(let id): if state.accounts[id] == nil { state.accounts[id] = Account() }
        case .deposit(let id, let amount):
            guard state.accounts[id] != nil else { return .none }
            state.accounts[id]?.balance += amount
            state.paidIn += amount
        case .hold(let id, let amount):
            guard let account = state.accounts[id], account.balance >= amount else { return .none }
            state.accounts[id] = Account(
                balance: account.balance - amount,
                holds: account.holds + 1,
                held: account.held + amount
            )
        case .release(let id):
            guard let account = state.accounts[id] else { return .none }
            state.accounts[id] = Account(balance: account.balance + account.held)
        case .close(let id):
            guard let account = state.accounts.removeValue(forKey: id) else { return .none }
            // The money that three or more holds keep is lost.
            state.paidOut += account.balance + (account.holds >= 3 ? 0 : account.held)
            if traps { precondition(!state.isBroken) }
        case .rename: break
        }
        return .none
    }

    /// Random actions, of which only the last breaks the accounts.
    static func recorded(_ count: Int, seed: UInt64) -> [Action] {
        var random = SeededGenerator(seed: seed)
        var actions: [Action] = []
        var state = State()
        while true {
            let id = Int.random(in: 0..<40, using: &random), amount = Int.random(in: 1...100, using: &random)
            let action: Action =
                switch Int.random(in: 0..<9, using: &random) {
                case 0, 1: .open(id)
                case 2, 3: .deposit(id, amount)
                case 4, 5: .hold(id, amount)
                case 6: .release(id)
                case 7: .rename(id)
                default: .close(id)
                }
            var next = state
            _ = Accounts().reduce(into: &next, action: action)
            if next.isBroken {
                if actions.count >= count { return actions + [action] }
                continue
            }
            state = next
            actions.append(action)
        }
    }
}

/// Writes entries as a session, each a commit.
func writeSession<Action: Journaled>(
    of entries: [JournalEntry<Action>],
    startingWith state: some Encodable,
    to path: String
) throws {
    let coding = CommitCoding<Action>()
    let time = LogTime(milliseconds: 0)
    let start = LogSnapshot(
        name: "recorded",
        sequence: 0,
        time: time,
        fingerprint: "Recorded",
        contents: Array(try JSONEncoder().encode(state))
    )
    let commits = try entries.enumerated().map { index, entry in
        LogCommit(name: "recorded", sequence: index + 1, time: time, contents: try coding.encode([entry]))
    }
    try LogSession(name: "recorded", start: start, commits: commits).write(to: path)
}

extension Accounts {
    /// Writes recorded actions as a session.
    static func write(_ actions: [Action], to path: String) throws {
        let time = LogTime(milliseconds: 0)
        let entries = actions.map { JournalEntry(action: $0, time: time, cause: nil) }
        try writeSession(of: entries, startingWith: State(), to: path)
    }
}
