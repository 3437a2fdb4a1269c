// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables, as a sequence of migrations; one that has been released is never edited.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("accounts, sessions, messages") { database in
            try database.create(table: "account") { table in
                table.primaryKey("name", .text)
                table.column("shownName", .text).notNull()
                // Without case, so that two people cannot look the same but for the case of a letter.
                table.column("shownKey", .text).notNull().unique()
                table.column("password", .text).notNull()
                table.column("secret", .blob).notNull()
                table.column("lastStep", .integer)
                table.column("failureCount", .integer).notNull().defaults(to: 0)
                table.column("lockedUntil", .integer)
            }
            try database.create(table: "session") { table in
                table.primaryKey("fingerprint", .text)
                table.column("account", .text).notNull().indexed().references("account", onDelete: .cascade)
                table.column("expires", .integer).notNull()
            }
            try database.create(table: "message", options: .withoutRowID) { table in
                table.column("room", .text).notNull()
                table.column("number", .integer).notNull()
                table.column("id", .text).notNull()
                table.column("author", .text).notNull()
                table.column("name", .text).notNull()
                table.column("text", .text).notNull()
                table.column("time", .integer).notNull()
                table.primaryKey(["room", "number"])
                // What makes it harmless to deliver a message twice.
                table.uniqueKey(["room", "author", "id"])
            }
        }
        migrator.registerMigration("names that look alike") { database in
            try database.create(table: "look", options: .withoutRowID) { table in
                table.column("look", .text).notNull()
                table.column("account", .text).notNull().indexed().references("account", onDelete: .cascade)
                table.primaryKey(["look", "account"])
            }
            try NameKeeping.separateLookalikes(database)
        }
        migrator.registerMigration("guests") { database in
            try database.create(table: "guest") { table in
                table.primaryKey("name", .text)
                table.column("fingerprint", .text).notNull().unique()
                table.column("expires", .integer).notNull().indexed()
            }
            try database.create(table: "guestLook", options: .withoutRowID) { table in
                table.column("look", .text).notNull()
                table.column("guest", .text).notNull().indexed().references("guest", onDelete: .cascade)
                table.primaryKey(["look", "guest"])
            }
            try NameKeeping.leaveTildes(database)
        }
        return migrator
    }
}
