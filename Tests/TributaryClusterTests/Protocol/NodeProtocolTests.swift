// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TributaryCluster

/// What a node does next, event by event.
@Suite(.timeLimit(.minutes(30)))
struct NodeProtocolTests {
    private static let store = StoreName(directory: "room", id: "swift")

    private static func row(_ address: String) -> (row: NodeRow, isRecent: Bool) {
        (NodeRow(address: address, epoch: 1, directories: ["room"]), true)
    }

    /// A node that owns the store, or does not, of two.
    private static func node(owns: Bool) throws -> (node: NodeProtocol, other: String) {
        for (own, other) in [("a", "b"), ("b", "a")] {
            var node = NodeProtocol(address: own, epoch: 1, directories: ["room"])
            _ = node.handle(.tableRead([row(own), row(other)]), at: .zero)
            if (node.owner(of: store) == own) == owns { return (node, other) }
        }
        throw NoSuchNode()
    }

    private struct NoSuchNode: Error {}

    private static func request(_ number: Int = 1, isForeign: Bool = false) -> NodeEvent {
        .requested(
            NodeRequest(
                number: number,
                store: store,
                kind: .command(id: "c\(number)"),
                deadline: .seconds(10),
                isForeign: isForeign
            )
        )
    }

    @Test func `a store is opened by a claim after its last entry, and read anew`() throws {
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

    @Test func `what an earlier opening asked of the log does not count`() throws {
        var (node, _) = try Self.node(owns: true)
        _ = node.handle(Self.request(), at: .zero)
        #expect(node.handle(.lost(Self.store, opening: 1), at: .zero) == [.close(Self.store, opening: 1)])
        #expect(node.handle(.tick, at: .seconds(1)) == [.findLast(Self.store, opening: 2)])
        #expect(node.handle(.logAnswered(Self.store, opening: 1, .last(7)), at: .seconds(1)) == [])
        let claim = node.handle(.logAnswered(Self.store, opening: 2, .last(8)), at: .seconds(1))
        #expect(claim == [.claim(Self.store, opening: 2, at: 9)])
    }

    @Test func `what another node refuses is unknown if it was tried before`() throws {
        for isTried in [false, true] {
            var (node, other) = try Self.node(owns: false)
            #expect(node.handle(Self.request(), at: .zero) == [.ask(1, address: other)])
            if isTried {
                #expect(node.handle(.answered(1, .unknown("lost")), at: .zero) == [])
                #expect(node.handle(.tick, at: .seconds(1)) == [.ask(1, address: other)])
            }
            let answer = node.handle(.answered(1, .refused("no")), at: .seconds(1))
            #expect(answer == [.answer(1, isTried ? .unknown("no") : .refused("no"))])
        }
    }

    @Test func `another node is told that the store is elsewhere`() throws {
        var (node, _) = try Self.node(owns: false)
        #expect(node.handle(Self.request(isForeign: true), at: .zero) == [.answer(1, .elsewhere)])
    }

    @Test func `a store moves when its node is dead, and goes back when the node lives`() throws {
        var (node, other) = try Self.node(owns: false)
        #expect(node.owner(of: Self.store) == other)
        // Its row has not changed.
        for time in [2, 4, 6] {
            _ = node.handle(.tableRead([Self.row("a"), Self.row("b")]), at: .seconds(time))
        }
        #expect(node.handle(Self.request(), at: .seconds(6)) == [.findLast(Self.store, opening: 1)])
        for answer in [LogAnswer.last(0), .claimed, .recovered([])] {
            _ = node.handle(.logAnswered(Self.store, opening: 1, answer), at: .seconds(6))
        }
        var row = Self.row(other)
        row.row.beat = 1
        // First what is being done.
        #expect(node.handle(.tableRead([row]), at: .seconds(7)) == [])
        let done = node.handle(.performed(1, Self.store, opening: 1, .committed(2)), at: .seconds(7))
        #expect(done == [.answer(1, .committed(2)), .close(Self.store, opening: 1)])
    }

    @Test func `what was tried for another node is not called undone when the store moves`()
        throws
    {
        var (node, other) = try Self.node(owns: true)
        _ = node.handle(Self.request(isForeign: true), at: .zero)
        for answer in [LogAnswer.last(0), .claimed, .recovered([])] {
            _ = node.handle(.logAnswered(Self.store, opening: 1, answer), at: .zero)
        }
        let lost = node.handle(.performed(1, Self.store, opening: 1, .lost), at: .zero)
        #expect(lost == [.close(Self.store, opening: 1)])
        #expect(node.handle(.leave, at: .zero) == [])
        #expect(node.owner(of: Self.store) == other)
        let answer = node.handle(.tick, at: .seconds(1))
        #expect(answer == [.answer(1, .unknown("the store has moved")), .left])
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
                node.handle(.tableRead([Self.row(other)]), at: .milliseconds(round * 100 + reading))
            }
            #expect(commands.flatMap(\.self) == [.verify(Self.store, opening: 1)])
            let answer = [LogAnswer.claimed, .failed("no"), .superseded][round - 1]
            let ended = node.handle(.logAnswered(Self.store, opening: 1, answer), at: .zero)
            #expect(ended == (round < 3 ? [] : [.close(Self.store, opening: 1)]))
        }
    }

    @Test func `after a time without the log, stores are verified before they do what is wanted`() throws {
        var other = ""
        var node = try Self.owner(&other)
        let verify = NodeCommand.verify(Self.store, opening: 1)
        // What was asked before proves nothing.
        var asked: [NodeCommand] = []
        for _ in 0..<NodeProtocol.turns { asked += node.handle(.tableRead([Self.row(other)]), at: .zero) }
        #expect(asked == [verify])
        let answer = node.handle(.tableRead([Self.row(other)]), at: .seconds(4))
        #expect(answer.filter { $0 == verify }.count == 1)
        #expect(node.handle(Self.request(2), at: .seconds(4)) == [])
        #expect(node.handle(.logAnswered(Self.store, opening: 1, .claimed), at: .seconds(4)) == [])
        let open = node.handle(.logAnswered(Self.store, opening: 1, .claimed), at: .seconds(4))
        #expect(open == [.perform(2, Self.store, opening: 1)])
    }

    @Test func `what cannot be verified after the log was out of reach is opened anew`() throws {
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

    @Test func `who does not read the table misses nobody`() throws {
        var (node, other) = try Self.node(owns: false)
        _ = node.handle(.tick, at: .seconds(60))
        #expect(node.owner(of: Self.store) == other)
        // Nobody could write their rows.
        for time in [60, 63] {
            _ = node.handle(.tableRead([Self.row(other)]), at: .seconds(time))
            #expect(node.owner(of: Self.store) == other)
        }
        _ = node.handle(.tableRead([Self.row(other)]), at: .seconds(66))
        #expect(node.owner(of: Self.store) == node.row.address)
        // Who was dead before stays so.
        _ = node.handle(.tableRead([Self.row(other)]), at: .seconds(99))
        #expect(node.owner(of: Self.store) == node.row.address)
    }

    @Test func `a look that is abandoned is over, and a command goes on`() throws {
        var (node, other) = try Self.node(owns: false)
        let look = NodeRequest(
            number: 2,
            store: Self.store,
            kind: .look,
            deadline: .seconds(10),
            isForeign: false
        )
        #expect(node.handle(.requested(look), at: .zero) == [.ask(2, address: other)])
        #expect(node.handle(Self.request(), at: .zero) == [.ask(1, address: other)])
        #expect(node.handle(.abandoned(2), at: .zero) == [.answer(2, .refused("nobody waits any more"))])
        #expect(node.handle(.abandoned(1), at: .zero) == [])
        #expect(node.handle(.answered(1, .committed(7)), at: .zero) == [.answer(1, .committed(7))])
    }

    @Test func `each node has a share of the stores, and one that dies gives only its own away`() {
        var table = NodeTable(patience: .seconds(1))
        let rows = (0..<4).map { Self.row("10.0.0.\($0):9000") }
        _ = table.update(rows, now: .zero)
        let names = (0..<10_000).map { StoreName(directory: "room", id: "\($0)") }
        let before = names.map { table.owner(of: $0, own: rows[0].row) }
        for row in rows {
            let count = before.count { $0 == row.row.address }
            #expect((2_300...2_700).contains(count), "\(row.row.address): \(count)")
        }
        _ = table.update(Array(rows.dropLast()), now: .zero)
        for (name, owner) in zip(names, before) where owner != rows[3].row.address {
            #expect(table.owner(of: name, own: rows[0].row) == owner)
        }
    }

    @Test func `a node that was dead when this one began does not count as alive`() {
        var table = NodeTable(patience: .seconds(6))
        let own = Self.row("a").row
        _ = table.update([(row: Self.row("b").row, isRecent: false)], now: .seconds(1))
        #expect(table.others(than: own.address).isEmpty)
        var row = Self.row("b")
        row.row.beat = 1
        _ = table.update([row], now: .seconds(2))
        #expect(table.others(than: own.address) == ["b": ["room"]])
    }

    @Test func `the ids of commands are remembered for a thousand entries`() {
        var window = CommandWindow()
        for entry in 1...5_000 { window.insert("c\(entry)", entry: entry) }
        #expect(window["c4000"] == nil)
        #expect(window["c4001"] == 4_001)
        #expect(window["c5000"] == 5_000)
    }
}
