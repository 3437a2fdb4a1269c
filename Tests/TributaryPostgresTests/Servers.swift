// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Foundation
import Synchronization
import Testing
import TributaryLog

@testable import TributaryPostgres

/// The servers that `Scripts/with-postgres.sh` starts.
struct Servers {
    static let areThere = value("ALONE") != nil

    let alone = value("ALONE") ?? ""
    let three = value("SERVERS") ?? ""
    let standby = value("STANDBY") ?? ""
    let root = value("ROOT") ?? ""
    let failover = value("FAILOVER") ?? ""

    /// The servers that follow the primary of the three, now.
    func standbys() throws -> [Standby] {
        let ports = three.split(separator: " ").first { $0.hasPrefix("port=") }?.dropFirst(5)
        return try (ports ?? "").split(separator: ",").compactMap { port in
            let place = "host=127.0.0.1 port=\(port) user=tributary dbname=postgres target_session_attrs=any"
            // One that was killed is no standby.
            guard let connection = try? PostgresConnection(to: place) else { return nil }
            let isStandby = try connection.number("SELECT pg_is_in_recovery()::int4") == 1
            return isStandby ? try Standby(connection) : nil
        }
    }

    private static func value(_ name: String) -> String? {
        ProcessInfo.processInfo.environment["TRIBUTARY_POSTGRES_\(name)"]
    }
}

/// A server that follows another one, until it is stopped.
struct Standby {
    private let connection: PostgresConnection
    private let primary: String

    init(_ connection: PostgresConnection) throws {
        self.connection = connection
        let ask = PostgresStatement(sql: "SELECT current_setting('primary_conninfo')")
        primary = try connection.run([ask], until: .now + .seconds(30)).first?.first?.first?.text ?? ""
    }

    /// Stops following, as if there were no connection to the primary.
    func leave() throws {
        try connection.tell("ALTER SYSTEM SET primary_conninfo = ''")
        try connection.tell("SELECT pg_reload_conf()")
        while try connection.number("SELECT count(*) FROM pg_stat_wal_receiver") > 0 {}
    }

    func comeBack() throws {
        let text = primary.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        try connection.tell("ALTER SYSTEM SET primary_conninfo = '\(text)'")
        try connection.tell("SELECT pg_reload_conf()")
    }
}

/// A new database on the standalone server, and a connection to inspect it.
struct Database {
    let connection: String
    let direct: PostgresConnection

    init(_ options: String = "") throws {
        let server = Servers().alone
        let name = "d\(UInt32.random(in: 0 ... .max))"
        let first = try PostgresConnection(to: server)
        try first.tell("CREATE DATABASE \(name) \(options)")
        connection = "\(server) dbname=\(name)"
        direct = try PostgresConnection(to: connection)
    }

    func open(deadline: Duration = .seconds(30)) async throws -> PostgresLog {
        try await PostgresLog(connection, durability: .onOneServer, deadline: deadline)
    }

    func engine() throws -> PostgresEngine { PostgresEngine(try configuration()) }

    func configuration() throws -> PostgresConfiguration {
        try PostgresConfiguration(connection, durability: .onOneServer, deadline: .seconds(30))
    }

    /// The number in the first column of the first row.
    func number(_ sql: String) throws -> Int { try direct.number(sql) }
}

extension PostgresConnection {
    convenience init(to connection: String) throws {
        let configuration = try PostgresConfiguration(
            connection,
            durability: .onOneServer,
            deadline: .seconds(30)
        )
        try self.init(options: configuration.options)
    }

    func tell(_ sql: String...) throws {
        _ = try run(sql.map { PostgresStatement(sql: $0) }, until: .now + .seconds(30))
    }

    func number(_ sql: String) throws -> Int {
        let answers = try run([PostgresStatement(sql: sql)], until: .now + .seconds(30))
        return answers.first?.first?.first?.integer ?? 0
    }

    /// Queries until a number is not zero.
    func wait(for sql: String) async throws {
        while try number(sql) == 0 { await Task.yield() }
    }
}

func commit(_ name: String, _ sequence: Int, count: Int = 1, _ contents: [UInt8] = [1, 2, 3]) -> LogCommit {
    LogCommit(
        name: name,
        sequence: sequence,
        count: count,
        time: LogTime(milliseconds: sequence),
        contents: contents
    )
}

func snapshot(_ name: String, _ sequence: Int) -> LogSnapshot {
    LogSnapshot(
        name: name,
        sequence: sequence,
        time: LogTime(milliseconds: sequence),
        fingerprint: "f",
        contents: [7]
    )
}

/// The error of an expression, as an error of logs.
func error(of body: () async throws -> Void) async -> ActionLogError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? ActionLogError
    }
}

/// Whether something has happened.
final class Done: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }

    func set() { value.withLock { $0 = true } }
}

/// All tests that need servers, one after the other, because some change the behavior of a server.
@Suite("PostgreSQL", .serialized, .enabled(if: Servers.areThere), .timeLimit(.minutes(30)))
struct PostgresTests {}
#endif
