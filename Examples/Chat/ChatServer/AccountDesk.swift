// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AccountKeeping
import Accounts
import ChatProtocol
import Foundation
import NIOPosix

/// Creates accounts and checks both factors, away from the threads that serve connections.
struct AccountDesk: Sendable {
    private let accounts: ChatAccounts
    private let cost: PasswordHash.Cost
    private let now: @Sendable () -> Int
    /// The hash to check for unknown names, so that timing does not reveal which names exist.
    private let decoy: PasswordHash
    private let guesses: Guesses

    init(_ configuration: ChatServer.Configuration, _ accounts: ChatAccounts) throws {
        self.accounts = accounts
        cost = configuration.passwordCost
        now = configuration.now
        decoy = try PasswordHash(of: SessionToken().text, cost: configuration.passwordCost)
        guesses = Guesses(now: configuration.now)
    }

    func signUp(_ name: AccountName, password: String) async throws -> OneTimePassword {
        let hash = try await NIOThreadPool.singleton.runIfActive { [cost] in
            try PasswordHash(of: password, cost: cost)
        }
        let codes = OneTimePassword.random()
        try await accounts.addAccount(name: name, password: hash, codes: codes)
        return codes
    }

    func signIn(
        _ name: AccountName,
        password: String,
        code: String,
        from address: String
    ) async throws -> (Member, SessionToken) {
        try await guesses.attempt(name, from: address) {
            try await signIn(name, password: password, code: code)
        }
    }

    private func signIn(
        _ name: AccountName,
        password: String,
        code: String
    ) async throws -> (Member, SessionToken) {
        let account = try await accounts.account(name)
        if let account, account.isLocked(at: now()) { throw AccountProblem.locked }
        let isRight = try await NIOThreadPool.singleton.runIfActive { [decoy] in
            (account?.password ?? decoy).matches(password) && account != nil
        }
        let (shown, token) = try await accounts.signIn(name, isPasswordRight: isRight, code: code, at: now())
        return (Member(account: name, name: shown), token)
    }

    func guest(_ name: GuestName, besides present: Set<AccountName>) async throws -> (Member, SessionToken) {
        let (name, token) = try await accounts.addGuest(name, besides: present, at: now())
        return (Member(account: name, name: DisplayName(name)), token)
    }

    func resume(_ token: String) async throws -> Member { try await accounts.resume(token, at: now()) }

    func rename(_ name: AccountName, to shown: DisplayName) async throws -> String {
        try await accounts.rename(name, to: shown)
    }
}
