// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

/// The name of a store in a cluster: its directory, and its name there.
struct StoreName: Hashable, Sendable {
    let directory: String
    let id: String

    init(directory: String, id: String) { (self.directory, self.id) = (directory, id) }

    /// The store of a log; `nil` if no directory has such a log.
    init?(log: String) {
        guard let slash = log.firstIndex(of: "/") else { return nil }
        self.init(directory: String(log[..<slash]), id: String(log[log.index(after: slash)...]))
    }

    /// The name of its log, which no other has, because a directory's name has no slash.
    var log: String { "\(directory)/\(id)" }
}

/// The row of a node in the table that all nodes read.
struct NodeRow: Codable, Hashable, Sendable {
    /// Its name, which no other node has.
    var name: String

    /// Which of the processes it is that have had the name.
    var epoch: UInt64

    /// Rises while the node lives, and reads its own writes.
    var beat = 0

    /// The versions of its directories.
    var directories: [String: Int] = [:]

    /// Whether it takes no stores any more.
    var isLeaving = false

    /// Which process it is among all that had its name.
    var identity: String { "\(name) \(epoch)" }
}

/// The nodes as one of them sees them.
///
/// It decides which node gets a request, but not which node may write: nodes that disagree take stores from each other, which is
/// slow and correct. Times are of this node's own clock, so other clocks do not matter. The time between two readings counts as a
/// third of the patience at most, because after a pause others may not have reached the log yet. A node that does not reach the log
/// misses no node.
///
/// A process that is killed loses its connection at once. So a node whose connection was seen, and is no longer there, is missed
/// sooner, unless it connects again or renews its row.
struct NodeTable: Sendable {
    private struct Seen {
        var row: NodeRow

        /// How long the row was the same.
        var quiet: Duration

        /// Whether the node was connected at the last reading.
        var isConnected: Bool

        /// How long its connection has been gone.
        var gone: Duration?

        /// Whether it was connected at a reading, or renewed its row between two.
        var hasCome = false
    }

    private var rows: [String: Seen] = [:]

    /// When it was read last.
    private var lastRead: Duration?

    /// How long a row may stay the same until its node counts as dead.
    var patience: Duration

    init(patience: Duration) { self.patience = patience }

    /// Takes the rows of nodes that were read last.
    ///
    /// - Parameters:
    ///   - read: The rows.
    ///   - ages: The time since each row was changed, by its node's name, if known.
    ///   - connected: The names of the nodes that are known to be connected.
    ///   - now: The time.
    /// - Returns: Whether the table was not read for so long that others may have missed this node. Two thirds of their patience
    ///   suffice, because they read the table only at intervals, too.
    mutating func update(
        _ read: [NodeRow],
        ages: [String: Duration] = [:],
        connected: Set<String> = [],
        now: Duration
    ) -> Bool {
        let gap = lastRead.map { now - $0 } ?? .zero
        let wasCutOff = gap >= patience * 2 / 3
        // After a pause, others may not have come back yet.
        let counted = min(gap, patience / 3)
        var updated: [String: Seen] = [:]
        for row in read {
            let known = rows[row.name].flatMap { $0.row.epoch == row.epoch ? $0 : nil }
            var seen = Seen(
                row: row,
                quiet: min(max(ages[row.name] ?? .zero, .zero), counted),
                isConnected: connected.contains(row.name)
            )
            if let known, known.row == row {
                seen.quiet = known.quiet + counted
                seen.gone = known.gone.map { wasCutOff ? .zero : $0 + counted }
            }
            seen.hasCome = seen.isConnected || known.map { $0.hasCome || $0.row != row } == true
            if seen.isConnected { seen.gone = nil } else if known?.isConnected == true { seen.gone = .zero }
            updated[row.name] = seen
        }
        lastRead = now
        // A node that did not come lately is missed as one whose row stays the same: no node may have reached the table.
        for (name, known) in rows where updated[name] == nil {
            let missed = Seen(row: known.row, quiet: known.quiet + counted, isConnected: false)
            if isAlive(missed) { updated[name] = missed }
        }
        rows = updated
        return wasCutOff
    }

    private func isAlive(_ seen: Seen) -> Bool { rest(of: seen) > .zero }

    /// Whether a process died, as far as the readings show: it may come back if only its connection is gone.
    ///
    /// - Parameter identity: The process.
    /// - Returns: `nil` if that is not known yet.
    func hasDied(_ identity: String) -> Bool? {
        guard let seen = rows.values.first(where: { $0.row.identity == identity }), seen.quiet < patience
        else { return true }
        return seen.gone == nil && seen.hasCome ? false : nil
    }

    /// How long until a node counts as dead if nothing more is seen of it.
    private func rest(of seen: Seen) -> Duration {
        let rest = patience - seen.quiet
        return seen.gone.map { min(rest, patience / 12 - $0) } ?? rest
    }

    /// When the next node counts as dead if it is read then, and its row is still the same.
    ///
    /// - Parameter own: The name of this node, which is not missed.
    /// - Returns: The time; `nil` if no other node lives.
    func nextLoss(besides own: String) -> Duration? {
        guard let lastRead else { return nil }
        let rest = rows.values.filter { $0.row.name != own }.map(rest(of:)).filter { $0 > .zero }.min()
        return rest.map { lastRead + $0 }
    }

    /// The node that owns a store according to this table.
    ///
    /// Of the nodes alive, those that have the newest version of the directory take its stores: an older program may not be able to
    /// read the entries of a newer one. Of these, it is the one whose name and the store's give the highest number. Each node has the
    /// same share, and when one dies, only its stores move.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - own: The row of this node, which lives.
    /// - Returns: Its name; `nil` if no node takes stores of the directory.
    func owner(of store: StoreName, own: NodeRow) -> String? {
        let seed = store.log.seed
        var best: (version: Int, weight: UInt64, name: String)?
        func consider(_ row: NodeRow) {
            guard !row.isLeaving, let version = row.directories[store.directory] else { return }
            let candidate = (version, Self.weight(row.name.seed, seed), row.name)
            if best.map({ $0 < candidate }) != false { best = candidate }
        }
        consider(own)
        for seen in rows.values where seen.row.name != own.name && isAlive(seen) { consider(seen.row) }
        return best?.name
    }

    /// The nodes that live and take stores, without one of them, each with its directories.
    func others(than own: String) -> [String: [String: Int]] {
        rows.compactMapValues { seen in
            seen.row.name != own && isAlive(seen) && !seen.row.isLeaving ? seen.row.directories : nil
        }
    }

    /// Whether a node has said that it leaves.
    func isLeaving(_ name: String) -> Bool { rows[name]?.row.isLeaving == true }

    /// Mixes two numbers, so that each bit of both changes half of the result's.
    private static func weight(_ node: UInt64, _ store: UInt64) -> UInt64 {
        var mixed = (node ^ (store &* 0x9e37_79b9_7f4a_7c15)) &+ 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
