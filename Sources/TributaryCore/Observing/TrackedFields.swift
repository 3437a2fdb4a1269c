// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What the Observation framework tracks of a store, in all its scopes, until it changes.
///
/// It is kept here and not in the stores of the scopes, because the code that reads a row need not keep the row's
/// store. There is one entry for a field of a slice, however often it is read.
@usableFromInline
final class TrackedFields {
    /// A field of a slice.
    ///
    /// The slice is named by its tree of observers, which the field keeps alive.
    struct Key: Hashable {
        let slice: ObjectIdentifier
        let field: AnyHashable
    }

    private struct Entry {
        let field: TrackedField
        let tree: AnyObserverTree
    }

    /// Created with the first field: most stores are not tracked.
    private lazy var fields = KeyTable<Key, Entry> { _ in false }

    /// How many fields there are.
    private(set) var count = 0

    /// How many there were after the last clean-up.
    ///
    /// The next one comes when there are twice as many.
    private var liveCount = 0

    init() {}

    /// The field of a key; makes one if there is none.
    func field(_ key: Key, in tree: AnyObserverTree, make: () -> TrackedField) -> TrackedField {
        if let entry = fields[key] { return entry.field }
        let made = make()
        if let entry = fields.insert(Entry(field: made, tree: tree), for: key) { return entry.field }
        count += 1
        return made
    }

    func remove(_ key: Key) { if fields.remove(key) { count -= 1 } }

    /// Ends the fields of slices, such as removed rows, that are gone and that no scope shows any more.
    ///
    /// A living scope may show its slice again when it returns. Costs constant time for each field that was made.
    func endAbandoned() {
        guard count >= 2 * max(liveCount, 8) else { return }
        for (_, entry) in fields.present where entry.tree.isAbandoned {
            let field = entry.field
            // Fields belong to a store on the main actor, and this is its machine.
            MainActor.assumeIsolated { field.leave() }
        }
        liveCount = count
    }
}
