// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Testing
import TributaryCore
import TributaryJournal

@testable import TributaryPostgres

extension PostgresTests {
    @Suite("A journal over PostgreSQL", .timeLimit(.minutes(30)))
    struct JournalOverPostgresTests {
        struct Counter: Reducer {
            struct State: Codable, Equatable, Sendable { var value = 0 }

            enum Action: Equatable, Sendable, Journaled {
                case add(Int)

                struct AllCasePaths {}
                static var allCasePaths: AllCasePaths { AllCasePaths() }
            }

            func reduce(into state: inout State, action: Action) -> Effect<Action> {
                switch action {
                case .add(let number): state.value += number
                }
                return .none
            }
        }

        @Test func `has a store at its last opener`() async throws {
            let database = try Database()
            let (here, there) = (Journal(try await database.open()), Journal(try await database.open()))
            let one = try await here.open("counter", initialState: Counter.State()) { Counter() }
            try await one.send(.add(1)).committed()
            let two = try await there.open("counter", initialState: Counter.State()) { Counter() }
            #expect(await two.state.value == 1)
            try await two.send(.add(10)).committed()
            // The former owner is notified, and its pending outputs are never delivered.
            await #expect(throws: (any Error).self) { try await one.send(.add(100)).committed() }
            try await two.send(.add(1000)).committed()
            await two.close()
            let three = try await here.open("counter", initialState: Counter.State()) { Counter() }
            #expect(await three.state.value == 1011)
            await here.close()
            await there.close()
        }
    }
}
#endif
