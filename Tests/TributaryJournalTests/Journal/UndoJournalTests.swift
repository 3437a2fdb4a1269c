// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryJournal
import TributaryLog
import TributaryTestSupport
import TributaryUndo

@Suite("The undo history of a journal", .timeLimit(.minutes(30)))
@MainActor
struct UndoJournalTests {
    let folder = TemporaryFolder()

    /// Opens a store with a new history, like a program that starts again.
    @discardableResult
    private func open<Result>(
        snapshots: SnapshotPolicy = .every(7),
        keep retention: EntryRetention = .everything,
        limit: Int = .max,
        _ body: @MainActor (StoreOf<List>, UndoHistory) async throws -> Result
    ) async throws -> Result {
        let journal = try Journal(at: folder.path("list.sqlite"), snapshots: snapshots, keep: retention)
        let history = UndoHistory(limit: limit)
        let store = try await Store(journal: journal, id: "list", initialState: List.State(), undo: history) {
            List()
        }
        let result = try await body(store, history)
        try await store.send(.touch).committed()
        store.close()
        await journal.close()
        return result
    }

    @Test func `is recovered if a listener mounted a reducer in the turn of the step`() async throws {
        func open() async throws -> (Journal, StoreOf<List>, UndoHistory) {
            let journal = try Journal(at: folder.path("mounted.sqlite"))
            let history = UndoHistory()
            let store = try await Store(
                journal: journal,
                id: "list",
                initialState: List.State(),
                undo: history
            ) {
                List()
            } mounts: {
                ["idle": AnyReducer(EmptyReducer())]
            }
            return (journal, store, history)
        }
        do {
            let (journal, store, history) = try await open()
            var mounted: ObservationToken?
            let listener = store.onAction { [weak store] _ in
                mounted = mounted ?? store?.mount(named: "idle") { EmptyReducer() }
            }
            store.send(.insert("a", at: 0), undo: history, title: "A")
            try await store.send(.touch).committed()
            withExtendedLifetime((listener, mounted)) {}
            await journal.close()
        }
        let (journal, store, history) = try await open()
        #expect(store.words == ["a"] && history.undoTitle == "A")
        history.undo()
        #expect(store.words.isEmpty)
        await journal.close()
    }

    @Test func `is recovered after a restart, with titles, and continues`() async throws {
        try await open { store, history in
            store.send(.insert("a", at: 0), undo: history, title: "A")
            store.send(
                contentsOf: [.insert("b", at: 0), .insert("c", at: 0)],
                undo: history,
                title: "B",
                redoTitle: "B!"
            )
            store.send(.remove("a", at: 2), undo: history, inverse: .insert("a", at: 2))
            history.undo()
        }
        try await open { store, history in
            #expect(store.words == ["c", "b", "a"])
            #expect(history.undoTitle == "B" && history.canRedo && history.redoTitle == nil)
            history.redo()
            #expect(store.words == ["c", "b"] && !history.canRedo)
            history.undo()
            history.undo()
            #expect(store.words == ["a"] && history.undoTitle == "A" && history.redoTitle == "B!")
        }
        try await open { store, history in
            history.undo()
            #expect(store.words.isEmpty && !history.canUndo)
            history.redo()
            history.redo()
            #expect(store.words == ["c", "b", "a"])
            store.send(.insert("d", at: 0), undo: history, title: "D")
            #expect(!history.canRedo)
        }
        try await open { store, history in
            #expect(history.undoTitle == "D" && !history.canRedo)
        }
    }

    @Test func `recovered steps leave the refused redo of another store to be tried again`() async throws {
        try await open { store, history in
            store.send(.insert("a", at: 0), undo: history, title: "Recovered")
        }
        let history = UndoHistory()
        let other = Store(initialState: List.State()) { List() }
        other.send(.insert("b", at: 0), undo: history, title: "Other")
        history.undo()
        let journal = try Journal(at: folder.path("list.sqlite"))
        let store = try await Store(journal: journal, id: "list", initialState: List.State(), undo: history) {
            List()
        }
        let token = other.attach(ActionMiddleware(willReduce: { _, _, _, _ in nil }))
        history.redo()
        #expect(other.words.isEmpty)
        token.cancel()
        #expect(history.redoTitle == "Other")
        history.redo()
        #expect(other.words == ["b"])
        store.close()
        await journal.close()
    }

    @Test func `is written down as an entry's own field, in words`() async throws {
        try await open { store, history in
            store.send(.insert("a", at: 0), undo: history, title: "A")
            history.undo()
        }
        let log = try SQLiteLog(at: folder.path("list.sqlite"))
        let text = try await log.commits(of: "list", after: 0, limit: 10)
            .map { String(decoding: $0.contents, as: UTF8.self) }
            .joined()
        await log.close()
        #expect(text.contains(#""h":{"#) && text.contains(#""k":"done""#) && text.contains(#""t":"A""#))
        #expect(text.contains(#""i":[{"remove":{"#))
        #expect(text.contains(#""k":"undone""#) && text.contains(#""n":1"#))
    }

    @Test func `actions with another history, or without one, are not in it`() async throws {
        let other = UndoHistory()
        let journal = try Journal(at: folder.path("list.sqlite"))
        let store = try await Store(journal: journal, id: "list", initialState: List.State()) { List() }
        try await store.send(.insert("a", at: 0), undo: other).committed()
        store.close()
        await journal.close()
        try await open { store, history in
            #expect(store.words == ["a"] && !history.canUndo)
            store.send(.insert("b", at: 0), undo: other)
            store.send(.insert("c", at: 0), undo: history, title: "C")
        }
        try await open { store, history in
            #expect(store.words == ["c", "b", "a"] && history.undoTitle == "C")
            history.undo()
            #expect(!history.canUndo)
        }
    }

    @Test func `steps through a scope are undone after a restart`() async throws {
        try await open { store, history in
            store.scope(state: \.self, action: \.nested)
                .send(.insert("a", at: 0), undo: history, title: "A")
            #expect(store.words == ["a"])
        }
        try await open { store, history in
            #expect(history.undoTitle == "A")
            history.undo()
            #expect(store.words.isEmpty)
            history.redo()
            #expect(store.words == ["a"])
        }
    }

    @Test func `a step that was undone by other actions is redone by their inverse`() {
        var steps = RecoveredSteps<Int>()
        var done = RecordedStep<Int>(.done, entry: nil)
        done.inverse = [-1]
        steps.append(done, at: 1, of: 1)
        // A middleware replaced -1 by -2.
        var undone = RecordedStep<Int>(.undone, entry: 1)
        undone.inverse = [2]
        steps.append(undone, at: 2, of: -2)
        #expect(steps.done.isEmpty)
        #expect(steps.undone.map(\.group) == [[2]])
        #expect(steps.undone.map(\.inverse) == [[-2]])
        // -2 still takes the step back after it was redone.
        steps.append(RecordedStep(.redone, entry: 1), at: 3, of: 2)
        #expect(steps.done.map(\.inverse) == [[-2]])
    }

    @Test func `an inverse of an earlier version is upgraded`() async throws {
        try await open { store, history in
            store.send(contentsOf: [.insert("a", at: 0), .insert("b", at: 0)], undo: history)
        }
        let journal = try Journal(at: folder.path("list.sqlite"))
        let history = UndoHistory()
        let store = try await Store(journal: journal, id: "list", initialState: List.State(), undo: history) {
            NewList()
        }
        #expect(store.words == ["b", "a"])
        history.undo()
        #expect(store.words.isEmpty)
        history.redo()
        #expect(store.words == ["b", "a"])
        store.close()
        await journal.close()
    }

    @Test func `has the limit of the history that is given`() async throws {
        try await open { store, history in
            for word in ["a", "b", "c"] { store.send(.insert(word, at: 0), undo: history, title: word) }
        }
        try await open(limit: 2) { _, history in
            history.undo()
            #expect(history.undoTitle == "b")
            history.undo()
            #expect(!history.canUndo)
        }
    }

    @Test func `steps whose entries were dropped are lost, and the others are undone`() async throws {
        try await open(snapshots: .every(2), keep: .days(0)) { store, history in
            for index in 0..<20 {
                try await store.send(.insert("\(index)", at: 0), undo: history, title: "\(index)").committed()
            }
        }
        try await open { store, history in
            var words = store.words
            var count = 0
            while history.canUndo {
                #expect(history.undoTitle == words.first)
                history.undo()
                words.removeFirst()
                #expect(store.words == words)
                count += 1
            }
            #expect(count < 20)
        }
    }

    @Test(arguments: 1...8)
    func `restarts at any time are as if there were none, whatever a middleware does`(seed: Int) async throws
    {
        var random = SeededGenerator(seed: UInt64(seed))
        var snapshots: [[String]] = [[]]
        var position = 0
        for _ in 0..<8 {
            (snapshots, position) = try await open { [snapshots, position] store, history in
                var (snapshots, position) = (snapshots, position)
                var refuses = 0
                var replaces = 0
                let token = store.attach(
                    ActionMiddleware(willReduce: { action, _, _, _ in
                        if refuses > 0 { return nil }
                        if replaces > 0, case .insert = action { return .insert("replaced", at: 0) }
                        return action
                    })
                )
                #expect(store.words == snapshots[position])
                for count in 0..<random.number(0..<25) {
                    refuses = random.chance(20) ? 1 : 0
                    replaces = 0
                    switch random.number(0..<6) {
                    case 0..<3:
                        replaces = random.chance(20) ? 1 : 0
                        store.send(
                            .insert("\(count)", at: random.number(0..<store.words.count + 1)),
                            undo: history
                        )
                        guard refuses == 0 else { break }
                        snapshots.removeSubrange((position + 1)...)
                        snapshots.append(store.words)
                        position += 1
                    case 3, 4:
                        history.undo()
                        if refuses == 0 { position = max(position - 1, 0) }
                    default:
                        history.redo()
                        if refuses == 0 { position = min(position + 1, snapshots.count - 1) }
                    }
                    #expect(store.words == snapshots[position], "seed \(seed)")
                    #expect(history.canUndo == (position > 0))
                    #expect(history.canRedo == (position < snapshots.count - 1))
                }
                withExtendedLifetime(token) {}
                return (snapshots, position)
            }
        }
    }
}

private struct List: Reducer {
    struct State: Codable, Equatable, Sendable {
        var words: [String] = []
    }

    enum Action: Equatable, Journaled, Undoable, Sendable {
        case insert(String, at: Int)
        case remove(String, at: Int)
        case touch
        indirect case nested(Action)

        struct AllCasePaths: Sendable {
            var nested: CasePath<Action, Action> {
                CasePath(embed: Action.nested) { if case .nested(let action) = $0 { action } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }

        func inverted() -> Action {
            switch self {
            case .insert(let word, let index): .remove(word, at: index)
            case .remove(let word, let index): .insert(word, at: index)
            case .touch: .touch
            case .nested(let action): .nested(action.inverted())
            }
        }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .insert(let word, let index): state.words.insert(word, at: index)
        case .remove(_, let index): state.words.remove(at: index)
        case .touch: break
        case .nested(let action): return reduce(into: &state, action: action)
        }
        return .none
    }
}

/// The same with other names, of a later version.
private struct NewList: Reducer {
    enum Action: Equatable, Journaled, Sendable {
        case put(String, at: Int)
        case take(String, at: Int)
        case touch

        struct AllCasePaths {}
        static var allCasePaths: AllCasePaths { AllCasePaths() }

        static var coding: ActionCoding<Action> {
            .version(2).renamed("insert", to: "put", in: 2).renamed("remove", to: "take", in: 2)
        }
    }

    func reduce(into state: inout List.State, action: Action) -> Effect<Action> {
        switch action {
        case .put(let word, let index): state.words.insert(word, at: index)
        case .take(_, let index): state.words.remove(at: index)
        case .touch: break
        }
        return .none
    }
}
