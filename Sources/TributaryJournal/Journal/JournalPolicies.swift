// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

/// How often a journal keeps the state of a store, so that opening it does not reduce everything again.
public struct SnapshotPolicy: Sendable {
    let interval: Int?

    /// After so many entries, as soon as the store is at rest.
    ///
    /// The state is encoded in parallel to the store, which copies the parts that it changes meanwhile.
    public static func every(_ entries: Int) -> SnapshotPolicy {
        precondition(entries >= 1, "A snapshot is kept after one entry at least.")
        return SnapshotPolicy(interval: entries)
    }

    /// Never: opening a store reduces all its entries.
    public static var never: SnapshotPolicy { SnapshotPolicy(interval: nil) }
}

/// How long a journal keeps entries that a snapshot replaces.
public struct EntryRetention: Sendable {
    let age: Duration?

    /// For ever.
    public static var everything: EntryRetention { EntryRetention(age: nil) }

    /// As long as they are not older than so many days.
    public static func days(_ count: Double) -> EntryRetention {
        EntryRetention(age: .seconds(count * 86_400))
    }

    /// As long as they are not older than this.
    public static func entries(for age: Duration) -> EntryRetention { EntryRetention(age: age) }

    func limit(at time: LogTime) -> LogTime? {
        guard let age else { return nil }
        let milliseconds = age.components.seconds * 1_000 + age.components.attoseconds / 1_000_000_000_000_000
        return LogTime(milliseconds: time.milliseconds - Int(milliseconds))
    }
}
