// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Foundation
import Testing
import TributaryPostgres

@testable import TributaryCluster

/// Four nodes over three servers, of which the primary is killed, and a node.
@Suite(
    "A cluster over a failover",
    .enabled(if: ClusterServers.purpose == "failover"),
    .timeLimit(.minutes(30))
)
struct ClusterFailoverTests {
    /// Rooms with continuous messages; and rooms with one message before the failover, and another during it
    /// or right after it.
    private static let busy = (0..<8).map { "busy \($0)" }
    private static let quiet = (0..<40).map { "quiet \($0)" }

    private static let (clients, said) = (3, 60)

    /// Sends a message until it is acknowledged, at one node after the other.
    private static func say(_ text: String, in room: String, at first: Int, _ rooms: [Rooms]) async {
        var node = first
        while true {
            do {
                try await rooms[node % rooms.count][room].send(.say(text), id: text, deadline: .seconds(5))
                return
            } catch {
                node += 1
            }
        }
    }

    private typealias Rooms = Directory<Room.State, Room.Action>

    @Test func `keeps each command once and in order, emits all outputs, and reads new states`() async throws
    {
        var (logs, nodes): ([PostgresLog], [Cluster]) = ([], [])
        for index in 0..<4 {
            let log = try await PostgresLog(ClusterServers.three)
            logs.append(log)
            nodes.append(try await Cluster(log, node: "n\(index)", heartbeat: .milliseconds(100)))
        }
        let rooms = nodes.map { $0.rooms() }
        for _ in 0..<2 { for node in nodes { try await node.beat() } }
        for (index, room) in Self.quiet.enumerated() { await Self.say("before", in: room, at: index, rooms) }

        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let dying = nodes[3]
        let heard = try await withThrowingTaskGroup(of: (String, [String])?.self) { group in
            for (index, room) in Self.busy.enumerated() {
                for client in 0..<Self.clients {
                    group.addTask {
                        for number in 0..<Self.said {
                            await Self.say("\(client) \(number)", in: room, at: index + client, rooms)
                            if number == 10 { arrived.yield() }
                        }
                        return nil
                    }
                }
            }
            group.addTask {
                var arrivals = arrivals.makeAsyncIterator()
                for _ in 0..<Self.busy.count * Self.clients { await arrivals.next() }
                let failover = Process()
                failover.executableURL = URL(fileURLWithPath: ClusterServers.failover)
                try failover.run()
                dying.die()
                await withTaskGroup { group in
                    for (index, room) in Self.quiet.enumerated() where index.isMultiple(of: 2) {
                        group.addTask { await Self.say("later", in: room, at: index / 2, rooms) }
                    }
                    failover.waitUntilExit()
                    for (index, room) in Self.quiet.enumerated() where !index.isMultiple(of: 2) {
                        group.addTask { await Self.say("later", in: room, at: index / 2, rooms) }
                    }
                }
                #expect(failover.terminationStatus == 0)
                return nil
            }
            for rooms in rooms.dropLast() {
                for room in Self.busy + Self.quiet {
                    group.addTask {
                        var texts: [String] = []
                        let count = room.hasPrefix("busy") ? Self.clients * Self.said : 2
                        for try await output in rooms[room].outputs(\.say) {
                            texts.append(output.output)
                            if texts.count == count { break }
                        }
                        return (room, texts)
                    }
                }
            }
            return try await group.reduce(into: [String: [[String]]]()) { heard, one in
                if let one { heard[one.0, default: []].append(one.1) }
            }
        }

        for room in Self.busy + Self.quiet {
            let texts = try #require(heard[room])
            #expect(texts.count == 3)
            for rooms in rooms.dropLast() {
                let said = try await rooms[room].read(Said(), deadline: .seconds(60))
                #expect(texts.allSatisfy { $0 == said }, "\(room): \(texts), \(said)")
            }
            if room.hasPrefix("quiet") {
                #expect(texts[0] == ["before", "later"])
            } else {
                #expect(texts[0].count == Self.clients * Self.said)
                for client in 0..<Self.clients {
                    let own = texts[0].filter { $0.hasPrefix("\(client) ") }
                    #expect(own == (0..<Self.said).map { "\(client) \($0)" })
                }
            }
        }
        for node in nodes.dropLast() { await node.leave() }
        for log in logs { await log.close() }
    }
}
#endif
