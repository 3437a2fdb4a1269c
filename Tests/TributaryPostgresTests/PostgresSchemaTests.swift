// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Testing

@testable import TributaryPostgres

@Suite("The configuration of a server", .timeLimit(.minutes(30)))
struct PostgresSchemaTests {
    private func reason(
        version: Int = 150_000,
        fsync: String = "on",
        pages: String = "on",
        standbys: String = "",
        encoding: String = "UTF8",
        durability: PostgresDurability = .onOneServer
    ) throws -> String? {
        let texts = [fsync, pages, standbys, encoding].map { PostgresValue($0) }
        let configuration = try PostgresConfiguration("", durability: durability, deadline: .seconds(1))
        return PostgresSchema.reason(against: [PostgresValue(version)] + texts, configuration)
    }

    @Test func `is looked at before anything is promised`() throws {
        #expect(try reason() == nil)
        #expect(try reason(version: 130_000) == nil)
        #expect(try reason(version: 129_999)?.contains("version is 12") == true)
        #expect(try reason(fsync: "off")?.contains("fsync is off") == true)
        #expect(try reason(pages: "off")?.contains("full_page_writes is off") == true)
        #expect(try reason(encoding: "LATIN1")?.contains("LATIN1") == true)
        #expect(try reason(durability: .onStandbys)?.contains("one server only") == true)
        #expect(try reason(standbys: " ", durability: .onStandbys)?.contains("one server only") == true)
        #expect(try reason(standbys: "ANY 1 (a, b)", durability: .onStandbys) == nil)
    }
}

extension PostgresTests {
    @Suite("A session", .timeLimit(.minutes(30)))
    struct SessionTests {
        /// The settings of a prepared session, in a database with other defaults.
        private func settings(_ wanted: [String: String]) throws -> [String: String] {
            let database = try Database()
            let name = try #require(database.connection.split(separator: "=").last)
            for (setting, value) in wanted {
                try database.direct.tell("ALTER DATABASE \(name) SET \(setting) = '\(value)'")
            }
            let connection = try PostgresConnection(to: database.connection)
            let configuration = try database.configuration()
            try PostgresSchema.prepare(connection, of: configuration, until: .now + .seconds(30))
            var found: [String: String] = [:]
            for setting in wanted.keys {
                let ask = PostgresStatement(sql: "SELECT current_setting('\(setting)')")
                found[setting] = try connection.run([ask], until: .now + .seconds(30)).first?.first?.first?
                    .text
            }
            return found
        }

        @Test func `has the required settings, whatever the defaults are`() throws {
            let found = try settings([
                "default_transaction_isolation": "serializable", "statement_timeout": "1h",
                "lock_timeout": "1h",
                "synchronous_commit": "local",
            ])
            #expect(
                found == [
                    "default_transaction_isolation": "read committed", "statement_timeout": "0",
                    "lock_timeout": "0", "synchronous_commit": "on",
                ]
            )
            // More than is needed may stay.
            let more = try settings(["synchronous_commit": "remote_apply"])
            #expect(more == ["synchronous_commit": "remote_apply"])
        }
    }
}
#endif
