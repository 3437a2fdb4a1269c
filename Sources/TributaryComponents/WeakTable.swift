// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Finds an object by another one that owns it; it retains neither.
final class WeakTable {
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

    subscript(owner: ObjectIdentifier) -> Entry? {
        get {
            // Another object may have had the same address before.
            guard let entry = entries[owner], entry.owner != nil, entry.object != nil else { return nil }
            return entry
        }
        set {
            if entries.count >= 2 * max(liveCount, 8) {
                entries = entries.filter { $0.value.object != nil }
                liveCount = entries.count
            }
            entries[owner] = newValue
        }
    }
}

private let connected = Mutex(WeakTable())

/// The object that the connections of a component share, and retain; makes one if there is none.
func sharedByConnections<Shared: AnyObject>(of component: AnyObject, make: () -> Shared) -> Shared {
    let made = make()
    let key = ObjectIdentifier(component)
    let entry = WeakTable.Entry(owner: component, object: made)
    let present = connected.withLock { table -> WeakTable.Entry? in
        if let present = table[key] { return present }
        table[key] = entry
        return nil
    }
    return present?.object as? Shared ?? made
}
