// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

/// The tables of a log, and the check that a file has them.
///
/// `logs` has the name and the end of each log, apart from its commits: the number of its last entry, the checksum of its last
/// commit, its first entry that was not dropped, and the entry of its oldest snapshot. `file` has the number that the mark has,
/// too, and the number of commits ever written.
enum SQLiteSchema {
    /// Written into the head of each file: "TrbL".
    static let application = 0x5472_624C
    static let version = 2

    /// The version before checksums were chained.
    static let formerVersion = 1

    enum Kind { case empty, former, current }

    /// Determines the kind of a file, and checks that it is as long as its mark requires.
    ///
    /// The connection is read-only: closing one that may write would empty the write-ahead log, and with it data that can be
    /// repaired.
    ///
    /// - Parameters:
    ///   - connection: To the file.
    ///   - mark: The mark of the file.
    /// - Returns: The kind of the file.
    /// - Throws: An error if the file is no log, or is damaged.
    static func check(_ connection: SQLiteConnection, _ mark: FileMark?) throws(ActionLogError) -> Kind {
        let kind = try self.kind(of: connection)
        let own =
            kind == .current ? try ownMark(connection) : FileMark(identity: mark?.identity ?? 0, serial: 0)
        guard let mark else {
            guard kind != .current else {
                throw .damaged(
                    file: connection.path,
                    "\(connection.path)-lock, which contains its mark, is missing"
                )
            }
            return kind
        }
        guard kind != .former else { return kind }
        guard mark.identity == own.identity else {
            throw .damaged(file: connection.path, "\(connection.path)-lock belongs to another file")
        }
        guard mark.serial <= own.serial else {
            throw .damaged(
                file: connection.path,
                "\(mark.serial) commits were acknowledged, and only \(own.serial) are there"
            )
        }
        return kind
    }

    /// Makes the tables in a new file, and brings an older one to this version.
    ///
    /// - Parameters:
    ///   - connection: To the file.
    ///   - kind: The kind of the file.
    ///   - lock: Has the mark.
    /// - Returns: The mark of the file.
    /// - Throws: An error if the file is damaged, or cannot be written.
    static func prepare(
        _ connection: SQLiteConnection,
        _ kind: Kind,
        _ lock: FileLock
    ) throws(ActionLogError) -> FileMark {
        try configure(connection)
        switch kind {
        case .current:
            break
        case .empty, .former:
            // First, so that a file of this version is never without its mark.
            let first = FileMark(identity: .random(in: .min ... .max), serial: 0)
            try lock.write(first, isSynced: true)
            if kind == .empty {
                try connection.execute(tables(first.identity))
            } else {
                try SQLiteUpgrade.upgrade(connection, first.identity)
            }
        }
        let own = try ownMark(connection)
        try lock.write(own, isSynced: true)
        return own
    }

    /// Determines the kind of a file, and writes nothing.
    static func prepareReading(_ connection: SQLiteConnection, _ mark: FileMark?) throws(ActionLogError) {
        switch try check(connection, mark) {
        case .empty: throw .foreign(place: connection.path)
        case .former:
            throw .notWritable(
                place: connection.path,
                reason: "it is of an older version; let a program of this version open it once"
            )
        case .current: break
        }
        try connection.execute(
            "PRAGMA busy_timeout=5000; PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON"
        )
    }

    /// The kind of a file.
    ///
    /// - Throws: An error that names the file's kind, if it is not a log of a known version.
    private static func kind(of connection: SQLiteConnection) throws(ActionLogError) -> Kind {
        let application = try connection.integer("PRAGMA application_id")
        let version = try connection.integer("PRAGMA user_version")
        let objects = try connection.integer("SELECT count(*) FROM sqlite_schema")
        switch application {
        case Self.application where version > Self.version:
            throw .newer(place: connection.path, version: version, supported: Self.version)
        case Self.application where version == Self.version || version == formerVersion:
            try checkNames(connection)
            return version == formerVersion ? .former : .current
        case 0 where objects == 0 && version == 0: return .empty
        default: throw .foreign(place: connection.path)
        }
    }

    /// Checks that the table of names and its index agree: otherwise a log would not be found, and would begin anew.
    ///
    /// All other rows have a checksum, which is verified when they are read.
    private static func checkNames(_ connection: SQLiteConnection) throws(ActionLogError) {
        var found = ""
        try connection.statement("PRAGMA integrity_check(logs)").run {
            if found.isEmpty { found = $0.text(0) }
        }
        guard found == "ok" else { throw .damaged(file: connection.path, found) }
    }

    private static func ownMark(_ connection: SQLiteConnection) throws(ActionLogError) -> FileMark {
        var own: FileMark?
        try connection.statement("SELECT identity, serial FROM file").run {
            own = FileMark(identity: $0.integer(0), serial: $0.integer(1))
        }
        guard let own else { throw .damaged(file: connection.path, "it does not tell how far it goes") }
        return own
    }

    /// Sets the options of a connection.
    ///
    /// `FULL`, because with `NORMAL` a loss of power can lose acknowledged commits. Apple's systems need more than `fsync` to reach
    /// the disk.
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

    private static func tables(_ identity: Int) -> String {
        """
        BEGIN IMMEDIATE;
        PRAGMA application_id=\(application);
        PRAGMA user_version=\(version);
        CREATE TABLE file (identity INTEGER NOT NULL, serial INTEGER NOT NULL) STRICT;
        INSERT INTO file (identity, serial) VALUES (\(identity), 0);
        CREATE TABLE logs (
            number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, last INTEGER NOT NULL DEFAULT 0,
            checksum INTEGER NOT NULL DEFAULT 0, first INTEGER NOT NULL DEFAULT 1, snapshot INTEGER NOT NULL DEFAULT -1
        ) STRICT;
        CREATE TABLE commits (
            log INTEGER NOT NULL, sequence INTEGER NOT NULL, count INTEGER NOT NULL, time INTEGER NOT NULL,
            previous INTEGER NOT NULL, checksum INTEGER NOT NULL, contents BLOB NOT NULL, PRIMARY KEY (log, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE snapshots (
            log INTEGER NOT NULL, sequence INTEGER NOT NULL, time INTEGER NOT NULL, fingerprint TEXT NOT NULL,
            checksum INTEGER NOT NULL, contents BLOB NOT NULL, PRIMARY KEY (log, sequence)
        ) STRICT, WITHOUT ROWID;
        COMMIT
        """
    }
}

extension SQLiteConnection {
    /// The number in the first column of the last row.
    func integer(_ sql: String) throws(ActionLogError) -> Int {
        var result = 0
        try statement(sql).run { result = $0.integer(0) }
        return result
    }

    /// Makes all changes of the closure, or none.
    func transaction<Result>(_ body: () throws(ActionLogError) -> Result) throws(ActionLogError) -> Result {
        try statement("BEGIN IMMEDIATE").run()
        do {
            let result = try body()
            try statement("COMMIT").run()
            return result
        } catch {
            try? statement("ROLLBACK").run()
            throw error
        }
    }
}
