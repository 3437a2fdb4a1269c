// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
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
            let first = try await time.node(log)
            let rooms = first.rooms().snapshots(.every(2))
            let entry = try await rooms["swift"].send(.say("a"), id: "1", deadline: Self.patience)
            #expect(entry == 2)
            #expect(try await rooms["swift"].send(.say("b"), id: "2", deadline: Self.patience) == 3)
            #expect(try await rooms["swift"].send(.say("a"), id: "1", deadline: Self.patience) == 2)
            try await rooms["other"].send(.name("topic"), deadline: Self.patience)
            let state = try await rooms["swift"].read(Everything(), deadline: Self.patience)
            #expect(state == Room.State(id: "swift", said: ["a", "b"]))
            first.die()

            // The next process claims the stores for itself, and knows the ids from the log.
            let later = try await time.node(log).rooms()
            #expect(try await later["swift"].send(.say("a"), id: "1", deadline: Self.patience) == 2)
            #expect(try await later["swift"].send(.say("c"), id: "3", deadline: Self.patience) == 5)
            #expect(try await later["swift"].read(Said(), deadline: Self.patience) == ["a", "b", "c"])
            let other = try await later["other"].read(Everything(), deadline: Self.patience)
            #expect(other.topic == "topic")
        }
    }

    @Test func `a store is at one of the nodes, and is reached from all`() async throws {
        try await NodeTime.passes { time in
            let nodes = try await time.nodes(3, over: MemoryLog())
            let rooms = nodes.map { $0.rooms() }
            for node in nodes { try await node.beat() }
            for node in nodes { try await node.beat() }
            for room in 0..<30 {
                for (index, rooms) in rooms.enumerated() {
                    try await rooms["\(room)"].send(.say("\(index)"), deadline: Self.patience)
                }
                let said = try await rooms[room % 3]["\(room)"].read(Said(), deadline: Self.patience)
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
            (faults.lostMessages, faults.lostHints) = (0.1, 0.1)
            let log = MemoryLog(faults: faults)
            let nodes = try await time.nodes(3, over: log)
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
                            }
                        }
                    }
                }
            }
            for room in 0..<2 {
                let said = try await rooms[0]["\(room)"].read(Said(), deadline: Self.patience)
                #expect(Set(said).count == said.count)
                for client in 0..<8 where client % 2 == room {
                    #expect(said.filter { $0.hasPrefix("\(client) ") } == (0..<30).map { "\(client) \($0)" })
                }
            }
            for node in nodes { node.die() }
        }
    }

    @Test func `nodes that do not know each other take a store from each other, and lose nothing`()
        async throws
    {
        try await NodeTime.passes { time in
            let log = MemoryLog()
            var alone = NodeLink.Faults()
            alone.isAlone = true
            var nodes: [Cluster] = []
            for _ in 0..<2 { nodes.append(try await time.node(NodeLink(log, alone))) }
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
            let last = try await time.node(NodeLink(log, alone)).rooms()
            let said = try await last["swift"].read(Said(), deadline: Self.patience)
            #expect(said.count == 80)
            for index in 0..<2 {
                #expect(said.filter { $0.hasPrefix("\(index) ") } == (0..<40).map { "\(index) \($0)" })
            }
            try await Journal(log).verify("room/swift") { Room() }
        }
    }

    @Test func `outputs come in order and without a gap, also when the store moves`() async throws {
        try await NodeTime.passes { time in
            let nodes = try await time.nodes(2, over: MemoryLog())
            let rooms = nodes.map { $0.rooms() }
            let writer = Task {
                for count in 0..<60 {
                    while (try? await rooms[0]["swift"].send(.say("\(count)"), id: "\(count)")) == nil {}
                    if count == 30 { nodes[1].die() }
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
            var alone = NodeLink.Faults()
            alone.isAlone = true
            let rooms = try await time.node(NodeLink(log, alone)).rooms()
            try await rooms["swift"].send(.say("a"), deadline: Self.patience)
            let other = try await time.node(NodeLink(log, alone))
            try await other.rooms()["swift"].send(.say("b"), deadline: Self.patience)
            other.die()
            var seen: [String] = []
            for try await output in rooms["swift"].outputs(\.say) {
                seen.append(output.output)
                if seen.count == 2 { break }
            }
            #expect(seen == ["a", "b"])
            #expect(try await rooms["swift"].read(Said(), deadline: Self.patience) == ["a", "b"])
        }
    }

    @Test func `a store that nobody asks for is let go, and is there when somebody does`() async throws {
        try await NodeTime.passes { time in
            let cluster = try await time.node(MemoryLog())
            let rooms = cluster.rooms().passivating(after: .zero)
            for round in 1...3 {
                for room in 0..<20 {
                    try await rooms["\(room)"].send(.say("\(round)"), deadline: Self.patience)
                }
                try await Self.eventually { cluster.counts.stores == 0 }
            }
            #expect(try await rooms["7"].read(Said(), deadline: Self.patience) == ["1", "2", "3"])
        }
    }

    @Test func `a node that leaves finishes what it does, and hands its stores over`() async throws {
        try await NodeTime.passes { time in
            let nodes = try await time.nodes(2, over: MemoryLog())
            let rooms = nodes.map { $0.rooms() }
            for node in nodes { try await node.beat() }
            for node in nodes { try await node.beat() }
            let sends = (0..<20).map { room in
                Task { try await rooms[1]["\(room)"].send(.say("a"), deadline: Self.patience) }
            }
            await nodes[0].leave()
            for send in sends { _ = try await send.value }
            for room in 0..<20 { try await rooms[1]["\(room)"].send(.say("b"), deadline: Self.patience) }
            #expect(try await rooms[1]["3"].read(Said(), deadline: Self.patience) == ["a", "b"])
            #expect(nodes[0].counts.stores == 0)
            await #expect(throws: ClusterError.self) { try await rooms[0]["3"].send(.say("c")) }
            nodes[1].die()
        }
    }

    @Test func `stores move when a node comes or leaves, without waiting for a heartbeat`() async throws {
        let (clock, log) = (TestClock(), MemoryLog())
        // The next heartbeat is thirty years away.
        func node(_ name: String) async throws -> Cluster {
            try await Cluster(log, node: name, heartbeat: .seconds(1_000_000_000), clock: clock)
        }
        let passing = Task {
            while !Task.isCancelled {
                await clock.advance(by: .milliseconds(20))
                await Task.yield()
            }
        }
        let first = try await node("a")
        let rooms = first.rooms()
        for room in 0..<20 { try await rooms["\(room)"].send(.say("a"), deadline: Self.patience) }
        let second = try await node("b")
        let others = second.rooms()
        try await Self.eventually {
            (0..<20).contains { first.runtime.owner(of: rooms["\($0)"].name) == "b" }
        }
        for room in 0..<20 { try await rooms["\(room)"].send(.say("b"), deadline: Self.patience) }
        #expect(second.counts.stores > 0)
        await first.leave()
        try await Self.eventually {
            (0..<20).allSatisfy { second.runtime.owner(of: others["\($0)"].name) == "b" }
        }
        for room in 0..<20 {
            let said = try await others["\(room)"].read(Said(), deadline: Self.patience)
            #expect(said == ["a", "b"])
        }
        passing.cancel()
        second.die()
    }

    @Test func `a node that leaves reads the table until its commands are done`() async throws {
        let (clock, log) = (TestClock(), MemoryLog())
        let link = NodeLink(log)
        let heartbeat = Duration.milliseconds(50)
        let leaving = try await Cluster(link, node: "a", heartbeat: heartbeat, clock: clock)
        let rooms = leaving.rooms()
        link.set { $0.isCutOff = true }
        let sent = Task { try await rooms["1"].send(.say("a"), deadline: .seconds(20_000)) }
        try await Self.eventually { leaving.counts.waiting == 1 }
        let failures = leaving.counts.failures
        let end = Task { await leaving.leave() }
        // It has told nobody, and knows nobody.
        try await Self.eventually { leaving.counts.failures > failures }
        link.set { $0.isCutOff = false }
        let staying = try await Cluster(log, node: "b", heartbeat: heartbeat, clock: clock)
        let others = staying.rooms()
        let passing = Task {
            while !Task.isCancelled {
                await clock.advance(by: .milliseconds(20))
                try? await staying.beat()
            }
        }
        _ = try await sent.value
        await end.value
        #expect(try await others["1"].read(Said(), deadline: Self.patience) == ["a"])
        passing.cancel()
        staying.die()
    }

    @Test func `nodes of an older version leave the stores to those of the newest one, and reach them`()
        async throws
    {
        struct Member {
            let node: Cluster
            let rooms: Directory<Room.State, Room.Action>
            let others: Directory<Room.State, Room.Action>

            init(_ node: Cluster, version: Int) {
                self.node = node
                (rooms, others) = (node.rooms(version: version), node.rooms("other"))
            }
        }
        try await NodeTime.passes { time in
            let log = MemoryLog()
            var members = try await time.nodes(3, over: log).map { Member($0, version: 1) }
            func meet() async throws {
                for _ in 0..<2 { for member in members { try await member.node.beat() } }
            }
            func say(_ text: String) async throws {
                for room in 0..<20 {
                    let member = members[room % members.count]
                    try await member.rooms["\(room)"].send(.say(text), deadline: Self.patience)
                    try await member.others["\(room)"].send(.say(text), deadline: Self.patience)
                }
            }
            try await meet()
            try await say("old")
            // One after the other is replaced, and everything is served meanwhile.
            for round in 0..<3 {
                members.append(Member(try await time.node(log, "m\(round)"), version: 2))
                try await meet()
                try await say("\(round)")
                let named = StoreName(directory: "room", id: "7")
                for member in members {
                    let owner = member.node.runtime.held.withLock { $0.core.owner(of: named) }
                    #expect(owner?.hasPrefix("m") == true)
                }
                await members.removeFirst().node.leave()
            }
            for rooms in [members[0].rooms, members[0].others] {
                let said = try await rooms["7"].read(Said(), deadline: Self.patience)
                #expect(said == ["old", "0", "1", "2"])
            }
            for member in members { member.node.die() }
        }
    }

    /// The error of a question.
    private static func refusal<Question: ClusterQuestion>(
        of question: Question,
        by room: ClusterStore<Room.State, Room.Action>
    ) async -> String {
        do throws(ClusterError) {
            _ = try await room.read(question, deadline: patience)
            return "It was answered."
        } catch {
            return "\(error)"
        }
    }

    @Test func `a question is answered by the owner, and refused with the reason if it cannot be`()
        async throws
    {
        struct Unknown: ClusterQuestion { typealias Answer = Int }
        struct Failing: ClusterQuestion { typealias Answer = Int }
        struct Large: ClusterQuestion {
            typealias Answer = String
            var count: Int
        }
        try await NodeTime.passes { time in
            let nodes = try await time.nodes(2, over: MemoryLog())
            let rooms = nodes.map { node in
                node.rooms().answering(Failing.self) { _, state in
                    throw ClusterError.refused(reason: state.id)
                }
                .answering(Large.self) { question, _ in String(repeating: "x", count: question.count) }
            }
            for _ in 0..<2 { for node in nodes { try await node.beat() } }
            for rooms in rooms {
                try await rooms["swift"].send(.say("a"), deadline: Self.patience)
                #expect(
                    try await rooms["swift"].read(Large(count: 4_000_000), deadline: Self.patience).utf8.count
                        == 4_000_000
                )
                let room = rooms["swift"]
                let reasons = [
                    await Self.refusal(of: Unknown(), by: room), await Self.refusal(of: Failing(), by: room),
                    await Self.refusal(of: Large(count: 4_194_303), by: room),
                ]
                #expect(reasons[0].contains("declares no answer to Unknown"))
                #expect(reasons[1].contains("It was not done: swift"))
                #expect(reasons[2].contains("4194305 bytes, and 4194304 are allowed"))
                let large = String(repeating: "x", count: 4_200_000)
                await #expect(throws: ClusterError.self) { try await rooms["swift"].send(.say(large)) }
            }
            for node in nodes { node.die() }
        }
    }

    @Test func `a node whose hints are lost polls, and says so`() async throws {
        try await NodeTime.passes { time in
            let log = MemoryLog()
            let link = NodeLink(log)
            link.set { $0.isDeaf = true }
            let nodes = [try await time.node(link, "n0"), try await time.node(log, "n1")]
            let rooms = nodes.map { $0.rooms() }
            for _ in 0..<2 { for node in nodes { try await node.beat() } }
            for room in 0..<20 {
                try await rooms[room % 2]["\(room)"].send(.say("a"), deadline: Self.patience)
            }
            try await Self.eventually { nodes[0].counts.missedHints > 0 }
            #expect(nodes[1].counts.failures == 0)
            for node in nodes { node.die() }
        }
    }

    @Test(arguments: ["cannotWrite", "hearsNoAnswers", "isCutOff"])
    func `the stores of a node that reaches the log in one direction only go to the others`(fault: String)
        async throws
    {
        try await NodeTime.passes { time in
            let log = MemoryLog()
            let link = NodeLink(log)
            let nodes = [try await time.node(link, "n0"), try await time.node(log, "n1")]
            let rooms = nodes.map { $0.rooms() }
            for _ in 0..<2 { for node in nodes { try await node.beat() } }
            for room in 0..<20 { try await rooms[1]["\(room)"].send(.say("a"), deadline: Self.patience) }
            #expect(nodes[0].counts.stores > 0)
            link.set { faults in
                switch fault {
                case "cannotWrite": faults.cannotWrite = true
                case "hearsNoAnswers": faults.hearsNoAnswers = true
                default: faults.isCutOff = true
                }
            }
            for room in 0..<20 { try await rooms[1]["\(room)"].send(.say("b"), deadline: Self.patience) }
            link.set { $0 = NodeLink.Faults() }
            for room in 0..<20 {
                try await rooms[0]["\(room)"].send(.say("c"), deadline: Self.patience)
                let said = try await rooms[1]["\(room)"].read(Said(), deadline: Self.patience)
                #expect(said == ["a", "b", "c"])
            }
            for node in nodes { node.die() }
        }
    }

    @Test func `what cannot be decoded is refused or set aside, and changes nothing`() async throws {
        try await NodeTime.passes { time in
            let log = MemoryLog()
            let cluster = try await time.node(log)
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
            let message = MailboxMessage(
                to: "room/a",
                id: "y",
                at: cluster.name,
                contents: Array("{\"e\":[{\"t\":1,\"a\":{\"sing\":{}}}]}".utf8)
            )
            try await log.change([.put(message)], isDurable: true)
            try await Self.eventually { cluster.counts.setAside == 1 && cluster.counts.messages == 0 }
            let kept = try await log.messages(after: 0, limit: 10)
            #expect(kept.map(\.id) == ["y"])
            #expect(kept[0].setAside?.contains("cannot be read") == true)
            #expect(try await rooms["a"].read(Said(), deadline: Self.patience) == ["a"])

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
            let rooms = try await time.node(MemoryLog(faults: faults)).rooms()
            await #expect(throws: ClusterError.refused(reason: "the deadline has passed")) {
                try await rooms["a"].send(.say("a"), deadline: .milliseconds(100))
            }
        }
    }
}
