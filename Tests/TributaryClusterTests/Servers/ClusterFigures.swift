// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Foundation
import Synchronization
import Testing
import TributaryJournal
import TributaryLog
import TributaryPostgres
import TributaryTesting

@testable import TributaryCluster

/// What `Scripts/measure.sh cluster` prints.
@Suite(
    "Figures of a cluster",
    .serialized,
    .enabled(if: ClusterServers.purpose == "figures"),
    .timeLimit(.minutes(30))
)
struct ClusterFigures {
    enum Place: String, CaseIterable {
        case memory = "MemoryLog"
        case postgres = "one PostgreSQL"
        case quorum = "three, a quorum of two"

        func log() async throws -> any ActionLog {
            let deadline = Duration.seconds(120)
            return switch self {
            case .memory: MemoryLog()
            case .postgres:
                try await PostgresLog(
                    ClusterServers.alone,
                    durability: .onOneServer,
                    deadline: deadline
                )
            case .quorum: try await PostgresLog(ClusterServers.three, deadline: deadline)
            }
        }
    }

    /// Says something in each room, all at the same time.
    private static func talk(in ids: some Sequence<String>, _ rooms: Directory<Room.State, Room.Action>)
        async throws -> Duration
    {
        let start = ContinuousClock.now
        try await withThrowingTaskGroup { group in
            for id in ids {
                group.addTask { _ = try await rooms[id].send(.say("hello"), deadline: .seconds(600)) }
            }
            try await group.waitForAll()
        }
        return ContinuousClock.now - start
    }

    /// Makes sure of all rooms at once, as after a time without the log.
    private static func verify(_ rooms: Directory<Room.State, Room.Action>) async throws -> Duration {
        let stores = rooms.cluster.runtime.held.withLock { $0.stores }
        let start = ContinuousClock.now
        try await withThrowingTaskGroup { group in
            for (name, (_, store)) in stores {
                group.addTask { try await rooms.host.verify(name, as: store.ownership) }
            }
            for try await isOwned in group { #expect(isOwned) }
        }
        return ContinuousClock.now - start
    }

    @Test(arguments: Place.allCases) func takeOver(_ place: Place) async throws {
        let log = try await place.log()
        let other = try await place == .memory ? log : place.log()
        let network = MemoryNetwork()
        let directory = "room\(UInt64.random(in: 0 ... .max))"
        let suffix = "\(UInt32.random(in: 0 ... .max))"
        let dying = try await Cluster(log, node: "a\(suffix)", transport: network.transport("a\(suffix)"))
        let staying = try await Cluster(other, node: "b\(suffix)", transport: network.transport("b\(suffix)"))
        let (before, after) = (dying.rooms(directory), staying.rooms(directory))
        for _ in 0..<2 { for node in [dying, staying] { try await node.beat() } }
        let owned = (0..<25_000).map(String.init)
            .filter { id in
                staying.runtime.held.withLock { $0.core.owner(of: after[id].name) } == "a\(suffix)"
            }
            .prefix(10_000)
        #expect(owned.count == 10_000)
        let opening = try await Self.talk(in: owned, before)
        let sending = try await Self.talk(in: owned, before)
        #expect(dying.counts.stores == 10_000)
        dying.die()
        network.cutOff("a\(suffix)")
        // Until it is noticed.
        while staying.runtime.held.withLock({ $0.core.owner(of: after[owned[0]].name) }) != "b\(suffix)" {
            try await staying.beat()
        }
        let taking = try await Self.talk(in: owned, after)
        #expect(staying.counts.stores == 10_000)
        let verifying = try await Self.verify(after)
        print(
            """
            \(place.rawValue): 10,000 rooms made in \(opening), a command each in \(sending), taken over in \(taking), \
            verified in \(verifying)
            """
        )
        staying.die()
        await other.close()
        await log.close()
    }

    /// The memory of this process, in bytes, as Linux tells it.
    private static func memory() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(pages[1])) * 4_096
    }

    @Test func passiveRooms() async throws {
        let log = try await Place.postgres.log()
        let cluster = Cluster(log)
        let rooms = cluster.rooms("room\(UInt64.random(in: 0 ... .max))").passivating(after: .zero)
        var before = 0
        var time = Duration.zero
        // What the first ones need is not of each.
        for wave in 0...20 {
            time += try await Self.talk(in: (0..<5_000).map { "\(wave) \($0)" }, rooms)
            if wave == 10 { print("5,000 rooms open: \(try Self.memory() / 1_000) kB") }
            try await cluster.beat()
            #expect(cluster.counts.stores == 0)
            // Stores that were let go end on threads of their own.
            for _ in 0..<1_000 { await Task.yield() }
            if wave == 0 { (before, time) = (try Self.memory(), .zero) }
        }
        let bytes = try Self.memory() - before
        print("100,000 rooms made, and let go, in \(time): \(bytes / 100_000) bytes each (\(bytes))")
        cluster.die()
        await log.close()
    }
}
#endif
