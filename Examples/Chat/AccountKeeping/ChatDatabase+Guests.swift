// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Accounts
package import ChatProtocol
import GRDB

extension ChatDatabase {
    /// For how many seconds a guest's name is kept for whoever has its token.
    package static let guestLifetime = 7 * 24 * 3600

    /// How many guests are remembered; for one more, who was here longest ago is forgotten.
    package static let guestLimit = 4096

    /// Remembers a guest, so that the same one comes back under the name after a lost connection or a restart.
    ///
    /// - Parameters:
    ///   - guest: What the guest wants to be called.
    ///   - present: Who is connected as a guest, and is not forgotten.
    ///   - time: When, in seconds since 1970.
    ///   - limit: How many are remembered.
    /// - Returns: What the guest is known by, and what brings them back.
    /// - Throws: `AccountProblem.taken` or `.alike` when an account is, or looks, called like that, `.guestTaken` when
    ///   another guest is.
    package func addGuest(
        _ guest: GuestName,
        besides present: Set<AccountName>,
        at time: Int,
        limit: Int = guestLimit
    ) async throws -> (name: AccountName, token: SessionToken) {
        let token = SessionToken()
        let name = AccountName(guest)
        guard let plain = AccountName(guest.text), !present.contains(name) else {
            throw AccountProblem.guestTaken
        }
        let looks = Looks(plain)
        try await pool.write { database in
            try NameKeeping.requireFree(looks, except: nil, database)
            try database.execute(sql: "DELETE FROM guest WHERE expires <= ?", arguments: [time])
            for look in looks.all {
                let sql = "SELECT EXISTS (SELECT 1 FROM guestLook WHERE look = ?)"
                if try Bool.fetchOne(database, sql: sql, arguments: [look]) ?? false {
                    throw AccountProblem.guestTaken
                }
            }
            try Self.makeRoom(besides: present, limit, database)
            try database.execute(
                sql: "INSERT INTO guest (name, fingerprint, expires) VALUES (?, ?, ?)",
                arguments: [
                    name.text, SessionToken.fingerprint(of: token.text), time + Self.guestLifetime,
                ]
            )
            for look in looks.all {
                try database.execute(
                    sql: "INSERT INTO guestLook (look, guest) VALUES (?, ?)",
                    arguments: [look, name.text]
                )
            }
        }
        return (name, token)
    }

    /// Which guest a token belongs to.
    static func guest(of token: String, at time: Int, _ database: Database) throws -> Member {
        let name = try String.fetchOne(
            database,
            sql: "SELECT name FROM guest WHERE fingerprint = ? AND expires > ?",
            arguments: [SessionToken.fingerprint(of: token), time]
        )
        guard let name = name.flatMap({ AccountName($0) }) else { throw AccountProblem.badToken }
        return Member(account: name, name: DisplayName(name))
    }

    private static func makeRoom(
        besides present: Set<AccountName>,
        _ limit: Int,
        _ database: Database
    ) throws {
        let count = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM guest") ?? 0
        guard count >= limit else { return }
        let names = try String.fetchCursor(database, sql: "SELECT name FROM guest ORDER BY expires, name")
        while let name = try names.next() {
            if AccountName(name).map(present.contains) == true { continue }
            return try database.execute(sql: "DELETE FROM guest WHERE name = ?", arguments: [name])
        }
    }
}
