// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryJournal
import TributaryLog
import TributaryTesting

@testable import TributaryCluster

@Suite(.timeLimit(.minutes(30)))
struct ClusterTests {
    /// For what has to succeed, by the clock of the nodes.
    static let patience = Duration.seconds(1_000_000)

    /// Waits until something holds; the time limit of the suite ends it where that never happens.
    static func eventually(_ condition: () async throws -> Bool) async throws {
        while try await !condition() { await Task.yield() }
    }

    @Test func `one process keeps its stores, and knows a command again`() async throws {
        try await NodeTime.passes { time in
            let log = MemoryLog()
            let rooms = time.cluster(log).rooms().snapshots(.every(2))
            let first = try await rooms["swift"].send(.say("a"), id: "1", deadline: Self.patience)
            #expect(first == 2)
            #expect(try await rooms["swift"].send(.say("b"), id: "2", deadline: Self.patience) == 3)
            #expect(try await rooms["swift"].send(.say("a"), id: "1", deadline: Self.patience) == 2)
            try await rooms["other"].send(.name("topic"), deadline: Self.patience)
            let state = try await rooms["swift"].read(deadline: Self.patience) { $0 }
            #expect(state == Room.State(id: "swift", said: ["a", "b"]))

            // The next process claims the stores for itself, and knows the ids from the log.
            let later = time.cluster(log).rooms()
            #expect(try await later["swift"].send(.say("a"), id: "1", deadline: Self.patience) == 2)
            #expect(try await later["swift"].send(.say("c"), id: "3", deadline: Self.patience) == 5)
            #expect(try await later["swift"].read(deadline: Self.patience) { $0.said } == ["a", "b", "c"])
            #expect(try await later["other"].read(deadline: Self.patience) { $0.topic } == "topic")
            // The first one lost it, and gets it back.
            #expect(try await rooms["swift"].send(.say("d"), id: "4", deadline: Self.patience) == 7)
            #expect(
                try await rooms["swift"].read(deadline: Self.patience) { $0.said } == ["a", "b", "c", "d"]
            )
        }
    }

    @Test func `a store is at one of the nodes, and is reached from all`() async throws {
        try await NodeTime.passes { time in
            let nodes = try await time.nodes(3, over: MemoryLog(), MemoryNetwork())
            let rooms = nodes.map { $0.rooms() }
            for node in nodes { try await node.beat() }
            for node in nodes { try await node.beat() }
            for room in 0..<30 {
                for (index, rooms) in rooms.enumerated() {
                    try await rooms["\(room)"].send(.say("\(index)"), deadline: Self.patience)
                }
                let said = try await rooms[room % 3]["\(room)"].read(deadline: Self.patience) { $0.said }
                #expect(said == ["0", "1", "2"])
            }
            let counts = nodes.map(\.counts.stores)
            #expect(counts.allSatisfy { $0 > 0 }, "\(counts)")
            for node in nodes { await node.leave() }
        }
    }

    @Test(arguments: 1...4)
    func `what was acknowledged is there once and in order when nodes die and answers are lost`(seed: UInt64)
        async throws
    {
        try await NodeTime.passes { time in
            var faults = LogFaults(seed: seed)
            (faults.fences, faults.doubledAnswers, faults.delay) = (0.03, 0.03, 0...6)
            let log = MemoryLog(faults: faults)
            let network = MemoryNetwork(faultEvery: 7)
            let nodes = try await time.nodes(3, over: log, network)
            let rooms = nodes.map { $0.rooms() }
            await withTaskGroup { group in
                for client in 0..<8 {
                    group.addTask {
                        for count in 0..<30 {
                            // A client goes to another node when its own is gone.
                            let id = "\(client) \(count)"
                            var node = client
                            while true {
                                do {
                                    try await rooms[node % 3]["\(client % 2)"].send(
                                        .say(id),
                                        id: id,
                                        deadline: .seconds(5)
                                    )
                                    break
                                } catch {
                                    node += 1
                                }
                            }
                            if client == 0, count == 10 {
                                nodes[1].die()
                                network.cutOff("n1")
                            }
                        }
                    }
                }
            }
            for room in 0..<2 {
                let said = try await time.cluster(log).rooms()["\(room)"].read(deadline: Self.patience) {
                    $0.said
                }
                #expect(Set(said).count == said.count)
                for client in 0..<8 where client % 2 == room {
                    #expect(said.filter { $0.hasPrefix("\(client) ") } == (0..<30).map { "\(client) \($0)" })
                }
            }
            for node in nodes { node.die() }
        }
    }

    @Test func `nodes that do not reach each other take a store from each other, and lose nothing`()
        async throws
    {
        try await NodeTime.passes { time in
            let log = MemoryLog()
            let nodes = (0..<2).map { _ in time.cluster(log) }
            let rooms = nodes.map { $0.rooms() }
            await withTaskGroup { group in
                for (index, rooms) in rooms.enumerated() {
                    group.addTask {
                        for count in 0..<40 {
                            let id = "\(index) \(count)"
                            while (try? await rooms["swift"].send(.say(id), id: id)) == nil {}
                        }
                    }
                }
            }
            // A claim of its own, because a node that was superseded shows what it had.
            let said = try await time.cluster(log).rooms()["swift"].read(deadline: Self.patience) { $0.said }
            #expect(said.count == 80)
            for index in 0..<2 {
                #expect(said.filter { $0.hasPrefix("\(index) ") } == (0..<40).map { "\(index) \($0)" })
            }
            try await Journal(log).verify("room/swift") { Room() }
        }
    }

    @Test func `outputs come in order and without a gap, also when the store moves`() async throws {
        try await NodeTime.passes { time in
            let network = MemoryNetwork()
            let nodes = try await time.nodes(2, over: MemoryLog(), network)
            let rooms = nodes.map { $0.rooms() }
            let writer = Task {
                for count in 0..<60 {
                    while (try? await rooms[0]["swift"].send(.say("\(count)"), id: "\(count)")) == nil {}
                    if count == 30 {
                        nodes[1].die()
                        network.cutOff("n1")
                    }
                }
            }
            var seen: [String] = []
            var last = 0
            for try await output in rooms[0]["swift"].outputs(\.say) {
                #expect(output.entry > last)
                (seen, last) = (seen + [output.output], output.entry)
                if seen.count == 60 { break }
            }
            #expect(seen == (0..<60).map(String.init))
            await writer.value
            // From where somebody was.
            for try await output in rooms[0]["swift"].outputs(\.say, after: last - 1) {
                #expect(output == ClusterOutput(entry: last, output: "59"))
                break
            }
            for node in nodes { node.die() }
        }
    }

    @Test func `outputs go on when somebody else has claimed the store and is gone`()
        async throws
    {
        try await NodeTime.passes { time in
            let log = MemoryLog()
            let rooms = time.cluster(log).rooms()
            try await rooms["swift"].send(.say("a"), deadline: Self.patience)
            let other = time.cluster(log)
            try await other.rooms()["swift"].send(.say("b"), deadline: Self.patience)
            other.die()
            var seen: [String] = []
            for try await output in rooms["swift"].outputs(\.say) {
                seen.append(output.output)
                if seen.count == 2 { break }
            }
            #expect(seen == ["a", "b"])
            #expect(try await rooms["swift"].read(deadline: Self.patience) { $0.said } == ["a", "b"])
        }
    }

    @Test func `a store that nobody asks for is let go, and is there when somebody does`() async throws {
        try await NodeTime.passes { time in
            let cluster = time.cluster(MemoryLog())
            let rooms = cluster.rooms().passivating(after: .zero)
            for round in 1...3 {
                for room in 0..<20 {
                    try await rooms["\(room)"].send(.say("\(round)"), deadline: Self.patience)
                }
                try await Self.eventually { cluster.counts.stores == 0 }
            }
            #expect(try await rooms["7"].read(deadline: Self.patience) { $0.said } == ["1", "2", "3"])
        }
    }

    @Test func `a node that leaves finishes what it does, and hands its stores over`() async throws {
        try await NodeTime.passes { time in
            let nodes = try await time.nodes(2, over: MemoryLog(), MemoryNetwork())
            let rooms = nodes.map { $0.rooms() }
            for node in nodes { try await node.beat() }
            for node in nodes { try await node.beat() }
            let sends = (0..<20).map { room in
                Task { try await rooms[1]["\(room)"].send(.say("a"), deadline: Self.patience) }
            }
            await nodes[0].leave()
            for send in sends { _ = try await send.value }
            for room in 0..<20 { try await rooms[1]["\(room)"].send(.say("b"), deadline: Self.patience) }
            #expect(try await rooms[1]["3"].read(deadline: Self.patience) { $0.said } == ["a", "b"])
            #expect(nodes[0].counts.stores == 0)
            await #expect(throws: ClusterError.self) { try await rooms[0]["3"].send(.say("c")) }
            nodes[1].die()
        }
    }

    @Test func `a node with another reducer is refused, and counted`() async throws {
        try await NodeTime.passes { time in
            let network = MemoryNetwork()
            let nodes = try await time.nodes(2, over: MemoryLog(), network)
            let rooms = [nodes[0].rooms(), nodes[1].rooms(version: 2)]
            for _ in 0..<2 { for node in nodes { try await node.beat() } }
            var refused = 0
            for room in 0..<20 {
                do {
                    try await rooms[0]["\(room)"].send(.say("a"), deadline: Self.patience)
                } catch {
                    refused += 1
                    #expect("\(error)".hasPrefix("It was not done"))
                    #expect("\(error)".contains("run the same program on both"))
                }
            }
            #expect(refused == nodes[1].counts.foreign)
            #expect((1..<20).contains(refused))
            let answer = NodeCoding.value(NodeReply.self, await nodes[0].runtime.answer([1, 2, 3]))
            #expect(answer?.kind == .refused)
            for node in nodes { node.die() }
        }
    }

    @Test func `what cannot be decoded is refused, and changes nothing`() async throws {
        try await NodeTime.passes { time in
            let log = MemoryLog()
            let cluster = time.cluster(log)
            let rooms = cluster.rooms()
            try await rooms["a"].send(.say("a"), deadline: Self.patience)
            let work = StoreWork.send(
                command: "x",
                action: Data("{\"e\":[{\"t\":1,\"a\":{\"sing\":{}}}]}".utf8)
            )
            let answered = await cluster.runtime.request(work, of: rooms["a"].name, within: Self.patience)
            guard case .refused = answered.answer else {
                Issue.record("\(answered)")
                return
            }
            #expect(try await rooms["a"].read(deadline: Self.patience) { $0.said } == ["a"])

            // An entry that a later program wrote.
            let commit = LogCommit(
                name: "room/b",
                sequence: 1,
                time: LogTime(milliseconds: 0),
                contents: Array("{\"e\":[{\"t\":1,\"a\":{\"sing\":{}}}]}".utf8)
            )
            try await log.append(commit)
            await #expect(throws: ClusterError.self) {
                try await rooms["b"].send(.say("a"), deadline: .seconds(5))
            }
        }
    }

    @Test func `a log that takes nothing lets a command end unknown or refused, at its deadline`()
        async throws
    {
        try await NodeTime.passes { time in
            var faults = LogFaults(seed: 1)
            faults.fullDisk = 1
            let rooms = time.cluster(MemoryLog(faults: faults)).rooms()
            await #expect(throws: ClusterError.refused(reason: "the deadline has passed")) {
                try await rooms["a"].send(.say("a"), deadline: .milliseconds(100))
            }
        }
    }
}
