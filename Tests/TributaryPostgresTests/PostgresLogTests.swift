// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Testing
import TributaryLog

@testable import TributaryPostgres

extension PostgresTests {
    @Suite("A log in a database", .timeLimit(.minutes(30)))
    struct PostgresLogTests {
        @Test func `lets one of two logs continue, and refuses the other`() async throws {
            let database = try Database()
            let (one, two) = (try await database.open(), try await database.open())
            for sequence in 1...100 {
                async let first = error { try await one.append(commit("a", sequence, [1])) }
                async let second = error { try await two.append(commit("a", sequence, [2])) }
                let told = await [first, second]
                #expect(told.count { $0 == nil } == 1)
                #expect(told.count { $0 == .fenced(name: "a", sequence: sequence) } == 1)
                let found = try await two.commits(of: "a", after: sequence - 1, limit: 9)
                #expect(found.map(\.contents) == [told[0] == nil ? [1] : [2]])
            }
            await one.close()
            await two.close()
        }

        @Test func `writes no commit whose predecessor is missing`() async throws {
            let log = try await Database().open()
            let fenced = await error { try await log.append(commit("a", 2)) }
            #expect(fenced == .fenced(name: "a", sequence: 2))
            try await log.append(commit("a", 1))
            try await log.append(commit("a", 2))
            let gap = await error { try await log.append(commit("a", 4)) }
            #expect(gap == .fenced(name: "a", sequence: 4))
            let found = try await log.commits(of: "a", after: 0, limit: 9)
            #expect(found.map(\.sequence) == [1, 2])
            await log.close()
        }

        @Test func `writes a commit once whose answer was lost, and acknowledges it`() throws {
            let database = try Database()
            let engine = try database.engine()
            let deadline = ContinuousClock.now + .seconds(30)
            let write = { (writer: String) in
                engine.append(
                    [
                        PostgresAppend(commit: commit("a", 1), writer: writer),
                        PostgresAppend(commit: commit("b", 1), writer: "\(writer)b"),
                    ],
                    until: deadline
                )
            }
            for _ in 1...3 {
                for answer in write("me") { #expect(throws: Never.self) { try answer.get() } }
            }
            for (name, answer) in zip(["a", "b"], write("you")) {
                #expect(throws: ActionLogError.fenced(name: name, sequence: 1)) { try answer.get() }
            }
            #expect(try database.number("SELECT count(*) FROM tributary.commits") == 2)
            #expect(
                try database.number("SELECT count(*) FROM tributary.commits WHERE writer LIKE 'me%'") == 2
            )
        }

        @Test func `waits for standbys again when it finds its own commit`() throws {
            let database = try Database()
            let engine = try database.engine()
            let deadline = ContinuousClock.now + .seconds(30)
            let marks = (1...2).map { _ in
                #expect(throws: Never.self) {
                    try engine.append([PostgresAppend(commit: commit("a", 1), writer: "me")], until: deadline)
                        .first?.get()
                }
                return Result { try database.number("SELECT xmin::text::int8 FROM tributary.commits") }
            }
            // Written again, so that this transaction has something to wait for.
            #expect(try marks[0].get() < marks[1].get())
        }

        @Test func `undoes a commit that a snapshot has overtaken`() async throws {
            let database = try Database()
            let log = try await database.open()
            try await log.append(commit("a", 1))
            try await log.append(commit("a", 2))
            // Another writer's statement begins …
            let statements = PostgresStatement.append([PostgresAppend(commit: commit("a", 3), writer: "late")]
            )
            _ = try database.direct.run(Array(statements[..<2]), until: .now + .seconds(30))
            // … and meanwhile the owner's state is stored, with later entries.
            try await log.keep(snapshot("a", 5), droppingBefore: LogTime(milliseconds: 9))
            #expect {
                try database.direct.run(Array(statements[2...]), until: .now + .seconds(30))
            } throws: { error in
                guard case .undone(PostgresStatement.covered, _)? = error as? PostgresFailure else {
                    return false
                }
                return (error as? PostgresFailure)?.isPassing == true
            }
            // The transaction is over, and tried again it is fenced.
            #expect(try database.number("SELECT count(*) FROM tributary.commits WHERE sequence > 2") == 0)
            #expect(
                await error { try await log.append(commit("a", 3)) } == .fenced(name: "a", sequence: 3)
            )
            await log.close()
        }

        @Test func `writes more at once than fits into one statement`() async throws {
            let database = try Database()
            let log = try await database.open()
            try await withThrowingTaskGroup { group in
                for index in 0..<5_000 {
                    group.addTask { try await log.append(commit("log \(index)", 1)) }
                }
                for index in 0..<20 {
                    group.addTask {
                        try await log.append(commit("large \(index)", 1, .init(repeating: 7, count: 1 << 20)))
                    }
                }
                try await group.waitForAll()
            }
            let names = try await log.names()
            #expect(names.count == 5_020)
            let large = try await log.commits(of: "large 19", after: 0, limit: 100)
            #expect(large.map(\.contents.count) == [1 << 20])
            await log.close()
        }

        @Test func `finishes pending appends before it is closed`() async throws {
            let database = try Database()
            let log = try await database.open()
            // Each has started to wait when the next one starts.
            let answers = await withTaskGroup { group in
                for index in 0..<500 {
                    group.addTask { await error { try await log.append(commit("log \(index)", 1)) } }
                }
                group.addTask {
                    await log.close()
                    return nil
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let refused = answers.count { $0 != nil }
            for case let answer? in answers {
                guard case .closed = answer else {
                    Issue.record("Closing the log gave \(answer).")
                    continue
                }
            }
            #expect(try database.number("SELECT count(*) FROM tributary.commits") == 500 - refused)
        }

        @Test func `has no name that a text cannot be`() async throws {
            let database = try Database()
            let log = try await database.open()
            let told = await error { try await log.append(commit("a\0b", 1)) }
            #expect(told?.description.contains("U+0000") == true)
            #expect(try await log.commits(of: "a\0b", after: 0, limit: 1) == [])
            await log.close()
        }

        @Test func `is made once by many at once`() async throws {
            let database = try Database()
            let connection = database.connection
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask { await (try PostgresLog(connection, durability: .onOneServer)).close() }
                }
                try await group.waitForAll()
            }
            #expect(try database.number("SELECT count(*) FROM tributary.format") == 1)
        }
    }
}
#endif
