// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The objects that the connections of components share, each found by its component; it retains neither.
private struct WeakTable {
    /// Unchecked Sendable: the table compares and returns the objects, and never reads them.
    struct Entry: @unchecked Sendable {
        weak var owner: AnyObject?
        weak var object: AnyObject?
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    /// How many entries were alive when the table was last cleaned.
    ///
    /// It is cleaned again when that number has doubled.
    private var liveCount = 0

    /// The entry of an owner; a new one if it has none.
    mutating func entry(of owner: ObjectIdentifier, or new: Entry) -> Entry {
        // Another object may have had the same address before.
        if let entry = entries[owner], entry.owner != nil, entry.object != nil { return entry }
        if entries.count >= 2 * max(liveCount, 8) {
            entries = entries.filter { $0.value.object != nil }
            liveCount = entries.count
        }
        entries[owner] = new
        return new
    }
}

private let connected = Mutex(WeakTable())

/// The object that the connections of a component share, and retain; makes one if there is none.
func sharedByConnections<Shared: AnyObject>(of component: AnyObject, make: () -> Shared) -> Shared {
    let made = make()
    let new = WeakTable.Entry(owner: component, object: made)
    let key = ObjectIdentifier(component)
    return connected.withLock { $0.entry(of: key, or: new) }.object as? Shared ?? made
}
