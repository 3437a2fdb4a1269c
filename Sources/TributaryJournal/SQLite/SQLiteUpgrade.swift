// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

/// Brings a file of format 1 to the present one: chains the checksums of its commits, and keeps their end apart from them.
enum SQLiteUpgrade {
    /// How many commits are in memory at once.
    private static let pageSize = 256

    /// Upgrades a file as a whole, or not at all.
    ///
    /// - Parameters:
    ///   - connection: To the file.
    ///   - identity: The number that its mark has, too.
    /// - Throws: An error if it is damaged; then nothing is changed.
    static func upgrade(_ connection: SQLiteConnection, _ identity: Int) throws(ActionLogError) {
        try connection.transaction { () throws(ActionLogError) in
            try connection.execute(
                """
                ALTER TABLE logs ADD COLUMN last INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE logs ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE logs ADD COLUMN first INTEGER NOT NULL DEFAULT 1;
                ALTER TABLE logs ADD COLUMN snapshot INTEGER NOT NULL DEFAULT -1;
                ALTER TABLE commits ADD COLUMN previous INTEGER NOT NULL DEFAULT 0;
                CREATE TABLE file (identity INTEGER NOT NULL, serial INTEGER NOT NULL) STRICT;
                INSERT INTO file (identity, serial) VALUES (\(identity), 0);
                PRAGMA user_version=\(SQLiteSchema.version)
                """
            )
            var logs: [(number: Int, name: String)] = []
            try connection.statement("SELECT number, name FROM logs").run {
                logs.append(($0.integer(0), $0.text(1)))
            }
            guard Set(logs.map(\.name)).count == logs.count else {
                let reason =
                    "two of its stores have names that are equal, and differ only in how letters are composed"
                throw .failed(place: connection.path, reason: reason)
            }
            for log in logs {
                try connection.statement("UPDATE logs SET name = ? WHERE number = ?").run(
                    log.name.canonicalName,
                    log.number
                )
                var end = SQLiteLogEnd(number: log.number)
                while try chain(&end, of: log.name, connection) {}
                var snapshots = (oldest: -1, newest: -1)
                try connection.statement(
                    "SELECT coalesce(min(sequence), -1), coalesce(max(sequence), -1) FROM snapshots WHERE log = ?"
                ).run(log.number) { snapshots = ($0.integer(0), $0.integer(1)) }
                end.snapshot = snapshots.oldest
                // Its commits have been dropped.
                if snapshots.newest > end.last {
                    (end.last, end.first) = (snapshots.newest, snapshots.newest + 1)
                }
                try end.write(to: connection)
            }
            try connection.execute("UPDATE file SET serial = (SELECT count(*) FROM commits)")
        }
    }

    /// Chains the next commits.
    ///
    /// Returns whether there were any.
    private static func chain(
        _ end: inout SQLiteLogEnd,
        of name: String,
        _ connection: SQLiteConnection
    ) throws(ActionLogError) -> Bool {
        var found: [(commit: LogCommit, checksum: Int)] = []
        try connection.statement(
            """
            SELECT sequence, count, time, checksum, contents FROM commits WHERE log = ? AND sequence > ?
            ORDER BY sequence LIMIT \(pageSize)
            """
        ).run(end.number, end.last) { row in
            found.append((LogCommit(row, of: name, contents: 4), row.integer(3)))
        }
        for (commit, checksum) in found {
            guard checksum == commit.formerChecksum, end.last == 0 || commit.sequence == end.last + 1 else {
                throw .damaged(
                    file: connection.path,
                    "entry \(commit.sequence) of “\(name)” was changed on the disk"
                )
            }
            if end.last == 0 { end.first = commit.sequence }
            let chained = commit.checksum(after: end.checksum)
            try connection.statement(
                "UPDATE commits SET previous = ?, checksum = ? WHERE log = ? AND sequence = ?"
            ).run(end.checksum, chained, end.number, commit.sequence)
            (end.last, end.checksum) = (commit.last, chained)
        }
        return !found.isEmpty
    }
}

/// Where a log ends, kept apart from its commits.
struct SQLiteLogEnd {
    /// The number of the log in the tables.
    let number: Int

    /// The number of the last entry.
    var last = 0

    /// The checksum of the last commit.
    var checksum = 0

    /// The first entry that was not dropped; the one after the last if all were.
    var first = 1

    /// The entry of the oldest snapshot; `-1` if there is none.
    var snapshot = -1

    func write(to connection: SQLiteConnection) throws(ActionLogError) {
        try connection.statement(
            "UPDATE logs SET last = ?, checksum = ?, first = ?, snapshot = ? WHERE number = ?"
        ).run(last, checksum, first, snapshot, number)
    }
}

extension LogCommit {
    /// A commit of a row whose first columns are its number, its count and its time.
    init(_ row: SQLiteStatement, of name: String, contents: Int32) {
        self.init(
            name: name,
            sequence: row.integer(0),
            count: row.integer(1),
            time: LogTime(milliseconds: row.integer(2)),
            contents: row.bytes(contents)
        )
    }
}
