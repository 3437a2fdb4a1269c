// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TributaryLog

/// Makes a file that can be opened from the intact parts of a damaged one.
///
/// It runs only on request, because the state may be an older one afterwards. The damaged file stays in the folder, under another
/// name.
package struct SQLiteRepair {
    /// The results of the repair, a line for each log.
    package private(set) var report: [String] = []

    /// Where the damaged file is now.
    package let damagedPath: String
    private let path: String

    /// Repairs a file.
    ///
    /// Of each log, it keeps the entries that lead to the latest certain state: those up to the first damaged or missing one, or,
    /// if a later snapshot is intact, that snapshot and the entries after it.
    ///
    /// - Parameter path: Of the file, which no other process may use meanwhile.
    /// - Throws: An `ActionLogError` if nothing can be read, or the folder cannot be written; then the file is as it was.
    package init(of path: String) throws(ActionLogError) {
        let path = try FileMark.place(of: path)
        self.path = path
        let lock = try FileLock(path: path)
        defer { lock.release() }
        damagedPath = Self.freePath(path + "-damaged")
        let repaired = path + "-repaired"
        for suffix in ["", "-wal", "-shm", "-lock"] {
            try? FileManager.default.removeItem(atPath: repaired + suffix)
        }
        let mark = try? FileMark.read(beside: path)
        var kept = 0
        do {
            let source = try SQLiteConnection(path: path, isReadOnly: true)
            defer { source.close() }
            let target = try SQLiteEngine(path: repaired, pageLimit: nil, vfs: nil)
            defer { target.close() }
            for log in try Self.logs(of: source) {
                let intact = try IntactLog(log.name, log.number, of: source, isFormer: log.isFormer)
                kept += try intact.write(to: target)
                report.append(intact.report(expected: log.last))
            }
            let messages = try SQLiteEngine.intactMessages(in: source)
            if messages.count > 0 {
                try target.restore(messages.kept)
                report.append("\(messages.kept.count) of \(messages.count) messages are kept.")
            }
        }
        if let mark, mark.serial > kept {
            report.append(
                "\(mark.serial) commits were ever acknowledged, and \(kept) are in the repaired file."
            )
        }
        let own = try FileMark.read(beside: repaired) ?? FileMark(identity: 0, serial: 0)
        do {
            for suffix in ["", "-wal"] where FileIdentity(path + suffix) != nil {
                try FileManager.default.moveItem(atPath: path + suffix, toPath: damagedPath + suffix)
            }
            try? FileManager.default.removeItem(atPath: path + "-shm")
            try FileManager.default.moveItem(atPath: repaired, toPath: path)
            try? FileManager.default.removeItem(atPath: repaired + "-lock")
        } catch {
            throw .notWritable(file: path, "\(error)")
        }
        try lock.write(own, isSynced: true)
    }

    private static func freePath(_ path: String) -> String {
        var (free, count) = (path, 1)
        while FileIdentity(free) != nil {
            count += 1
            free = "\(path)-\(count)"
        }
        return free
    }

    /// The logs of a file, each with its expected end, if that can be read.
    private static func logs(
        of source: SQLiteConnection
    ) throws(ActionLogError) -> [(number: Int, name: String, last: Int?, isFormer: Bool)] {
        let isFormer = try source.integer("PRAGMA user_version") == SQLiteSchema.formerVersion
        var logs: [(number: Int, name: String, last: Int?, isFormer: Bool)] = []
        try source.statement("SELECT number, name\(isFormer ? "" : ", last") FROM logs").run {
            logs.append(($0.integer(0), $0.text(1), isFormer ? nil : $0.integer(2), isFormer))
        }
        return logs
    }
}

/// The intact part of a log.
private struct IntactLog {
    private let name: String
    private var commits: [LogCommit] = []
    private var snapshots: [LogSnapshot] = []

    /// Entries before the first that is kept were lost.
    private var isStartLost = false

    init(_ name: String, _ number: Int, of source: SQLiteConnection, isFormer: Bool) throws(ActionLogError) {
        self.name = name
        let intact = Self.snapshots(of: name, number, in: source)
        // The latest state wins; of those that lead to the same, the longest history.
        var best: (last: Int, commits: [LogCommit], snapshots: [LogSnapshot])?
        for run in Self.runs(of: name, number, in: source, isFormer: isFormer) {
            let last = run[run.count - 1].last
            var starts = intact.filter { $0.sequence < last }.map(\.sequence)
            if run[0].sequence == 1 { starts.insert(0, at: 0) }
            guard let start = starts.first(where: { start in run.contains { $0.sequence == start + 1 } }),
                last >= best?.last ?? 0
            else { continue }
            best = (
                last, run.filter { $0.sequence > start },
                intact.filter { (start...last).contains($0.sequence) }
            )
        }
        if let newest = intact.last, newest.sequence > best?.last ?? -1 {
            best = (newest.sequence, [], [newest])
        }
        guard let best else { return }
        (commits, snapshots) = (best.commits, best.snapshots)
        isStartLost = (commits.first?.sequence ?? 1) > 1
    }

    /// Writes the intact part.
    ///
    /// Returns the number of commits.
    func write(to target: SQLiteEngine) throws(ActionLogError) -> Int {
        let start = (commits.first?.sequence ?? .max) - 1
        for snapshot in snapshots where snapshot.sequence <= start {
            try target.keep(snapshot, droppingBefore: nil)
        }
        for answer in target.append(commits.map { ($0, []) }) { try answer.get() }
        for snapshot in snapshots where snapshot.sequence > start {
            try target.keep(snapshot, droppingBefore: nil)
        }
        return commits.count
    }

    /// The result for the log, as text.
    func report(expected: Int?) -> String {
        guard let last = commits.last?.last ?? snapshots.last?.sequence else {
            return "\(name): nothing is intact"
                + (expected.map { $0 > 0 ? " of \($0) entries." : "." } ?? ".")
        }
        let end =
            switch expected {
            case let expected? where expected > last: "entries after \(last), up to \(expected), are lost"
            case _?: "the state is the last that was written"
            case nil: "what may have been after it is not known"
            }
        let start = isStartLost ? "; earlier entries than \(commits[0].sequence) are not in it" : ""
        return "\(name): it goes up to entry \(last); \(end)\(start)."
    }

    /// The commits that follow each other without a gap.
    private static func runs(
        of name: String,
        _ number: Int,
        in source: SQLiteConnection,
        isFormer: Bool
    ) -> [[LogCommit]] {
        var found: [Int: (commit: LogCommit, previous: Int, checksum: Int)] = [:]
        // From both ends: rows behind a damaged page are found from the other one.
        for order in ["ASC", "DESC"] {
            try? source.statement(
                """
                SELECT sequence, count, time, \(isFormer ? "0" : "previous"), checksum, contents FROM commits
                WHERE log = ? ORDER BY sequence \(order)
                """
            ).run(number) { row in
                let commit = LogCommit(row, of: name, contents: 5)
                let (previous, checksum) = (row.integer(3), row.integer(4))
                guard checksum == (isFormer ? commit.formerChecksum : commit.checksum(after: previous)) else {
                    return
                }
                found[commit.sequence] = (commit, previous, checksum)
            }
        }
        var runs: [[LogCommit]] = []
        var former: (last: Int, checksum: Int)?
        for (_, (commit, previous, checksum)) in found.sorted(by: { $0.key < $1.key }) {
            if let former, former.last == commit.sequence - 1, isFormer || former.checksum == previous {
                runs[runs.count - 1].append(commit)
            } else {
                runs.append([commit])
            }
            former = (commit.last, checksum)
        }
        return runs
    }

    private static func snapshots(of name: String, _ number: Int, in source: SQLiteConnection)
        -> [LogSnapshot]
    {
        var found: [Int: LogSnapshot] = [:]
        for order in ["ASC", "DESC"] {
            try? source.statement(
                """
                SELECT sequence, time, fingerprint, checksum, contents FROM snapshots
                WHERE log = ? ORDER BY sequence \(order)
                """
            ).run(number) { row in
                let snapshot = LogSnapshot(row, of: name)
                if row.integer(3) == snapshot.checksum { found[snapshot.sequence] = snapshot }
            }
        }
        return found.values.sorted { $0.sequence < $1.sequence }
    }
}
