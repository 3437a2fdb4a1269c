// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The ids of the last commands of a store, so that one that comes again is not done again.
struct CommandWindow: Sendable {
    /// How many entries of a log are looked at for ids.
    static let length = 1_000

    private var entries: [String: Int] = [:]
    private var order: [String] = []

    /// The oldest that counts is here; those before it are removed together, at intervals.
    private var start = 0

    /// The entry of a command that is durable.
    subscript(id: String) -> Int? { entries[id] }

    /// Remembers a command, and forgets those that are too far back.
    mutating func insert(_ id: String, entry: Int) {
        guard entries.updateValue(entry, forKey: id) == nil else { return }
        order.append(id)
        while start < order.count, let first = entries[order[start]], first <= entry - Self.length {
            entries[order[start]] = nil
            start += 1
        }
        guard start > 64, start > order.count / 2 else { return }
        order.removeFirst(start)
        start = 0
    }
}
