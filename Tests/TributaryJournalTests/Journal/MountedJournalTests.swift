// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryJournal
import TributaryLog
import TributaryTestSupport

@Suite("A store of a journal on which reducers are mounted", .timeLimit(.minutes(30)))
@MainActor
struct MountedJournalTests {
    let folder = TemporaryFolder()
    var path: String { folder.path("journal.sqlite") }

    private struct Loud: Reducer {
        func reduce(into state: inout Diary.State, action: Diary.Action) -> Effect<Diary.Action> {
            if case .write(let text) = action { state.lines.append(text.uppercased()) }
            return .none
        }
    }

    private nonisolated static func mounts() -> [String: AnyReducer<Diary.State, Diary.Action>] {
        ["loud": AnyReducer(Loud())]
    }

    private func open(_ journal: Journal) async throws -> Store<Diary.State, Diary.Action> {
        try await Store(journal: journal, id: "diary", initialState: Diary.State()) {
            Diary()
        } mounts: {
            Self.mounts()
        }
    }

    @Test(arguments: [SnapshotPolicy.never, .every(1)])
    func `has the state that it had, and mounts nothing by itself`(snapshots: SnapshotPolicy) async throws {
        var journal = try Journal(at: path, snapshots: snapshots)
        var store = try await open(journal)
        store.send(.write("a"))
        let token = store.mount(named: "loud") { Loud() }
        try await store.send(.write("b")).committed()
        try await store.send(.write("c")).committed()
        let lines = ["a", "b", "B", "c", "C"]
        #expect(store.state.lines == lines)
        await journal.close()
        withExtendedLifetime(token) {}

        // The program ended while it was mounted.
        journal = try Journal(at: path, snapshots: snapshots)
        store = try await open(journal)
        #expect(store.state.lines == lines)
        try await store.send(.write("d")).committed()
        #expect(store.state.lines == lines + ["d"])
        let old = try await journal.replay("diary", upTo: 3) {
            Diary()
        } mounts: {
            Self.mounts()
        }
        #expect(old.lines == ["a", "b", "B"])
        try await journal.verify("diary") {
            Diary()
        } mounts: {
            Self.mounts()
        }
        await journal.close()

        journal = try Journal(at: path, snapshots: snapshots)
        store = try await open(journal)
        #expect(store.state.lines == lines + ["d"])
        await journal.close()
    }

    @Test func `is not opened without its mounted reducers`() async throws {
        let journal = try Journal(at: path, snapshots: .never)
        var store: Store? = try await open(journal)
        var token: ObservationToken? = store?.mount(named: "loud") { Loud() }
        try await store?.send(.write("a")).committed()
        token = nil
        store = nil
        await #expect {
            try await journal.open("diary", initialState: Diary.State()) { Diary() }
        } throws: { error in
            guard case .undecodable("diary", 1, let reason) = error as? JournalError else { return false }
            return reason.contains("“loud”")
        }
        await journal.close()
        withExtendedLifetime(token) {}
    }

    @Test func `reports a turn that was cut off`() async throws {
        let recorder = DiagnosticRecorder()
        var journal = try Journal(at: path)
        do {
            let store = try await Store(journal: journal, id: "loop", initialState: 0) {
                Reduce<Int, Loop> { state, _ in
                    state += 1
                    return state < 25_000 ? .send(.again) : .none
                }
            } dependencies: {
                $0.diagnosticReporter = .silent
            }
            try await store.send(.again).committed()
        }
        await journal.close()
        journal = try Journal(at: path)
        _ = try await journal.open("loop", initialState: 0) {
            Update<Int, Loop> { state, _ in state += 1 }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        #expect(recorder.identifiers.isEmpty)
        await journal.close()

        // The same without entries after its first part: the file may have several parts in one commit, as
        // many as the store had handed over when the writer came to them.
        let log = try SQLiteLog(at: path)
        let coding = CommitCoding<Loop>()
        let entries = try await log.commits(of: "loop", after: 0, limit: 10).flatMap { try coding.decode($0) }
        let first = try entries.prefix(through: #require(entries.firstIndex { $0.isPart }))
        #expect(first.count == 10_001)
        // Snapshots are due, and none is taken during the turn.
        #expect(try await log.snapshot(of: "loop", upTo: 24_999)?.sequence == 0)
        var start = try #require(try await log.snapshot(of: "loop", upTo: 0))
        start.name = "cut"
        try await log.keep(start, droppingBefore: nil)
        try await log.append(
            LogCommit(
                name: "cut",
                sequence: 1,
                count: first.count,
                time: start.time,
                contents: coding.encode(Array(first))
            )
        )
        journal = Journal(log)
        let store = try await journal.open("cut", initialState: 0) {
            Update<Int, Loop> { state, _ in state += 1 }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        #expect(recorder.identifiers == [.turnCutOff])
        #expect(await store.state == first.count)
        await journal.close()
    }
}

private enum Loop: Journaled, Sendable {
    case again

    struct AllCasePaths {}
    static var allCasePaths: AllCasePaths { AllCasePaths() }
}
