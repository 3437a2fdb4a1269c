// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The actions that wait for their turn, first in, first out.
///
/// Both ends cost amortised constant time: removed entries leave the storage in one go, when the queue becomes empty
/// or when they are half of what is stored.
package struct ActionQueue<Action> {
    /// An action, with its origin and the group of effects it belongs to.
    package struct Entry {
        package let action: Action
        package let origin: ActionOrigin
        package let group: EffectGroup?

        /// The lifetime of the state whose effect sent the action; `nil` if it is the machine's own.
        package let sender: EffectLifetime?
    }

    private var entries: [Entry?] = []
    private var head = 0

    /// The number of actions that wait.
    ///
    /// It is stored because it is read far more often than an action waits, and reading it needs no knowledge of the
    /// type of the actions.
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
            // A burst may have made the storage large: release it. The storage of a usual turn is small: keep it.
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
