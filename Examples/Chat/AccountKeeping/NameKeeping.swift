// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import ChatProtocol
import GRDB

/// Which names are taken, and what they look like; everything happens within the transaction of the caller.
enum NameKeeping {
    /// Refuses a name that another account signs in with or is shown with, or that looks like one of these.
    ///
    /// - Parameters:
    ///   - looks: The looks of the name.
    ///   - account: The account that wants to be shown with it; `nil` for a new one.
    ///   - database: Where names are kept.
    /// - Throws: An `AccountProblem`.
    static func requireFree(_ looks: Looks, except account: AccountName?, _ database: Database) throws {
        let sql = "SELECT EXISTS (SELECT 1 FROM account WHERE (name = ? OR shownKey = ?) AND name IS NOT ?)"
        let key = looks.folded
        if try Bool.fetchOne(database, sql: sql, arguments: [key, key, account?.text]) ?? false {
            throw AccountProblem.taken
        }
        for look in looks.all {
            let sql = "SELECT EXISTS (SELECT 1 FROM look WHERE look = ? AND account IS NOT ?)"
            if try Bool.fetchOne(database, sql: sql, arguments: [look, account?.text]) ?? false {
                throw AccountProblem.alike
            }
        }
    }

    /// Notes the looks of the names that an account has from now on.
    static func note(_ name: AccountName, shown: DisplayName, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM look WHERE account = ?", arguments: [name.text])
        for look in Looks(name).all.union(Looks(shown).all) {
            try database.execute(
                sql: "INSERT INTO look (look, account) VALUES (?, ?)",
                arguments: [look, name.text]
            )
        }
    }

    /// Notes the looks of all accounts there are, of which older servers let some look alike.
    ///
    /// No account and no name to sign in with is lost. Who is shown with a name that may be taken for the name that
    /// another account signs in with, or for one that an older account is shown with, is shown with the name to sign
    /// in with from now on; so is who has a name that the rules of today forbid.
    static func separateLookalikes(_ database: Database) throws {
        let rows = try Row.fetchAll(database, sql: "SELECT name, shownName FROM account ORDER BY rowid")
        let accounts = rows.compactMap { row in
            AccountName(row["name"] as String).map { ($0, DisplayName(row["shownName"] as String)) }
        }
        // No account is shown with the name that another one signs in with: so the keys stay unique on the way.
        try database.execute(sql: "UPDATE account SET shownKey = name")
        for (name, _) in accounts { try note(name, shown: DisplayName(name), database) }
        for (name, shown) in accounts {
            var kept = DisplayName(name)
            if let shown {
                do {
                    try requireFree(Looks(shown), except: name, database)
                    kept = shown
                } catch is AccountProblem {}
            }
            try show(name, as: kept, database)
        }
    }

    /// Shows those with the name to sign in with who are shown with one that only guests may have.
    static func leaveTildes(_ database: Database) throws {
        for row in try Row.fetchAll(database, sql: "SELECT name, shownName FROM account") {
            guard let name = AccountName(row["name"] as String),
                DisplayName(row["shownName"] as String)?.looksLikeGuest == true
            else { continue }
            try show(name, as: DisplayName(name), database)
        }
    }

    /// Changes what an account is shown as.
    static func show(_ name: AccountName, as shown: DisplayName, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE account SET shownName = ?, shownKey = ? WHERE name = ?",
            arguments: [shown.text, Looks(shown).folded, name.text]
        )
        try note(name, shown: shown, database)
    }
}
