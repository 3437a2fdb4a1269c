// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
import GRDB

extension ChatDatabase {
    /// What a server kept here before rooms were kept in a journal: a room begins with it.
    ///
    /// - Parameter room: The room.
    /// - Returns: The messages, from old to new.
    /// - Throws: When they cannot be read.
    package func earlierMessages(in room: RoomName) async throws -> [Message] {
        try await pool.read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM message WHERE room = ? ORDER BY number",
                arguments: [room.text]
            ).map(Self.message)
        }
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
