// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Testing
import TributaryTesting

@testable import TributaryPostgres

extension PostgresTests {
    @Suite("The contract of each log", .timeLimit(.minutes(30)))
    struct CheckedPostgresLogTests {
        @Test func `holds on one server`() async throws {
            let database = try Database()
            await checkActionLog { (_: PostgresLog?) in try await database.open() }
        }

        @Test func `holds on three servers`() async throws {
            await checkActionLog { (_: PostgresLog?) in
                try await PostgresLog(Servers().three, deadline: .seconds(30))
            }
        }
    }
}
#endif
