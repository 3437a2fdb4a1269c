// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Objects that others keep, in the order in which they were added.
///
/// It knows no types: a list of a generic type would make the machine, which is generic itself, look its metadata up
/// with every action, and that costs a hundred times as much as the look at a list that is empty.
struct WeakList {
    private struct Entry {
        weak var object: AnyObject?
    }

    private var entries: [Entry] = []

    /// How many objects lived when the list was last cleaned: it is cleaned again when it has doubled.
    private var liveCount = 0

    var isEmpty: Bool { entries.isEmpty }

    var count: Int { entries.count }

    /// The object at a place, if it is still there.
    subscript(index: Int) -> AnyObject? { entries[index].object }

    mutating func append(_ object: AnyObject) {
        if entries.count >= 2 * max(liveCount, 8) { removeReleased() }
        entries.append(Entry(object: object))
    }

    /// Forgets the objects that are gone.
    mutating func removeReleased() {
        entries.removeAll { $0.object == nil }
        liveCount = entries.count
    }

    mutating func removeAll() { entries = [] }
}
