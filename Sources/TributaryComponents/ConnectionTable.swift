// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// The object that the connections of one component share, found by the component.
///
/// The connections retain it, the table does not.
enum ConnectionTable {
    private struct Table {
        var entries: [ObjectIdentifier: Entry] = [:]

        /// How many entries were alive when the table was last cleaned.
        ///
        /// It is cleaned again when that number has doubled.
        var liveCount = 0
    }

    /// Unchecked Sendable: the table compares and returns the objects, and never reads them.
    private struct Entry: @unchecked Sendable {
        weak var component: AnyObject?
        weak var shared: AnyObject?
    }

    private static let table = Mutex(Table())

    /// The object that the connections of a component share; makes one if there is none.
    static func shared<Shared: AnyObject>(of component: AnyObject, make: () -> Shared) -> Shared {
        let made = make()
        let key = ObjectIdentifier(component)
        let entry = Entry(component: component, shared: made)
        let present = table.withLock { table -> Entry? in
            // Another component may have had the same address before.
            if let present = table.entries[key], present.component != nil, present.shared != nil {
                return present
            }
            if table.entries.count >= 2 * max(table.liveCount, 8) {
                table.entries = table.entries.filter { $0.value.shared != nil }
                table.liveCount = table.entries.count
            }
            table.entries[key] = entry
            return nil
        }
        return present?.shared as? Shared ?? made
    }
}
