// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TributaryCore
public import TributaryLog

/// Makes stores durable: it writes their actions before effects and outputs start, and recovers their state when they are opened.
///
/// ```swift
/// let journal = try Journal(at: "shop.sqlite", snapshots: .every(1_000), keep: .days(30))
/// let shop = try await journal.open("shop", initialState: Shop.State()) { Shop() }
/// try await shop.send(.ordered(id: "o-1", cents: 500)).committed()  // reduced, and on the disk
/// ```
/// A store of a journal reduces actions and notifies observers at once. Its effects start, and `finish()` returns, when the actions
/// are durable (law 13). One journal keeps any number of stores in one file, with one writer: simultaneous commits of several
/// stores wait for the disk once.
///
/// **Promised.** Once `committed()` or `finish()` returns, the actions survive the end of the process, and a loss of power if the
/// disk keeps the data that it confirms. An effect of `run` begins at most once, also across a crash; a `feedback` begins again
/// while the state contains its query. **Not promised.** An order among different stores.
public final class Journal: Sendable {
    let log: any ActionLog
    let snapshots: SnapshotPolicy
    let retention: EntryRetention
    private let stores = Mutex<[String: OpenStore]>([:])

    /// Opens a journal in an SQLite file, or makes it.
    ///
    /// - Parameters:
    ///   - path: Of the file; its folder must be there.
    ///   - snapshots: How often states are kept.
    ///   - retention: How long entries are kept that a snapshot replaces.
    /// - Throws: An `ActionLogError`, before it writes anything, if the file is not a journal, is damaged, is in use, or cannot be
    ///   written.
    public convenience init(
        at path: String,
        snapshots: SnapshotPolicy = .every(1_000),
        keep retention: EntryRetention = .everything
    ) throws(ActionLogError) {
        self.init(try SQLiteLog(at: path), snapshots: snapshots, keep: retention)
    }

    /// A journal in a log of any kind.
    public init(
        _ log: any ActionLog,
        snapshots: SnapshotPolicy = .every(1_000),
        keep retention: EntryRetention = .everything
    ) {
        self.log = log
        self.snapshots = snapshots
        self.retention = retention
    }

    /// Waits until all commits are written, and closes the log.
    ///
    /// Close the stores first. A later action of an open store is not written, and closes that store with a diagnostic.
    public func close() async {
        for store in stores.withLock({ Array($0.values) }) { await store.finish() }
        await log.close()
    }

    /// Registers that a store is open, until the returned token is released.
    func register(_ name: String) async throws(JournalError) -> (store: OpenStore, token: OpenToken) {
        // Commits of a released store may still be in flight.
        if let former = stores.withLock({ $0[name] }), !former.isOpen { await former.finish() }
        let store = OpenStore()
        let isFree = stores.withLock { stores in
            guard stores[name]?.isOpen != true else { return false }
            stores[name] = store
            return true
        }
        guard isFree else { throw .alreadyOpen(name: name) }
        return (store, OpenToken { [weak self] in self?.release(store, name) })
    }

    /// The store is gone; its name is forgotten when everything is written.
    private func release(_ store: OpenStore, _ name: String) {
        store.release()
        Task.detached { [weak self] in
            await store.finish()
            self?.stores.withLock { if $0[name] === store { $0[name] = nil } }
        }
    }

    package static func now() -> LogTime {
        LogTime(milliseconds: Int((Date().timeIntervalSince1970 * 1_000).rounded(.down)))
    }
}
