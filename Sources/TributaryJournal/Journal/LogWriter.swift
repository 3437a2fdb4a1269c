// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import TributaryCore
import TributaryLog
import TributaryUndo

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
            // While others wait, it ends after them: results come in order.
            if !queue.isWriting, let failure = queue.failure { return (false, failure) }
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
        let executor = host.executor(named: "writing “\(name)”")
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
            let (works, idle, failure) = queue.withLock { queue in
                let works = queue.works
                queue.works = []
                queue.isWriting = !works.isEmpty
                defer { if works.isEmpty { queue.idle = [] } }
                return (works, works.isEmpty ? queue.idle : [], queue.failure)
            }
            guard !works.isEmpty else {
                for continuation in idle { continuation.resume() }
                return
            }
            // Nothing that comes later may be written: it was made on a state that is not there.
            var error = failure
            if error == nil { error = await write(works) }
            if let error {
                queue.withLock { $0.failure = error }
                for work in works { work.end(error) }
            }
        }
    }

    /// Writes work, and ends it; returns the error if it could not.
    private func write(_ works: [Work]) async -> (any Error)? {
        // Not with key paths: they are made anew for each type of actions and each commit.
        let entries = works.count == 1 ? works[0].entries : works.flatMap { $0.entries }
        // No entries: a caller only waits for earlier ones.
        guard !entries.isEmpty else {
            for work in works { work.end(nil) }
            return nil
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
            return error
        }
        for work in works { work.end(nil) }
        ownership?.wrote(through: next.withLock { $0 } - 1)
        await works.last { $0.keepSnapshot != nil }?.keepSnapshot?()
        return nil
    }
}

/// The recorder of an open store: collects the entries of a turn, on the store's actor.
final class StoreRecorder<State: Sendable, Action: Journaled & Sendable>: Recorder {
    /// Keeps a state, with the number and the time of its last entry, and the reducers that are mounted there.
    typealias KeepingSnapshot = @Sendable (State, _ sequence: Int, LogTime, RecordedMounts) async -> Void

    private let writer: LogWriter<Action>
    private let keep: KeepingSnapshot
    private let interval: Int?
    private let now: @Sendable () -> LogTime
    private let opened: OpenToken
    private let seed: UInt64
    private let ownership: StoreOwnership?
    let carrier: (any ContextCarrier)?
    private let outbox: StoreOutbox<State, Action>?
    private var reminders: StoreReminders<State>
    private var entries: [JournalEntry<Action>] = []

    /// The messages that the entries change.
    private var changes: [MailboxChange] = []
    private var last: Int
    private var lastSnapshot: Int
    private var mounts = RecordedMounts()

    /// - Parameters:
    ///   - writer: Writes the collected entries.
    ///   - keep: Keeps a state.
    ///   - last: The last entry of the log.
    ///   - mounts: The reducers that were mounted there. They are not mounted now, and the first entries record that.
    ///   - lastSnapshot: The entry of the last snapshot.
    ///   - interval: How many entries are between two snapshots, if there are any.
    ///   - now: Returns the time.
    ///   - opened: Is released with the store.
    ///   - ownership: Has the ids of commands, if a node owns the store.
    ///   - carrier: Reads the contexts of senders, if actions carry them.
    ///   - outbox: Makes the messages that become durable together with the commits.
    ///   - reminded: The times of current and former reminders in the mailbox; `nil` if they are unknown.
    init(
        _ writer: LogWriter<Action>,
        keepingBy keep: @escaping KeepingSnapshot,
        after last: Int,
        mounts: [RecordedMounts.Mount],
        snapshotAt lastSnapshot: Int,
        interval: Int?,
        now: @escaping @Sendable () -> LogTime,
        opened: OpenToken,
        ownership: StoreOwnership? = nil,
        carrier: (any ContextCarrier)? = nil,
        outbox: StoreOutbox<State, Action>? = nil,
        reminded: [LogTime?]? = nil
    ) {
        self.writer = writer
        self.keep = keep
        seed = writer.name.seed
        self.last = last
        self.lastSnapshot = lastSnapshot
        self.interval = interval
        self.now = now
        self.opened = opened
        self.ownership = ownership
        self.carrier = carrier
        self.outbox = outbox
        reminders = StoreReminders(of: writer.name, times: reminded)
        for ended in mounts { mount(.ended(entry: ended.entry)) }
    }

    func record(_ action: Action, _ origin: ActionOrigin, cause: Int?) -> RecordedEntry {
        last += 1
        let time = now()
        entries.append(JournalEntry(action: action, time: time, cause: cause))
        if let carrier { entries[entries.count - 1].context = carrier.fields }
        if let command = ownership?.takeCommand(entry: last) {
            entries[entries.count - 1].command = command.id
            if let message = command.message { changes.append(.remove(message)) }
        }
        if let outbox {
            for send in outbox.sends {
                if let message = send(action, last) { changes.append(.put(message)) }
            }
        }
        return RecordedEntry(number: last, milliseconds: time.milliseconds, seed: seed)
    }

    func pass(_ positions: [Int]) { entries[lastAction].passed = positions }

    /// Writes that the last action ended a step of a recoverable undo history; returns the entry.
    func step(_ step: RecordedStep<Action>) -> Int? {
        entries[lastAction].step = step
        return last - (entries.count - 1 - lastAction)
    }

    /// The position of the last action: a reducer that was mounted since has an entry, too.
    private var lastAction: Int { entries.lastIndex { $0.action != nil } ?? entries.count - 1 }

    func commit(
        isPart: Bool,
        settledState: () -> State?,
        end: @escaping @Sendable ((any Error)?) -> Void
    ) {
        if isPart { entries[entries.count - 1].isPart = true }
        if let outbox, !outbox.reminders.isEmpty, let state = settledState() {
            changes += reminders.changes(to: state, outbox.reminders)
        }
        let isDue = !isPart && interval.map { last - lastSnapshot >= $0 } == true
        let work = LogWriter.Work(
            entries: entries,
            changes: changes,
            end: end,
            keepSnapshot: isDue ? settledState().map(snapshot) : nil
        )
        writer.write(work)
        (entries, changes) = ([], [])
    }

    @discardableResult
    func mount(_ mount: RecordedMount) -> Int {
        last += 1
        var entry = JournalEntry<Action>(action: nil, time: now(), cause: nil)
        entry.mount = mount
        entries.append(entry)
        switch mount {
        case .began(let name): mounts.mounts.append(RecordedMounts.Mount(name: name, entry: last))
        case .ended(let entry): mounts.mounts.removeAll { $0.entry == entry }
        }
        return last
    }

    /// Keeps a state.
    private func snapshot(of state: State) -> @Sendable () async -> Void {
        lastSnapshot = last
        let time = entries.last?.time ?? now()
        return { [keep, last, mounts] in await keep(state, last, time, mounts) }
    }
}
