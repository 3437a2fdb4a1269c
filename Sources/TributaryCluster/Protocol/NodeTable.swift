// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

/// The name of a store in a cluster: its directory, and what it is called there.
struct StoreName: Hashable, Sendable {
    let directory: String
    let id: String

    /// The name of its log, which no other has, because a directory's name has no slash.
    var log: String { "\(directory)/\(id)" }
}

/// What a node says of itself, in the table that all nodes read.
struct NodeRow: Codable, Hashable, Sendable {
    /// How other nodes reach it.
    var address: String

    /// Which of the processes it is that have had the address.
    var epoch: UInt64

    /// Goes up while the node lives.
    var beat = 0

    /// Its directories.
    var directories: Set<String> = []

    /// Whether it takes no stores any more.
    var isLeaving = false
}

/// The nodes as one of them sees them.
///
/// It decides who is asked, and never who may write: nodes that disagree take stores from each other, which is slow and
/// right. Times are of this node's own clock, so that those of others do not matter, and only those at which it was read:
/// a node that does not reach the log misses nobody.
struct NodeTable: Sendable {
    private struct Seen {
        var row: NodeRow
        var changed: Duration

        /// How often it was read since, and was the same.
        var repeats = 0
    }

    private var rows: [String: Seen] = [:]

    /// When it was read last.
    private var lastRead: Duration?

    /// How long a row may stay as it is until its node counts as dead.
    var patience: Duration

    init(patience: Duration) { self.patience = patience }

    /// Takes what was read.
    ///
    /// - Parameters:
    ///   - read: The rows, each with whether it was written lately: one that is seen for the first time, and was not, is
    ///     that of a node which died before this one began.
    ///   - now: The time.
    /// - Returns: Whether it was not read for so long that the others may have missed this node: they look now and then, too,
    ///   so that what is a third less than their patience may seem as long to them.
    mutating func update(_ read: [(row: NodeRow, isRecent: Bool)], now: Duration) -> Bool {
        let wasCutOff = lastRead.map { now - $0 >= patience * 2 / 3 } == true
        var updated: [String: Seen] = [:]
        for (row, isRecent) in read {
            if var known = rows[row.address], known.row == row {
                known.repeats += 1
                updated[row.address] = known
            } else {
                let isDead = rows[row.address] == nil && !isRecent
                updated[row.address] = Seen(
                    row: row,
                    changed: isDead ? now - patience : now,
                    repeats: isDead ? Self.repeats : 0
                )
            }
        }
        (rows, lastRead) = (updated, now)
        return wasCutOff
    }

    /// How often a row is the same before its node is dead: after a pause, others may not have come back to the log yet.
    private static let repeats = 3

    private func isAlive(_ seen: Seen) -> Bool {
        seen.repeats < Self.repeats || lastRead.map { $0 - seen.changed < patience } == true
    }

    /// The node that owns a store, as far as this table says.
    ///
    /// Of those alive, it is the one whose address and the store's name give the highest number. Each node has the same
    /// share, and when one dies, only its stores move.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - own: The row of this node, which lives.
    /// - Returns: Its address; `nil` where no node takes stores of the directory.
    func owner(of store: StoreName, own: NodeRow) -> String? {
        let seed = store.log.seed
        var best: (weight: UInt64, address: String)?
        func consider(_ row: NodeRow) {
            guard !row.isLeaving, row.directories.contains(store.directory) else { return }
            let candidate = (Self.weight(row.address.seed, seed), row.address)
            if best.map({ $0 < candidate }) != false { best = candidate }
        }
        consider(own)
        for seen in rows.values where seen.row.address != own.address && isAlive(seen) {
            consider(seen.row)
        }
        return best?.address
    }

    /// The nodes that live and take stores, without one of them, each with its directories.
    func others(than own: String) -> [String: Set<String>] {
        rows.compactMapValues { seen in
            seen.row.address != own && isAlive(seen) && !seen.row.isLeaving ? seen.row.directories : nil
        }
    }

    /// Mixes two numbers, so that each bit of both changes half of the result's.
    private static func weight(_ node: UInt64, _ store: UInt64) -> UInt64 {
        var mixed = (node ^ (store &* 0x9e37_79b9_7f4a_7c15)) &+ 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
