// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An observer of a part of a state, without the type of what it observes.
class Observer<State>: Notifiable {
    /// Compares the part with what was delivered last.
    ///
    /// Returns whether there is something to deliver.
    func check(_ state: State) -> Bool { false }
}

/// An object that is notified after a turn.
class Notifiable {
    /// The position in the order of registration, over all scopes of a store.
    let order: Int

    init(order: Int) { self.order = order }

    func deliver() {}
}

/// An observer of one value, which it keeps between turns to compare it.
final class ValueObserver<State, Value>: Observer<State> {
    private let select: (State) -> Value
    private let comparison: Comparison<Value>
    private let onChange: (Value) -> Void
    private var value: Value

    /// The observed scope and its place in the tree, kept alive with the observation.
    private let scope: AnyObject?
    private let tree: ObserverTree<State>

    /// Without `isDuplicate`, values are compared with `==`; where there is none, every turn counts as a change.
    init(
        order: Int,
        tree: ObserverTree<State>,
        scope: AnyObject?,
        state: State,
        select: @escaping (State) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        onChange: @escaping (Value) -> Void
    ) {
        self.tree = tree
        self.scope = scope
        self.select = select
        comparison = Comparison(isDuplicate)
        self.onChange = onChange
        self.value = select(state)
        super.init(order: order)
    }

    override func check(_ state: State) -> Bool {
        let new = select(state)
        if comparison.isDuplicate(value, new) { return false }
        value = new
        return true
    }

    override func deliver() { onChange(value) }
}

/// A notification to deliver, unless its observer is gone by then.
@usableFromInline
struct Notification {
    let order: Int
    private weak var observer: Notifiable?

    init(_ observer: Notifiable) {
        order = observer.order
        self.observer = observer
    }

    func deliver() { observer?.deliver() }
}
