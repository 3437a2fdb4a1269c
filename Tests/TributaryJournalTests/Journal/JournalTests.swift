// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryLog
import TributaryTestSupport

@testable import TributaryJournal

@Suite("A journal", .timeLimit(.minutes(30)))
struct JournalTests {
    let folder = TemporaryFolder()
    var path: String { folder.path("journal.sqlite") }

    @Test func `gives a store the state that it had`() async throws {
        try await withJournal { journal in
            let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            for text in ["a", "b", "c"] { await store.send(.write(text)) }
            try await store.send(.write("d")).committed()
        }
        try await withJournal { journal in
            let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            #expect(await store.state.lines == ["a", "b", "c", "d"])
            try await store.send(.write("e")).committed()
        }
        try await withJournal { journal in
            let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            #expect(await store.state.lines == ["a", "b", "c", "d", "e"])
        }
    }

    @Test func `does not reduce immediate actions again`() async throws {
        for _ in 0..<2 {
            try await withJournal { journal in
                let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
                try await store.send(.twice("a")).committed()
            }
        }
        try await withJournal { journal in
            let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            #expect(await store.state.lines == ["a", "a", "a", "a"])
            let commits = try await journal.log.commits(of: "diary", after: 0, limit: 100)
            #expect(commits.map(\.count) == [3, 3])
        }
    }

    @Test func `starts effects when their action is on the disk`() async throws {
        try await withJournal { journal in
            let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            await store.send(.ask).finish()
            let commits = try await journal.log.commits(of: "diary", after: 0, limit: 100)
            #expect(commits.map(\.count) == [1, 1])
            let entries = try commits.flatMap(CommitCoding<Diary.Action>().decode)
            #expect(entries.map(\.action) == [.ask, .write("answer")])
            #expect(entries.map(\.cause) == [nil, 1])
        }
    }

    @Test func `starts with a snapshot, and the entries after it`() async throws {
        for round in 0..<5 {
            try await withJournal(snapshots: .every(10)) { journal in
                let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
                #expect(await store.state.lines.count == round * 25)
                for index in 0..<25 { try await store.send(.write("\(index)")).committed() }
            }
        }
        try await withJournal { journal in
            let snapshot = try await journal.log.snapshot(of: "diary", upTo: .max)
            #expect((snapshot?.sequence ?? 0) > 110)
        }
    }

    @Test func `does not use the snapshots of another version of the reducer`() async throws {
        try await withJournal(snapshots: .every(1)) { journal in
            let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            for text in ["a", "b"] { try await store.send(.write(text)).committed() }
        }
        try await withJournal { journal in
            let store = try await journal.open("diary", version: 2, initialState: Diary.State()) {
                Diary(mistake: .changed)
            }
            #expect(await store.state.lines == ["b", "a"])
        }
    }

    @Test func `has one store of a name at a time`() async throws {
        try await withJournal { journal in
            var store: StoreActor? = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            await #expect(throws: JournalError.alreadyOpen(name: "diary")) {
                try await journal.open("diary", initialState: Diary.State()) { Diary() }
            }
            _ = try await journal.open("other", initialState: Diary.State()) { Diary() }
            try await store?.send(.write("a")).committed()
            store = nil
            while store == nil {
                do {
                    store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
                } catch JournalError.alreadyOpen {
                    // The task that reported the commit may still have the store.
                    await Task.yield()
                }
            }
            // Closing is enough, even if there are still references to it.
            await store?.close()
            let third = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            #expect(await third.state.lines == ["a"])
            withExtendedLifetime(store) {}
        }
    }

    @Test func `closes a store that it cannot write, and the store loses nothing acknowledged`() async throws
    {
        let log = try SQLiteLog(at: path, pageLimit: 24)
        let journal = Journal(log)
        let recorder = DiagnosticRecorder()
        let store = try await journal.open("diary", initialState: Diary.State()) {
            Diary()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        var told = 0
        let long = String(repeating: "x", count: 1_000)
        do {
            while true {
                try await store.send(.write(long)).committed()
                told += 1
            }
        } catch {
            guard case .failed(let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(reason as? ActionLogError == .full(place: path))
            #expect("\(error)".contains("There is no room left for \(path). Make room"))
        }
        #expect(told > 3)
        await #expect(throws: CommitError.self) { try await store.send(.ask).committed() }
        #expect(recorder.identifiers == [.commitFailed, .sendAfterClose])
        await journal.close()
        try await withJournal { journal in
            let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            #expect(await store.state.lines.count == told)
        }
    }

    @Test func `gives a replay the random numbers that the reducer had`() async throws {
        var rolled: [String] = []
        try await withJournal { journal in
            let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            for _ in 0..<50 { try await store.send(.roll).committed() }
            rolled = await store.state.lines
            #expect(Set(rolled).count > 40)
        }
        try await withJournal { journal in
            let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            #expect(await store.state.lines == rolled)
        }
    }

    @Test func `gives the state after each entry`() async throws {
        try await withJournal(snapshots: .every(3)) { journal in
            let store = try await journal.open("diary", initialState: Diary.State(prefix: ">")) { Diary() }
            for index in 1...10 { try await store.send(.write("\(index)")).committed() }
            for end in 0...10 {
                let state = try await journal.replay("diary", upTo: end) { Diary() }
                #expect(state.lines == (0..<end).map { ">\($0 + 1)" })
            }
            #expect(try await journal.replay("diary") { Diary() }.lines.count == 10)
            await #expect(throws: JournalError.noSuchEntry(name: "diary", sequence: 11, last: 10)) {
                try await journal.replay("diary", upTo: 11) { Diary() }
            }
        }
    }

    @Test func `starts with the first initial state, whatever a later version starts with`() async throws {
        try await withJournal { journal in
            _ = try await journal.open("diary", initialState: Diary.State(prefix: "1")) { Diary() }
        }
        try await withJournal { journal in
            let store = try await journal.open("diary", version: 2, initialState: Diary.State(prefix: "2")) {
                Diary()
            }
            try await store.send(.write("a")).committed()
            #expect(await store.state.lines == ["1a"])
        }
    }

    @Test func `finds the reducer that has changed, and the one that depends on more than it should`()
        async throws
    {
        try await withJournal(snapshots: .every(4)) { journal in
            let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            for index in 1...10 { try await store.send(.write("\(index)")).committed() }
            #expect(try await journal.verify("diary") { Diary() } == 10)
            for mistake in [Diary.Mistake.changed, .counts] {
                await #expect {
                    try await journal.verify("diary") { Diary(mistake: mistake) }
                } throws: { error in
                    guard case .differs("diary", let sequence, let difference) = error as? JournalError else {
                        return false
                    }
                    return sequence == 1 && difference.contains("lines")
                }
            }
        }
    }

    @Test func `exports the actions of a store`() async throws {
        try await withJournal(snapshots: .every(4)) { journal in
            let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            for index in 1...10 { try await store.send(.write("\(index)")).committed() }
            let session = try await journal.export("diary", to: folder.path("diary.session"))
            #expect(session.start.sequence == 0)
            #expect(session.commits.map(\.sequence) == Array(1...10))
            #expect(try LogSession(contentsOf: folder.path("diary.session")) == session)
            await #expect(throws: JournalError.self) {
                try await journal.export("nobody", to: folder.path("nobody.session"))
            }
        }
    }

    @Test func `opens a store again only when all is written that it did`() async throws {
        let log = SlowLog(log: try SQLiteLog(at: path))
        let journal = Journal(log)
        for round in 1...5 {
            var store: StoreActor? = try await journal.open("diary", initialState: Diary.State()) { Diary() }
            #expect(await store?.state.lines.count == round - 1)
            await store?.send(.write("\(round)"))
            store = nil
        }
        await journal.close()
    }

    @Test func `keeps a thousand stores that write at once`() async throws {
        try await withJournal { journal in
            try await withThrowingTaskGroup { group in
                for index in 0..<1_000 {
                    group.addTask {
                        let store = try await journal.open("\(index)", initialState: Diary.State()) {
                            Diary()
                        }
                        for text in ["a", "b", "c"] { try await store.send(.write(text)).committed() }
                    }
                }
                try await group.waitForAll()
            }
        }
        try await withJournal { journal in
            for index in [0, 500, 999] {
                let store = try await journal.open("\(index)", initialState: Diary.State()) { Diary() }
                #expect(await store.state.lines == ["a", "b", "c"])
            }
        }
    }

    private func withJournal(
        snapshots: SnapshotPolicy = .every(1_000),
        _ body: (Journal) async throws -> Void
    ) async throws {
        let journal = try Journal(at: path, snapshots: snapshots)
        do {
            try await body(journal)
            await journal.close()
        } catch {
            await journal.close()
            throw error
        }
    }
}
