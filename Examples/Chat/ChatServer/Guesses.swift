// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import ChatProtocol

/// The wrong attempts to sign in, by account and address.
///
/// An address is refused after five wrong attempts at an account, which does not affect other addresses.
/// Attempts of one address at one account run one after the other, so many at once cost one hash at a time,
/// and none once they are refused.
actor Guesses {
    private struct Place: Hashable {
        let account: AccountName
        let address: String
    }

    private struct Record {
        var count = 0
        /// The time at which they are forgotten, in seconds since 1970.
        var end = 0
    }

    private let now: @Sendable () -> Int
    private var records: [Place: Record] = [:]
    private var turns: [Place: Task<Void, Never>] = [:]

    init(now: @escaping @Sendable () -> Int) { self.now = now }

    /// Makes an attempt after the earlier ones have finished.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - address: The address of the client.
    ///   - body: The attempt.
    /// - Returns: The result of the attempt.
    /// - Throws: `AccountProblem.locked` if five attempts were wrong, until a minute after the last of them;
    ///   and errors of the attempt.
    func attempt<Result: Sendable>(
        _ account: AccountName,
        from address: String,
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let place = Place(account: account, address: address)
        let previous = turns[place]
        let attempt = Task {
            await previous?.value
            return try await judge(place, body)
        }
        let turn = Task { _ = await attempt.result }
        turns[place] = turn
        defer { if turns[place] == turn { turns[place] = nil } }
        return try await attempt.value
    }

    private func judge<Result: Sendable>(
        _ place: Place,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let time = now()
        // A hash costs more than looking at a thousand records.
        if records.count >= 1_000 || records[place].map({ $0.end <= time }) == true {
            records = records.filter { $0.value.end > time }
        }
        if let record = records[place], record.count >= Account.failureLimit { throw AccountProblem.locked }
        do {
            let result = try await body()
            records[place] = nil
            return result
        } catch AccountProblem.wrong {
            records[place, default: Record()].count += 1
            records[place]?.end = now() + Account.lockTime
            throw AccountProblem.wrong
        }
    }
}
