// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryJournal

/// The selected entries of a log, of all stores in the order of their times.
struct LogList {
    private let log: any ActionLog
    private let options: Options

    /// The last entry that was read, of each store.
    private var last: [String: Int] = [:]

    /// The last snapshot that was read, of each store: its entry and its state.
    private var states: [String: (sequence: Int, state: CodedValue)] = [:]

    init(_ log: any ActionLog, _ options: Options) {
        self.log = log
        self.options = options
    }

    /// The items that were written since the last call.
    mutating func readNew() async throws -> [LogItem] {
        var items: [LogItem] = []
        for name in try await log.names() where options.stores.isEmpty || options.stores.contains(name) {
            let snapshots = options.isShowingStates ? try await newSnapshots(of: name) : []
            items += try await newEntries(of: name)
            items += snapshots.map { snapshot in
                let state = (try? CodedValue(json: snapshot.contents)) ?? .null
                defer { states[name] = (snapshot.sequence, state) }
                return LogItem(snapshot, state, before: states[name]?.state)
            }
        }
        // Items of the same time keep their order, and a state follows its entry.
        return items.enumerated()
            .filter { $0.element.matches(options) }
            .sorted {
                let (left, right) = ($0.element, $1.element)
                return left.store == right.store
                    ? (left.number, left.rank, $0.offset) < (right.number, right.rank, $1.offset)
                    : (left.time, $0.offset) < (right.time, $1.offset)
            }
            .map(\.element)
    }

    private mutating func newEntries(of name: String) async throws -> [LogItem] {
        var items: [LogItem] = []
        while true {
            let commits = try await log.commits(of: name, after: last[name] ?? 0, limit: 512)
            guard let newest = commits.last else { return items }
            for commit in commits { items += LogItem.items(of: commit) }
            last[name] = newest.last
        }
    }

    /// The snapshots since the last that was read, the oldest first.
    private func newSnapshots(of name: String) async throws -> [LogSnapshot] {
        let known = states[name]?.sequence ?? -1
        var snapshots: [LogSnapshot] = []
        var limit = Int.max
        while limit > known, let snapshot = try await log.snapshot(of: name, upTo: limit),
            snapshot.sequence > known
        {
            snapshots.append(snapshot)
            limit = snapshot.sequence - 1
        }
        return snapshots.reversed()
    }
}

/// How much there is of a store.
struct StoreLine {
    private let name: String
    private var entryCount = 0
    private var first: LogTime?
    private var newest: LogTime?
    private var snapshotCount = 0

    init(_ name: String, in log: any ActionLog) async throws {
        self.name = name
        var last = 0
        while true {
            let commits = try await log.commits(of: name, after: last, limit: 512)
            guard let end = commits.last else { break }
            first = first ?? commits.first?.time
            entryCount += commits.reduce(0) { $0 + $1.count }
            newest = end.time
            last = end.last
        }
        var limit = Int.max
        while limit >= 0, let snapshot = try await log.snapshot(of: name, upTo: limit) {
            snapshotCount += 1
            limit = snapshot.sequence - 1
        }
    }

    func text(_ options: Options) -> String {
        guard options.isJSON else {
            let times = [first, newest].compactMap { $0?.text }.joined(separator: " to ")
            return
                "\(name.harmless): \(entryCount) entries, \(snapshotCount) snapshots\(times.isEmpty ? "" : ", \(times)")"
        }
        let fields: [String: CodedValue?] = [
            "store": .string(name), "entries": .integer(entryCount), "snapshots": .integer(snapshotCount),
            "first": first.map { .string($0.text) }, "last": newest.map { .string($0.text) },
        ]
        return CodedValue.object(fields.compactMapValues(\.self)).json
    }
}
