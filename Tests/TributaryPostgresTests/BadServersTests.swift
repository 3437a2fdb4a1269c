// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Testing
import TributaryLog

@testable import TributaryPostgres

extension PostgresTests {
    @Suite("A server that does not do", .timeLimit(.minutes(30)))
    struct BadServersTests {
        private func told(
            _ connection: String,
            durability: PostgresDurability = .onOneServer,
            deadline: Duration = .seconds(30)
        ) async -> ActionLogError? {
            await error {
                await (try PostgresLog(connection, durability: durability, deadline: deadline)).close()
            }
        }

        @Test func `keeps acknowledged commits on one server, though more were configured`() async throws {
            let database = try Database()
            let told = await told(database.connection, durability: .onStandbys)
            guard case .notWritable(let place, let reason) = told else {
                Issue.record("It said \(String(describing: told)).")
                return
            }
            #expect(place.contains("127.0.0.1"))
            #expect(
                reason.contains("synchronous_standby_names") && reason.contains("durability: .onOneServer")
            )
            // Nothing was written.
            #expect(try database.number("SELECT count(*) FROM pg_namespace WHERE nspname = 'tributary'") == 0)
        }

        @Test func `has a schema of another program`() async throws {
            let database = try Database()
            try database.direct.tell("CREATE SCHEMA tributary", "CREATE TABLE tributary.rivers (name text)")
            guard case .foreign = await told(database.connection) else {
                Issue.record("It was taken.")
                return
            }
            let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'tributary'"
            #expect(try database.number(tables) == 1)
            // Also if a table has the requested name.
            try database.direct.tell("CREATE TABLE tributary.format (paper text)")
            guard case .foreign = await told(database.connection) else {
                Issue.record("It was taken.")
                return
            }
            #expect(try database.number(tables) == 2)
        }

        @Test func `has tables of a newer version`() async throws {
            let database = try Database()
            await (try database.open()).close()
            try database.direct.tell("UPDATE tributary.format SET version = 9")
            guard case .newer(_, 9, PostgresSchema.version) = await told(database.connection) else {
                Issue.record("It was taken.")
                return
            }
        }

        @Test func `has an encoding in which not all texts can be written`() async throws {
            let database = try Database("ENCODING 'LATIN1' TEMPLATE template0")
            let told = await told(database.connection)
            #expect(told?.description.contains("LATIN1") == true)
        }

        @Test func `is unreachable, and nothing was written`() async throws {
            let told = await told(
                "host=127.0.0.1 port=1 user=me password=hidden",
                deadline: .milliseconds(200)
            )
            guard case .unreachable(_, let reason) = told else {
                Issue.record("It said \(String(describing: told)).")
                return
            }
            #expect(reason.contains("refused"))
            #expect(told?.description.contains("hidden") == false)
        }

        @Test func `is named by an invalid text`() async throws {
            let told = await told("host=127.0.0.1 pasword=hidden")
            guard case .notWritable(_, let reason) = told else {
                Issue.record("It said \(String(describing: told)).")
                return
            }
            #expect(reason.contains("pasword") && !reason.contains("hidden"))
        }

        @Test func `is a standby`() async throws {
            var reasons: [String] = []
            // The last try of a slow machine may be cut off before the server has said so.
            for milliseconds in [300, 3_000, 30_000] where reasons.last?.contains("standby") != true {
                let told = await told(
                    "\(Servers().standby) target_session_attrs=any",
                    deadline: .milliseconds(milliseconds)
                )
                guard case .unreachable(_, let reason) = told else {
                    Issue.record("It said \(String(describing: told)).")
                    return
                }
                reasons.append(reason)
            }
            #expect(reasons.last?.contains("standby") == true, "\(reasons)")
        }

        @Test func `does not answer in time, and a commit may have been written`() async throws {
            let database = try Database()
            let log = try await database.open(deadline: .milliseconds(300))
            try database.direct.tell("BEGIN", "LOCK TABLE tributary.commits IN ACCESS EXCLUSIVE MODE")
            let told = await error { try await log.append(commit("a", 1)) }
            guard case .failed(_, let reason) = told else {
                Issue.record("It said \(String(describing: told)).")
                return
            }
            #expect(reason.contains("in time"))
            try database.direct.tell("COMMIT")
            // The others are not concerned.
            let patient = try await database.open()
            try await patient.append(commit("b", 1))
            try await log.append(commit("c", 1))
            await patient.close()
            await log.close()
        }

        @Test func `takes up a connection that an operator has ended`() async throws {
            let database = try Database()
            let log = try await database.open()
            try await log.append(commit("a", 1))
            let others = "datname = current_database() AND pid <> pg_backend_pid()"
            try database.direct.tell("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE \(others)")
            try await log.append(commit("a", 2))
            #expect(try await log.commits(of: "a", after: 0, limit: 9).count == 2)
            await log.close()
        }

        @Test func `is configured not to wait for its standbys`() async throws {
            let database = try Database()
            let log = try await database.open(deadline: .seconds(120))
            try await log.append(commit("a", 1))
            let waits = """
                SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'
                """
            let server = try PostgresConnection(to: database.connection)
            try server.tell("SET synchronous_commit = off")
            try server.tell("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            defer {
                // Also after a failure: the other tests need the server.
                for sql in ["ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()"] {
                    #expect(throws: Never.self) { try server.tell(sql) }
                }
            }
            try server.tell("SELECT pg_reload_conf()")
            try await server.wait(
                for: "SELECT (current_setting('synchronous_standby_names') = 'nobody')::int4"
            )
            let append = { (sequence: Int) in
                let isDone = Done()
                let task = Task {
                    defer { isDone.set() }
                    try await log.append(commit("a", sequence))
                }
                return (isDone, task)
            }
            let isWaiting = { (isDone: Done) in
                while try server.number(waits) == 0, !isDone.isSet { await Task.yield() }
                return !isDone.isSet
            }
            // The server notices this at some time, and answers no one before.
            var sequence = 2
            var (isDone, appended) = append(sequence)
            while try await !isWaiting(isDone) {
                try await appended.value
                sequence += 1
                (isDone, appended) = append(sequence)
            }
            // It stops waiting, has written it, and reports success; it is asked again.
            for _ in 1...3 {
                try #require(await isWaiting(isDone))
                try server.tell(
                    """
                    SELECT pg_cancel_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event = 'SyncRep'
                    """
                )
            }
            try #require(await isWaiting(isDone))
            try server.tell("ALTER SYSTEM RESET synchronous_standby_names")
            try server.tell("SELECT pg_reload_conf()")
            try await appended.value
            let found = try await log.commits(of: "a", after: 0, limit: .max)
            #expect(found.map(\.sequence) == Array(1...sequence))
            await log.close()
        }

        @Test func `speaks TLS, with a valid identity`() async throws {
            let database = try Database()
            let connection = "\(database.connection) hostaddr=127.0.0.1 host=localhost sslmode=verify-full"
            let log = try await PostgresLog(
                "\(connection) sslrootcert=\(Servers().root)",
                durability: .onOneServer
            )
            try await log.append(commit("a", 1))
            let encrypted = """
                SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                WHERE ssl AND application_name = 'tributary' AND datname = current_database() AND pid <> pg_backend_pid()
                """
            #expect(try database.number(encrypted) > 0)
            await log.close()

            // A server that is not the expected one.
            let other = await told(
                "\(database.connection) sslmode=verify-full sslrootcert=\(Servers().root)",
                deadline: .milliseconds(300)
            )
            #expect(other?.description.contains("127.0.0.1") == true)
            guard case .unreachable = other else {
                Issue.record("It said \(String(describing: other)).")
                return
            }
        }
    }
}
#endif
