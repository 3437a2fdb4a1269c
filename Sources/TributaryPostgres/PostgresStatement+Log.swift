// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import TributaryLog

extension PostgresStatement {
    /// What the server answers if a commit is covered by a snapshot that was not there when the commit was written.
    static let covered = "22012"

    /// Writes commits of different logs, which become durable together, and gives the positions of those that were written.
    ///
    /// The primary key keeps writers apart. A commit that is there already is written again where it is the writer's own, from a
    /// try whose answer was lost: to find it would not do, because a server shows commits that no standby has yet, but to write
    /// it waits for them. In the order of the key, so that two of these statements never wait for each other.
    ///
    /// Numbers up to a snapshot stay claimed, also when their commits were dropped. A snapshot that comes with such a drop after
    /// the first statement has begun is seen by the second, which then makes the server undo both, by dividing by zero.
    ///
    /// - Parameter commits: Each with its own writer.
    /// - Returns: The statements; the second one gives the writers of what was written.
    static func append(_ commits: [(commit: LogCommit, writer: String)]) -> [PostgresStatement] {
        let logs = PostgresValue(commits.map(\.commit.name))
        let sequences = PostgresValue(commits.map(\.commit.sequence))
        return [
            PostgresStatement(sql: "BEGIN"),
            PostgresStatement(
                sql: """
                    INSERT INTO tributary.commits AS c (log, sequence, count, time, writer, contents)
                    SELECT * FROM unnest($1::text[], $2::int8[], $3::int8[], $4::int8[], $5::text[], $6::bytea[])
                        AS b (log, sequence, count, time, writer, contents)
                    WHERE NOT EXISTS (
                        SELECT 1 FROM tributary.snapshots s WHERE s.log = b.log AND s.sequence >= b.sequence
                    )
                    ORDER BY b.log COLLATE "C", b.sequence
                    ON CONFLICT (log, sequence) DO UPDATE SET writer = excluded.writer WHERE c.writer = excluded.writer
                    RETURNING writer
                    """,
                values: [
                    logs, sequences, PostgresValue(commits.map(\.commit.count)),
                    PostgresValue(commits.map(\.commit.time.milliseconds)),
                    PostgresValue(commits.map(\.writer)),
                    PostgresValue(commits.map(\.commit.contents)),
                ]
            ),
            PostgresStatement(
                sql: """
                    SELECT 1 / (CASE WHEN EXISTS (
                        SELECT 1 FROM unnest($1::text[], $2::int8[], $3::text[]) AS b (log, sequence, writer)
                        JOIN tributary.commits c ON c.log = b.log AND c.sequence = b.sequence AND c.writer = b.writer
                        JOIN tributary.snapshots s ON s.log = b.log AND s.sequence >= b.sequence
                        WHERE c.xmin = pg_current_xact_id()::xid
                    ) THEN 0 ELSE 1 END)
                    """,
                values: [logs, sequences, PostgresValue(commits.map(\.writer))]
            ),
            PostgresStatement(sql: "COMMIT"),
        ]
    }

    /// The commits of a log that end after an entry; a commit that begins before it may.
    static func commits(of name: String, after sequence: Int, limit: Int) -> PostgresStatement {
        PostgresStatement(
            sql: """
                SELECT sequence, count, time, contents FROM tributary.commits
                WHERE log = $1::text AND sequence + count - 1 > $2::int8 AND sequence >= coalesce((
                    SELECT max(sequence) FROM tributary.commits WHERE log = $1::text AND sequence <= $2::int8
                ), 0)
                ORDER BY sequence LIMIT $3::int8
                """,
            values: [PostgresValue(name), PostgresValue(sequence), PostgresValue(limit)]
        )
    }

    static func snapshot(of name: String, upTo sequence: Int) -> PostgresStatement {
        PostgresStatement(
            sql: """
                SELECT sequence, time, fingerprint, contents FROM tributary.snapshots
                WHERE log = $1::text AND sequence <= $2::int8 ORDER BY sequence DESC LIMIT 1
                """,
            values: [PostgresValue(name), PostgresValue(sequence)]
        )
    }

    /// Keeps a snapshot, and drops what is older than a time and not needed: the newest snapshot that was old enough stays, and
    /// everything after it.
    static func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) -> [PostgresStatement] {
        var statements = [
            PostgresStatement(sql: "BEGIN"),
            PostgresStatement(
                sql: """
                    INSERT INTO tributary.snapshots (log, sequence, time, fingerprint, contents)
                    VALUES ($1::text, $2::int8, $3::int8, $4::text, $5::bytea)
                    ON CONFLICT (log, sequence) DO UPDATE
                    SET time = excluded.time, fingerprint = excluded.fingerprint, contents = excluded.contents
                    """,
                values: [
                    PostgresValue(snapshot.name), PostgresValue(snapshot.sequence),
                    PostgresValue(snapshot.time.milliseconds), PostgresValue(snapshot.fingerprint),
                    PostgresValue(bytes: snapshot.contents),
                ]
            ),
        ]
        if let time {
            let base = """
                (SELECT max(sequence) FROM tributary.snapshots
                WHERE log = $1::text AND (time < $2::int8 OR sequence = 0))
                """
            let values = [PostgresValue(snapshot.name), PostgresValue(time.milliseconds)]
            statements += [
                PostgresStatement(
                    sql:
                        "DELETE FROM tributary.commits WHERE log = $1::text AND sequence + count - 1 <= \(base)",
                    values: values
                ),
                PostgresStatement(
                    sql: "DELETE FROM tributary.snapshots WHERE log = $1::text AND sequence < \(base)",
                    values: values
                ),
            ]
        }
        return statements + [PostgresStatement(sql: "COMMIT")]
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
