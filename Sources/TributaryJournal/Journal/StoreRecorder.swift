// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryLog

/// What a journal hands to a store that it opens: collects the entries of a turn, on the store's actor.
final class StoreRecorder<State: Sendable, Action: Journaled & Sendable> {
    private let writer: LogWriter<State, Action>
    private let interval: Int?
    private let now: @Sendable () -> LogTime
    private let opened: OpenStore
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
        opened: OpenStore
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
        guard let interval, commit.isSettled, last - lastSnapshot >= interval else { return nil }
        lastSnapshot = last
        return SnapshotRequest(state: commit.state, sequence: last, time: entries.last?.time ?? now())
    }
}

extension String {
    /// What the random numbers of a log begin with; the same on every machine.
    var seed: UInt64 { utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 } }
}

/// That a store of a name is open, as long as this lives.
final class OpenStore: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
