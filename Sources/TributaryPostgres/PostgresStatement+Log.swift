// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import TributaryLog

extension PostgresStatement {
    /// The server's error if a commit is covered by a snapshot that did not exist when the commit was written.
    static let covered = "22012"

    /// Writes commits of different logs, which become durable together, and gives the positions of those that were written.
    ///
    /// The primary key keeps writers apart. A commit that exists already is written again if it is the writer's own, from a try
    /// whose answer was lost. Reading it would not suffice: a server shows commits that no standby has yet, but a write waits for
    /// the standbys. Commits are in the order of the key, so that two of these statements do not wait for each other.
    ///
    /// A commit is written only if the one before it exists, or a snapshot that replaces it. So a durable commit has all commits
    /// before it, also after a failover to a server that lacks acknowledged ones.
    ///
    /// Numbers up to a snapshot stay claimed, even after their commits were dropped. If a snapshot drops commits after the first
    /// statement has begun, the second one sees it, and divides by zero to roll both back.
    ///
    /// Messages that a commit removes must be there, unless a try of its own has removed them. Messages are put by the first try
    /// only: a row that was inserted, and not updated, has no `xmax`.
    ///
    /// - Parameter commits: Each with its own writer.
    /// - Returns: The statements; the second one returns the writers of the written commits.
    static func append(_ commits: [PostgresAppend]) -> [PostgresStatement] {
        let logs = PostgresValue(commits.lazy.map(\.commit.name.canonicalName))
        let sequences = PostgresValue(commits.lazy.map(\.commit.sequence))
        let writers = PostgresValue(commits.lazy.map(\.writer))
        let values = [
            logs, sequences, PostgresValue(commits.lazy.map(\.commit.count)),
            PostgresValue(commits.lazy.map(\.commit.time.milliseconds)), writers,
            PostgresValue(commits.lazy.map(\.commit.contents)),
        ]
        let hasMail = commits.contains { !$0.changes.isEmpty }
        return [
            PostgresStatement(sql: "BEGIN"),
            hasMail
                ? PostgresStatement(sql: insertWithMail, values: values + mail(of: commits))
                : PostgresStatement(sql: insert(), values: values),
            PostgresStatement(sql: undoCovered, values: [logs, sequences, writers]),
            PostgresStatement(sql: "COMMIT"),
        ]
    }

    private static func insert(where condition: String = "true", returning: String = "writer") -> String {
        """
        INSERT INTO tributary.commits AS c (log, sequence, count, time, writer, contents)
        SELECT * FROM unnest($1::text[], $2::int8[], $3::int8[], $4::int8[], $5::text[], $6::bytea[])
            AS b (log, sequence, count, time, writer, contents)
        WHERE \(isFree) AND \(follows) AND \(condition)
        ORDER BY b.log COLLATE "C", b.sequence
        ON CONFLICT (log, sequence) DO UPDATE SET writer = excluded.writer WHERE \(isOwn)
        RETURNING \(returning)
        """
    }

    private static let insertWithMail = """
        WITH taken AS (
            SELECT t.log, count(*) > count(i.number) AS misses
            FROM unnest($7::text[], $8::int8[]) AS t (log, number) LEFT JOIN tributary.inbox i ON i.number = t.number
            GROUP BY t.log
        ), written AS (
            \(insert(where: hasMessages, returning: "log, writer, xmax = 0 AS is_new"))
        ), removed AS (
            DELETE FROM tributary.inbox i USING unnest($7::text[], $8::int8[]) AS t (log, number), written w
            WHERE i.number = t.number AND w.log = t.log
        ), cancelled AS (
            DELETE FROM tributary.inbox i USING unnest($9::text[], $10::text[], $11::text[]) AS t (log, store, id), written w
            WHERE i.store = t.store AND i.id = t.id AND w.log = t.log AND w.is_new
        ), put AS (
            \(put(from: "unnest($12::text[]) WITH ORDINALITY AS o (log, place) JOIN \(unnestPuts(at: 13)) ON p.place = o.place JOIN written w ON w.log = o.log AND w.is_new"))
        )
        SELECT writer FROM written
        """

    private static let hasMessages = """
        (NOT EXISTS (SELECT FROM taken WHERE taken.log = b.log AND taken.misses) OR EXISTS (
            SELECT FROM tributary.commits o WHERE o.log = b.log AND o.sequence = b.sequence AND o.writer = b.writer
        ))
        """

    /// The messages that commits remove, cancel, and put, each with its log.
    private static func mail(of commits: [PostgresAppend]) -> [PostgresValue] {
        var removed: [(log: String, number: Int)] = []
        var cancelled: [(log: String, key: MailboxKey)] = []
        var puts: [(log: String, message: MailboxMessage)] = []
        for commit in commits {
            let log = commit.commit.name.canonicalName
            // Of several changes of one message, the last one counts; a statement can put it once.
            var seen: Set<MailboxKey> = []
            let changes = commit.changes.reversed().filter { $0.key.map { seen.insert($0).inserted } ?? true }
            for change in changes.reversed() {
                switch change {
                case .remove(let number): removed.append((log, number))
                case .cancel(let store, let id): cancelled.append((log, MailboxKey(store: store, id: id)))
                case .put(let message): puts.append((log, message))
                case .move, .countDeath, .suspect, .setAside, .retry, .answer: break
                }
            }
        }
        return [
            PostgresValue(removed.map(\.log)), PostgresValue(removed.map(\.number)),
            PostgresValue(cancelled.map(\.log)), PostgresValue(cancelled.map(\.key.store)),
            PostgresValue(cancelled.map(\.key.id)), PostgresValue(puts.map(\.log)),
        ] + values(of: puts.map(\.message))
    }

    private static let isFree =
        "NOT EXISTS (SELECT 1 FROM tributary.snapshots s WHERE s.log = b.log AND s.sequence >= b.sequence)"

    private static let follows = """
        (
            b.sequence = 1
            OR b.sequence = (
                SELECT p.sequence + p.count FROM tributary.commits p
                WHERE p.log = b.log AND p.sequence < b.sequence ORDER BY p.sequence DESC LIMIT 1
            )
            OR EXISTS (SELECT 1 FROM tributary.snapshots s WHERE s.log = b.log AND s.sequence = b.sequence - 1)
        )
        """

    private static let isOwn = "c.writer = excluded.writer"

    private static let undoCovered = """
        SELECT 1 / (CASE WHEN EXISTS (
            SELECT 1 FROM unnest($1::text[], $2::int8[], $3::text[]) AS b (log, sequence, writer)
            JOIN tributary.commits c ON c.log = b.log AND c.sequence = b.sequence AND c.writer = b.writer
            JOIN tributary.snapshots s ON s.log = b.log AND s.sequence >= b.sequence
            WHERE c.xmin = pg_current_xact_id()::xid
        ) THEN 0 ELSE 1 END)
        """

    /// Answers questions of one kind in one statement, each row with the number of its question before it.
    static func answer(_ questions: [PostgresQuestion]) -> [PostgresStatement] {
        var commits: [(number: Int, log: String, after: Int, limit: Int)] = []
        var snapshots: [(number: Int, log: String, last: Int)] = []
        var kept: [LogSnapshot] = []
        for (number, question) in questions.enumerated() {
            switch question {
            case .commits(let log, let sequence, let limit): commits.append((number, log, sequence, limit))
            case .snapshot(let log, let last): snapshots.append((number, log, last))
            case .keep(let snapshot): kept.append(snapshot)
            }
        }
        var statements: [PostgresStatement] = []
        if !kept.isEmpty { statements.append(keep(kept)) }
        if !commits.isEmpty {
            // A commit that begins before the entry may end after it.
            let sql = """
                SELECT q.number, c.sequence, c.count, c.time, c.contents
                FROM unnest($1::int8[], $2::text[], $3::int8[], $4::int8[]) AS q (number, log, after, most)
                CROSS JOIN LATERAL (
                    SELECT sequence, count, time, contents FROM tributary.commits
                    WHERE log = q.log AND sequence + count - 1 > q.after AND sequence >= coalesce((
                        SELECT max(sequence) FROM tributary.commits WHERE log = q.log AND sequence <= q.after
                    ), 0)
                    ORDER BY sequence LIMIT q.most
                ) AS c
                ORDER BY q.number, c.sequence
                """
            statements.append(
                PostgresStatement(
                    sql: sql,
                    values: [
                        PostgresValue(commits.lazy.map(\.number)), PostgresValue(commits.lazy.map(\.log)),
                        PostgresValue(commits.lazy.map(\.after)), PostgresValue(commits.lazy.map(\.limit)),
                    ]
                )
            )
        }
        if !snapshots.isEmpty {
            let sql = """
                SELECT q.number, s.sequence, s.time, s.fingerprint, s.contents
                FROM unnest($1::int8[], $2::text[], $3::int8[]) AS q (number, log, last)
                CROSS JOIN LATERAL (
                    SELECT sequence, time, fingerprint, contents FROM tributary.snapshots
                    WHERE log = q.log AND sequence <= q.last ORDER BY sequence DESC LIMIT 1
                ) AS s
                """
            statements.append(
                PostgresStatement(
                    sql: sql,
                    values: [
                        PostgresValue(snapshots.lazy.map(\.number)), PostgresValue(snapshots.lazy.map(\.log)),
                        PostgresValue(snapshots.lazy.map(\.last)),
                    ]
                )
            )
        }
        return statements
    }

    /// Keeps snapshots of different logs, in the order of the key, so that two of these statements never wait for each other.
    private static func keep(_ snapshots: [LogSnapshot]) -> PostgresStatement {
        PostgresStatement(
            sql: """
                INSERT INTO tributary.snapshots (log, sequence, time, fingerprint, contents)
                SELECT * FROM unnest($1::text[], $2::int8[], $3::int8[], $4::text[], $5::bytea[])
                    AS b (log, sequence, time, fingerprint, contents)
                ORDER BY b.log COLLATE "C", b.sequence
                ON CONFLICT (log, sequence) DO UPDATE
                SET time = excluded.time, fingerprint = excluded.fingerprint, contents = excluded.contents
                """,
            values: [
                PostgresValue(snapshots.lazy.map(\.name.canonicalName)),
                PostgresValue(snapshots.lazy.map(\.sequence)),
                PostgresValue(snapshots.lazy.map(\.time.milliseconds)),
                PostgresValue(snapshots.lazy.map(\.fingerprint)),
                PostgresValue(snapshots.lazy.map(\.contents)),
            ]
        )
    }

    /// Keeps a snapshot, and drops older entries that are not needed: the newest snapshot that is old enough stays, and all entries
    /// after it.
    static func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime) -> [PostgresStatement] {
        let base = """
            (SELECT max(sequence) FROM tributary.snapshots
            WHERE log = $1::text AND (time < $2::int8 OR sequence = 0))
            """
        let values = [PostgresValue(snapshot.name.canonicalName), PostgresValue(time.milliseconds)]
        return [
            PostgresStatement(sql: "BEGIN"),
            keep([snapshot]),
            PostgresStatement(
                sql: "DELETE FROM tributary.commits WHERE log = $1::text AND sequence + count - 1 <= \(base)",
                values: values
            ),
            PostgresStatement(
                sql: "DELETE FROM tributary.snapshots WHERE log = $1::text AND sequence < \(base)",
                values: values
            ),
            PostgresStatement(sql: "COMMIT"),
        ]
    }

    /// The names of all logs: one look into an index for each, however many commits it has.
    static let names = PostgresStatement(
        sql: """
            WITH RECURSIVE
                c AS ((SELECT log FROM tributary.commits ORDER BY log LIMIT 1) UNION ALL
                    SELECT (SELECT n.log FROM tributary.commits n WHERE n.log > c.log ORDER BY n.log LIMIT 1)
                    FROM c WHERE c.log IS NOT NULL),
                s AS ((SELECT log FROM tributary.snapshots ORDER BY log LIMIT 1) UNION ALL
                    SELECT (SELECT n.log FROM tributary.snapshots n WHERE n.log > s.log ORDER BY n.log LIMIT 1)
                    FROM s WHERE s.log IS NOT NULL)
            SELECT log FROM c WHERE log IS NOT NULL UNION SELECT log FROM s WHERE log IS NOT NULL
            """
    )
}
#endif
