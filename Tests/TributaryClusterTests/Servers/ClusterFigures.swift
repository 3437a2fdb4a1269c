// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Foundation
import Synchronization
import Testing
import TributaryCore
import TributaryJournal
import TributaryLog
import TributaryPostgres
import TributaryTesting

@testable import TributaryCluster

/// The output of `Scripts/measure.sh cluster`.
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

        func log() async throws -> any Mailbox {
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

    /// Sends a message in each room, all at the same time.
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
        let directory = "room\(UInt64.random(in: 0 ... .max))"
        let suffix = "\(UInt32.random(in: 0 ... .max))"
        let dying = try await Cluster(log, node: "a\(suffix)")
        let staying = try await Cluster(other, node: "b\(suffix)")
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

    /// The memory of this process, in bytes, according to Linux.
    private static func memory() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(pages[1])) * 4_096
    }

    @Test func passiveRooms() async throws {
        let log = try await Place.postgres.log()
        let cluster = try await Cluster(log)
        let rooms = cluster.rooms("room\(UInt64.random(in: 0 ... .max))").passivating(after: .zero)
        var before = 0
        var time = Duration.zero
        // The first ones include fixed costs.
        for wave in 0...20 {
            time += try await Self.talk(in: (0..<5_000).map { "\(wave) \($0)" }, rooms)
            if wave == 10 { print("5,000 rooms open: \(try Self.memory() / 1_000) kB") }
            try await cluster.beat()
            #expect(cluster.counts.stores == 0)
            // Released stores end on threads of their own.
            for _ in 0..<1_000 { await Task.yield() }
            if wave == 0 { (before, time) = (try Self.memory(), .zero) }
        }
        let bytes = try Self.memory() - before
        print("100,000 rooms made, and let go, in \(time): \(bytes / 100_000) bytes each (\(bytes))")
        cluster.die()
        await log.close()
    }

    /// The latency of commands to a store of this node and of another one, with a number of them in flight.
    @Test(arguments: [1, 64, 512, 2_048]) func commands(inFlight: Int) async throws {
        let logs = [try await Place.postgres.log(), try await Place.postgres.log()]
        let directory = "room\(UInt64.random(in: 0 ... .max))"
        let suffix = "\(UInt32.random(in: 0 ... .max))"
        let nodes = [
            try await Cluster(logs[0], node: "a\(suffix)"), try await Cluster(logs[1], node: "b\(suffix)"),
        ]
        let rooms = nodes.map { $0.rooms(directory) }
        for _ in 0..<2 { for node in nodes { try await node.beat() } }
        let owned = (0..<4_000).map(String.init).filter { id in
            nodes[0].runtime.held.withLock { $0.core.owner(of: rooms[0][id].name) } == "a\(suffix)"
        }.prefix(1_000)
        _ = try await Self.talk(in: owned, rooms[0])
        for (kind, rooms) in [("own", rooms[0]), ("through the inbox", rooms[1])] {
            try await Self.measure("\(inFlight) in flight, \(kind)", inFlight) { number in
                try await rooms[owned[number % owned.count]].send(.name("hello"), deadline: .seconds(60))
            }
        }
        for node in nodes { await node.leave() }
        for log in logs { await log.close() }
    }

    /// Sends for four seconds, so many commands at a time, and prints how long each takes.
    private static func measure(
        _ name: String,
        _ inFlight: Int,
        _ send: @escaping @Sendable (Int) async throws -> Int
    ) async throws {
        let end = ContinuousClock.now + .seconds(4)
        let times = try await withThrowingTaskGroup { group in
            for client in 0..<inFlight {
                group.addTask {
                    var times: [Duration] = []
                    var number = client
                    while ContinuousClock.now < end {
                        let start = ContinuousClock.now
                        _ = try await send(number)
                        times.append(ContinuousClock.now - start)
                        number += inFlight
                    }
                    return times
                }
            }
            return try await group.reduce(into: [Duration]()) { $0 += $1 }.sorted()
        }
        print(
            """
            \(name): \(times.count / 4) a second, median \(times[times.count / 2]), 99 % within \
            \(times[times.count * 99 / 100])
            """
        )
    }

    /// How long 512 commands at a time take that are sent from all nodes to stores of all nodes.
    @Test(arguments: [1, 2, 4, 8]) func nodes(count: Int) async throws {
        var logs: [any Mailbox] = []
        for _ in 0..<count { logs.append(try await Place.postgres.log()) }
        let directory = "room\(UInt64.random(in: 0 ... .max))"
        var nodes: [Cluster] = []
        for log in logs { nodes.append(try await Cluster(log)) }
        let rooms = nodes.map { $0.rooms(directory) }
        for _ in 0..<2 { for node in nodes { try await node.beat() } }
        _ = try await Self.talk(in: (0..<1_000).map(String.init), rooms[0])
        try await Self.measure("\(count) nodes, 512 in flight", 512) { number in
            try await rooms[number % count]["\(number / count % 1_000)"]
                .send(.name("hello"), deadline: .seconds(60))
        }
        for node in nodes { node.die() }
        for log in logs { await log.close() }
    }

    /// An account that reports how late it was reminded.
    private struct Bell: Reducer {
        let late: @Sendable (Double) -> Void

        func reduce(into state: inout Account.State, action: Account.Action) -> Effect<Account.Action> {
            if case .timeIsUp = action, let due = state.due { late(Date().timeIntervalSince(due)) }
            return Account().reduce(into: &state, action: action)
        }
    }

    /// How late 10,000 reminders are that are due within one second, also if one of two nodes dies a second before.
    @Test(arguments: [false, true]) func reminders(oneDies: Bool) async throws {
        let logs = [try await Place.postgres.log(), try await Place.postgres.log()]
        let directory = "bell\(UInt64.random(in: 0 ... .max))"
        let late = Mutex<[Double]>([])
        var nodes: [Cluster] = []
        for log in logs { nodes.append(try await Cluster(log)) }
        let bells: [Directory<Account.State, Account.Action>] = nodes.map { node in
            node.directory(directory, initialState: { _ in Account.State() }) {
                Bell { time in late.withLock { $0.append(time) } }
            }
            .reminder("due", at: { $0.due }) { Account.Action.timeIsUp }
        }
        for _ in 0..<2 { for node in nodes { try await node.beat() } }
        let start = Date(timeIntervalSinceNow: 60)
        try await withThrowingTaskGroup { group in
            for number in 0..<10_000 {
                group.addTask {
                    let due = start.addingTimeInterval(Double(number) / 10_000)
                    _ = try await bells[number % 2]["\(number)"].send(.plan(due), deadline: .seconds(60))
                }
            }
            try await group.waitForAll()
        }
        let planned = start.timeIntervalSinceNow
        try await Task.sleep(for: .seconds(planned - 1))
        var noticed = ""
        if oneDies {
            nodes[0].die()
            // As if its process were killed.
            await logs[0].close()
            let death = ContinuousClock.now
            while nodes[1].runtime.held.withLock({ $0.core.living[nodes[0].name] != nil }) {
                try await Task.sleep(for: .milliseconds(10))
            }
            noticed = ", a node dies, noticed after \(ContinuousClock.now - death)"
        }
        while late.withLock({ $0.count }) < 10_000 { try await Task.sleep(for: .milliseconds(100)) }
        let times = late.withLock { $0.sorted() }.map { Duration.seconds($0) }
        print(
            """
            10,000 reminders in one second\(noticed): median \(times[5_000]) late, 99 % within \
            \(times[9_900]), all within \(times[9_999]); planned in \(60 - planned) s
            """
        )
        for node in nodes { node.die() }
        for log in logs { await log.close() }
    }

    /// The cost of a heartbeat with a number of live nodes, and of nodes that joined within the last day.
    @Test(arguments: [(3, 0), (100, 0), (100, 10_000)]) func heartbeats(living: Int, former: Int) async throws
    {
        let log = try await Place.postgres.log()
        let suffix = "\(UInt32.random(in: 0 ... .max))"
        func node(_ index: Int) throws -> MailboxNode {
            let row = NodeRow(name: "\(suffix) \(index)", epoch: 1, beat: index, directories: ["room": 1])
            return MailboxNode(name: row.name, contents: [UInt8](try JSONEncoder().encode(row)))
        }
        for index in 0..<former { _ = try await log.meet(node(index), within: .zero) }
        // Those joined too long ago for the question below.
        try await Task.sleep(for: .seconds(1))
        var times: [Duration] = []
        for round in 0..<5 {
            for index in 0..<living {
                let start = ContinuousClock.now
                let found = try await log.meet(node(former + index), within: .seconds(1))
                times.append(ContinuousClock.now - start)
                if round == 4 { #expect(found.count { $0.name.hasPrefix(suffix) } >= min(living, 2)) }
            }
        }
        times.sort()
        print("\(living) nodes and \(former) former ones: a heartbeat takes \(times[times.count / 2])")
        await log.close()
    }
}
#endif
