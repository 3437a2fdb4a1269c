// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The actions that wait for their turn, first in, first out.
///
/// Amortised constant time at both ends: what was taken out is removed in one go when the queue runs empty, or
/// when it is half of what is stored.
package struct ActionQueue<Action> {
    /// An action, and the work it belongs to.
    package struct Entry {
        package let action: Action
        package let origin: ActionOrigin
        package let group: EffectGroup?

        /// The piece of state whose effect sent it, unless it is the machine's.
        package let sender: EffectLifetime?
    }

    private var entries: [Entry?] = []
    private var head = 0

    /// How many wait; looked at far more often than there is one, and free of the actions' type.
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    package mutating func append(
        _ action: Action,
        origin: ActionOrigin,
        group: EffectGroup?,
        sender: EffectLifetime? = nil
    ) {
        count += 1
        entries.append(Entry(action: action, origin: origin, group: group, sender: sender))
    }

    package mutating func popFirst() -> Entry? {
        guard count > 0 else { return nil }
        count -= 1
        let entry = entries[head]
        entries[head] = nil
        head += 1
        if head == entries.count {
            // A burst may have made the storage large; a usual turn is short, and keeps it.
            entries.removeAll(keepingCapacity: entries.capacity <= 1024)
            head = 0
        } else if head > 1024, head > entries.count / 2 {
            entries.removeFirst(head)
            head = 0
        }
        return entry
    }

    package mutating func removeAll() {
        guard count > 0 else { return }
        count = 0
        entries.removeAll()
        head = 0
    }
}
