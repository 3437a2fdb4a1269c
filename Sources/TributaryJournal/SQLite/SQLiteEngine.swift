// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

/// What a log in a file does, for one thread at a time.
final class SQLiteEngine {
    private let connection: SQLiteConnection
    private let lock: FileLock?
    private var numbers: [String: Int] = [:]

    /// Why nothing more is written.
    private var failure: ActionLogError?

    init(path: String, pageLimit: Int?, vfs: String?) throws(ActionLogError) {
        lock = try FileLock(path: path)
        connection = try SQLiteConnection(path: path, vfs: vfs)
        try SQLiteSchema.prepare(connection)
        if let pageLimit { try connection.execute("PRAGMA max_page_count=\(pageLimit)") }
    }

    /// Opens a file that may be in use, to read it.
    init(reading path: String) throws(ActionLogError) {
        lock = nil
        connection = try SQLiteConnection(path: path, isReadOnly: true)
        try SQLiteSchema.prepareReading(connection)
    }

    func close() {
        connection.close()
        lock?.release()
    }

    /// Writes commits, which become durable together.
    ///
    /// - Returns: For each commit what became of it.
    func append(_ commits: [LogCommit]) -> [Result<Void, ActionLogError>] {
        if let failure { return commits.map { _ in .failure(failure) } }
        do {
            return try transaction { () throws(ActionLogError) in
                var answers: [Result<Void, ActionLogError>] = []
                for commit in commits {
                    let isNew = try insert(commit)
                    answers.append(
                        isNew ? .success(()) : .failure(.fenced(name: commit.name, sequence: commit.sequence))
                    )
                }
                return answers
            }
        } catch {
            failure = error
            return commits.map { _ in .failure(error) }
        }
    }

    func commits(of name: String, after sequence: Int, limit: Int) throws(ActionLogError) -> [LogCommit] {
        guard let log = try number(of: name) else { return [] }
        var found: [(commit: LogCommit, checksum: Int)] = []
        // A commit that begins before the entry may end after it.
        try connection.statement(
            """
            SELECT sequence, count, time, checksum, contents FROM commits
            WHERE log = ?1 AND sequence + count - 1 > ?2
              AND sequence >= coalesce((SELECT max(sequence) FROM commits WHERE log = ?1 AND sequence <= ?2), 0)
            ORDER BY sequence LIMIT ?3
            """
        ).run(log, sequence, limit) { row in
            let commit = LogCommit(
                name: name,
                sequence: row.integer(0),
                count: row.integer(1),
                time: LogTime(milliseconds: row.integer(2)),
                contents: row.bytes(4)
            )
            found.append((commit, row.integer(3)))
        }
        for (commit, checksum) in found where checksum != commit.checksum {
            throw .damaged(
                place: connection.path,
                reason: "entry \(commit.sequence) of “\(name)” was changed on the disk"
            )
        }
        return found.map(\.commit)
    }

    func snapshot(of name: String, upTo sequence: Int) throws(ActionLogError) -> LogSnapshot? {
        guard let log = try number(of: name) else { return nil }
        var found: (snapshot: LogSnapshot, checksum: Int)?
        try connection.statement(
            """
            SELECT sequence, time, fingerprint, checksum, contents FROM snapshots
            WHERE log = ? AND sequence <= ? ORDER BY sequence DESC LIMIT 1
            """
        ).run(log, sequence) { row in
            let snapshot = LogSnapshot(
                name: name,
                sequence: row.integer(0),
                time: LogTime(milliseconds: row.integer(1)),
                fingerprint: row.text(2),
                contents: row.bytes(4)
            )
            found = (snapshot, row.integer(3))
        }
        guard let found else { return nil }
        guard found.checksum == found.snapshot.checksum else {
            throw .damaged(
                place: connection.path,
                reason:
                    "the snapshot of “\(name)” at entry \(found.snapshot.sequence) was changed on the disk"
            )
        }
        return found.snapshot
    }

    func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) throws(ActionLogError) {
        if let failure { throw failure }
        try transaction { () throws(ActionLogError) in
            let log = try number(of: snapshot.name, making: true) ?? 0
            try connection.statement(
                """
                INSERT OR REPLACE INTO snapshots (log, sequence, time, fingerprint, checksum, contents)
                VALUES (?, ?, ?, ?, ?, ?)
                """
            ).run(
                log,
                snapshot.sequence,
                snapshot.time.milliseconds,
                snapshot.fingerprint,
                snapshot.checksum,
                snapshot.contents
            )
            guard let time else { return }
            // The newest snapshot that was old enough stays, and everything after it.
            let base = "(SELECT max(sequence) FROM snapshots WHERE log = ?1 AND (time < ?2 OR sequence = 0))"
            try connection.statement(
                "DELETE FROM commits WHERE log = ?1 AND sequence + count - 1 <= \(base)"
            ).run(log, time.milliseconds)
            try connection.statement(
                "DELETE FROM snapshots WHERE log = ?1 AND sequence < \(base)"
            ).run(log, time.milliseconds)
        }
    }

    func names() throws(ActionLogError) -> [String] {
        var names: [String] = []
        try connection.statement("SELECT name FROM logs ORDER BY name").run { names.append($0.text(0)) }
        return names
    }

    /// Claims the number of a commit; those up to a snapshot stay claimed, also when their commits were dropped.
    private func insert(_ commit: LogCommit) throws(ActionLogError) -> Bool {
        let log = try number(of: commit.name, making: true) ?? 0
        try connection.statement(
            """
            INSERT INTO commits (log, sequence, count, time, checksum, contents)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6
            WHERE NOT EXISTS (SELECT 1 FROM snapshots WHERE log = ?1 AND sequence >= ?2)
            ON CONFLICT DO NOTHING
            """
        ).run(log, commit.sequence, commit.count, commit.time.milliseconds, commit.checksum, commit.contents)
        return connection.changes == 1
    }

    /// The number that stands for a name in the tables.
    private func number(of name: String, making isNew: Bool = false) throws(ActionLogError) -> Int? {
        if let number = numbers[name] { return number }
        if isNew {
            try connection.statement("INSERT INTO logs (name) VALUES (?) ON CONFLICT DO NOTHING").run(name)
        }
        var number: Int?
        try connection.statement("SELECT number FROM logs WHERE name = ?").run(name) {
            number = $0.integer(0)
        }
        numbers[name] = number
        return number
    }

    private func transaction<Result>(
        _ body: () throws(ActionLogError) -> Result
    ) throws(ActionLogError) -> Result {
        try connection.statement("BEGIN IMMEDIATE").run()
        do {
            let result = try body()
            try connection.statement("COMMIT").run()
            return result
        } catch {
            // A number that was made with the rest is not there any more.
            numbers = [:]
            try? connection.statement("ROLLBACK").run()
            throw error
        }
    }
}
