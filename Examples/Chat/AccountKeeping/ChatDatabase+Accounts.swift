// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Accounts
package import ChatProtocol
import Foundation
import GRDB

extension ChatDatabase {
    /// Makes an account.
    ///
    /// - Parameters:
    ///   - name: The name to sign in with.
    ///   - password: The hash of the password.
    ///   - codes: What makes the codes of the second factor.
    /// - Throws: `AccountProblem.taken` when another account has, or is shown with, the name; `.alike` when the name
    ///   looks like one of these.
    package func addAccount(name: AccountName, password: PasswordHash, codes: OneTimePassword) async throws {
        precondition(!name.isGuest, "The name \(name) is a guest’s.")
        try await pool.write { database in
            try NameKeeping.requireFree(Looks(name), except: nil, database)
            try database.execute(
                sql:
                    "INSERT INTO account (name, shownName, shownKey, password, secret) VALUES (?, ?, ?, ?, ?)",
                arguments: [name.text, name.text, name.text, password.description, Data(codes.secret)]
            )
            try NameKeeping.note(name, shown: DisplayName(name), database)
        }
    }

    /// The account of a name.
    package func account(_ name: AccountName) async throws -> Account? {
        try await pool.read { try Self.account(name, $0) }
    }

    /// Judges an attempt to sign in, in one transaction, so that of two with the same code one is refused.
    ///
    /// - Parameters:
    ///   - name: Who.
    ///   - isPasswordRight: Whether the password matched.
    ///   - code: The code.
    ///   - time: When, in seconds since 1970.
    /// - Returns: What the account is shown as, and the token of the new session.
    /// - Throws: An `AccountProblem` when the attempt is refused.
    package func signIn(
        _ name: AccountName,
        isPasswordRight: Bool,
        code: String,
        at time: Int
    ) async throws -> (shown: DisplayName, token: SessionToken) {
        let token = SessionToken()
        let result = try await pool.write { database -> Result<DisplayName, AccountProblem> in
            guard var account = try Self.account(name, database) else { return .failure(.wrong) }
            let problem = account.attempt(isPasswordRight: isPasswordRight, code: code, at: time)
            // A wrong attempt is recorded, too: so the problem is returned, as throwing would roll it back.
            try database.execute(
                sql: "UPDATE account SET lastStep = ?, failureCount = ?, lockedUntil = ? WHERE name = ?",
                arguments: [account.lastStep, account.failureCount, account.lockedUntil, name.text]
            )
            if let problem { return .failure(problem) }
            try database.execute(sql: "DELETE FROM session WHERE expires <= ?", arguments: [time])
            try database.execute(
                sql: "INSERT INTO session (fingerprint, account, expires) VALUES (?, ?, ?)",
                arguments: [
                    SessionToken.fingerprint(of: token.text), name.text, time + SessionToken.lifetime,
                ]
            )
            return .success(DisplayName(account.shownName) ?? DisplayName(name))
        }
        return (try result.get(), token)
    }

    /// Who a token belongs to.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - time: When, in seconds since 1970.
    /// - Returns: The account, and what it is shown as.
    /// - Throws: `AccountProblem.badToken` when the token is unknown or too old.
    package func resume(_ token: String, at time: Int) async throws -> Member {
        try await pool.read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT account.name, account.shownName FROM session
                    JOIN account ON account.name = session.account
                    WHERE fingerprint = ? AND expires > ?
                    """,
                arguments: [SessionToken.fingerprint(of: token), time]
            )
            guard let row, let name = AccountName(row["name"] as String) else {
                return try Self.guest(of: token, at: time, database)
            }
            return Member(account: name, name: DisplayName(row["shownName"] as String) ?? DisplayName(name))
        }
    }

    /// Changes what an account is shown as.
    ///
    /// - Parameters:
    ///   - name: The account.
    ///   - shown: Its new name.
    /// - Throws: `AccountProblem.taken` when another account has it; `.alike` when it looks like one of another account.
    package func rename(_ name: AccountName, to shown: DisplayName) async throws {
        guard !shown.looksLikeGuest else { throw AccountProblem.alike }
        try await pool.write { database in
            try NameKeeping.requireFree(Looks(shown), except: name, database)
            try NameKeeping.show(name, as: shown, database)
        }
    }

    private static func account(_ name: AccountName, _ database: Database) throws -> Account? {
        let sql = "SELECT * FROM account WHERE name = ?"
        guard let row = try Row.fetchOne(database, sql: sql, arguments: [name.text]) else { return nil }
        guard let password = PasswordHash(row["password"] as String) else { throw DamagedRow() }
        return Account(
            name: row["name"],
            shownName: row["shownName"],
            password: password,
            codes: OneTimePassword(secret: Array(row["secret"] as Data)),
            lastStep: row["lastStep"],
            failureCount: row["failureCount"],
            lockedUntil: row["lockedUntil"]
        )
    }
}
