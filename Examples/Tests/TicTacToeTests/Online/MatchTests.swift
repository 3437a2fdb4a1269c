// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TerminalKit
import Testing
import TicTacToeOnline
import TicTacToeRules
import Tributary
import TributaryJournal

@testable import TicTacToeMatch
@testable import TicTacToeTerminal

@MainActor
@Suite("A match over the network", .timeLimit(.minutes(30)))
struct MatchTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "match-\(UUID())")
    private var file: String { folder.appending(path: "match.sqlite").path }
    private let ada = PlayerName("Ada") ?? .unnamed(.x)
    private let bob = PlayerName("Bob") ?? .unnamed(.o)
    private let token = "0123456789abcdef"

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func id(_ text: String) -> MoveID { MoveID(text) ?? MoveID(UUID()) }

    private var joined: [Match.Action] {
        [.sit(.host, name: ada, token: ""), .sit(.guest, name: bob, token: token)]
    }

    @Test("counts a repeated move once, also after its game has ended")
    func again() {
        let moves: [Match.Action] = [
            .play(id("a"), by: .host, field: 5), .play(id("a"), by: .host, field: 5),
            .play(id("b"), by: .guest, field: 1), .play(id("c"), by: .host, field: 4),
            .play(id("d"), by: .guest, field: 2), .play(id("e"), by: .host, field: 6),
        ]
        let store = Store(initialState: Match.State()) {
            Match()
        } dependencies: {
            $0.matchDelivery = { _ in }
        }
        for action in joined + moves { store.send(action) }
        #expect(store.state.moves.map(\.field) == [5, 1, 4, 2, 6])
        #expect(store.state.wins == [.host: 1])
        store.send(.again(id("f"), by: .guest))
        store.send(.again(id("f"), by: .guest))
        store.send(.play(id("e"), by: .host, field: 6))
        #expect(store.state.number == 2 && store.state.moves.isEmpty)
        // The marks were exchanged, so the guest begins.
        #expect(store.state.mark(of: .guest) == .x)
    }

    @Test("refuses moves against the rules, and changes nothing")
    func refusals() {
        let told = Told()
        let store = Store(initialState: Match.State()) {
            Match()
        } dependencies: {
            $0.matchDelivery = { told.outputs.append($0) }
        }
        store.send(.sit(.host, name: ada, token: ""))
        store.send(.play(id("early"), by: .host, field: 5))
        store.send(.sit(.guest, name: bob, token: token))
        store.send(.sit(.guest, name: ada, token: "another-token-01"))
        store.send(.play(id("turn"), by: .guest, field: 5))
        store.send(.play(id("ok"), by: .host, field: 5))
        store.send(.play(id("taken"), by: .guest, field: 5))
        store.send(.play(id("none"), by: .guest, field: 10))
        store.send(.again(id("open"), by: .guest))
        #expect(store.state.moves.map(\.field) == [5])
        #expect(store.state.names == [.host: ada, .guest: bob] && store.state.token == token)
    }

    @Test("continues from its journal, with all moves that a player may have seen")
    func journal() async throws {
        let address = Address()
        for life in 1...3 {
            let journal = try Journal(at: file)
            let host = try await MatchHost(in: journal, name: ada)
            let desk = OnlineDesk(host.player(), token: "", name: ada)
            let listening = Task {
                try await host.listen(at: MatchAddress(host: "127.0.0.1", port: 0)) { at in address.set(at) }
            }
            let guest = MatchGuest(at: await address.next(), clock: ContinuousClock())
            let other = OnlineDesk(guest.link(), token: token, name: bob)
            await desk.myTurn()
            // X, O, X, O, X: the host takes the middle row.
            #expect(desk.perform(.move(try #require(Field(3 + life)), by: nil)) == .done())
            await desk.answered()
            await other.myTurn()
            #expect(other.store.view?.moves.count == 2 * life - 1)
            if life < 3 {
                #expect(other.perform(.move(try #require(Field(life)), by: nil)) == .done())
                await other.answered()
                #expect(other.store.view?.moves.count == 2 * life)
            } else {
                #expect(other.scene.content != desk.scene.content)
                #expect(desk.store.view?.wins == [.host: 1] && other.store.view?.wins == [.host: 1])
                other.store.send(.play(.center))
                await other.answered()
                #expect(other.store.problem == "The game is over.")
            }
            other.close()
            desk.close()
            listening.cancel()
            _ = await listening.result
            await host.close()
            await journal.close()
        }
        try FileManager.default.removeItem(at: folder)
    }

    @Test("notifies a player of their turn, once, and not of the other player's")
    func call() async {
        let match = Store(initialState: Match.State()) {
            Match()
        } dependencies: {
            $0.matchDelivery = { _ in }
        }
        for action in joined { match.send(action) }
        let (links, _) = AsyncStream.makeStream(of: MatchLink.Event.self)
        let desk = OnlineDesk(MatchLink(events: links) { _ in }, token: token, name: bob)
        var written = ""
        let (events, event) = AsyncStream.makeStream(of: TerminalEvent.self)
        let window = TerminalWindow(
            size: { WindowSize(columns: 40, rows: 12) },
            write: { written += $0 },
            attention: .bell
        )
        let running = Task { await OnlineKeyMode(desk).run(events, window: window) }
        while written.isEmpty { await Task.yield() }
        func tell() { desk.store.send(.link(.frame(.match(MatchView(of: match.state, from: .guest))))) }
        var calls: Int { written.filter { $0 == "\u{07}" }.count }
        tell()
        #expect(calls == 0)
        match.send(.play(id("a"), by: .host, field: 5))
        tell()
        tell()
        #expect(calls == 1)
        match.send(.play(id("b"), by: .guest, field: 1))
        tell()
        match.send(.play(id("c"), by: .host, field: 2))
        tell()
        #expect(calls == 2)
        event.yield(.signal(15))
        #expect(await running.value == 15)
        desk.close()
    }

    @Test("repeats an unanswered request on the next connection")
    func comingBack() async {
        let told = Told()
        let (events, event) = AsyncStream.makeStream(of: MatchLink.Event.self)
        let desk = OnlineDesk(MatchLink(events: events) { told.frames.append($0) }, token: token, name: bob)
        event.yield(.online)
        while told.frames.count < 1 { await Task.yield() }
        _ = desk.perform(.move(.center, by: nil))
        while told.frames.count < 2 { await Task.yield() }
        event.yield(.lost("The host is gone."))
        event.yield(.online)
        while told.frames.count < 4 { await Task.yield() }
        #expect(told.frames[0] == told.frames[2] && told.frames[1] == told.frames[3])
        #expect(desk.store.pending == told.frames[3])
        desk.close()
    }

    @Test("assembles lines from pieces, and refuses those that are too long")
    func lines() throws {
        var splitter = LineSplitter()
        #expect(try splitter.lines(from: Array("{\"ag".utf8)).isEmpty)
        let lines = try splitter.lines(from: Array("ain\":{\"id\":\"x\"}}\n\n".utf8))
        #expect(lines.count == 2)
        #expect(FrameLine.frame(ClientFrame.self, of: lines[0]) == .again(id: id("x")))
        #expect(FrameLine.frame(ClientFrame.self, of: lines[1]) == nil)
        #expect(throws: LineSplitter.TooLong.self) {
            _ = try splitter.lines(from: Array(repeating: 0x20, count: FrameLine.limit + 1))
        }
    }

    @Test(
        "has an address",
        arguments: [
            ("4242", "127.0.0.1:4242"), ("10.0.0.1:1", "10.0.0.1:1"), ("[::1]:80", "[::1]:80"), ("", nil),
            (":1", nil),
            ("host:99999", nil), ("host", nil),
        ] as [(String, String?)]
    )
    func addresses(text: String, address: String?) { #expect(MatchAddress(text)?.description == address) }

    /// The outputs, in order.
    private final class Told: Sendable {
        private let state = Mutex<([Match.Output], [ClientFrame])>(([], []))
        var outputs: [Match.Output] {
            get { state.withLock { $0.0 } }
            set { state.withLock { $0.0 = newValue } }
        }
        var frames: [ClientFrame] {
            get { state.withLock { $0.1 } }
            set { state.withLock { $0.1 = newValue } }
        }
    }

    /// The address of the host, once it listens.
    private final class Address: Sendable {
        private let stream: AsyncStream<MatchAddress>
        private let continuation: AsyncStream<MatchAddress>.Continuation

        init() { (stream, continuation) = AsyncStream.makeStream() }

        func set(_ address: MatchAddress) { continuation.yield(address) }

        func next() async -> MatchAddress {
            for await address in stream { return address }
            return MatchAddress(host: "", port: 0)
        }
    }
}
