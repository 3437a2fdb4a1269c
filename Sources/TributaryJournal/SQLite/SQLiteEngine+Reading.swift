// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

/// Reading; each part of the file is verified.
extension SQLiteEngine {
    /// Reads in one transaction, also while another process writes.
    private func reading<Result>(_ body: () throws(ActionLogError) -> Result) throws(ActionLogError) -> Result
    {
        guard lock == nil else { return try body() }
        try connection.statement("BEGIN").run()
        defer { try? connection.statement("COMMIT").run() }
        return try body()
    }

    /// The commits that end after an entry: each follows the one before it, and none is missing at the end.
    func commits(of name: String, after sequence: Int, limit: Int) throws(ActionLogError) -> [LogCommit] {
        try reading { () throws(ActionLogError) in
            guard let end = try end(of: name) else { return [] }
            let count = limit == .max ? limit : limit + 1
            var found: [(commit: LogCommit, previous: Int, checksum: Int)] = []
            // From the one before on, with which the first is chained.
            try connection.statement(
                """
                SELECT sequence, count, time, previous, checksum, contents FROM commits WHERE log = ?1
                  AND sequence >= coalesce((SELECT max(sequence) FROM commits WHERE log = ?1 AND sequence <= ?2), 0)
                ORDER BY sequence LIMIT ?3
                """
            ).run(end.number, sequence, count) { row in
                found.append((LogCommit(row, of: name, contents: 5), row.integer(3), row.integer(4)))
            }
            var former: (last: Int, checksum: Int)?
            for (commit, previous, checksum) in found {
                let isNext =
                    former.map { $0 == (commit.sequence - 1, previous) }
                    ?? (commit.sequence - 1 <= max(sequence, end.first - 1))
                guard isNext, checksum == commit.checksum(after: previous) else {
                    throw damaged(
                        "entry \(commit.sequence) of “\(name)” was changed on the disk, or one before it"
                    )
                }
                former = (commit.last, checksum)
            }
            if found.count < count, end.first <= end.last {
                guard let former, former == (end.last, end.checksum) else {
                    throw damaged(
                        "entries of “\(name)” after \(former?.last ?? 0) are missing, up to \(end.last)"
                    )
                }
            }
            return found.lazy.map(\.commit).filter { $0.last > sequence }.prefix(limit).map(\.self)
        }
    }

    func snapshot(of name: String, upTo sequence: Int) throws(ActionLogError) -> LogSnapshot? {
        try reading { () throws(ActionLogError) in
            guard let end = try end(of: name) else { return nil }
            var found: (snapshot: LogSnapshot, checksum: Int)?
            try connection.statement(
                """
                SELECT sequence, time, fingerprint, checksum, contents FROM snapshots
                WHERE log = ? AND sequence <= ? ORDER BY sequence DESC LIMIT 1
                """
            ).run(end.number, sequence) { row in found = (LogSnapshot(row, of: name), row.integer(3)) }
            guard let found else {
                guard end.snapshot < 0 || sequence < end.snapshot else {
                    throw damaged("the snapshot of “\(name)” at entry \(end.snapshot) is missing")
                }
                return nil
            }
            guard found.checksum == found.snapshot.checksum else {
                throw damaged(
                    "the snapshot of “\(name)” at entry \(found.snapshot.sequence) was changed on the disk"
                )
            }
            return found.snapshot
        }
    }

    private func damaged(_ reason: String) -> ActionLogError { .damaged(file: connection.path, reason) }
}

extension LogSnapshot {
    init(_ row: SQLiteStatement, of name: String) {
        self.init(
            name: name,
            sequence: row.integer(0),
            time: LogTime(milliseconds: row.integer(1)),
            fingerprint: row.text(2),
            contents: row.bytes(4)
        )
    }
}
