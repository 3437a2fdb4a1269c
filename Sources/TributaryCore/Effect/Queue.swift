// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Elements that wait for their turn, first in, first out.
///
/// Both ends cost amortized constant time: removed elements leave the storage together, when the queue becomes empty or when they
/// are half of the storage.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count - head }

    var isEmpty: Bool { count == 0 }

    var last: Element? { elements.last.flatMap { $0 } }

    /// The elements, in order.
    var all: some BidirectionalCollection<Element> { elements[head...].lazy.compactMap { $0 } }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[head].take()
        head += 1
        if elements.count == 1 {
            // The usual turn.
            elements.removeLast()
            head = 0
        } else if isEmpty {
            // A burst may have made the storage large: release it. The storage of a usual turn is small: keep it.
            elements.removeAll(keepingCapacity: elements.capacity <= 1024)
            head = 0
        } else if head > 1024, head > elements.count / 2 {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}

/// An action that waits, with its origin and the group of effects it belongs to.
///
/// It is not generic: the machine is generic itself, and would look up its metadata each time. An action's effect waits as the object
/// that the reducer returned, so it needs no allocation here.
struct PendingAction {
    /// A `SendOperation` of the machine's action, or a step.
    var operation: EffectOperation
    let origin: ActionOrigin
    let group: EffectGroup?

    /// The lifetime of the state whose effect sent the action; `nil` if it is the machine's own.
    var sender: EffectLifetime?

    /// The entry of the action that it follows from, where entries are recorded.
    var cause: Int?
}

/// Reduces the actions of a step of an undo history.
///
/// It gets a function that reduces an action and returns the one that the reducers received: the same object, unless a middleware
/// replaced the action; `nil` if the reducers received none.
package typealias StepBody = (_ reduce: (EffectOperation) -> EffectOperation?) -> Void

/// A step of an undo history that waits in the queue: its actions are chosen when its turn comes.
final class StepOperation: EffectOperation {
    let perform: StepBody

    /// The context in which it was sent, if actions carry contexts.
    let context: (any Sendable)?

    /// The first of its actions when it was sent.
    private let first: EffectOperation

    init(_ perform: @escaping StepBody, sending first: EffectOperation, in context: (any Sendable)?) {
        (self.perform, self.first, self.context) = (perform, first, context)
    }

    override var step: StepOperation? { self }

    override var actionText: String { first.actionText }
}
