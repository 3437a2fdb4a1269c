// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Testing
import TributaryLog

@testable import TributaryPostgres

@Suite("Questions that go together", .timeLimit(.minutes(30)))
struct PostgresQuestionTests {
    private func together(_ questions: [PostgresQuestion]) -> [Bool] {
        questions.map(PostgresQuestion.takingTogether())
    }

    private let look = PostgresQuestion.snapshot(of: "a", upTo: 1)
    private let keep = PostgresQuestion.keep(snapshot("a", 1))

    @Test func `only read, or only write`() {
        #expect(together([look, keep, look]) == [true, false, true])
        #expect(together([keep, look, .keep(snapshot("b", 1))]) == [true, false, true])
    }

    @Test func `write to each log once`() {
        #expect(together([keep, .keep(snapshot("a", 2))]) == [true, false])
    }

    @Test func `are not more than a statement may have`() {
        #expect(together(Array(repeating: look, count: 300)).count { $0 } == 256)
    }

    @Test func `request no more rows than fit, after the first`() {
        let few = PostgresQuestion.commits(of: "a", after: 0, limit: 30_000)
        #expect(together([few, few, few, few, look]) == [true, true, true, false, false])
        #expect(together([.commits(of: "a", after: 0, limit: .max), look]) == [true, false])
    }
}
#endif
