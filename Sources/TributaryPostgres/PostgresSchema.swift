// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import TributaryLog

/// The requirements for a server, and the tables that are made there.
enum PostgresSchema {
    static let version = 2

    /// The oldest version of the server.
    private static let server = 130_000

    /// The additions of each version of the tables.
    ///
    /// Names are compared by their bytes: an order that depends on a language changes with the system's libraries, and breaks
    /// indexes. The writer distinguishes a retried commit from another writer's.
    private static let steps = [
        """
        CREATE TABLE tributary.commits (
            log text COLLATE "C" NOT NULL, sequence int8 NOT NULL, count int8 NOT NULL, time int8 NOT NULL,
            writer text NOT NULL, contents bytea NOT NULL, PRIMARY KEY (log, sequence)
        );
        CREATE TABLE tributary.snapshots (
            log text COLLATE "C" NOT NULL, sequence int8 NOT NULL, time int8 NOT NULL,
            fingerprint text NOT NULL, contents bytea NOT NULL, PRIMARY KEY (log, sequence)
        )
        """,
        // A message that need not be durable may be lost with its number, which the next server gives again: so a part of it is random,
        // and no node takes the second one for the first. Answers and nodes are of no use after a server has died.
        // The sequence of answers is a logged one: an unlogged one cannot be read after a failover.
        """
        CREATE SEQUENCE tributary.inbox_numbers;
        CREATE TABLE tributary.inbox (
            number int8 PRIMARY KEY
                DEFAULT ((nextval('tributary.inbox_numbers') << 24) | (random() * 16777215)::int8),
            store text COLLATE "C" NOT NULL,
            id text COLLATE "C" NOT NULL, node text COLLATE "C" NOT NULL, kind int8 NOT NULL, sender text, request int8,
            due int8, expires int8, deaths int8 NOT NULL DEFAULT 0, suspect text, aside text, contents bytea NOT NULL,
            UNIQUE (store, id)
        );
        CREATE INDEX inbox_node ON tributary.inbox (node);
        CREATE INDEX inbox_now ON tributary.inbox (node, number) WHERE due IS NULL AND aside IS NULL;
        CREATE INDEX inbox_due ON tributary.inbox (node, due) WHERE due IS NOT NULL AND aside IS NULL;
        CREATE INDEX inbox_expiring ON tributary.inbox (expires) WHERE expires IS NOT NULL;
        CREATE SEQUENCE tributary.answer_numbers;
        CREATE UNLOGGED TABLE tributary.answers (
            number int8 PRIMARY KEY DEFAULT nextval('tributary.answer_numbers'), at timestamptz NOT NULL DEFAULT now(),
            node text COLLATE "C" NOT NULL, request int8 NOT NULL, contents bytea NOT NULL
        );
        CREATE INDEX answers_node ON tributary.answers (node);
        CREATE UNLOGGED TABLE tributary.nodes (
            name text COLLATE "C" PRIMARY KEY, seen timestamptz NOT NULL, contents bytea NOT NULL
        );
        CREATE INDEX nodes_seen ON tributary.nodes (seen)
        """,
    ]

    /// The settings of a session, whatever the defaults of its server, database, and role are.
    ///
    /// The last statement of an append must see rows that the one before it did not see. There must be no time limit, because
    /// ending the wait for a standby would turn it into a success.
    private static let settings = [
        PostgresStatement(sql: "SET default_transaction_isolation = 'read committed'"),
        PostgresStatement(sql: "SET statement_timeout = 0"),
        PostgresStatement(sql: "SET lock_timeout = 0"),
        PostgresStatement(
            sql: """
                SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
                    WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)
                """
        ),
    ]

    /// Sets up a connection, checks that its server ensures durability, and makes the tables if they do not exist.
    ///
    /// - Throws: `unusable`, before it writes anything, if the server does not.
    static func prepare(
        _ connection: PostgresConnection,
        of configuration: PostgresConfiguration,
        until deadline: ContinuousClock.Instant
    ) throws(PostgresFailure) {
        let answers = try connection.run(
            settings + [
                PostgresStatement(
                    sql: """
                        SELECT current_setting('server_version_num')::int8, current_setting('fsync'),
                            current_setting('full_page_writes'), current_setting('synchronous_standby_names'),
                            current_setting('server_encoding'), pg_is_in_recovery()
                        """
                )
            ],
            until: deadline
        )
        guard let row = answers.last?.first else { throw .interrupted("the server said nothing of itself") }
        if row[5].isTrue { throw .unreachable("the server is a standby, which takes no writes") }
        if let reason = reason(against: row, configuration) {
            throw .unusable(.notWritable(place: configuration.place, reason: reason))
        }
        try prepareTables(connection, of: configuration, until: deadline)
    }

    /// The reason why a server with these settings does not ensure durability; `nil` if it does.
    static func reason(against row: PostgresRow, _ configuration: PostgresConfiguration) -> String? {
        let (number, encoding) = (row[0].integer, row[4].text)
        if number < server {
            return "the server's version is \(number / 10_000); 13 is the oldest that is supported"
        }
        if encoding != "UTF8" { return "the encoding of the database is \(encoding); create one with UTF8" }
        for (index, name) in [(1, "fsync"), (2, "full_page_writes")] where row[index].text != "on" {
            return
                "\(name) is \(row[index].text) there, so a loss of power may lose acknowledged commits; turn it on"
        }
        if configuration.durability == .onStandbys, !isReplicated(row[3].text) {
            return """
                synchronous_standby_names is “\(row[3].text)” there, so what is acknowledged is on one server only, and goes \
                with it; set it, as to 'ANY 1 (standby1, standby2)', or make the log with durability: .onOneServer
                """
        }
        return nil
    }

    /// Whether the servers that are named, or all, are waited for: `ANY 0 (…)` and `FIRST 0 (…)` are refused by the server.
    private static func isReplicated(_ names: String) -> Bool { names.contains { !$0.isWhitespace } }

    private static func prepareTables(
        _ connection: PostgresConnection,
        of configuration: PostgresConfiguration,
        until deadline: ContinuousClock.Instant
    ) throws(PostgresFailure) {
        let found = try version(connection, of: configuration, until: deadline)
        if found == version { return }
        // One at a time: those that come later find the tables made.
        var statements = [
            "BEGIN",
            "SELECT pg_advisory_xact_lock(hashtext('tributary'))",
            "CREATE SCHEMA IF NOT EXISTS tributary",
            "CREATE TABLE IF NOT EXISTS tributary.format (version int8 NOT NULL)",
            "COMMIT",
        ]
        _ = try connection.run(statements.map { PostgresStatement(sql: $0) }, until: deadline)
        statements = ["BEGIN", "LOCK TABLE tributary.format IN ACCESS EXCLUSIVE MODE"]
        _ = try connection.run(statements.map { PostgresStatement(sql: $0) }, until: deadline)
        let current = try version(connection, of: configuration, until: deadline)
        statements = steps[current...].flatMap { $0.split(separator: ";").map(String.init) }
        statements += [
            "DELETE FROM tributary.format", "INSERT INTO tributary.format VALUES (\(version))", "COMMIT",
        ]
        _ = try connection.run(statements.map { PostgresStatement(sql: $0) }, until: deadline)
    }

    /// The version of the tables; `0` if there are none.
    ///
    /// - Throws: `unusable` if they are of a newer version, or of another program.
    private static func version(
        _ connection: PostgresConnection,
        of configuration: PostgresConfiguration,
        until deadline: ContinuousClock.Instant
    ) throws(PostgresFailure) -> Int {
        let kinds = try connection.run(
            [
                PostgresStatement(
                    sql: """
                        SELECT to_regnamespace('tributary') IS NOT NULL, to_regclass('tributary.format') IS NOT NULL,
                            EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace('tributary')::oid)
                        """
                )
            ],
            until: deadline
        )
        guard let kind = kinds.first?.first, kind[0].isTrue else { return 0 }
        guard kind[1].isTrue else {
            if kind[2].isTrue {
                throw .unusable(.foreign(place: "The schema tributary of \(configuration.place)"))
            }
            return 0
        }
        let rows: [[PostgresRow]]
        do {
            rows = try connection.run(
                [PostgresStatement(sql: "SELECT version::int8 FROM tributary.format")],
                until: deadline
            )
        } catch .undone(let state, _) where state.hasPrefix("42") && state != "42501" {
            throw .unusable(.foreign(place: "The schema tributary of \(configuration.place)"))
        }
        let found = rows.first?.first?.first?.integer ?? 0
        if found > version {
            throw .unusable(.newer(place: configuration.place, version: found, supported: version))
        }
        return found
    }
}
#endif
