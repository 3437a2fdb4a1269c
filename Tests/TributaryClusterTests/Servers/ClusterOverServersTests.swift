// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Foundation
import Testing
import TributaryLog

@testable import TributaryCluster
@testable import TributaryPostgres

/// The setup of users: nodes that meet in a database, and store everything on a quorum of servers.
@Suite("A cluster over PostgreSQL", .enabled(if: ClusterServers.three != ""), .timeLimit(.minutes(30)))
struct ClusterOverServersTests {
    /// The time limit of operations that must succeed, even if a hundred other tests use the processor; the
    /// suite has its own limit.
    private static let patience = Duration.seconds(240)

    private struct Member {
        let log: PostgresLog
        let cluster: Cluster
        let rooms: Directory<Room.State, Room.Action>

        init(_ database: String) async throws {
            log = try await PostgresLog(database, deadline: ClusterOverServersTests.patience)
            cluster = try await Cluster(log, heartbeat: .milliseconds(200))
            rooms = cluster.rooms()
        }

        func say(_ text: String, in room: Int) async throws {
            try await rooms["\(room)"].send(.say(text), id: text, deadline: ClusterOverServersTests.patience)
        }
    }

    /// A database of its own: who takes part is kept there, too.
    private func database() throws -> String {
        let name = "d\(UInt32.random(in: 0 ... .max))"
        let configuration = try PostgresConfiguration(
            ClusterServers.three,
            durability: .onStandbys,
            deadline: .seconds(60)
        )
        let connection = try PostgresConnection(options: configuration.options)
        _ = try connection.run(
            [PostgresStatement(sql: "CREATE DATABASE \(name)")],
            until: .now + .seconds(60)
        )
        return "\(ClusterServers.three) dbname=\(name)"
    }

    @Test func `commands, moves, loses nodes, and emits everything once and in order`() async throws {
        let database = try database()
        var members: [Member] = []
        for _ in 0..<3 { members.append(try await Member(database)) }
        // The first ones are notified of the last.
        for member in members { try await member.cluster.beat() }
        // By chance, one of three nodes has none of twelve rooms once in forty runs.
        let rooms = 0..<40
        /// Every remaining member sends a message in each room, in turn.
        func say(_ text: String, _ members: [Member]) async throws {
            try await withThrowingTaskGroup { group in
                for room in rooms {
                    group.addTask {
                        for index in members.indices {
                            try await members[index].say("\(text) \(index)", in: room)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        try await say("all", members)
        let shares = members.map(\.cluster.counts.stores)
        #expect(shares.allSatisfy { $0 > 0 }, "\(shares)")

        await members[0].cluster.leave()
        try await say("two", Array(members[1...]))
        // As if its process were killed: nothing is handed over.
        members[1].cluster.die()
        try await say("one", [members[2]])

        let expected = ["all 0", "all 1", "all 2", "two 0", "two 1", "one 0"]
        let new = try await Member(database)
        for member in [members[2], new] {
            for room in rooms {
                #expect(
                    try await member.rooms["\(room)"].read(Said(), deadline: ClusterOverServersTests.patience)
                        == expected
                )
                var told: [String] = []
                for try await output in member.rooms["\(room)"].outputs(\.say) {
                    told.append(output.output)
                    if told.count == expected.count { break }
                }
                #expect(told == expected)
            }
        }
        for member in [members[2], new] { await member.cluster.leave() }
        for member in members + [new] { await member.log.close() }
    }

    @Test func `payments conserve the sum, and a reminder reaches an unused store`()
        async throws
    {
        let database = try database()
        let members = [try await Member(database), try await Member(database)]
        for member in members { try await member.cluster.beat() }
        let accounts = members.map { $0.cluster.accounts() }
        // A command whose answer took long is put again after it was done, and waits for a moment.
        func until(messages count: Int) async throws {
            while try await members[1].log.messages(after: 0, limit: 10).count != count { await Task.yield() }
        }
        try await withThrowingTaskGroup { group in
            for client in 0..<4 {
                group.addTask {
                    for count in 0..<10 {
                        let payment = Account.Payment(
                            receiver: "\((client + 1 + count % 3) % 4)",
                            amount: count
                        )
                        try await accounts[count % 2]["\(client)"].send(
                            .pay(payment),
                            deadline: Self.patience
                        )
                    }
                }
            }
            try await group.waitForAll()
        }
        try await until(messages: 0)
        let total = try await accounts[0].total(of: 4, within: Self.patience)
        #expect(total.balance == 0)
        #expect(total.payments == 40)
        // One that is far away is replaced.
        try await accounts[0]["a"].send(.plan(.distantFuture), deadline: Self.patience)
        try await until(messages: 1)
        try await accounts[0]["a"].send(.plan(Date(timeIntervalSince1970: 1)), deadline: Self.patience)
        try await until(messages: 0)
        #expect(try await accounts[1]["a"].read(Statement(), deadline: Self.patience).reminders == 1)
        for member in members {
            await member.cluster.leave()
            await member.log.close()
        }
    }
}
#endif
