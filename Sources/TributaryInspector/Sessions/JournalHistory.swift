// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore
import TributaryLog

/// Reads a log of actions, such as a journal or an export of one, as the history of a store.
enum JournalHistory {
    /// Whether a file is the export of a journal.
    static func isExport(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("tributary session 1\t".utf8)) }

    /// Reads a log, and reduces its actions.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - name: Which of its stores.
    ///   - limits: How much is kept.
    ///   - makeReplayer: Makes the replayer that reduces them.
    /// - Returns: The history.
    /// - Throws: Why the log, or the store, is not the right one.
    nonisolated(nonsending) static func read<State, Action>(
        _ log: any ActionLog,
        _ name: String,
        limits: InspectorLimits,
        makeReplayer: @escaping (State) -> Replayer<State, Action>
    ) async throws -> History<State, Action> {
        guard let actionType = Action.self as? any Journaled.Type,
            let stateType = State.self as? any Decodable.Type
        else {
            throw InspectorFault(
                "A journal can be read for stores whose action is Journaled and whose state is Codable."
            )
        }
        do {
            let start = try await firstSnapshot(of: name, in: log)
            guard let state = try JSONDecoder().decode(stateType, from: Data(start.contents)) as? State else {
                throw InspectorFault("The state in the file is no \(State.self).")
            }
            let history = History(
                base: state,
                number: start.sequence,
                limits: limits,
                makeReplayer: makeReplayer
            )
            let replayer = makeReplayer(state)
            var pauses = Pauses()
            try await visit(log, name, after: start.sequence) { commits in
                for (commit, entries) in zip(commits, try decode(commits, as: actionType, Action.self)) {
                    for (index, entry) in entries.enumerated() {
                        guard let action = entry.action else { continue }
                        var made = HistoryEntry<State, Action>(commit, index, entry.cause, entry.time, action)
                        replayer.reduce(action, as: made.recorded)
                        made.state = replayer.state
                        history.append(made)
                        try await pauses.pause()
                    }
                }
            }
            return history
        } catch let fault as InspectorFault {
            throw fault
        } catch is DecodingError {
            throw InspectorFault(
                "The state in the file is no \(State.self): it is that of another store."
            )
        } catch {
            throw InspectorFault("It cannot be read: \(error)")
        }
    }

    /// Reads a log of which no program is there: its actions, and the states of its snapshots.
    nonisolated(nonsending) static func read(_ log: any ActionLog, _ name: String, at place: String)
        async throws
        -> History<JSON, WrittenJSON>
    {
        let start = try await firstSnapshot(of: name, in: log)
        var states = [start.sequence: try? JSON(parsing: start.contents)].compactMapValues(\.self)
        var limit = Int.max
        while limit > start.sequence, states.count < 1_000,
            let snapshot = try await log.snapshot(of: name, upTo: limit)
        {
            states[snapshot.sequence] = try? JSON(parsing: snapshot.contents)
            limit = snapshot.sequence - 1
        }
        let history = History<JSON, WrittenJSON>(
            base: states[start.sequence] ?? .null,
            number: start.sequence,
            limits: InspectorLimits(actions: .max - 1_000, states: .max),
            makeReplayer: nil
        )
        history.advice = """
            A journal alone knows only the states of its snapshots, after the actions \
            \(states.keys.sorted().suffix(20).map(String.init).joined(separator: ", ")). Add this line to a program that \
            has the feature, and give the address that it prints: \
            try await QuestionServer.serve(journal: SQLiteLog(reading: "\(place)"), name: "\(name)") { Feature() }
            """
        states[start.sequence] = nil
        try await visit(log, name, after: start.sequence) { commits in
            for commit in commits {
                guard let text = CommitText(commit.contents) else {
                    throw InspectorFault("Entry \(commit.sequence) of “\(name)” cannot be read.")
                }
                for (index, entry) in text.entries.enumerated() {
                    guard let range = entry.action else { continue }
                    let action = WrittenJSON(bytes: Array(commit.contents[range]))
                    var made = HistoryEntry<JSON, WrittenJSON>(
                        commit,
                        index,
                        entry.cause,
                        entry.time ?? 0,
                        action
                    )
                    made.state = states[made.number]
                    history.append(made)
                }
            }
        }
        return history
    }

    private nonisolated(nonsending) static func firstSnapshot(of name: String, in log: any ActionLog)
        async throws
        -> LogSnapshot
    {
        var first: LogSnapshot?
        var limit = Int.max
        while limit >= 0, let snapshot = try await log.snapshot(of: name, upTo: limit) {
            first = snapshot
            limit = snapshot.sequence - 1
        }
        guard let first else { throw InspectorFault("There is no store “\(name)” in it.") }
        return first
    }

    private nonisolated(nonsending) static func visit(
        _ log: any ActionLog,
        _ name: String,
        after sequence: Int,
        _ body: ([LogCommit]) async throws -> Void
    ) async throws {
        var last = sequence
        while true {
            let commits = try await log.commits(of: name, after: last, limit: 512)
            guard let newest = commits.last else { return }
            try await body(commits)
            last = newest.last
        }
    }

    private struct Entry<Action> {
        let action: Action?
        let time: Int
        let cause: Int?
    }

    private static func decode<Action, Coded: Journaled>(
        _ commits: [LogCommit],
        as coded: Coded.Type,
        _ type: Action.Type
    ) throws -> [[Entry<Action>]] {
        try CommitCoding<Coded>().decode(commits)
            .map {
                $0.map { Entry(action: $0.action as? Action, time: $0.time.milliseconds, cause: $0.cause) }
            }
    }
}

extension HistoryEntry {
    /// An entry of a log.
    fileprivate init(_ commit: LogCommit, _ index: Int, _ cause: Int?, _ time: Int, _ action: Action) {
        self.init(
            number: commit.sequence + index,
            cause: cause,
            origin: cause == nil ? .store : .effect,
            action: action,
            turn: commit.sequence,
            time: time
        )
    }
}

/// JSON as it was written; it is parsed when it is shown.
struct WrittenJSON {
    let bytes: [UInt8]

    var json: JSON { (try? JSON(parsing: bytes)) ?? .string("(\(bytes.count) bytes that are no JSON)") }
}
