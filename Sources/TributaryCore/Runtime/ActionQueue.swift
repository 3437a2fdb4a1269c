// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The actions that wait for their turn, first in, first out.
///
/// Both ends cost amortized constant time: removed entries leave the storage together, when the queue becomes empty or when they
/// are half of the storage. An action's effect waits as the object that the reducer returned, so it needs no allocation here.
///
/// It is not generic, and neither are its entries: the machine is generic itself, and would look up their metadata each time.
struct ActionQueue {
    /// An action that waits, with its origin and the group of effects it belongs to.
    struct Entry {
        /// A `SendOperation` of the machine's action.
        let operation: EffectOperation
        let origin: ActionOrigin
        let group: EffectGroup?

        /// The lifetime of the state whose effect sent the action; `nil` if it is the machine's own.
        var sender: EffectLifetime?

        /// The entry of the action that it follows from, where entries are recorded.
        var cause: Int?
    }

    private var entries: [Entry?] = []
    private var head = 0

    /// The number of actions that wait.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ entry: Entry) {
        count += 1
        entries.append(entry)
    }

    mutating func popFirst() -> Entry? {
        guard count > 0 else { return nil }
        count -= 1
        let entry = entries[head].take()
        head += 1
        if entries.count == 1 {
            // The usual turn.
            entries.removeLast()
            head = 0
        } else if head == entries.count {
            // A burst may have made the storage large: release it. The storage of a usual turn is small: keep it.
            entries.removeAll(keepingCapacity: entries.capacity <= 1024)
            head = 0
        } else if head > 1024, head > entries.count / 2 {
            entries.removeFirst(head)
            head = 0
        }
        return entry
    }

    /// Puts an entry that was removed in front of the queue again.
    mutating func putBack(_ entry: Entry) {
        count += 1
        if head > 0 {
            head -= 1
            entries[head] = entry
        } else {
            entries.insert(entry, at: 0)
        }
    }
}
