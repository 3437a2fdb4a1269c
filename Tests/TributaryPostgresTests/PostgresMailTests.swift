// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Testing
import TributaryLog
import TributaryTesting

@testable import TributaryPostgres

extension PostgresTests {
    @Suite("Messages of a log", .timeLimit(.minutes(30)))
    struct PostgresMailTests {
        private static func message(_ id: String, to store: String = "s") -> MailboxMessage {
            MailboxMessage(to: store, id: id, at: "n", contents: Array(id.utf8))
        }

        @Test func `a mailbox meets its requirements on one server`() async throws {
            let database = try Database()
            await checkMailbox { (_: PostgresLog?) in try await database.open() }
        }

        @Test func `a mailbox meets its requirements on three servers`() async throws {
            await checkMailbox { (_: PostgresLog?) in
                try await PostgresLog(Servers().three, deadline: .seconds(30))
            }
        }

        @Test func `a commit that is tried again changes its messages once`() async throws {
            let database = try Database()
            let log = try await database.open()
            try await log.change([.put(Self.message("a")), .put(Self.message("b"))], isDurable: true)
            let numbers = try await log.receive(at: "n", without: [], limit: 10).messages.map(\.number)
            let engine = try database.engine()
            let append = PostgresAppend(
                commit: commit("s", 1),
                writer: "w",
                changes: [
                    .remove(numbers[0]), .put(Self.message("c", to: "t")), .cancel(store: "s", id: "b"),
                ]
            )
            for _ in 0..<2 {
                let answers = engine.append([append], until: .now + .seconds(30))
                #expect(answers.map { (try? $0.get()) != nil } == [true])
            }
            #expect(try await log.messages(after: 0, limit: 10).map(\.id) == ["c"])
            // It was done meanwhile, and another one of the same id waits.
            let done = try await log.messages(after: 0, limit: 10)[0].number
            try await log.change([.remove(done), .put(Self.message("b"))], isDurable: true)
            let answers = engine.append([append], until: .now + .seconds(30))
            #expect(answers.map { (try? $0.get()) != nil } == [true])
            #expect(try await log.messages(after: 0, limit: 10).map(\.id) == ["b"])
            await log.close()
        }

        @Test func `commits of one batch succeed and fail by themselves`() async throws {
            let database = try Database()
            let log = try await database.open()
            try await log.change(
                [.put(Self.message("a")), .put(Self.message("b", to: "t"))],
                isDurable: true
            )
            let numbers = try await log.receive(at: "n", without: [], limit: 10).messages.map(\.number)
            let appends = [
                PostgresAppend(commit: commit("s", 1), writer: "1", changes: [.remove(numbers[0])]),
                PostgresAppend(
                    commit: commit("t", 1),
                    writer: "2",
                    changes: [.remove(numbers[1]), .remove(1_000)]
                ),
                PostgresAppend(commit: commit("u", 1), writer: "3"),
                PostgresAppend(commit: commit("v", 2), writer: "4", changes: [.put(Self.message("c"))]),
            ]
            let answers = try database.engine().append(appends, until: .now + .seconds(30))
            #expect(answers.map { (try? $0.get()) != nil } == [true, false, true, false])
            #expect(try await log.messages(after: 0, limit: 10).map(\.id) == ["b"])
            await log.close()
        }

        @Test func `a listener is notified again after its connection was lost`() async throws {
            let database = try Database()
            let log = try await database.open()
            var wakeups = log.wakeups(at: "n").makeAsyncIterator()
            _ = await wakeups.next()
            for _ in 0..<3 {
                let channel = PostgresStatement.channel(of: "n")
                try database.direct.tell(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN \"\(channel)\"'"
                )
                // Once because it is connected again, and once because of the message.
                _ = await wakeups.next()
                try await log.change([.put(Self.message("a"))], isDurable: false)
                _ = await wakeups.next()
            }
            await log.close()
            #expect(await wakeups.next() == nil)
        }

        @Test func `a heartbeat reads the recent nodes, and removes those of yesterday`()
            async throws
        {
            let database = try Database()
            let log = try await database.open()
            try database.direct.tell(
                """
                INSERT INTO tributary.nodes
                SELECT 'former ' || n, now() - interval '10 minutes', '' FROM generate_series(1, 10000) AS n
                """,
                """
                INSERT INTO tributary.nodes
                SELECT 'old ' || n, now() - interval '25 hours', '' FROM generate_series(1, 10) AS n
                """
            )
            let nodes = try await log.meet(MailboxNode(name: "n", contents: [1]), within: .seconds(60))
            #expect(nodes == [MailboxNode(name: "n", contents: [1], isConnected: true)])
            #expect(try database.number("SELECT count(*) FROM tributary.nodes") == 10_001)
            await log.close()
        }

        @Test func `a node counts as connected while its process is`() async throws {
            let database = try Database()
            let (log, other) = (try await database.open(), try await database.open())
            func isConnected() async throws -> Bool {
                try await other.meet(nil, within: .seconds(3_600)).map(\.isConnected) == [true]
            }
            _ = try await log.meet(MailboxNode(name: "n", contents: [1]), within: .seconds(60))
            #expect(try await !isConnected())
            var wakeups = log.wakeups(at: "n").makeAsyncIterator()
            _ = await wakeups.next()
            #expect(try await isConnected())
            await log.close()
            while try await isConnected() {}
            await other.close()
        }

        @Test func `no lock is held over a connection that a pooler gives to others`() async throws {
            let database = try Database()
            let log = try await database.open()
            _ = try await log.meet(MailboxNode(name: "n", contents: [1]), within: .seconds(60))
            let connection = database.direct
            for process in [0, connection.process] {
                let deadline = ContinuousClock.now + .seconds(60)
                _ = try connection.run([.hold("n", over: process)], until: deadline)
                let nodes = try await log.meet(nil, within: .seconds(3_600))
                #expect(nodes.map(\.isConnected) == [process != 0])
            }
            await log.close()
        }

        @Test func `a repeated heartbeat does not make its node younger`() async throws {
            let database = try Database()
            let log = try await database.open()
            let node = MailboxNode(name: "n", contents: [1])
            _ = try await log.meet(node, within: .seconds(60))
            try database.direct.tell("UPDATE tributary.nodes SET seen = seen - interval '30 seconds'")
            _ = try await log.meet(node, within: .seconds(60))
            let old = try await log.meet(nil, within: .seconds(60))
            #expect(old.count == 1 && old[0].age >= .seconds(30), "\(old)")
            _ = try await log.meet(MailboxNode(name: "n", contents: [2]), within: .seconds(60))
            let new = try await log.meet(nil, within: .seconds(60))
            #expect(new.count == 1 && new[0].age < .seconds(30), "\(new)")
            await log.close()
        }

        @Test func `changes of one message are made in their order`() async throws {
            let database = try Database()
            let log = try await database.open()
            try await log.change((1...3).map { _ in .put(Self.message("a")) }, isDurable: false)
            let number = try #require(try await log.messages(after: 0, limit: 1).first?.number)
            try await log.change(
                [.setAside(number, reason: "one"), .retry(number), .setAside(number, reason: "other")],
                isDurable: false
            )
            #expect(try await log.messages(after: 0, limit: 1).first?.setAside == "other")
            await log.close()
        }

        @Test func `a text with U+0000 is refused, and nothing else with it`() async throws {
            let database = try Database()
            let log = try await database.open()
            let refused = await error { try await log.change([.put(Self.message("a\0b"))], isDurable: false) }
            guard case .notWritable = refused else {
                Issue.record("\(refused as Any)")
                return
            }
            #expect(try await log.messages(after: 0, limit: 10) == [])
            await log.close()
        }
    }
}
#endif
