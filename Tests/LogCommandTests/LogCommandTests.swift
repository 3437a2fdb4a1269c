// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryForms

@testable import LogCommand
@testable import TributaryInspector
@testable import TributaryJournal

@Suite("The command that shows a log", .timeLimit(.minutes(30)))
struct LogCommandTests {
    private let folder = TemporaryFolder()
    var path: String { folder.path("journal.sqlite") }

    private struct Shop: Reducer {
        struct State: Codable, Equatable, Sendable {
            var orders: [String] = []
            @Secret var card = ""
        }

        enum Action: Journaled, Sendable {
            case ordered(id: String, cents: Int)
            case paid(Payment)
            case again

            enum Payment: Codable, Sendable { case byCard(Card), cash }

            struct AllCasePaths {}
            static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        struct Card: Codable, Sendable { @Secret var number: String }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .ordered(let id, _): state.orders.append(id)
            case .paid(.byCard(let card)): state.card = card.number
            case .paid(.cash): break
            case .again: return .send(.ordered(id: "again", cents: 1))
            }
            return .none
        }
    }

    @Test func `lists actions with their stores, numbers, times and causes`() async throws {
        try await fill()
        #expect(try await lines().count == 7)
        // Entries of two stores in the same millisecond have no order.
        let lines = try await lines("--store", "shop") + lines("--store", "other")
        #expect(lines.allSatisfy { $0.hasPrefix("20") && $0.contains("Z ") })
        #expect(
            lines.map { String($0.drop { $0 != " " }.dropFirst()) } == [
                #"shop 1: ordered(cents: 500, id: "o-1")"#,
                #"shop 2: paid.byCard({"number":"•••"})"#,
                "shop 3: paid.cash",
                "shop 4: again",
                #"shop 5 ← 4: ordered(cents: 1, id: "again")"#,
                #"shop 6: ordered(cents: 2, id: "\u001b[2J\u{202E}")"#,
                #"other 1: ordered(cents: 3, id: "x")"#,
            ]
        )
    }

    @Test func `filters by store, by action and by text, and shows the last`() async throws {
        try await fill()
        #expect(try await lines("--store", "other").count == 1)
        #expect(try await lines("--store", "other", "--store", "shop").count == 7)
        #expect(try await lines("--action", "paid").count == 2)
        #expect(try await lines("--action", "paid.cash").count == 1)
        #expect(try await lines("--action", "cash", "--action", "again").count == 2)
        #expect(try await lines("--action", "pai").isEmpty)
        #expect(try await lines("--text", "O-1").count == 1)
        #expect(try await lines("--last", "2").count == 2)
        #expect(try await lines("--store", "nobody").isEmpty)
    }

    @Test func `shows the changes of the state between snapshots`() async throws {
        try await fill()
        let states = try await lines("--states", "--text", "state")
        #expect(states.first?.contains(#"shop 0: has the state {"card":"•••","orders":[]}"#) == true)
        #expect(states.contains { $0.contains("shop 2: has the state\n    orders[0]: nothing → \"o-1\"") })
        #expect(states.contains { $0.contains("shop 5: has the state\n    orders[1]: nothing → \"again\"") })
    }

    @Test func `prints one object of JSON a line, and never a secret`() async throws {
        try await fill()
        for line in try await lines("--json", "--states") {
            #expect(throws: Never.self) { try CodedValue(json: line.utf8) }
            #expect(!line.contains("quokka"))
        }
        let first = try #require(try await lines("--json", "--store", "shop").first)
        let value = try CodedValue(json: first.utf8)
        #expect(value["store"] == "shop" && value["number"] == 1)
        #expect(value["action"] == ["ordered": ["id": "o-1", "cents": 500]])
        #expect(try await told("stores", path, "--json").count == 2)
        let stores = try await told("stores", path)
        #expect(stores.map { $0.prefix(while: { $0 != "," }) } == ["other: 1 entries", "shop: 6 entries"])
    }

    @Test func `reads while another program writes, including its new entries`() async throws {
        let journal = try Journal(at: path)
        let shop = try await journal.open("shop", initialState: Shop.State()) { Shop() }
        try await shop.send(.ordered(id: "1", cents: 1)).committed()
        var list = LogList(try await LogPlace.open(path), try Options([path]))
        #expect(try await list.readNew().count == 1)
        try await shop.send(.ordered(id: "2", cents: 1)).committed()
        let other = try await journal.open("other", initialState: Shop.State()) { Shop() }
        try await other.send(.ordered(id: "3", cents: 1)).committed()
        #expect(try await list.readNew().map(\.store).sorted() == ["other", "shop"])
        #expect(try await list.readNew().isEmpty)
        await journal.close()
    }

    @Test func `shows a session that was exported`() async throws {
        try await fill()
        let journal = try Journal(at: path)
        try await journal.export("shop", to: folder.path("bug.tributary"))
        await journal.close()
        let exported = try await lines(of: folder.path("bug.tributary"))
        #expect(exported == (try await lines("--store", "shop")))
    }

    @Test func `reports problems of a file, and does not change it`() async throws {
        try await fill()
        await #expect { try await lines(of: folder.path("nowhere")) } throws: {
            "\($0)".contains("no such file")
        }
        let text = folder.path("text")
        for contents in ["", "This is a text."] {
            try Data(contents.utf8).write(to: URL(filePath: text))
            await #expect(throws: ActionLogError.foreign(place: text)) { try await lines(of: text) }
        }
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // The version of the format, at byte 60 of an SQLite file.
        bytes[63] = 9
        try Data(bytes).write(to: URL(filePath: text))
        await #expect(throws: ActionLogError.newer(place: text, version: 9, supported: 2)) {
            try await lines(of: text)
        }
        // Another application's.
        bytes[63] = 1
        bytes[68] = 1
        try Data(bytes).write(to: URL(filePath: text))
        await #expect(throws: ActionLogError.foreign(place: text)) { try await lines(of: text) }
        #expect([UInt8](try Data(contentsOf: URL(filePath: text))) == bytes)
    }

    @Test func `does not show an entry that was changed on the disk`() async throws {
        try await fill()
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let place = try #require(bytes.firstRange(of: Array("\"cents\":500".utf8)))
        bytes[place.upperBound - 1] = UInt8(ascii: "1")
        try Data(bytes).write(to: URL(filePath: path))
        await #expect { try await lines("--store", "shop", "--action", "ordered") } throws: {
            guard case .damaged(path, let reason)? = $0 as? ActionLogError else { return false }
            return reason.contains("changed on the disk")
        }
    }

    @Test func `repairs a file on request`() async throws {
        try await fill()
        let connection = try SQLiteConnection(path: path)
        try connection.execute(
            "DELETE FROM commits WHERE log = (SELECT number FROM logs WHERE name = 'shop') AND sequence = 2"
        )
        connection.close()
        await #expect(throws: ActionLogError.self) { try await lines("--store", "shop") }
        var report: [String] = []
        try await LogCommand.run(try Options(["repair", path])) { report.append($0) }
        #expect(report.contains { $0.hasPrefix("shop: it goes up to entry 6; the state is the last") })
        #expect(report.last == "The damaged file is now \(path)-damaged.")
        #expect(try await lines("--store", "other").count == 1)
        #expect(try await !lines("--store", "shop").isEmpty)
    }

    @Test(arguments: [
        [], ["repair"], ["a", "b"], ["--text"], ["a", "--last", "x"], ["a", "--fly"], ["a", "--drop", "1"],
        ["inbox", "a", "--retry", "x"],
    ])
    func `prints its usage`(arguments: [String]) {
        #expect(throws: UsageError.self) { try Options(arguments) }
    }

    @Test func `answers questions as the inspector does`() async throws {
        try await fill()
        let graph = try await lines("--store", "shop", "--ask", #"{"graph":{"number":5}}"#)
        #expect(graph.count == 1)
        let answer = try JSONDecoder().decode(Answer.self, from: Data(graph[0].utf8))
        guard case .graph(let nodes, false) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(nodes.map(\.number) == [4, 5])
        #expect(nodes.map(\.title) == ["again", "ordered"])
        let rows = try await lines("--store", "shop", "--ask", #"{"rows":{}}"#)
        #expect(!rows[0].contains("quokka"))
        await #expect(throws: (any Error).self) { try await lines("--ask", "fly") }
        await #expect(throws: (any Error).self) { try await lines("--ask", #"{"send":{"text":"again"}}"#) }
    }

    @Test func `lists messages, retries them and drops them`() async throws {
        try await fill()
        #expect(try await told("inbox", path).isEmpty)
        let log = try SQLiteLog(at: path)
        var later = MailboxMessage(to: "room/b", id: "later", at: "local", contents: [])
        later.due = LogTime(milliseconds: 4_000_000_000_000)
        let poisoned = ["x", "y"].map { MailboxMessage(to: "room/a", id: $0, at: "local", contents: [1]) }
        try await log.change((poisoned + [later]).map { .put($0) }, isDurable: true)
        try await log.change(
            [.setAside(1, reason: "no action"), .setAside(2, reason: "\u{1B}[2J")],
            isDurable: true
        )
        await log.close()
        let lines = try await told("inbox", path)
        #expect(lines[0] == "1 room/a: x, for local; set aside: no action")
        #expect(!lines[1].contains("\u{1B}"))
        #expect(lines[2].hasPrefix("3 room/b: later, for local, due 2096-"))
        #expect(try await told("inbox", path, "--store", "room/b", "--json").count == 1)
        await #expect(throws: UsageError.self) { try await told("inbox", path, "--drop", "3") }
        let left = try await told("inbox", path, "--retry", "1", "--drop", "2")
        #expect(left.count == 2)
        #expect(left[0] == "1 room/a: x, for local")
        await #expect(throws: UsageError.self) { try await told("nodes", path) }
    }

    private func told(_ arguments: String...) async throws -> [String] {
        var lines: [String] = []
        try await LogCommand.run(try Options(arguments)) { lines.append($0) }
        return lines
    }

    private func lines(_ arguments: String...) async throws -> [String] {
        try await lines(of: path, arguments)
    }

    private func lines(of path: String, _ arguments: [String] = []) async throws -> [String] {
        var lines: [String] = []
        try await LogCommand.run(try Options([path] + arguments)) { lines.append($0) }
        return lines
    }

    private func fill() async throws {
        let journal = try Journal(at: path, snapshots: .every(2))
        let shop = try await journal.open("shop", initialState: Shop.State()) { Shop() }
        let actions: [Shop.Action] = [
            .ordered(id: "o-1", cents: 500), .paid(.byCard(Shop.Card(number: "quokka"))), .paid(.cash),
            .again,
            .ordered(id: "\u{1B}[2J\u{202E}", cents: 2),
        ]
        for action in actions { try await shop.send(action).committed() }
        let other = try await journal.open("other", initialState: Shop.State()) { Shop() }
        try await other.send(.ordered(id: "x", cents: 3)).committed()
        await journal.close()
    }
}

/// A folder that is removed with the test.
final class TemporaryFolder: Sendable {
    private let url = FileManager.default.temporaryDirectory.appending(path: "tributary-\(UUID())")

    init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }
}
