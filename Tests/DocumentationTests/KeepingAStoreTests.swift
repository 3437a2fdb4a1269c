// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import Tributary
import TributaryJournal
import TributaryTesting

@Suite("The article on keeping a store", .timeLimit(.minutes(30)))
struct KeepingAStoreTests {
    private let folder = TemporaryFolder()
    var path: String { folder.path("stall.sqlite") }

    @Test func `keeps a store, from the first line on`() async throws {
        let state = try await KeepingAStore.firstLine(path)
        #expect(state == Stall.State(orders: ["o-1": 500], notes: ["rain"]))
        #expect(try await KeepingAStore.firstLine(path).notes == ["rain", "rain"])
        let (earlier, count, counts) = try await KeepingAStore.looking(path, folder.path("bug.tributary"))
        #expect(earlier == Stall.State(orders: ["o-1": 500]))
        #expect(count == 4)
        #expect(counts == ["stall": 4])
    }

    @Test func `keeps a part of a state, and reports damage`() async throws {
        let url = URL(filePath: folder.path("settings.json"))
        #expect(await KeepingAStore.part(url).settings.fontSize == 13)
        #expect(await KeepingAStore.part(url).settings.fontSize == 14)
        try Data("{".utf8).write(to: url)
        #expect(await KeepingAStore.part(url).problem != nil)
    }

    @Test func `makes a test of a session`() async throws {
        _ = try await KeepingAStore.firstLine(path)
        let file = folder.path("bug.tributary")
        _ = try await KeepingAStore.looking(path, file)
        try await KeepingAStore.testing(file)
        let article = "Sources/Tributary/Tributary.docc/Articles/keeping-a-store.md"
        let blocks = try Page(path: article, example: "KeepingAStoreExample").plainBlocks
        #expect(blocks.contains(try testSource(of: file) { Stall() }))
    }

    @Test func `identifies mounted reducers by name`() async throws {
        #expect(try await KeepingAStore.mounting(path).notes == ["rain", "RAIN"])
        #expect(try await KeepingAStore.mounting(path).notes == ["rain", "RAIN", "rain", "RAIN"])
        let journal = try Journal(at: path)
        await #expect(throws: JournalError.self) {
            try await journal.open("market", initialState: Stall.State()) { Stall() }
        }
        await journal.close()
    }

    @Test func `keeps several stores in one file`() async throws {
        #expect(try await KeepingAStore.stores(path) == ["back", "front"])
        #expect(try await KeepingAStore.stores(path) == ["back", "front"])
    }

    @Test func `reads the logs of earlier versions`() async throws {
        let log = try SQLiteLog(at: path)
        // Two entries of the first version, and two of the second.
        for (sequence, contents) in [
            (1, #"{"e":[{"a":{"ordered":{"id":"1","cents":2}},"t":0},{"a":{"swept":{}},"t":0}]}"#),
            (
                3,
                #"{"v":{"":2},"e":[{"a":{"sold":{"id":"2","cents":3}},"t":0},{"a":{"noted":{"_0":"rain"}},"t":0}]}"#
            ),
        ] {
            try await log.append(commit("kiosk", sequence, contents))
        }
        try await log.append(
            commit(
                "street",
                1,
                #"{"e":[{"a":{"kiosk":{"_0":{"ordered":{"id":"1","cents":2}}}},"t":0},{"a":{"kiosk":{"_0":{"swept":{}}}},"t":0}]}"#
            )
        )
        let journal = Journal(log)
        let state = try await KeepingAStore.opened(journal)
        #expect(state == Kiosk.State(sales: ["1: 2 EUR", "2: 3 EUR"], notes: ["rain"]))
        let street = try await journal.open("street", initialState: Street.State()) { Street() }
        #expect(await street.kiosk.sales == ["1: 2 EUR"])
        await street.close()
        await journal.close()
    }

    private func commit(_ name: String, _ sequence: Int, _ contents: String) -> LogCommit {
        let time = LogTime(milliseconds: 0)
        return LogCommit(name: name, sequence: sequence, count: 2, time: time, contents: Array(contents.utf8))
    }

    @Test func `writes no secret`() async throws {
        let card = KeepingAStore.Card(number: "4111", lastDigits: "11")
        let text = String(decoding: try JSONEncoder().encode(card), as: UTF8.self)
        #expect(text.contains("•••") && !text.contains("4111"))
        #expect(try JSONDecoder().decode(KeepingAStore.Card.self, from: Data(text.utf8)).number == "")
    }

    @Test func `runs the queries of the state after a crash`() async throws {
        let charged = Mutex<[String]>([])
        for isWorking in [false, true] {
            let journal = try Journal(at: path)
            let till = try await journal.open("till", initialState: KeepingAStore.Till.State()) {
                KeepingAStore.Till()
            } dependencies: {
                $0.bank.charge = { order, _ in
                    // The first time it takes longer than the program lives.
                    if !isWorking { for await _ in AsyncStream<Void>.makeStream().stream {} }
                    try Task.checkCancellation()
                    charged.withLock { $0.append(order) }
                }
            }
            if !isWorking {
                try await till.send(.charge(order: "o-1", cents: 500)).committed()
            } else {
                await till.finish()
                #expect(await till.charges.isEmpty)
            }
            await till.close()
            await journal.close()
        }
        #expect(charged.withLock { $0 } == ["o-1"])
    }
}

/// A folder that is removed with the test.
final class TemporaryFolder: Sendable {
    private let url = FileManager.default.temporaryDirectory.appending(path: "tributary-\(UUID())")

    init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }
}
