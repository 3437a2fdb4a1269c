// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCore
import TributaryLog

/// What a journal hands to a store that it opens: collects the entries of a turn, on the store's actor.
final class StoreRecorder<State: Sendable, Action: Journaled & Sendable> {
    private let writer: LogWriter<State, Action>
    private let interval: Int?
    private let now: @Sendable () -> LogTime
    private let opened: OpenToken
    private let seed: UInt64
    private var entries: [JournalEntry<Action>] = []
    private var last: Int
    private var lastSnapshot: Int

    init(
        _ writer: LogWriter<State, Action>,
        after last: Int,
        snapshotAt lastSnapshot: Int,
        interval: Int?,
        now: @escaping @Sendable () -> LogTime,
        opened: OpenToken
    ) {
        self.writer = writer
        seed = writer.name.seed
        self.last = last
        self.lastSnapshot = lastSnapshot
        self.interval = interval
        self.now = now
        self.opened = opened
    }

    var recorder: Recorder<State, Action> {
        Recorder(
            record: { [self] action, _, cause in
                last += 1
                let time = now()
                entries.append(JournalEntry(action: action, time: time, cause: cause))
                return RecordedEntry(number: last, milliseconds: time.milliseconds, seed: seed)
            },
            commit: { [self] commit in
                let snapshot = snapshot(of: commit)
                writer.write(LogWriter.Work(entries: entries, end: commit.end, snapshot: snapshot))
                entries = []
            }
        )
    }

    private func snapshot(of commit: RecordedCommit<State>) -> SnapshotRequest<State>? {
        guard let interval, last - lastSnapshot >= interval, let state = commit.settledState() else {
            return nil
        }
        lastSnapshot = last
        return SnapshotRequest(state: state, sequence: last, time: entries.last?.time ?? now())
    }
}

extension String {
    /// What the random numbers of a log begin with; the same on every machine.
    var seed: UInt64 { utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 } }
}

/// A store of a journal: whether it is there, and what writes it.
final class OpenStore: Sendable {
    private struct State {
        var isOpen = true
        var finish: (@Sendable () async -> Void)?
    }

    private let state = Mutex(State())

    /// Whether the store is there, or is being opened.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Sets what writes the store.
    func write<State, Action>(by writer: LogWriter<State, Action>) {
        state.withLock { $0.finish = { [weak writer] in await writer?.finish() } }
    }

    func release() { state.withLock { $0.isOpen = false } }

    /// Waits until everything is written that the store did.
    func finish() async { await state.withLock { $0.finish }?() }
}

/// Tells when a store is gone.
final class OpenToken: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
