// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryLog

/// The implementation of a log in a file, for one thread at a time.
final class SQLiteEngine {
    let connection: SQLiteConnection
    let lock: FileLock?
    private var mark = FileMark(identity: 0, serial: 0)
    private var ends: [String: SQLiteLogEnd] = [:]

    /// The messages; those that must outlive the process stand in the file, too.
    private var messages = MessageTable()
    private var hasInbox = false

    /// The files that it writes, by their paths, to detect that one was replaced: later commits would be lost with it.
    private var files: [(path: String, identity: FileIdentity?)] = []

    /// Why nothing more is written.
    private var failure: ActionLogError?

    init(path: String, pageLimit: Int?, vfs: String?) throws(ActionLogError) {
        let path = try FileMark.place(of: path)
        let lock = try FileLock(path: path)
        self.lock = lock
        let kind = try Self.kind(of: path, vfs)
        connection = try SQLiteConnection(path: path, vfs: vfs)
        mark = try SQLiteSchema.prepare(connection, kind, lock)
        if let pageLimit { try connection.execute("PRAGMA max_page_count=\(pageLimit)") }
        (messages, hasInbox) = try Self.messages(in: connection)
        files = [path, path + "-lock"].map { ($0, FileIdentity($0)) }
    }

    /// The kind of a file, found without changing it.
    private static func kind(of path: String, _ vfs: String?) throws(ActionLogError) -> SQLiteSchema.Kind {
        let mark = try FileMark.read(beside: path)
        let contents = FileMark.contents(path)
        if mark == nil && contents.names > 1 {
            throw .notWritable(
                place: path,
                reason:
                    "it has another name, a hard link, and its -lock has that name; open it by that name"
            )
        }
        if !contents.isEmpty {
            let connection = try SQLiteConnection(path: path, isReadOnly: true, vfs: vfs)
            defer { connection.close() }
            return try SQLiteSchema.check(connection, mark)
        }
        // SQLite would remove the write-ahead log of a file that is gone.
        if let mark, mark.serial > 0 {
            throw .damaged(file: path, "\(mark.serial) commits were acknowledged, and the file is gone")
        }
        return .empty
    }

    /// Opens a file that may be in use, to read it.
    init(reading path: String) throws(ActionLogError) {
        let path = try FileMark.place(of: path)
        lock = nil
        // Before the file is read, which may grow meanwhile.
        let mark = try FileMark.read(beside: path)
        connection = try SQLiteConnection(path: path, isReadOnly: true)
        try SQLiteSchema.prepareReading(connection, mark)
    }

    func close() {
        connection.close()
        lock?.release()
    }

    /// Whether a path leads to the file or to another file of the log.
    func owns(_ path: String) -> Bool {
        guard let path = try? FileMark.place(of: path) else { return false }
        let files = ["", "-wal", "-shm", "-lock"].map { connection.path + $0 }
        guard let identity = FileIdentity(path) else { return files.contains(path) }
        return files.contains { FileIdentity($0) == identity }
    }

    /// Writes commits, which become durable together.
    ///
    /// - Returns: The result of each commit.
    func append(_ commits: [(commit: LogCommit, changes: [MailboxChange])]) -> [Result<Void, ActionLogError>]
    {
        if let failure { return commits.map { _ in .failure(failure) } }
        do {
            return try write(commits)
        } catch {
            failure = error
            ends = [:]
            return commits.map { _ in .failure(error) }
        }
    }

    private func write(_ commits: [(commit: LogCommit, changes: [MailboxChange])]) throws(ActionLogError)
        -> [Result<Void, ActionLogError>]
    {
        var answers: [Result<Void, ActionLogError>] = []
        var changed: [String: SQLiteLogEnd] = [:]
        var serial = mark.serial
        try connection.transaction { () throws(ActionLogError) in
            for (commit, changes) in commits {
                var end = try writtenEnd(of: commit.name, changed)
                guard commit.sequence == end.last + 1, messages.allows(changes) else {
                    answers.append(.failure(.fenced(name: commit.name, sequence: commit.sequence)))
                    continue
                }
                let checksum = commit.checksum(after: end.checksum)
                try connection.statement(
                    """
                    INSERT INTO commits (log, sequence, count, time, previous, checksum, contents)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """
                ).run(
                    end.number,
                    commit.sequence,
                    commit.count,
                    commit.time.milliseconds,
                    end.checksum,
                    checksum,
                    commit.contents
                )
                (end.last, end.checksum) = (commit.last, checksum)
                changed[commit.name] = end
                serial += 1
                messages.apply(changes, at: Journal.now())
                answers.append(.success(()))
            }
            try writeMessages()
            for end in changed.values { try end.write(to: connection) }
            try connection.statement("UPDATE file SET serial = ?").run(serial)
        }
        ends.merge(changed) { $1 }
        mark.serial = serial
        try checkFiles()
        try lock?.write(mark)
        return answers
    }

    // MARK: - Messages

    /// Makes changes, which become durable together.
    ///
    /// - Returns: The names of the nodes that have something to receive.
    func change(_ changes: [MailboxChange]) throws(ActionLogError) -> Set<String> {
        if let known = failure { throw known }
        do {
            return try connection.transaction { () throws(ActionLogError) in
                let woken = messages.apply(changes, at: Journal.now())
                try writeMessages()
                return woken
            }
        } catch {
            failure = error
            throw error
        }
    }

    func receive(at node: String, without taken: [Int], limit: Int) -> MailboxDelivery {
        messages.expire(at: Journal.now())
        return messages.delivery(to: node, without: taken, limit: limit, at: Journal.now())
    }

    func strays(from living: [String], limit: Int) -> [MailboxMessage] {
        messages.strays(from: living, limit: limit)
    }

    func messages(after number: Int, limit: Int) throws(ActionLogError) -> [MailboxMessage] {
        // Another process writes them.
        if lock == nil { messages = try Self.messages(in: connection).0 }
        return messages.messages(after: number, limit: limit)
    }

    private func writeMessages() throws(ActionLogError) {
        for (number, row) in messages.takeChanges() {
            if let row {
                if !hasInbox { try connection.execute(Self.inbox) }
                hasInbox = true
                guard let data = try? JSONEncoder().encode(row) else { continue }
                let contents = [UInt8](data)
                try connection.statement(
                    "INSERT OR REPLACE INTO inbox (number, checksum, contents) VALUES (?, ?, ?)"
                ).run(number, Self.checksum(contents), contents)
            } else if hasInbox {
                try connection.statement("DELETE FROM inbox WHERE number = ?").run(number)
            }
        }
    }

    /// Made with the first message: a file without any is as it always was.
    private static let inbox = """
        CREATE TABLE inbox (number INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, contents BLOB NOT NULL) STRICT
        """

    private static func messages(in connection: SQLiteConnection) throws(ActionLogError) -> (
        MessageTable, Bool
    ) {
        guard try hasMessages(connection) else { return (MessageTable(), false) }
        let found = try intactMessages(in: connection)
        guard found.kept.count == found.count else {
            throw .damaged(file: connection.path, "a message that waits was changed on the disk")
        }
        return (MessageTable(found.kept), true)
    }

    private static func hasMessages(_ connection: SQLiteConnection) throws(ActionLogError) -> Bool {
        try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'inbox'") > 0
    }

    /// The messages that are intact, and how many there are.
    static func intactMessages(in connection: SQLiteConnection) throws(ActionLogError)
        -> (kept: [MessageTable.Row], count: Int)
    {
        guard try hasMessages(connection) else { return ([], 0) }
        var (kept, count): ([MessageTable.Row], Int) = ([], 0)
        try connection.statement("SELECT number, checksum, contents FROM inbox").run { row in
            count += 1
            let contents = row.bytes(2)
            guard row.integer(1) == Self.checksum(contents),
                let message = try? JSONDecoder().decode(MessageTable.Row.self, from: Data(contents)),
                message.message.number == row.integer(0)
            else { return }
            kept.append(message)
        }
        return (kept, count)
    }

    /// Keeps the messages of another file in a new one.
    func restore(_ rows: [MessageTable.Row]) throws(ActionLogError) {
        messages = MessageTable(rows)
        messages.markAllChanged()
        try connection.transaction { () throws(ActionLogError) in try writeMessages() }
    }

    private static func checksum(_ bytes: [UInt8]) -> Int {
        let commit = LogCommit(name: "inbox", sequence: 1, time: LogTime(milliseconds: 0), contents: bytes)
        return commit.checksum(after: 0)
    }

    /// Verifies, before a commit is acknowledged, that its files are still in their places.
    private func checkFiles() throws(ActionLogError) {
        // It is there from the first commit on.
        if files.count == 2 {
            let log = connection.path + "-wal"
            files.append((log, FileIdentity(log)))
        }
        for (path, identity) in files where identity == nil || FileIdentity(path) != identity {
            throw .failed(
                place: connection.path,
                reason: "\(path) was removed or replaced while it was in use"
            )
        }
    }

    func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) throws(ActionLogError) {
        if let failure { throw failure }
        ends[snapshot.name] = try connection.transaction { () throws(ActionLogError) in
            var end = try writtenEnd(of: snapshot.name)
            try connection.statement(
                """
                INSERT OR REPLACE INTO snapshots (log, sequence, time, fingerprint, checksum, contents)
                VALUES (?, ?, ?, ?, ?, ?)
                """
            ).run(
                end.number,
                snapshot.sequence,
                snapshot.time.milliseconds,
                snapshot.fingerprint,
                snapshot.checksum,
                snapshot.contents
            )
            if end.snapshot < 0 || snapshot.sequence < end.snapshot { end.snapshot = snapshot.sequence }
            // A log that begins with a state.
            if snapshot.sequence > end.last {
                (end.last, end.first, end.checksum) = (snapshot.sequence, snapshot.sequence + 1, 0)
            }
            if let time { try drop(before: time, of: &end) }
            try end.write(to: connection)
            return end
        }
    }

    /// Drops older snapshots and entries, except the newest snapshot that is old enough and the entries after it.
    private func drop(before time: LogTime, of end: inout SQLiteLogEnd) throws(ActionLogError) {
        let base = "(SELECT max(sequence) FROM snapshots WHERE log = ?1 AND (time < ?2 OR sequence = 0))"
        try connection.statement(
            "DELETE FROM commits WHERE log = ?1 AND sequence + count - 1 <= \(base)"
        ).run(end.number, time.milliseconds)
        try connection.statement(
            "DELETE FROM snapshots WHERE log = ?1 AND sequence < \(base)"
        ).run(end.number, time.milliseconds)
        var (first, oldest) = (end.last + 1, end.snapshot)
        try connection.statement(
            "SELECT sequence FROM commits WHERE log = ? ORDER BY sequence LIMIT 1"
        ).run(end.number) { first = $0.integer(0) }
        try connection.statement("SELECT min(sequence) FROM snapshots WHERE log = ?").run(end.number) {
            oldest = $0.integer(0)
        }
        (end.first, end.snapshot) = (max(end.first, first), oldest)
    }

    func names() throws(ActionLogError) -> [String] {
        var names: [String] = []
        try connection.statement("SELECT name FROM logs WHERE last > 0 OR snapshot >= 0 ORDER BY name").run {
            names.append($0.text(0))
        }
        return names
    }

    /// Where a log ends; `nil` if there is no such log.
    func end(of name: String) throws(ActionLogError) -> SQLiteLogEnd? {
        // A reader without the lock does not change the ends.
        if lock != nil, let end = ends[name] { return end }
        var end: SQLiteLogEnd?
        try connection.statement(
            "SELECT number, last, checksum, first, snapshot FROM logs WHERE name = ?"
        ).run(name.canonicalName) {
            end = SQLiteLogEnd(
                number: $0.integer(0),
                last: $0.integer(1),
                checksum: $0.integer(2),
                first: $0.integer(3),
                snapshot: $0.integer(4)
            )
        }
        return end
    }

    /// The end of a log that is being written, including pending changes; a new log is made.
    private func writtenEnd(
        of name: String,
        _ changed: [String: SQLiteLogEnd] = [:]
    ) throws(ActionLogError) -> SQLiteLogEnd {
        if let end = changed[name] ?? ends[name] { return end }
        try connection.statement("INSERT INTO logs (name) VALUES (?) ON CONFLICT DO NOTHING").run(
            name.canonicalName
        )
        guard let end = try end(of: name) else {
            throw .damaged(file: connection.path, "the name “\(name)” is not found")
        }
        return end
    }
}

extension LogCommit {
    /// A number that changes with each stored field.
    ///
    /// SQLite checks its write-ahead log, but does not detect that a disk or another program changed the pages of the file.
    ///
    /// - Parameter previous: The checksum of the commit before it, to detect a missing commit between them.
    /// - Returns: The number.
    func checksum(after previous: Int) -> Int {
        Int(checksumOf: name.canonicalName, [previous, sequence, count, time.milliseconds], contents)
    }

    /// The number that format 1 had, which was that of the commit alone.
    var formerChecksum: Int { Int(checksumOf: name, [sequence, count, time.milliseconds], contents) }
}

extension LogSnapshot {
    var checksum: Int {
        Int(checksumOf: name.canonicalName + "\0" + fingerprint, [sequence, time.milliseconds], contents)
    }
}

extension Int {
    /// The function of Fowler, Noll and Vo (FNV-1a) with 64 bits, over words of eight bytes: it finds damage, not malice.
    init(checksumOf name: String, _ numbers: [Int], _ contents: [UInt8]) {
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        var name = name
        name.withUTF8 { sum.add(UnsafeRawBufferPointer($0)) }
        for number in numbers { sum.add(UInt64(bitPattern: Int64(number))) }
        contents.withUnsafeBytes { sum.add($0) }
        self.init(truncatingIfNeeded: sum)
    }
}

extension UInt64 {
    fileprivate mutating func add(_ word: UInt64) {
        self = (self ^ word) &* 0x0000_0100_0000_01b3
        // Upper bits reach the lower ones, which multiplication alone does not do.
        self ^= self >> 29
    }

    fileprivate mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset + 8 <= bytes.count {
            add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        add(rest)
        add(UInt64(bytes.count))
    }
}
