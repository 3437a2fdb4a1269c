// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import TributaryCore
import TributaryLog

/// Writes the commits of one store, one after the other.
///
/// One commit of a log is in flight at a time. The store's turns meanwhile become the next commit, together: the slower the disk,
/// the larger the commits.
final class LogWriter<Action: Journaled & Sendable>: Sendable {
    /// The work of a turn, which the store hands over at its end.
    struct Work: Sendable {
        let entries: [JournalEntry<Action>]

        /// The messages that become durable with them; only a mailbox has any.
        var changes: [MailboxChange] = []
        let end: @Sendable ((any Error)?) -> Void

        /// Keeps the state after it, if a snapshot is due.
        ///
        /// A closure, which has no type of the state that would have to be looked up for each commit.
        let keepSnapshot: (@Sendable () async -> Void)?
    }

    private struct Queue {
        var works: [Work] = []
        var isWriting = false
        var failure: (any Error)?
        var idle: [CheckedContinuation<Void, Never>] = []
    }

    let name: String
    private let log: any ActionLog
    private let coding = CommitCoding<Action>()
    private let queue = Mutex(Queue())

    /// Where the store was opened, if a test decides that.
    private let host = EffectHost.current
    private let next: Mutex<Int>

    /// The ownership to notify of durable entries, if a node owns the store.
    private let ownership: StoreOwnership?

    init(name: String, log: any ActionLog, after last: Int, ownership: StoreOwnership? = nil) {
        self.name = name
        self.log = log
        self.ownership = ownership
        next = Mutex(last + 1)
    }

    /// Queues work to be written; returns at once.
    func write(_ work: Work) {
        let (isFirst, failure) = queue.withLock { queue -> (Bool, (any Error)?) in
            if let failure = queue.failure { return (false, failure) }
            queue.works.append(work)
            defer { queue.isWriting = true }
            return (!queue.isWriting, nil)
        }
        if let failure { return work.end(failure) }
        if isFirst { beginWriting() }
    }

    /// Starts the task that writes.
    ///
    /// Detached: it belongs to all who sent something, and to none of them. Tests decide where it runs.
    private func beginWriting() {
        guard let host else { return _ = Task.detached { await self.writeAll() } }
        let executor = host.makeExecutor(EffectDescription(number: 0, name: "writing “\(name)”", site: nil))
        Task.detached(executorPreference: executor) {
            await EffectHost.$current.withValue(host) { await self.writeAll() }
            executor.effectEnded()
        }
    }

    /// Waits until nothing is to be written.
    func finish() async {
        await withCheckedContinuation { continuation in
            let isIdle = queue.withLock { queue in
                if queue.isWriting { queue.idle.append(continuation) }
                return !queue.isWriting
            }
            if isIdle { continuation.resume() }
        }
    }

    private func writeAll() async {
        while true {
            let (works, idle) = queue.withLock { queue -> ([Work], [CheckedContinuation<Void, Never>]) in
                let works = queue.works
                queue.works = []
                guard works.isEmpty else { return (works, []) }
                queue.isWriting = false
                defer { queue.idle = [] }
                return ([], queue.idle)
            }
            guard !works.isEmpty else {
                for continuation in idle { continuation.resume() }
                return
            }
            await write(works)
        }
    }

    private func write(_ works: [Work]) async {
        // Not with key paths: they are made anew for each type of actions and each commit.
        let entries = works.count == 1 ? works[0].entries : works.flatMap { $0.entries }
        // No entries: a caller only waits for earlier ones.
        guard !entries.isEmpty else {
            for work in works { work.end(nil) }
            return
        }
        do {
            let sequence = next.withLock { $0 }
            let commit = LogCommit(
                name: name,
                sequence: sequence,
                count: entries.count,
                time: entries.last?.time ?? LogTime(milliseconds: 0),
                contents: try coding.encode(entries)
            )
            ownership?.begins(through: commit.last)
            let changes = works.count == 1 ? works[0].changes : works.flatMap { $0.changes }
            if !changes.isEmpty, let mailbox = log as? any Mailbox {
                try await mailbox.append(commit, changing: changes)
            } else {
                try await log.append(commit)
            }
            next.withLock { $0 = sequence + entries.count }
        } catch {
            // Nothing that comes later may be written: it was made on a state that is not there.
            let late = queue.withLock { queue in
                queue.failure = error
                defer { queue.works = [] }
                return queue.works
            }
            for work in works + late { work.end(error) }
            return
        }
        for work in works { work.end(nil) }
        ownership?.wrote(through: next.withLock { $0 } - 1)
        await works.last { $0.keepSnapshot != nil }?.keepSnapshot?()
    }
}

/// A state that is to be kept, with the number of its last entry.
struct SnapshotRequest<State: Sendable>: Sendable {
    let state: State
    let sequence: Int
    let time: LogTime

    /// The mounted reducers.
    let mounts: RecordedMounts
}

/// Keeps snapshots of one store.
struct SnapshotWriter<State: Sendable>: Sendable {
    let name: String
    let log: any ActionLog
    let fingerprint: String
    let retention: EntryRetention
    let encode: @Sendable (State) throws -> [UInt8]
    let report: @Sendable (any Error) -> Void

    /// A snapshot that cannot be kept costs time at the next start, and nothing else; so it is reported, not thrown.
    func write(_ request: SnapshotRequest<State>) async {
        do {
            let snapshot = LogSnapshot(
                name: name,
                sequence: request.sequence,
                time: request.time,
                fingerprint: request.mounts.fingerprint(of: fingerprint),
                contents: try encode(request.state)
            )
            try await log.keep(snapshot, droppingBefore: retention.limit(at: request.time))
        } catch {
            report(error)
        }
    }
}
