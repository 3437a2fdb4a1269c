// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TributaryCore
public import TributaryLog

/// Keeps stores: what they did is written down before anything leaves them, and they go on where they were.
///
/// ```swift
/// let journal = try Journal(at: "shop.sqlite", snapshots: .every(1_000), keep: .days(30))
/// let shop = try await journal.open("shop", initialState: Shop.State()) { Shop() }
/// try await shop.send(.ordered(id: "o-1", cents: 500)).committed()  // reduced, and on the disk
/// ```
/// A store of a journal reduces and tells its observers at once. Its effects start, and `finish()` returns, when the
/// actions are durable (law 13). One journal keeps any number of stores in one file, with one writer: what they do at the
/// same time waits for the disk once.
///
/// **Promised.** What `committed()` or `finish()` has told survives the end of the process, and a loss of power as far as the
/// disk keeps what it says. An effect of `run` begins once at most, also across a crash; a `feedback` begins again for as
/// long as the state asks for it. **Not promised.** An order among different stores.
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
    ///   - retention: How long entries are kept that a snapshot stands for.
    /// - Throws: An `ActionLogError`, before anything is written, if the file is not a journal, is damaged, is in use or
    ///   cannot be written.
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

    /// Waits until everything is written, and closes the log.
    ///
    /// Close the stores first: what they do afterwards is not written, and closes them with a diagnostic.
    public func close() async {
        for store in stores.withLock({ Array($0.values) }) { await store.finish() }
        await log.close()
    }

    /// Registers that a store is open, until what is returned is released.
    func register(_ name: String) async throws(JournalError) -> (store: OpenStore, token: OpenToken) {
        // What a store did that is gone may still be on its way.
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
