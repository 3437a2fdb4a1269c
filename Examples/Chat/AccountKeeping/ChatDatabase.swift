// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The file in which accounts and sessions outlive the server, in SQLite.
package final class ChatDatabase: Sendable {
    let pool: any DatabaseWriter

    /// Opens a file, and brings its tables to the newest form; makes it if it is not there.
    ///
    /// What was committed survives the end of the process; the power going off may take the last moments.
    ///
    /// - Parameter path: Where the file is.
    /// - Throws: When the file cannot be opened, or is no database.
    package convenience init(path: String) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
        }
        // Readers do not wait for the writer in a pool: it switches SQLite to its write-ahead log.
        try self.init(DatabasePool(path: path, configuration: configuration))
    }

    /// Makes a database that lives as long as the process.
    package convenience init() throws { try self.init(DatabaseQueue()) }

    private init(_ writer: any DatabaseWriter) throws {
        pool = writer
        try Schema.migrator.migrate(writer)
    }

    /// Closes the file; nothing may be asked of it later.
    package func close() throws { try pool.close() }
}
