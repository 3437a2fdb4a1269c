// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TributaryCluster

/// What a node does next, event by event.
@Suite(.timeLimit(.minutes(1)))
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
        _ = node.handle(.tableRead([Self.row("a"), Self.row("b")]), at: .seconds(6))
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

    @Test func `each node has a share of the stores, and one that dies gives only its own away`() {
        var table = NodeTable(patience: .seconds(1))
        let rows = (0..<4).map { Self.row("10.0.0.\($0):9000") }
        table.update(rows, now: .zero)
        let names = (0..<10_000).map { StoreName(directory: "room", id: "\($0)") }
        let before = names.map { table.owner(of: $0, own: rows[0].row, now: .zero) }
        for row in rows {
            let count = before.count { $0 == row.row.address }
            #expect((2_300...2_700).contains(count), "\(row.row.address): \(count)")
        }
        table.update(Array(rows.dropLast()), now: .zero)
        for (name, owner) in zip(names, before) where owner != rows[3].row.address {
            #expect(table.owner(of: name, own: rows[0].row, now: .zero) == owner)
        }
    }

    @Test func `a node that was dead when this one began does not count as alive`() {
        var table = NodeTable(patience: .seconds(6))
        let own = Self.row("a").row
        table.update([(row: Self.row("b").row, isRecent: false)], now: .seconds(1))
        #expect(table.others(than: own.address, now: .seconds(1)).isEmpty)
        var row = Self.row("b")
        row.row.beat = 1
        table.update([row], now: .seconds(2))
        #expect(table.others(than: own.address, now: .seconds(2)) == ["b": ["room"]])
    }

    @Test func `the ids of commands are remembered for a thousand entries`() {
        var window = CommandWindow()
        for entry in 1...5_000 { window.insert("c\(entry)", entry: entry) }
        #expect(window["c4000"] == nil)
        #expect(window["c4001"] == 4_001)
        #expect(window["c5000"] == 5_000)
    }
}
