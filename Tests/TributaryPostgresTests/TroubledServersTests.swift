// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Testing
import TributaryLog

@testable import TributaryPostgres

extension PostgresTests {
    @Suite("A server that stops doing", .timeLimit(.minutes(30)))
    struct TroubledServersTests {
        @Test func `has lost its standbys, and has all acknowledged commits when they return`() async throws {
            let name = "\(UInt64.random(in: 0 ... .max))"
            let log = try await PostgresLog(Servers().three, deadline: .seconds(60))
            try await log.append(commit(name, 1))
            let impatient = try await PostgresLog(Servers().three, deadline: .seconds(3))
            try await impatient.append(commit("\(name) 0", 1))
            let standbys = try Servers().standbys()
            #expect(!standbys.isEmpty)
            for standby in standbys { try standby.leave() }
            let told = await error { try await impatient.append(commit(name, 2)) }
            for standby in standbys { try standby.comeBack() }
            guard case .failed(_, let reason) = told else {
                Issue.record("It said \(String(describing: told)).")
                return
            }
            #expect(reason.contains("in time"))
            // It waits at the server, and the next writer finds that its number is taken.
            let next = await error { try await log.append(commit(name, 2, [9])) }
            #expect(next == .fenced(name: name, sequence: 2))
            try await log.append(commit(name, 3))
            let found = try await log.commits(of: name, after: 0, limit: 9)
            #expect(found.map(\.sequence) == [1, 2, 3])
            #expect(found[1].contents == [1, 2, 3])
            await impatient.close()
            await log.close()
        }

        @Test func `does not take writes any more, and takes them again`() async throws {
            let database = try Database()
            // One connection, as the other writer of a log may have none yet.
            let engine = try database.engine()
            let write = { (sequence: Int) in
                engine.append(
                    [PostgresAppend(commit: commit("a", sequence), writer: "\(sequence)")],
                    until: .now + .seconds(3)
                )[0]
            }
            try write(1).get()
            let server = try PostgresConnection(to: Servers().alone)
            try server.tell("ALTER SYSTEM SET default_transaction_read_only = on")
            defer {
                for sql in ["ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()"] {
                    #expect(throws: Never.self) { try server.tell(sql) }
                }
            }
            try server.tell("SELECT pg_reload_conf()")
            // Its connections notice this at some time.
            var (sequence, told) = (1, ActionLogError?.none)
            while told == nil {
                sequence += 1
                if case .failure(let error) = write(sequence) { told = error }
            }
            guard case .unreachable(_, let reason) = told else {
                Issue.record("It said \(String(describing: told)).")
                return
            }
            // The reason of a new connection: the old one would not find the server that accepts writes.
            #expect(reason.contains("session is read-only"))
            try server.tell("ALTER SYSTEM RESET default_transaction_read_only")
            try server.tell("SELECT pg_reload_conf()")
            try await server.wait(
                for: "SELECT (current_setting('default_transaction_read_only') = 'off')::int4"
            )
            // Nothing was written: the number is free.
            let patient = try await database.open()
            try await patient.append(commit("a", sequence))
            let found = try await patient.commits(of: "a", after: 0, limit: .max)
            #expect(found.map(\.sequence) == Array(1...sequence))
            await patient.close()
        }

        @Test func `was reached once, and never again: the write may have happened`() async throws {
            let database = try Database()
            let log = try await database.open(deadline: .seconds(3))
            try await log.append(commit("a", 1))
            let server = try PostgresConnection(to: Servers().alone)
            try database.direct.tell("BEGIN", "LOCK TABLE tributary.commits IN ACCESS EXCLUSIVE MODE")
            async let told = error { try await log.append(commit("a", 2)) }
            let name = try #require(database.connection.split(separator: "=").last)
            let waits = "FROM pg_stat_activity WHERE datname = '\(name)' AND wait_event_type = 'Lock'"
            try await server.wait(for: "SELECT count(*) \(waits)")
            try server.tell("ALTER DATABASE \(name) ALLOW_CONNECTIONS false")
            try server.tell("SELECT pg_terminate_backend(pid) \(waits)")
            guard case .failed(_, let reason) = await told else {
                Issue.record("It said \(String(describing: await told)).")
                return
            }
            #expect(reason.contains("not currently accepting connections"))
            await log.close()
        }

        @Test func `is not ready in time, and nothing was written`() async throws {
            let database = try Database()
            await (try database.open()).close()
            try database.direct.tell("BEGIN", "LOCK TABLE tributary.format IN ACCESS EXCLUSIVE MODE")
            let told = await error {
                await (try database.open(deadline: .seconds(2))).close()
            }
            guard case .unreachable(_, let reason) = told else {
                Issue.record("It said \(String(describing: told)).")
                return
            }
            #expect(reason.contains("in time"))
        }

        @Test(arguments: [
            ("53100", "room left"), ("42501", "cannot be written: no"), ("P0001", "no (P0001)"),
        ])
        func `refuses a commit, which can be written later`(state: String, said: String) async throws {
            let database = try Database()
            let log = try await database.open()
            try database.direct.tell(
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '\(state)'; END $$
                """,
                "CREATE TRIGGER refuse BEFORE INSERT ON tributary.commits EXECUTE FUNCTION refuse()"
            )
            let told = await error { try await log.append(commit("a", 1)) }
            #expect(told?.description.contains(said) == true)
            try database.direct.tell("DROP TRIGGER refuse ON tributary.commits")
            try await log.append(commit("a", 1))
            #expect(try await log.commits(of: "a", after: 0, limit: 9).count == 1)
            await log.close()
        }

        @Test(arguments: ["57P01", "57P02", "57014"])
        func `is shut down, and may have written; a write that an operator cancels is undone`(state: String)
            throws
        {
            let server = try PostgresConnection(to: Servers().alone)
            #expect {
                try server.tell("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '\(state)'; END $$")
            } throws: { error in
                switch error as? PostgresFailure {
                case .interrupted("no"): state != "57014"
                case .undone(state, "no"): state == "57014"
                default: false
                }
            }
        }

        @Test func `grants a role too little`() async throws {
            let database = try Database()
            let role = "r\(UInt32.random(in: 0 ... .max))"
            try database.direct.tell("CREATE ROLE \(role) LOGIN")
            let told = await error {
                let connection = "\(database.connection) user=\(role)"
                await (try PostgresLog(connection, durability: .onOneServer)).close()
            }
            guard case .notWritable(_, let reason) = told else {
                Issue.record("It said \(String(describing: told)).")
                return
            }
            #expect(reason.contains("permission denied"))
        }
    }
}
#endif
