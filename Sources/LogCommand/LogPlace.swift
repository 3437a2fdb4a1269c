// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryJournal

#if Postgres
import TributaryPostgres
#endif

/// The files and databases that can be shown.
enum LogPlace {
    /// Opens a file or a database to be read.
    ///
    /// - Parameter place: Of a journal, or of a session that was exported; or how to connect to a database.
    /// - Returns: The log.
    /// - Throws: An `ActionLogError` with the reason why it cannot be read.
    static func open(_ place: String) async throws -> any ActionLog {
        isConnection(place) ? try await connect(place) : try openFile(place)
    }

    /// Opens a file or a database whose messages are to be read, or changed.
    static func openMailbox(_ place: String, isReading: Bool) async throws -> any Mailbox {
        if isConnection(place) { return try await connect(place) }
        guard let log = try isReading ? openFile(place) as? SQLiteLog : SQLiteLog(at: place) else {
            throw ActionLogError.foreign(place: place)
        }
        return log
    }

    /// Whether a text is how to connect to a database.
    static func isConnection(_ place: String) -> Bool {
        if place.hasPrefix("postgresql://") || place.hasPrefix("postgres://") { return true }
        return place.contains("=") && !FileManager.default.fileExists(atPath: place)
    }

    private static func connect(_ connection: String) async throws -> any Mailbox {
        #if Postgres
        // A log can be shown wherever it is kept.
        return try await PostgresLog(connection, durability: .onOneServer)
        #else
        throw UsageError(
            message: "A connection needs the trait Postgres: swift run --traits Postgres tributary-log …"
        )
        #endif
    }

    private static func openFile(_ path: String) throws -> any ActionLog {
        guard let file = FileHandle(forReadingAtPath: path) else {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw ActionLogError.damaged(
                place: path,
                reason: isThere ? "it may not be read" : "there is no such file"
            )
        }
        let head = try file.read(upToCount: 18) ?? Data()
        try file.close()
        if head.starts(with: Data("SQLite format 3".utf8)) { return try SQLiteLog(reading: path) }
        if head.starts(with: Data("tributary session".utf8)) {
            return try LogSession(contentsOf: path)
        }
        throw ActionLogError.foreign(place: path)
    }
}
