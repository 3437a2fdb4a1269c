// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The actions that wait for their turn, first in, first out.
///
/// Both ends cost amortized constant time: removed entries leave the storage together, when the queue becomes empty or when they
/// are half of the storage. An action's effect waits as the object that the reducer returned, so it needs no allocation here.
struct ActionQueue<Action> {
    private var waiting = WaitingActions()

    init() {}

    /// The number of actions that wait.
    var count: Int { waiting.count }

    var isEmpty: Bool { waiting.count == 0 }

    // Always inlined, here and below, because the machine would look up the queue's metadata to call them.
    @inline(__always)
    mutating func append(
        _ action: Action,
        origin: ActionOrigin,
        group: EffectGroup?,
        sender: EffectLifetime? = nil,
        cause: Int? = nil
    ) {
        append(SendOperation(action), origin: origin, group: group, sender: sender, cause: cause)
    }

    /// Appends an action that follows from another.
    @inline(__always)
    mutating func append(
        _ operation: SendOperation<Action>,
        origin: ActionOrigin,
        group: EffectGroup?,
        sender: EffectLifetime? = nil,
        cause: Int? = nil
    ) {
        waiting.append(
            WaitingAction(operation: operation, origin: origin, group: group, sender: sender, cause: cause)
        )
    }

    @inline(__always)
    mutating func popFirst() -> WaitingAction? { waiting.popFirst() }

    /// The action of an entry of this queue.
    @inline(__always)
    func action(of entry: WaitingAction) -> Action {
        // Only `append` adds to the list.
        unsafeDowncast(entry.operation, to: SendOperation<Action>.self).action
    }

    /// The context in which an entry of this queue was sent.
    func context(of entry: WaitingAction) -> (any Sendable)? {
        unsafeDowncast(entry.operation, to: SendOperation<Action>.self).context
    }

    /// The operation of an entry of this queue, if it belongs to a step.
    @inline(__always)
    func step(of entry: WaitingAction) -> SendOperation<Action>? {
        let operation = unsafeDowncast(entry.operation, to: SendOperation<Action>.self)
        return operation.isOfStep ? operation : nil
    }

    /// Puts actions in front of the queue, in place of an entry that was removed.
    mutating func prepend(_ operations: [SendOperation<Action>], as entry: WaitingAction) {
        waiting.prepend(
            operations.map {
                WaitingAction(
                    operation: $0,
                    origin: entry.origin,
                    group: entry.group,
                    sender: entry.sender,
                    cause: entry.cause
                )
            }
        )
    }

    mutating func removeAll() { waiting.removeAll() }
}

/// An action that waits, with its origin and the group of effects it belongs to.
///
/// It is not generic: the machine is generic itself, and would look up the metadata of a generic entry each time.
struct WaitingAction {
    fileprivate let operation: AnyObject
    let origin: ActionOrigin
    let group: EffectGroup?

    /// The lifetime of the state whose effect sent the action; `nil` if it is the machine's own.
    let sender: EffectLifetime?

    /// The entry of the action that it follows from, where entries are recorded.
    let cause: Int?
}

/// The storage of a queue, which is not generic for the same reason.
private struct WaitingActions {
    private var entries: [WaitingAction?] = []
    private var head = 0
    private(set) var count = 0

    mutating func append(_ entry: WaitingAction) {
        count += 1
        entries.append(entry)
    }

    mutating func popFirst() -> WaitingAction? {
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

    mutating func prepend(_ added: [WaitingAction]) {
        count += added.count
        entries.insert(contentsOf: added, at: head)
    }

    mutating func removeAll() {
        guard count > 0 else { return }
        self = WaitingActions()
    }
}

/// An action that waits, with the context in which it was sent.
final class CarriedOperation<Action>: SendOperation<Action> {
    private let sent: (any Sendable)?

    init(_ action: Action, sent: (any Sendable)?) {
        self.sent = sent
        super.init(action)
    }

    override var context: (any Sendable)? { sent }
}
