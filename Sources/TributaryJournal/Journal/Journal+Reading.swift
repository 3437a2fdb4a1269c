// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore
import TributaryLog
import TributaryUndo

/// A state as a log gives it, with the number of its last entry.
struct RecoveredState<State> {
    var state: State
    var sequence: Int

    /// The entry of the snapshot that it began with; `0` for the initial state.
    var snapshot: Int

    /// The reducers that are mounted after that entry.
    var mounts = RecordedMounts()
}

extension RecoveredState: Sendable where State: Sendable {}

extension Journal {
    /// How many commits are read at once, and how many of them are decoded by one task.
    private static let pageSize = 512
    private static let batchSize = 64

    /// Calls a closure with the snapshots of a log, the newest first, until it returns a result.
    ///
    /// - Parameters:
    ///   - name: Of the log.
    ///   - end: The last entry at which a snapshot may have been taken.
    ///   - body: Gets a snapshot.
    /// - Returns: The closure's result.
    /// - Throws: Any error that the log throws.
    nonisolated(nonsending) func firstSnapshot<Result>(
        of name: String,
        upTo end: Int,
        _ body: (LogSnapshot) -> Result?
    ) async throws -> Result? {
        var limit = end
        while limit >= 0, let snapshot = try await log.snapshot(of: name, upTo: limit) {
            if let result = body(snapshot) { return result }
            limit = snapshot.sequence - 1
        }
        return nil
    }

    /// Calls a closure with the entries of a log.
    ///
    /// - Parameters:
    ///   - name: Of the log.
    ///   - start: The entry before the first.
    ///   - end: The last entry.
    ///   - body: Gets an entry and its number.
    /// - Returns: The number of the last entry.
    /// - Throws: A `JournalError` if an entry is missing or cannot be read, and any error that the log or the closure throws.
    nonisolated(nonsending) func read<Action: Journaled & Sendable>(
        _ name: String,
        after start: Int,
        upTo end: Int,
        _ body: (JournalEntry<Action>, Int) throws -> Void
    ) async throws -> Int {
        let coding = CommitCoding<Action>()
        var last = start
        while last < end {
            let commits = try await log.commits(of: name, after: last, limit: Self.pageSize)
            guard !commits.isEmpty else { break }
            for (commit, entries) in zip(commits, try await Self.decode(commits, with: coding)) {
                guard last < end else { break }
                guard commit.sequence <= last + 1 else {
                    throw JournalError.entriesMissing(name: name, from: last + 1, to: commit.sequence - 1)
                }
                for entry in entries.dropFirst(last + 1 - commit.sequence) where last < end {
                    last += 1
                    try body(entry, last)
                }
            }
        }
        return last
    }

    /// The steps of an undo history in the entries of a log, from the oldest that is kept.
    nonisolated(nonsending) func steps<Action: Journaled & Sendable>(
        of name: String,
        upTo end: Int
    ) async throws -> RecoveredSteps<Action> {
        var steps = RecoveredSteps<Action>()
        guard let first = try await log.commits(of: name, after: 0, limit: 1).first else { return steps }
        _ = try await read(name, after: first.sequence - 1, upTo: end) {
            (entry: JournalEntry<Action>, number) in
            if let step = entry.step { steps.append(step, at: number, of: entry.action) }
        }
        return steps
    }

    /// Decodes commits, on all cores: that takes a hundred times as long as reducing them.
    private static func decode<Action: Journaled & Sendable>(
        _ commits: [LogCommit],
        with coding: CommitCoding<Action>
    ) async throws -> [[JournalEntry<Action>]] {
        try await withThrowingTaskGroup(of: (Int, [[JournalEntry<Action>]]).self) { group in
            for start in stride(from: 0, to: commits.count, by: batchSize) {
                let batch = commits[start..<min(start + batchSize, commits.count)]
                group.addTask { (start, try coding.decode(batch)) }
            }
            var batches: [(Int, [[JournalEntry<Action>]])] = []
            for try await batch in group { batches.append(batch) }
            return batches.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
    }
}
