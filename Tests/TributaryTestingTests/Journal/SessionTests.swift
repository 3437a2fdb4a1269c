// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryForms
import TributaryJournal
import TributaryTestSupport

@testable import TributaryTesting

@Suite("A session of a journal", .timeLimit(.minutes(30)))
struct SessionTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "tributary-\(UUID()).tributary")
        .path

    /// Runs a till, and exports its session.
    private func export(snapshots: SnapshotPolicy = .every(2)) async throws {
        let journal = Journal(MemoryLog(), snapshots: snapshots)
        let till = try await journal.open("till", initialState: Till.State()) { Till() }
        try await till.send(.came(Till.Customer(name: "Ada", card: "quokka 1111"))).committed()
        try await till.send(.sold(item: "tea", cents: 250)).committed()
        await till.send(.pay).finish()
        try await till.send(.left).committed()
        try await journal.export("till", to: path)
        await journal.close()
    }

    private func withSession(_ body: () async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await export()
        try await body()
    }

    @Test func `is a test`() async throws {
        try await withSession {
            #expect(try await replay(session: path) { Till() } == Till.State(rate: 0.25))
            let paid = try await replay(session: path, upTo: 5) { Till() }
            #expect(paid.receipts == ["r-1"])
            #expect(paid.cents == 260)
            // The secret is in no file.
            #expect(paid.customer == Till.Customer(name: "Ada", card: ""))
            #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("quokka"))
            await #expect(throws: JournalError.noSuchEntry(name: "till", sequence: 7, last: 6)) {
                try await replay(session: path, upTo: 7) { Till() }
            }
        }
    }

    private struct Cheap: Reducer {
        func reduce(into state: inout Till.State, action: Till.Action) -> Effect<Till.Action> {
            if case .sold = action { state.cents -= 1 }
            return Till().reduce(into: &state, action: action)
        }
    }

    @Test func `fails if the same version of the reducer behaves differently`() async throws {
        try await withSession {
            let collector = ExpectationCollector()
            await collector.collect {
                await #expect(throws: Never.self) {
                    _ = try await replay(session: path) { Cheap() } as Till.State
                }
            }
            #expect(collector.failures.count == 1)
            #expect(collector.failures.first?.contains("not what it was at entry 2") == true)
            // A new version may differ in any way.
            try await replay(session: path, version: 2) { Cheap() }
        }
    }

    @Test func `reports an entry that cannot be read`() async throws {
        try await withSession {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacing(#""left""#, with: #""gone""#).write(
                toFile: path,
                atomically: true,
                encoding: .utf8
            )
            await #expect {
                try await replay(session: path) { Till() }
            } throws: { error in
                if case .undecodable("till", 6, _) = error as? JournalError { return true }
                return false
            }
        }
    }

    @Test func `is the start of an exploration`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await export()
        let path = path
        let exploration = await explore(limit: 50) {
            let store = try TestStore<Till.State, Till.Action>(session: path, upTo: 2) { Till() }
            await store.send(.pay)
            await store.send(.sold(item: "milk", cents: 100))
            await store.finish()
            store.assert {
                $0.cents = 360
                $0.receipts = ["r-1"]
                $0.lines["milk"] = 1
                $0.lines["bag \"large\""] = 1
            }
        }
        #expect(exploration.failures.isEmpty)
        #expect(exploration.count > 1)
    }

    @Test func `is printed as a test that compiles and passes`() async throws {
        try await withSession {
            try expectPrinted(testSource(of: path) { Till() })
        }
    }

    /// Draws, and exports that.
    private func exportDrawing() async throws {
        let journal = Journal(MemoryLog())
        let drawer = try await journal.open("drawing", initialState: Drawer.State()) { Drawer() }
        let actions: [Drawer.Action] = [
            .change(StateChange(\.title, from: "", to: "Say \"hi\"")),
            .change(StateChange(\.color, from: .red, to: .green)),
            .change(StateChange(\.selection, from: nil, to: 3)),
            .add(Drawer.Circle(number: 1)), .resize(0, to: 2.5), .write(.number(2), at: 7),
            .write(.empty, at: 7),
            .change(StateChange(\.selection, from: 3, to: nil)), .clear,
        ]
        for action in actions { await drawer.send(action) }
        await drawer.finish()
        try await journal.export("drawing", to: path)
        await journal.close()
    }

    @Test func `is printed as code that compiles, for all kinds of types`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await exportDrawing()
        let source = try testSource(of: path) { Drawer() }
        try expectPrinted(source)
        #expect(source.split(separator: "\n").allSatisfy { $0.count < 1_100 })
    }

    @Test func `starts with the session if the state is long`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let journal = Journal(MemoryLog())
        var state = Drawer.State()
        state.cells = Array(repeating: .number(7), count: 100)
        let drawer = try await journal.open("drawing", initialState: state) { Drawer() }
        await drawer.send(.write(.empty, at: 99)).finish()
        try await journal.export("drawing", to: path)
        await journal.close()
        let source = try testSource(of: path) { Drawer() }
        #expect(
            source.contains(
                """
                    let store = try TestStore<Drawer.State, Drawer.Action>(
                        session: \(String(reflecting: path)),
                        upTo: 0
                    ) {
                        Drawer()
                """
            )
        )
        #expect(source.contains("$0.cells[99] = .empty\n"))
        #expect(source.split(separator: "\n").allSatisfy { $0.count < 200 })
        // The same as the source, executed here.
        let store = try TestStore<Drawer.State, Drawer.Action>(session: path, upTo: 0) { Drawer() }
        await store.send(.write(.empty, at: 99)) {
            $0.mark = .empty
            $0.cells[99] = .empty
        }
        await store.finish()
    }

    /// Expects that a source is among the tests of `PrintedTests`, which are compiled and run.
    private func expectPrinted(_ source: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "PrintedTests.swift")
        let indented = source.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
        let contents = try String(contentsOf: file, encoding: .utf8)
        #expect(contents.contains(indented), "\(indented)", sourceLocation: sourceLocation)
    }

    @Test func `is printed from an entry to an entry`() async throws {
        try await withSession {
            let source = try testSource(
                of: path,
                from: 3,
                upTo: 4,
                reducer: { Till() },
                writtenAs: "Till(at: .home)"
            )
            #expect(source.contains("till, entries 3 to 4"))
            #expect(source.contains(#""cents":250"#))
            #expect(source.contains("Till(at: .home)"))
            #expect(!source.contains(".came"))
            #expect(!source.contains(".paid"))
        }
    }
}

@Suite("Values as source", .timeLimit(.minutes(30)))
struct SourceWriterTests {
    struct Box<Value: Sendable>: Sendable { var value: Value }

    @Test func `are written as the compiler reads them`() throws {
        let values: [(any Sendable, String)] = [
            ("a\n\"b\"\\", #""a\n\"b\"\\""#), (-7, "-7"), (UInt8(9), "9"), (2.5, "2.5"),
            (Double.infinity, ".infinity"),
            (-Double.infinity, "-.infinity"), (Double.nan, ".nan"), (true, "true"), (Int?.none, "nil"),
            (Int?.some(3), "3"),
            ([1, 2], "[1, 2]"), ([String: Int](), "[:]"), (["b": 1, "a": 2], #"["a": 2, "b": 1]"#),
            (Set([4]), "[4]"),
            (Till.Mode.open, ".open"), (Till.Mode.paying(cents: 3), ".paying(cents: 3)"),
            (Till.Action.paid(receipt: nil), ".paid(receipt: nil)"), (Box(value: 1), "Box<Int>(value: 1)"),
            (Drawer.Mark.empty, ".empty"), (Drawer.Color.red, ##"try decoded(#""red""#)"##),
            (Drawer.Circle(number: 1), ##"try decoded(#"{"id":1,"radius":1}"#)"##),
            ([Drawer.Mark.empty], "[.empty]"), (Secret(wrappedValue: "a"), ".withheld"),
            (Date(timeIntervalSinceReferenceDate: 1.5), "Date(timeIntervalSinceReferenceDate: 1.5)"),
            (URL(string: "https://a.b/c")!, #"URL(string: "https://a.b/c")!"#),
            (Data([1, 2]), #"Data(base64Encoded: "AQI=")!"#),
        ]
        for (value, source) in values { #expect(SourceWriter.source(of: value) == source) }
    }
}
