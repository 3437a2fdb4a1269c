// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The piece of state that effects live with, as a node of a tree that is as deep as the children are nested.
///
/// The tree holds only pieces of state with running effects. After every action, those that may go away are looked up
/// in the state. Where one is gone, everything below it is cancelled (law 8).
package class EffectLifetime {
    private(set) weak var parent: EffectLifetime?

    /// The parent after this node has left the tree.
    ///
    /// The parent no longer refers to the node.
    private var keptParent: EffectLifetime?
    let key: Key?
    private(set) var children: [Key: EffectLifetime] = [:]

    /// The slot in which the ledger has registered one of the effects that live exactly here, or -1 if there is none.
    ///
    /// The ledger links the others as neighbours of that one.
    final var firstEffect = -1

    /// How many waiting actions were sent by effects of this node, or below it.
    private var waitingCount = 0

    /// Whether the state has gone away.
    private var hasEnded = false

    package struct Key: Hashable {
        let link: ObjectIdentifier
        let element: AnyHashable?

        package init(link: ObjectIdentifier, element: AnyHashable?) {
            self.link = link
            self.element = element
        }
    }

    package init(parent: EffectLifetime?, key: Key?) {
        self.parent = parent
        self.key = key
    }

    package final func child(_ key: Key, make: () -> EffectLifetime) -> EffectLifetime {
        if let child = children[key] { return child }
        let child = make()
        children[key] = child
        return child
    }

    /// Removes the nodes below in which nothing runs.
    ///
    /// Called only when an action is done, and not when an effect ends: while an action's effects are taken apart,
    /// the rest of them may begin in a node that is empty for a moment.
    package final func removeEmptyPlaces() {
        for (key, child) in children {
            child.removeEmptyPlaces()
            if child.isEmpty { children[key] = nil }
        }
    }

    package final var isEmpty: Bool { firstEffect < 0 && children.isEmpty && waitingCount == 0 }

    final var isRoot: Bool { key == nil }

    /// Keeps the node in the tree until an action that an effect of this node has sent is reduced.
    final func beginWaiting() { forEachToRoot { $0.waitingCount += 1 } }

    /// Undoes one `beginWaiting`.
    final func endWaiting() { forEachToRoot { $0.waitingCount -= 1 } }

    /// The outermost of this node and its ancestors whose state has gone away.
    final var ended: EffectLifetime? {
        var ended: EffectLifetime?
        forEachToRoot { if $0.hasEnded { ended = $0 } }
        return ended
    }

    private func forEachToRoot(_ body: (EffectLifetime) -> Void) {
        var place: EffectLifetime? = self
        while let current = place {
            body(current)
            place = current.parent
        }
    }

    /// Removes the node from the tree, with all below it: its state has gone away, and a later state is another one.
    final func end() {
        hasEnded = true
        if let key { parent?.children[key] = nil }
        leaveTree(of: parent)
    }

    private func leaveTree(of parent: EffectLifetime?) {
        // From now on the reference points upwards only, so there is no cycle.
        keptParent = parent
        for child in children.values { child.leaveTree(of: self) }
        children = [:]
    }

    /// Whether this node is the other one or below it.
    final func isWithin(_ other: EffectLifetime) -> Bool {
        // Everything is within the root.
        guard other.key != nil else { return true }
        var place: EffectLifetime? = self
        while let current = place {
            if current === other { return true }
            place = current.parent
        }
        return false
    }
}

/// A lifetime that knows the type of its state, and so can look up its children in it.
final class StateLifetime<State>: EffectLifetime {
    /// Looks up one child: reports it if it is gone, else goes on below it.
    private var lookups: [Key: (State, inout [EffectLifetime]) -> Void] = [:]

    /// The node of a child's state.
    func child<Child>(_ link: TypedStateLink<State, Child>, element: AnyHashable?) -> EffectLifetime {
        let key = Key(link: ObjectIdentifier(link), element: element)
        return child(key) {
            let child = StateLifetime<Child>(parent: self, key: key)
            lookups[key] = { [unowned child] state, ended in
                let isThere = link.read(state, element) { child.collectEnded(in: $0, into: &ended) }
                if !isThere { ended.append(child) }
            }
            return child
        }
    }

    /// Collects the nodes whose state is gone.
    func collectEnded(in state: State, into ended: inout [EffectLifetime]) {
        guard !children.isEmpty else { return lookups.removeAll() }
        if lookups.count != children.count { lookups = lookups.filter { children[$0.key] != nil } }
        for lookup in lookups.values { lookup(state, &ended) }
    }
}
