// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryJournal
import TributaryLog

/// The table of nodes, in the log itself.
///
/// Who has been a node is an entry of one log; the row of each node is the only snapshot of a log of its own, written anew each time.
/// So every log can do it, and what is written does not grow with time.
actor NodeRegistry {
    private static let members = "tributary.nodes"
    private let log: any ActionLog
    private let address: String
    private let clock: NodeClock

    /// The addresses that were read, and the last entry of it.
    private var addresses: Set<String> = []
    private var last = 0

    init(_ log: any ActionLog, address: String, clock: NodeClock) {
        self.log = log
        self.clock = clock
        self.address = address
    }

    /// Writes a row, and reads all.
    ///
    /// - Parameters:
    ///   - row: This node's.
    ///   - age: Rows that were written longer ago are not recent.
    /// - Returns: The rows, each with whether it was written lately.
    /// - Throws: What the log throws.
    func exchange(_ row: NodeRow, recent age: Duration) async throws -> [(row: NodeRow, isRecent: Bool)] {
        try await join()
        let now = Journal.now()
        let snapshot = LogSnapshot(
            name: name(of: address),
            sequence: 0,
            time: now,
            fingerprint: "node",
            contents: NodeCoding.bytes(row)
        )
        try await log.keep(snapshot, droppingBefore: nil)
        var rows: [(row: NodeRow, isRecent: Bool)] = []
        let limit = now.milliseconds - Int(age / .milliseconds(1))
        for address in addresses.sorted() {
            guard let snapshot = try await log.snapshot(of: name(of: address), upTo: 0),
                let row = NodeCoding.value(NodeRow.self, snapshot.contents)
            else { continue }
            rows.append((row, snapshot.time.milliseconds >= limit))
        }
        return rows
    }

    private func name(of address: String) -> String { "tributary.node/\(address)" }

    /// Reads who has joined, and joins.
    private func join() async throws {
        while true {
            while case let commits = try await log.commits(of: Self.members, after: last, limit: 100),
                let end = commits.last
            {
                addresses.formUnion(commits.map { String(decoding: $0.contents, as: UTF8.self) })
                last = end.last
            }
            guard !addresses.contains(address) else { return }
            let commit = LogCommit(
                name: Self.members,
                sequence: last + 1,
                time: Journal.now(),
                contents: Array(address.utf8)
            )
            do {
                try await log.append(commit)
            } catch ActionLogError.fenced {
                // Somebody else joins, whose entry cannot be read before it is durable.
                try await clock.sleep(.milliseconds(10))
            }
        }
    }
}
