// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
import GRDB
package import Rooms

extension ChatDatabase {
    /// Numbers drafts and keeps them, in order and in one transaction; those that are kept already are only found.
    ///
    /// - Parameters:
    ///   - drafts: The drafts.
    ///   - room: The room they belong to.
    ///   - time: When, in seconds since 1970.
    /// - Returns: For every draft, the message that there is of it now.
    /// - Throws: When nothing could be kept.
    package func keep(_ drafts: [Draft], in room: RoomName, at time: Int) async throws -> [Kept] {
        try await pool.write { database in
            var number = try Self.lastNumber(in: room, database)
            return try drafts.map { draft in
                if let message = try Self.message(draft, in: room, database) {
                    return Kept(message: message, isKnown: true)
                }
                number += 1
                let message = Message(
                    number: number,
                    id: draft.id,
                    author: draft.author,
                    name: draft.name,
                    text: draft.text,
                    time: time
                )
                try Self.insert(message, in: room, database)
                return Kept(message: message, isKnown: false)
            }
        }
    }

    /// Messages after a number, from old to new.
    ///
    /// - Parameters:
    ///   - room: The room.
    ///   - after: The number after which they come.
    ///   - limit: How many at most.
    /// - Returns: The messages.
    /// - Throws: When they cannot be read.
    package func messages(in room: RoomName, after: Int, limit: Int) async throws -> [Message] {
        try await pool.read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM message WHERE room = ? AND number > ? ORDER BY number LIMIT ?",
                arguments: [room.text, after, limit]
            ).map(Self.message)
        }
    }

    /// The number of the newest message of a room; zero when it has none.
    package func lastNumber(in room: RoomName) async throws -> Int {
        try await pool.read { try Self.lastNumber(in: room, $0) }
    }

    private static func lastNumber(in room: RoomName, _ database: Database) throws -> Int {
        try Int.fetchOne(
            database,
            sql: "SELECT max(number) FROM message WHERE room = ?",
            arguments: [room.text]
        ) ?? 0
    }

    private static func message(_ draft: Draft, in room: RoomName, _ database: Database) throws -> Message? {
        try Row.fetchOne(
            database,
            sql: "SELECT * FROM message WHERE room = ? AND author = ? AND id = ?",
            arguments: [room.text, draft.author.text, draft.id.text]
        ).map(message)
    }

    private static func insert(_ message: Message, in room: RoomName, _ database: Database) throws {
        try database.execute(
            sql:
                "INSERT INTO message (room, number, id, author, name, text, time) VALUES (?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                room.text, message.number, message.id.text, message.author.text, message.name.text,
                message.text.text, message.time,
            ]
        )
    }

    private static func message(_ row: Row) throws -> Message {
        guard let id = MessageID(row["id"] as String), let author = AccountName(row["author"] as String)
        else { throw DamagedRow() }
        // What was kept under older rules stays in the file, and is shown as the rules of today allow it.
        let name = DisplayName(row["name"] as String) ?? DisplayName(author)
        let kept: String = row["text"]
        let text = MessageText(kept) ?? MessageText(keptBefore: kept)
        return Message(
            number: row["number"],
            id: id,
            author: author,
            name: name,
            text: text,
            time: row["time"]
        )
    }
}

/// A row that no server of ours has written.
struct DamagedRow: Error {}
