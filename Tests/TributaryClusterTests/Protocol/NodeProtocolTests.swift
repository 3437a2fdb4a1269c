// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TributaryCluster
@testable import TributaryCore

/// The commands of a node, event by event.
@Suite(.timeLimit(.minutes(30)))
struct NodeProtocolTests {
    private static let store = StoreName(directory: "room", id: "swift")

    private static func row(_ name: String, beat: Int = 0, version: Int = 1) -> NodeRow {
        NodeRow(name: name, epoch: 1, beat: beat, directories: ["room": version])
    }

    /// A node that owns the store, or does not, of two.
    private static func node(owns: Bool) throws -> (node: NodeProtocol, other: String) {
        for (own, other) in [("a", "b"), ("b", "a")] {
            var node = NodeProtocol(name: own, epoch: 1, directories: ["room": 1])
            _ = node.handle(.tableRead([row(own), row(other)]), at: .zero)
            if (node.owner(of: store) == own) == owns { return (node, other) }
        }
        throw NoSuchNode()
    }

    private struct NoSuchNode: Error {}

    private static func request(_ number: Int = 1) -> NodeEvent {
        .requested(
            NodeRequest(
                number: number,
                store: store,
                kind: .command(id: "c\(number)"),
                deadline: .seconds(10)
            )
        )
    }

    /// A request that arrives as the message of the same number.
    private static func message(
        _ number: Int = 1,
        kind: NodeRequest.Kind? = nil,
        within deadline: Duration? = nil,
        deaths: Int = 0,
        suspect: String? = nil
    ) -> NodeRequest {
        NodeRequest(
            number: number,
            store: store,
            kind: kind ?? .command(id: "c\(number)"),
            deadline: deadline,
            message: NodeRequest.Message(number: number, deaths: deaths, suspect: suspect)
        )
    }

    /// The commands after reading the table, without those that look for messages.
    private static func read(_ node: inout NodeProtocol, _ rows: [NodeRow], at time: Duration)
        -> [NodeCommand]
    {
        node.handle(.tableRead(rows), at: time).filter { if case .findStrays = $0 { false } else { true } }
    }

    @Test func `a store is opened by a claim after its last entry, and read again`() throws {
        var (node, _) = try Self.node(owns: true)
        #expect(node.handle(Self.request(), at: .zero) == [.findLast(Self.store, opening: 1)])
        let claim = node.handle(.logAnswered(Self.store, opening: 1, .last(7)), at: .zero)
        #expect(claim == [.claim(Self.store, opening: 1, at: 8)])
        let recover = node.handle(.logAnswered(Self.store, opening: 1, .claimed), at: .zero)
        #expect(recover == [.recover(Self.store, opening: 1, claim: 8)])
        let open = node.handle(.logAnswered(Self.store, opening: 1, .recovered([])), at: .zero)
        #expect(open == [.perform(1, Self.store, opening: 1)])
        let done = node.handle(.performed(1, Self.store, opening: 1, .committed(9)), at: .zero)
        #expect(done == [.answer(1, .committed(9))])
    }

    @Test func `requests of an earlier opening to the log do not count`() throws {
        var (node, _) = try Self.node(owns: true)
        _ = node.handle(Self.request(), at: .zero)
        #expect(node.handle(.lost(Self.store, opening: 1), at: .zero) == [.close(Self.store, opening: 1)])
        #expect(node.handle(.tick, at: .seconds(1)) == [.findLast(Self.store, opening: 2)])
        #expect(node.handle(.logAnswered(Self.store, opening: 1, .last(7)), at: .seconds(1)) == [])
        let claim = node.handle(.logAnswered(Self.store, opening: 2, .last(8)), at: .seconds(1))
        #expect(claim == [.claim(Self.store, opening: 2, at: 9)])
    }

    @Test func `a refusal by the owner is an unknown result if the command was tried before`() throws {
        for isTried in [false, true] {
            var (node, other) = try Self.node(owns: false)
            #expect(node.handle(Self.request(), at: .zero) == [.post(1, to: other)])
            #expect(node.nextDeadline() == .seconds(2))
            if isTried { #expect(node.handle(.tick, at: .seconds(2)) == [.post(1, to: other)]) }
            let answer = node.handle(.answered(1, .refused("no")), at: .seconds(2))
            #expect(answer == [.answer(1, isTried ? .unknown("no") : .refused("no"))])
            #expect(node.nextDeadline() == nil)
        }
    }

    @Test func `a command that was not put into the mailbox was not tried`() throws {
        var (node, other) = try Self.node(owns: false)
        #expect(node.handle(Self.request(), at: .zero) == [.post(1, to: other)])
        #expect(node.handle(.posted(1, false), at: .zero) == [])
        #expect(node.handle(.tick, at: .seconds(1)) == [.post(1, to: other)])
        #expect(node.handle(.posted(1, false), at: .seconds(1)) == [])
        #expect(node.handle(.tick, at: .seconds(10)) == [.answer(1, .refused("the deadline has passed"))])
        // An entry that may exist may have been applied.
        (node, other) = try Self.node(owns: false)
        #expect(node.handle(Self.request(2), at: .seconds(1)) == [.post(2, to: other)])
        #expect(node.handle(.posted(2, true), at: .seconds(1)) == [])
        #expect(node.handle(.tick, at: .seconds(20)) == [.answer(2, .unknown("the deadline has passed"))])
    }

    @Test func `a message for a store of another node is forwarded`() throws {
        var (node, other) = try Self.node(owns: false)
        #expect(node.handle(.received([Self.message()]), at: .zero) == [.forward(1, to: other), .meet])
        #expect(node.pending.isEmpty)
        #expect(node.messages.isEmpty)
    }

    @Test func `a message is done once here, however often it is received`() throws {
        var (node, _) = try Self.node(owns: true)
        #expect(node.handle(.received([Self.message()]), at: .zero) == [.findLast(Self.store, opening: 1)])
        let again = NodeRequest(
            number: 2,
            store: Self.store,
            kind: .command(id: "c1"),
            deadline: nil,
            message: NodeRequest.Message(number: 1)
        )
        #expect(node.handle(.received([again]), at: .zero) == [])
        for answer in [LogAnswer.last(0), .claimed] {
            _ = node.handle(.logAnswered(Self.store, opening: 1, answer), at: .zero)
        }
        let open = node.handle(.logAnswered(Self.store, opening: 1, .recovered([])), at: .zero)
        #expect(open == [.perform(1, Self.store, opening: 1)])
        let done = node.handle(.performed(1, Self.store, opening: 1, .committed(2)), at: .zero)
        #expect(done == [.answer(1, .committed(2))])
        // Its removal was lost, and the id is known.
        #expect(node.handle(.received([again]), at: .zero) == [.answer(2, .committed(2))])
    }

    @Test func `a message that cannot be done here is forgotten after a pause, and received again`() throws {
        var (node, _) = try Self.node(owns: true)
        _ = node.handle(.received([Self.message()]), at: .zero)
        let closed = node.handle(.logAnswered(Self.store, opening: 1, .failed("no")), at: .zero)
        #expect(closed == [.close(Self.store, opening: 1)])
        #expect(node.nextDeadline() == .milliseconds(160))
        #expect(node.handle(.tick, at: .milliseconds(160)) == [.release(1)])
        #expect(node.pending.isEmpty)
    }

    @Test func `a message whose store is lost while it is done is looked for in the log`() throws {
        for isDone in [true, false] {
            var (node, _) = try Self.node(owns: true)
            _ = node.handle(.received([Self.message()]), at: .zero)
            for answer in [LogAnswer.last(0), .claimed, .recovered([])] {
                _ = node.handle(.logAnswered(Self.store, opening: 1, answer), at: .zero)
            }
            let lost = node.handle(.performed(1, Self.store, opening: 1, .lost), at: .zero)
            #expect(lost == [.close(Self.store, opening: 1)])
            let again = node.handle(.tick, at: .milliseconds(160))
            #expect(again == [.findLast(Self.store, opening: 2)])
            for answer in [LogAnswer.last(2), .claimed] {
                _ = node.handle(.logAnswered(Self.store, opening: 2, answer), at: .seconds(1))
            }
            let recorded = isDone ? [RecordedCommand(id: "c1", entry: 2)] : []
            let open = node.handle(
                .logAnswered(Self.store, opening: 2, .recovered(recorded)),
                at: .seconds(1)
            )
            #expect(open == [isDone ? .answer(1, .committed(2)) : .release(1)])
            #expect(node.pending.isEmpty && node.messages.isEmpty)
        }
    }

    @Test func `a command in the mailbox is applied from there, even by the node that put it`() throws {
        var (node, other) = try Self.node(owns: false)
        #expect(node.handle(Self.request(), at: .zero) == [.post(1, to: other)])
        var leaving = Self.row(other)
        leaving.isLeaving = true
        #expect(Self.read(&node, [leaving], at: .seconds(1)) == [.post(1, to: node.row.name)])
        // A new owner is asked again as soon as the first one.
        #expect(node.nextDeadline() == .seconds(3))
        let received = NodeRequest(
            number: 2,
            store: Self.store,
            kind: .command(id: "c1"),
            deadline: nil,
            message: NodeRequest.Message(number: 7)
        )
        #expect(node.handle(.received([received]), at: .seconds(1)) == [.findLast(Self.store, opening: 1)])
        for answer in [LogAnswer.last(0), .claimed, .recovered([])] {
            _ = node.handle(.logAnswered(Self.store, opening: 1, answer), at: .seconds(1))
        }
        let done = node.handle(.performed(2, Self.store, opening: 1, .committed(2)), at: .seconds(1))
        #expect(done == [.answer(2, .committed(2))])
        #expect(node.handle(.answered(1, .committed(2)), at: .seconds(1)) == [.answer(1, .committed(2))])
    }

    @Test
    func
        `a message of which nodes may have died is done alone, and set aside if that was another one's last`()
        throws
    {
        var (node, _) = try Self.node(owns: true)
        _ = node.handle(Self.request(9), at: .zero)
        for answer in [LogAnswer.last(0), .claimed, .recovered([])] {
            _ = node.handle(.logAnswered(Self.store, opening: 1, answer), at: .zero)
        }
        let suspects = [1, 2].map { Self.message($0, deaths: 2) }
        #expect(node.handle(.received(suspects), at: .zero) == [.mark(1)])
        // Others go on meanwhile.
        let other = node.handle(.received([Self.message(3, deaths: 1)]), at: .zero)
        #expect(other == [.perform(3, Self.store, opening: 1)])
        #expect(node.handle(.marked(1, true), at: .zero) == [.perform(1, Self.store, opening: 1)])
        let done = node.handle(.performed(1, Self.store, opening: 1, .committed(3)), at: .zero)
        #expect(done == [.mark(2), .answer(1, .committed(3))])
        // This one has done the second alone, and did not die.
        #expect(node.handle(.marked(2, false), at: .zero) == [])
        #expect(node.handle(.tick, at: .milliseconds(160)) == [.release(2)])
        let again = node.handle(
            .received([Self.message(2, deaths: 2, suspect: node.identity)]),
            at: .seconds(1)
        )
        #expect(again == [.mark(2)])
        let doubtful = Self.message(4, deaths: 2, suspect: "n 7")
        #expect(node.handle(.received([doubtful]), at: .seconds(1)) == [])
        // Another process has the name now.
        let poisoned = Self.read(&node, [node.row, NodeRow(name: "n", epoch: 8)], at: .seconds(1))
        guard case .setAside(4, let reason)? = poisoned.first, poisoned.count == 1 else {
            Issue.record("\(poisoned)")
            return
        }
        #expect(reason.contains("2 nodes died"))
    }

    @Test func `a process does a message alone only when the others can see that it lives`() {
        var node = NodeProtocol(name: "a", epoch: 1, directories: ["room": 1])
        #expect(node.handle(.received([Self.message(1, deaths: 2)]), at: .zero) == [])
        #expect(Self.read(&node, [node.row], at: .zero) == [.mark(1)])
        // Another process does it: this one takes nothing any more.
        _ = node.handle(.leave, at: .zero)
        #expect(node.handle(.received([Self.message(2, deaths: 2)]), at: .zero).contains(.release(2)))
    }

    @Test func `a lost connection is not the death of the process that did a message alone`() {
        let suspect = NodeRow(name: "z", epoch: 7)
        var renewed = suspect
        renewed.beat = 1
        /// A node that has received the message, and no longer sees the connection of the other process.
        func node() -> NodeProtocol {
            var node = NodeProtocol(name: "a", epoch: 1, directories: ["room": 1])
            _ = node.handle(.tableRead([node.row, suspect], connected: ["z"]), at: .zero)
            let message = Self.message(1, deaths: 2, suspect: suspect.identity)
            #expect(node.handle(.received([message]), at: .zero) == [])
            for time in [500, 1_000] {
                #expect(Self.read(&node, [node.row, suspect], at: .milliseconds(time)) == [])
            }
            #expect(node.living[suspect.name] == nil)
            return node
        }
        var other = node()
        #expect(Self.read(&other, [other.row, renewed], at: .milliseconds(1_500)) == [.mark(1)])
        other = node()
        let message = Self.message(2, deaths: 2, suspect: suspect.identity)
        #expect(other.handle(.tick, at: .seconds(2)) == [.release(1)])
        #expect(other.handle(.received([message]), at: .seconds(2)) == [])
        #expect(Self.read(&other, [other.row, suspect], at: .seconds(2)) == [])
        #expect(other.handle(.tick, at: .seconds(4)) == [.release(2)])
        #expect(other.handle(.received([message]), at: .seconds(4)) == [])
        #expect(Self.read(&other, [other.row, suspect], at: .seconds(4)) == [])
        let last = Self.read(&other, [other.row, suspect], at: .seconds(6))
        guard case .setAside(2, _)? = last.last else {
            Issue.record("\(last)")
            return
        }
    }

    @Test
    func `a message that cannot be read is set aside, and so is one of a store whose log cannot be read`()
        throws
    {
        var (node, _) = try Self.node(owns: true)
        _ = node.handle(.received([Self.message()]), at: .zero)
        for answer in [LogAnswer.last(0), .claimed, .recovered([])] {
            _ = node.handle(.logAnswered(Self.store, opening: 1, answer), at: .zero)
        }
        let unreadable = node.handle(
            .performed(1, Self.store, opening: 1, .unreadable("no action")),
            at: .zero
        )
        #expect(unreadable == [.setAside(1, reason: "no action")])
        let other = StoreName(directory: "room", id: "other")
        guard node.owner(of: other) == node.row.name else { return }
        var broken = Self.message(2)
        broken = NodeRequest(
            number: 2,
            store: other,
            kind: broken.kind,
            deadline: nil,
            message: broken.message
        )
        #expect(node.handle(.received([broken]), at: .zero) == [.findLast(other, opening: 2)])
        let answer = node.handle(.logAnswered(other, opening: 2, .broken("no entry")), at: .zero)
        #expect(answer == [.close(other, opening: 2), .setAside(2, reason: "no entry")])
    }

    @Test func `messages of nodes that do not live are taken by the owners of their stores`() throws {
        var (node, other) = try Self.node(owns: true)
        let commands = node.handle(.tableRead([Self.row(node.row.name), Self.row(other)]), at: .zero)
        #expect(commands == [.findStrays(living: [node.row.name, other])])
        var leaving = Self.row(other)
        leaving.isLeaving = true
        let found = node.handle(.tableRead([leaving]), at: .seconds(1))
        #expect(found == [.findStrays(living: [node.row.name])])
        let foreign = StoreName(directory: "other", id: "x")
        let strays = [
            StrayMessage(number: 1, node: "gone", store: Self.store),
            StrayMessage(number: 2, node: other, store: Self.store),
            StrayMessage(number: 3, node: "gone", store: foreign),
        ]
        #expect(
            node.handle(.strays(strays), at: .seconds(1)) == [
                .adopt([strays[1]], isStray: false), .adopt([strays[0]], isStray: true),
            ]
        )
    }

    @Test func `a node that leaves refuses new requests, and is done when it has answered the others`() throws
    {
        var (node, other) = try Self.node(owns: false)
        #expect(node.handle(Self.request(1), at: .zero) == [.post(1, to: other)])
        #expect(node.handle(.leave, at: .zero) == [])
        #expect(node.handle(Self.request(2), at: .zero) == [.answer(2, .refused("the node leaves"))])
        #expect(node.handle(.answered(1, .committed(7)), at: .zero) == [.answer(1, .committed(7)), .left])
    }

    @Test func `the last node that leaves lets its messages stay in the mailbox`() {
        var node = NodeProtocol(name: "a", epoch: 1, directories: ["room": 1])
        #expect(node.handle(.leave, at: .zero) == [.left])
        #expect(node.handle(.received([Self.message()]), at: .zero) == [.release(1)])
    }

    @Test func `others are notified once of each change of a node, and read the table then`() {
        var node = NodeProtocol(name: "a", epoch: 1)
        let others = ["b", "c"]
        func meet() -> [NodeCommand] {
            let row = node.nextRow()
            return Self.read(&node, [row] + others.map { Self.row($0) }, at: .zero)
        }
        // A node without directories takes nothing.
        #expect(meet() == [])
        for version in 1...2 {
            let isNew = [nil, .seconds(1)].map { age in
                node.addDirectory("room", version: version, passivation: age)
            }
            #expect(isNew == [true, false])
            #expect(meet() == [.notify(others)])
            #expect(meet() == [])
        }
        _ = node.handle(.leave, at: .zero)
        #expect(meet() == [.notify(others)])
        #expect(node.handle(.othersChanged, at: .zero) == [.meet])
    }

    @Test func `a node without input sends no new heartbeat`() throws {
        var node = NodeProtocol(name: "a", epoch: 1, directories: ["room": 1])
        #expect(node.nextRow().beat == 1)
        #expect(node.nextRow().beat == 1)
        _ = node.handle(.tableRead([]), at: .zero)
        #expect(node.nextRow().beat == 2)
    }

    @Test func `stores belong to the nodes with the newest version of their directory`() throws {
        var (node, other) = try Self.node(owns: true)
        _ = Self.read(&node, [Self.row(other, version: 2)], at: .zero)
        #expect(node.owner(of: Self.store) == other)
        _ = Self.read(&node, [Self.row(other, version: 0)], at: .zero)
        #expect(node.owner(of: Self.store) == node.row.name)
    }

    @Test func `a store moves when its node is dead, and goes back when the node lives`() throws {
        var (node, other) = try Self.node(owns: false)
        #expect(node.owner(of: Self.store) == other)
        // Its row has not changed.
        for time in [2, 4, 6] {
            _ = Self.read(&node, [Self.row("a"), Self.row("b")], at: .seconds(time))
        }
        #expect(node.handle(Self.request(), at: .seconds(6)) == [.findLast(Self.store, opening: 1)])
        for answer in [LogAnswer.last(0), .claimed, .recovered([])] {
            _ = node.handle(.logAnswered(Self.store, opening: 1, answer), at: .seconds(6))
        }
        // Operations in progress come first.
        #expect(Self.read(&node, [Self.row(other, beat: 1)], at: .seconds(7)) == [])
        let done = node.handle(.performed(1, Self.store, opening: 1, .committed(2)), at: .seconds(7))
        #expect(done == [.answer(1, .committed(2)), .close(Self.store, opening: 1)])
    }

    /// A node that has the store open, as its first opening.
    private static func owner(_ other: inout String) throws -> NodeProtocol {
        var node: NodeProtocol
        (node, other) = try Self.node(owns: true)
        _ = node.handle(request(), at: .zero)
        for answer in [LogAnswer.last(0), .claimed, .recovered([])] {
            _ = node.handle(.logAnswered(store, opening: 1, answer), at: .zero)
        }
        _ = node.handle(.performed(1, store, opening: 1, .committed(2)), at: .zero)
        return node
    }

    @Test func `each store is verified once in ten readings, and is lost if others have written to it`()
        throws
    {
        var other = ""
        var node = try Self.owner(&other)
        for round in 1...3 {
            let commands = (1...NodeProtocol.turns).map { reading in
                Self.read(&node, [Self.row(other)], at: .milliseconds(round * 100 + reading))
            }
            #expect(commands.flatMap(\.self) == [.verify(Self.store, opening: 1)])
            let answer = [LogAnswer.claimed, .failed("no"), .superseded][round - 1]
            let ended = node.handle(.logAnswered(Self.store, opening: 1, answer), at: .zero)
            #expect(ended == (round < 3 ? [] : [.close(Self.store, opening: 1)]))
        }
    }

    @Test func `after a time without the log, stores are verified before they are used`() throws {
        var other = ""
        var node = try Self.owner(&other)
        let verify = NodeCommand.verify(Self.store, opening: 1)
        // Earlier questions prove nothing.
        var asked: [NodeCommand] = []
        for _ in 0..<NodeProtocol.turns { asked += Self.read(&node, [Self.row(other)], at: .zero) }
        #expect(asked == [verify])
        let answer = Self.read(&node, [Self.row(other)], at: .seconds(4))
        #expect(answer.filter { $0 == verify }.count == 1)
        #expect(node.handle(Self.request(2), at: .seconds(4)) == [])
        #expect(node.handle(.logAnswered(Self.store, opening: 1, .claimed), at: .seconds(4)) == [])
        let open = node.handle(.logAnswered(Self.store, opening: 1, .claimed), at: .seconds(4))
        #expect(open == [.perform(2, Self.store, opening: 1)])
    }

    @Test func `a store that cannot be verified after an outage of the log is opened again`() throws {
        for answer in [LogAnswer.superseded, .failed("no")] {
            var other = ""
            var node = try Self.owner(&other)
            _ = node.handle(.tableRead([Self.row(other)]), at: .seconds(4))
            #expect(node.handle(Self.request(2), at: .seconds(4)) == [])
            let lost = node.handle(.logAnswered(Self.store, opening: 1, answer), at: .seconds(4))
            #expect(lost == [.close(Self.store, opening: 1)])
            #expect(node.handle(.tick, at: .seconds(5)) == [.findLast(Self.store, opening: 2)])
        }
    }

    @Test func `a node that does not read the table suspects no other`() throws {
        var (node, other) = try Self.node(owns: false)
        _ = node.handle(.tick, at: .seconds(60))
        #expect(node.owner(of: Self.store) == other)
        // No node could write its row.
        for time in [60, 63] {
            _ = node.handle(.tableRead([Self.row(other)]), at: .seconds(time))
            #expect(node.owner(of: Self.store) == other)
        }
        _ = node.handle(.tableRead([Self.row(other)]), at: .seconds(66))
        #expect(node.owner(of: Self.store) == node.row.name)
        // Who was dead before stays so.
        _ = node.handle(.tableRead([Self.row(other)]), at: .seconds(99))
        #expect(node.owner(of: Self.store) == node.row.name)
    }

    @Test func `an abandoned read is over, and a command continues`() throws {
        var (node, other) = try Self.node(owns: false)
        let look = NodeRequest(number: 2, store: Self.store, kind: .look, deadline: .seconds(10))
        #expect(node.handle(.requested(look), at: .zero) == [.post(2, to: other)])
        #expect(node.handle(Self.request(), at: .zero) == [.post(1, to: other)])
        #expect(node.handle(.abandoned(2), at: .zero) == [.answer(2, .refused("nobody waits any more"))])
        #expect(node.handle(.abandoned(1), at: .zero) == [])
        #expect(node.handle(.answered(1, .committed(7)), at: .zero) == [.answer(1, .committed(7))])
    }

    @Test func `the earliest deadline comes first, whatever was added when`() {
        var generator = SeededGenerator(state: 7)
        for count in [0, 1, 2, 3, 10, 1_000] {
            var deadlines = Deadlines()
            let times = (0..<count).map { _ in Duration.milliseconds(Int(generator.next() % 500)) }
            for (number, time) in times.enumerated() { deadlines.insert(time, number) }
            var found: [Duration] = []
            while let (time, number) = deadlines.earliest {
                #expect(times[number] == time)
                found.append(time)
                deadlines.removeEarliest()
            }
            #expect(found == times.sorted())
        }
    }

    @Test func `each node has a share of the stores, and one that dies gives only its own away`() {
        var table = NodeTable(patience: .seconds(3))
        let rows = (0..<4).map { Self.row("node-\($0)") }
        _ = table.update(rows, now: .zero)
        let names = (0..<10_000).map { StoreName(directory: "room", id: "\($0)") }
        let before = names.map { table.owner(of: $0, own: rows[0]) }
        for row in rows {
            let count = before.count { $0 == row.name }
            #expect((2_300...2_700).contains(count), "\(row.name): \(count)")
        }
        for time in 1...3 {
            _ = table.update(rows.dropLast().map { Self.row($0.name, beat: time) }, now: .seconds(time))
        }
        for (name, owner) in zip(names, before) where owner != rows[3].name {
            #expect(table.owner(of: name, own: rows[0]) == owner)
        }
    }

    @Test func `a node that is no longer read is missed like one without new heartbeats`() {
        var table = NodeTable(patience: .seconds(6))
        _ = table.update([Self.row("b")], now: .zero)
        for time in [2, 4] {
            _ = table.update([], now: .seconds(time))
            #expect(table.others(than: "a") == ["b": ["room": 1]])
        }
        _ = table.update([], now: .seconds(6))
        #expect(table.others(than: "a").isEmpty)
        _ = table.update([Self.row("b", beat: 1)], now: .seconds(8))
        #expect(table.others(than: "a") == ["b": ["room": 1]])
    }

    @Test func `a node is missed when its row is as old as the patience, whenever it was read`() {
        var table = NodeTable(patience: .seconds(6))
        _ = table.update([Self.row("b")], now: .zero)
        // It was changed just after the last reading.
        let row = Self.row("b", beat: 1)
        _ = table.update([row], ages: ["b": .milliseconds(1_900)], now: .seconds(2))
        #expect(table.nextLoss(besides: "b") == nil)
        #expect(table.nextLoss(besides: "a") == .milliseconds(6_100))
        for time in [4, 6] { _ = table.update([row], ages: ["b": .seconds(time)], now: .seconds(time)) }
        #expect(table.nextLoss(besides: "a") == .milliseconds(6_100))
        #expect(!table.others(than: "a").isEmpty)
        _ = table.update([row], now: .milliseconds(6_100))
        #expect(table.others(than: "a").isEmpty)
        #expect(table.nextLoss(besides: "a") == nil)
        // The clock of the database is off: a row is no older than the last reading.
        let next = Self.row("b", beat: 2)
        _ = table.update([next], ages: ["b": .seconds(3_600)], now: .seconds(7))
        #expect(table.nextLoss(besides: "a") == .milliseconds(12_100))
    }

    /// A table that has seen another node connected, and then no longer.
    private static func tableWithoutConnection() -> NodeTable {
        var table = NodeTable(patience: .seconds(6))
        _ = table.update([row("b")], connected: ["b"], now: .zero)
        _ = table.update([row("b", beat: 1)], ages: ["b": .milliseconds(700)], now: .seconds(1))
        return table
    }

    @Test func `a node whose connection has ended is missed within a quarter of a heartbeat`() {
        var table = Self.tableWithoutConnection()
        #expect(table.others(than: "a") == ["b": ["room": 1]])
        #expect(table.nextLoss(besides: "a") == .milliseconds(1_500))
        _ = table.update([Self.row("b", beat: 1)], now: .milliseconds(1_499))
        #expect(!table.others(than: "a").isEmpty)
        _ = table.update([Self.row("b", beat: 1)], now: .milliseconds(1_500))
        #expect(table.others(than: "a").isEmpty)
        // Another process of the name was never seen connected.
        let next = NodeRow(name: "b", epoch: 2, directories: ["room": 1])
        for time in 2...4 { _ = table.update([next], now: .seconds(time)) }
        #expect(!table.others(than: "a").isEmpty)
    }

    @Test func `a node that connects again, or renews its row without a connection, is not missed`() {
        var table = Self.tableWithoutConnection()
        _ = table.update([Self.row("b", beat: 1)], connected: ["b"], now: .seconds(2))
        #expect(table.nextLoss(besides: "a") == .milliseconds(6_300))
        table = Self.tableWithoutConnection()
        for time in 2...6 {
            _ = table.update([Self.row("b", beat: 2)], now: .seconds(time))
            #expect(!table.others(than: "a").isEmpty)
        }
    }

    @Test func `a pause of the reader does not count as the end of a connection`() {
        var table = Self.tableWithoutConnection()
        // Another server, to which the node has not connected yet.
        _ = table.update([Self.row("b", beat: 1)], now: .seconds(5))
        #expect(table.nextLoss(besides: "a") == .milliseconds(5_500))
        table = Self.tableWithoutConnection()
        _ = table.update([], now: .seconds(3))
        _ = table.update([Self.row("b", beat: 1)], now: .seconds(4))
        #expect(!table.others(than: "a").isEmpty)
    }

    @Test func `the ids of commands are remembered for a thousand entries`() {
        var window = CommandWindow()
        for entry in 1...5_000 { window.insert("c\(entry)", entry: entry) }
        #expect(window["c4000"] == nil)
        #expect(window["c4001"] == 4_001)
        #expect(window["c5000"] == 5_000)
    }
}
