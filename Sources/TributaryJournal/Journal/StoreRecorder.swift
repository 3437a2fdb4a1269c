// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCore
import TributaryLog

/// The recorder of an open store: collects the entries of a turn, on the store's actor.
final class StoreRecorder<State: Sendable, Action: Journaled & Sendable> {
    private let writer: LogWriter<Action>
    private let snapshots: SnapshotWriter<State>
    private let interval: Int?
    private let now: @Sendable () -> LogTime
    private let opened: OpenToken
    private let seed: UInt64
    private let ownership: StoreOwnership?
    private let carrier: (any ContextCarrier)?
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
    ///   - snapshots: Keeps states.
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
        _ snapshots: SnapshotWriter<State>,
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
        self.snapshots = snapshots
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
        for mount in mounts { append(.ended(entry: mount.entry)) }
    }

    var recorder: Recorder<State, Action> {
        Recorder(
            carrier: carrier,
            record: { [self] action, _, cause in
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
            },
            pass: { [self] in entries[entries.count - 1].passed = $0 },
            step: { [self] in
                entries[entries.count - 1].step = $0
                return last
            },
            mount: { [self] in append($0) },
            commit: { [self] commit in
                if commit.isPart { entries[entries.count - 1].isPart = true }
                if let outbox, !outbox.reminders.isEmpty, let state = commit.settledState() {
                    changes += reminders.changes(to: state, outbox.reminders)
                }
                let isDue = !commit.isPart && interval.map { last - lastSnapshot >= $0 } == true
                let work = LogWriter.Work(
                    entries: entries,
                    changes: changes,
                    end: commit.end,
                    keepSnapshot: isDue ? snapshot(of: commit) : nil
                )
                writer.write(work)
                (entries, changes) = ([], [])
            }
        )
    }

    @discardableResult
    private func append(_ mount: RecordedMount) -> Int {
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

    /// Keeps the state, if it is settled.
    private func snapshot(of commit: RecordedCommit<State>) -> (@Sendable () async -> Void)? {
        guard let state = commit.settledState() else { return nil }
        lastSnapshot = last
        let request = SnapshotRequest(
            state: state,
            sequence: last,
            time: entries.last?.time ?? now(),
            mounts: mounts
        )
        return { [snapshots] in await snapshots.write(request) }
    }
}

/// A store of a journal: whether it is open, and its writer.
final class OpenStore: Sendable {
    private struct State {
        var isOpen = true
        var finish: (@Sendable () async -> Void)?
    }

    private let state = Mutex(State())

    /// Whether the store is there, or is being opened.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Sets the store's writer.
    func write<Action>(by writer: LogWriter<Action>) {
        state.withLock { $0.finish = { [weak writer] in await writer?.finish() } }
    }

    func release() { state.withLock { $0.isOpen = false } }

    /// Waits until everything is written that the store did.
    func finish() async { await state.withLock { $0.finish }?() }
}

/// Reports the release of a store.
final class OpenToken: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
