// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryJournal
import TributaryTesting

@Suite("A session is made as short as possible", .timeLimit(.minutes(30)))
struct MinimizingTests {
    /// Accounts that lose money in one way, which takes six actions.
    private struct Accounts: Reducer {
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
            case .rename: break
            }
            return .none
        }
    }

    /// Random actions, of which only the last breaks the accounts.
    private func recorded(_ count: Int, seed: UInt64) -> [Accounts.Action] {
        var random = SeededGenerator(seed: seed)
        var actions: [Accounts.Action] = []
        var state = Accounts.State()
        while true {
            let id = Int.random(in: 0..<40, using: &random), amount = Int.random(in: 1...100, using: &random)
            let action: Accounts.Action =
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

    private func write(_ actions: [Accounts.Action], to path: String) throws {
        let coding = CommitCoding<Accounts.Action>()
        let time = LogTime(milliseconds: 0)
        let entries = actions.map { JournalEntry(action: $0, time: time, cause: nil) }
        let start = LogSnapshot(
            name: "accounts",
            sequence: 0,
            time: time,
            fingerprint: "Accounts",
            contents: Array(try JSONEncoder().encode(Accounts.State()))
        )
        let commit = LogCommit(
            name: "accounts",
            sequence: 1,
            count: entries.count,
            time: time,
            contents: try coding.encode(entries)
        )
        try LogSession(name: "accounts", start: start, commits: [commit]).write(to: path)
    }

    @Test("Thousands of actions become the six that are needed", arguments: [1, 2, 3] as [UInt64])
    func six(seed: UInt64) async throws {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appending(path: "\(UUID()).tributary").path
        let small = folder.appending(path: "\(UUID()).tributary").path
        defer { for path in [path, small] { try? FileManager.default.removeItem(atPath: path) } }
        try write(recorded(3_000, seed: seed), to: path)
        let minimized = try minimize(session: path, to: small) {
            Accounts()
        } failing: {
            $0.isBroken
        }
        #expect(minimized.recordedCount > 3_000)
        // Open, pay in, hold three times, and close; a hold of nothing counts.
        #expect(minimized.actions.count == 6)
        let state = try await replay(session: small) { Accounts() }
        #expect(state.isBroken)
    }

    @Test("A session without a failure is an error")
    func noFailure() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).tributary").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try write([.open(1), .deposit(1, 5)], to: path)
        #expect(throws: MinimizingError.noFailure) {
            try minimize(session: path) {
                Accounts()
            } failing: {
                $0.isBroken
            }
        }
    }
}
