// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

/// The tables of a log, and how a file is known to have them.
enum SQLiteSchema {
    /// Written into the head of each file: "TrbL".
    static let application = 0x5472_624C
    static let version = 1

    /// Finds out what a file is, and makes the tables in a new one.
    ///
    /// Nothing is written before it is certain that the file is a log, or empty.
    static func prepare(_ connection: SQLiteConnection) throws(ActionLogError) {
        let isEmpty = try self.isEmpty(connection)
        try configure(connection)
        if isEmpty { try connection.execute(tables) }
    }

    /// Finds out what a file is, and writes nothing.
    static func prepareReading(_ connection: SQLiteConnection) throws(ActionLogError) {
        guard try !isEmpty(connection) else { throw .foreign(place: connection.path) }
        try connection.execute(
            "PRAGMA busy_timeout=5000; PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON"
        )
    }

    /// Whether a file has yet to become a log.
    ///
    /// - Throws: What it is, if it is another file than a log of this version.
    private static func isEmpty(_ connection: SQLiteConnection) throws(ActionLogError) -> Bool {
        let application = try connection.integer("PRAGMA application_id")
        let version = try connection.integer("PRAGMA user_version")
        let objects = try connection.integer("SELECT count(*) FROM sqlite_schema")
        switch application {
        case Self.application where version > Self.version:
            throw .newer(place: connection.path, version: version, supported: Self.version)
        case Self.application where version == Self.version:
            try checkNames(connection)
            return false
        case 0 where objects == 0 && version == 0: return true
        default: throw .foreign(place: connection.path)
        }
    }

    /// Makes sure that the table of names says what its index says: otherwise a log would not be found, and begun anew.
    ///
    /// Everything else has a checksum, which is looked at when it is read.
    private static func checkNames(_ connection: SQLiteConnection) throws(ActionLogError) {
        var found = ""
        try connection.statement("PRAGMA integrity_check(logs)").run {
            if found.isEmpty { found = $0.text(0) }
        }
        guard found == "ok" else { throw .damaged(place: connection.path, reason: found) }
    }

    /// What must be set for each connection.
    ///
    /// `FULL`, because with `NORMAL` a loss of power takes commits that were told. Apple's systems need more than `fsync`
    /// to reach the disk.
    private static func configure(_ connection: SQLiteConnection) throws(ActionLogError) {
        try connection.execute("PRAGMA busy_timeout=5000")
        var mode = ""
        try connection.statement("PRAGMA journal_mode=WAL").run { mode = $0.text(0) }
        guard mode == "wal" else {
            throw .notWritable(
                place: connection.path,
                reason: "the file system does not support write-ahead logs"
            )
        }
        try connection.execute(
            """
            PRAGMA synchronous=FULL; PRAGMA fullfsync=1; PRAGMA checkpoint_fullfsync=1;
            PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON
            """
        )
    }

    private static let tables = """
        BEGIN IMMEDIATE;
        PRAGMA application_id=\(application);
        PRAGMA user_version=\(version);
        CREATE TABLE logs (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE commits (
            log INTEGER NOT NULL, sequence INTEGER NOT NULL, count INTEGER NOT NULL, time INTEGER NOT NULL,
            checksum INTEGER NOT NULL, contents BLOB NOT NULL, PRIMARY KEY (log, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE snapshots (
            log INTEGER NOT NULL, sequence INTEGER NOT NULL, time INTEGER NOT NULL, fingerprint TEXT NOT NULL,
            checksum INTEGER NOT NULL, contents BLOB NOT NULL, PRIMARY KEY (log, sequence)
        ) STRICT, WITHOUT ROWID;
        COMMIT
        """
}

extension SQLiteConnection {
    /// The number in the first column of the last row.
    func integer(_ sql: String) throws(ActionLogError) -> Int {
        var result = 0
        try statement(sql).run { result = $0.integer(0) }
        return result
    }
}
