// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The piece of state that effects live with, as a node of a tree that is as deep as the children are nested.
///
/// The tree holds only places where something runs. After every action the places that may go away are looked
/// up in the state; where one is gone, everything below it is cancelled (law 8).
package class EffectLifetime {
    private(set) weak var parent: EffectLifetime?

    /// The parent of a place that is no longer in the tree, so that nothing else keeps it.
    private var keptParent: EffectLifetime?
    let key: Key?
    private(set) var children: [Key: EffectLifetime] = [:]

    /// Where the ledger has written down one of the effects that live exactly here, or -1 if there is none.
    ///
    /// The ledger keeps the others as neighbours of that one.
    final var firstEffect = -1

    /// How many actions wait that effects of this place, or below it, have sent.
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

    /// Forgets the places below where nothing runs.
    ///
    /// Only here, once an action is done, and not where an effect ends: while an action's effects are taken apart, what
    /// is left of them may begin in a place that is empty for a moment.
    package final func removeEmptyPlaces() {
        for (key, child) in children {
            child.removeEmptyPlaces()
            if child.isEmpty { children[key] = nil }
        }
    }

    package final var isEmpty: Bool { firstEffect < 0 && children.isEmpty && waitingCount == 0 }

    final var isRoot: Bool { key == nil }

    /// Keeps the place in the tree until an action is reduced that an effect from here has sent.
    final func beginWaiting() { forEachToRoot { $0.waitingCount += 1 } }

    /// Takes back one `beginWaiting`.
    final func endWaiting() { forEachToRoot { $0.waitingCount -= 1 } }

    /// The outermost of this place and those it is in whose state has gone away.
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

    /// Takes the place out of the tree, with all below it: its state has gone away, and the next one is another.
    final func end() {
        hasEnded = true
        if let key { parent?.children[key] = nil }
        leaveTree(of: parent)
    }

    private func leaveTree(of parent: EffectLifetime?) {
        // Upwards from now on, so there is no cycle.
        keptParent = parent
        for child in children.values { child.leaveTree(of: self) }
        children = [:]
    }

    /// Whether this place is the other one or below it.
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

/// A lifetime that knows the type of its state, and so can look its children up in it.
final class StateLifetime<State>: EffectLifetime {
    /// How to look one child up: tells whether it is there, and goes on below it.
    private var lookups: [Key: (State, inout [EffectLifetime]) -> Void] = [:]

    /// The place of a child's state.
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

    /// Finds the places whose state is gone.
    func collectEnded(in state: State, into ended: inout [EffectLifetime]) {
        guard !children.isEmpty else { return lookups.removeAll() }
        if lookups.count != children.count { lookups = lookups.filter { children[$0.key] != nil } }
        for lookup in lookups.values { lookup(state, &ended) }
    }
}
