// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The piece of state that effects live with, as a node of a tree that is as deep as the children are nested.
///
/// The tree holds only pieces of state with running effects. After every action, those that may have gone away are
/// looked up in the state. Where one is gone, everything below it is cancelled (law 8).
///
/// Objects removed from a list are released after the change of the list, because a release may run any code.
package class EffectLifetime {
    weak let parent: EffectLifetime?

    /// The parent after this node has left the tree.
    ///
    /// The parent no longer refers to the node.
    private var keptParent: EffectLifetime?
    let key: Key?

    /// Whether it is the whole state.
    final let isRoot: Bool

    /// The nodes below, a group for each child of the reducer.
    private(set) final var groups: [LifetimeGroup] = []

    /// The slot in which the table has registered one of the effects that live exactly here, or -1 if there is none.
    ///
    /// The table links the others as neighbors of that one.
    final var firstEffect = -1 { didSet { if firstEffect < 0 { noteVacancy() } } }

    /// How many waiting actions were sent by effects of this node, or below it.
    private var waitingCount = 0

    /// Whether the state has gone away.
    private var hasEnded = false

    /// Whether the group has the node among those that it has not looked up yet.
    final var isUnseen = false

    /// The nodes that may have become empty, shared by the whole tree; made with the first node below the root, as most
    /// roots never have one.
    private var vacancies: LifetimeVacancies?
    private var isListed = false

    package struct Key: Hashable {
        let link: ObjectIdentifier
        let element: AnyHashable?

        init(link: ObjectIdentifier, element: AnyHashable?) {
            self.link = link
            self.element = element
        }
    }

    package init(parent: EffectLifetime?, key: Key?) {
        self.parent = parent
        self.key = key
        isRoot = key == nil
        vacancies = parent?.sharedVacancies()
    }

    /// The node below with this key, made if there is none.
    final func child(_ key: Key, make: () -> EffectLifetime) -> EffectLifetime {
        child(key, in: { LifetimeGroup(link: key.link) }, make: make)
    }

    final func child(
        _ key: Key,
        in makeGroup: () -> LifetimeGroup,
        make: () -> EffectLifetime
    ) -> EffectLifetime {
        let known = group(key.link)
        if let child = known?[key.element] { return child }
        let child = make()
        let group = known ?? makeGroup()
        group.insert(child)
        if known == nil { groups.append(group) }
        child.markUnseen()
        // Nothing may ever begin in it.
        child.noteVacancy()
        return child
    }

    /// The node below with this key, if there is one.
    final func existingChild(_ key: Key) -> EffectLifetime? { group(key.link)?[key.element] }

    private func group(_ link: ObjectIdentifier) -> LifetimeGroup? { groups.first { $0.link == link } }

    /// The group of this node in its parent.
    private func ownGroup(in parent: EffectLifetime?) -> LifetimeGroup? {
        guard let key else { return nil }
        return parent?.group(key.link)
    }

    /// Makes the groups on the way to the root look this node up.
    private func markUnseen() {
        var place = self
        while let parent = place.parent, !place.isUnseen, let group = place.ownGroup(in: parent) {
            group.markUnseen(place)
            place = parent
        }
    }

    /// Removes a node below, unless another one has taken its place.
    private func remove(_ child: EffectLifetime) {
        guard let link = child.key?.link, let index = groups.firstIndex(where: { $0.link == link }) else {
            return
        }
        let group = groups[index]
        group.remove(child)
        guard group.isEmpty else { return }
        groups.remove(at: index)
        if groups.isEmpty { noteVacancy() }
    }

    /// Notes that nothing may be left here.
    private func noteVacancy() {
        guard !isRoot, !isListed, isEmpty else { return }
        isListed = true
        vacancies?.lifetimes.append(self)
    }

    private func sharedVacancies() -> LifetimeVacancies {
        if let vacancies { return vacancies }
        let made = LifetimeVacancies()
        vacancies = made
        return made
    }

    /// Removes the nodes of the tree in which nothing runs.
    ///
    /// Called only when an action is done, and not when an effect ends: while an action's effects are taken apart,
    /// the rest of them may begin in a node that is empty for a moment.
    final func removeEmptyPlaces() {
        while let place = vacancies?.lifetimes.popLast() {
            place.isListed = false
            if place.isEmpty { place.parent?.remove(place) }
        }
    }

    final var isEmpty: Bool { firstEffect < 0 && groups.isEmpty && waitingCount == 0 }

    /// Whether there is nothing to remove from the tree, and nothing to look up in it; for the root.
    final var isSettled: Bool { groups.isEmpty && vacancies?.lifetimes.isEmpty ?? true }

    /// Keeps the node in the tree until an action that an effect of this node has sent is reduced.
    final func beginWaiting() { forEachToRoot { $0.waitingCount += 1 } }

    /// Undoes one `beginWaiting`.
    final func endWaiting() {
        forEachToRoot {
            $0.waitingCount -= 1
            $0.noteVacancy()
        }
    }

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

    /// Calls a closure with each node right below this one.
    final func forEachChild(_ body: (EffectLifetime) -> Void) {
        for group in groups { group.forEach(body) }
    }

    /// Removes the node from the tree, with all below it: its state has gone away, and a later state is another one.
    final func end() {
        guard !hasEnded else { return }
        hasEnded = true
        let parent = parent
        parent?.remove(self)
        leaveTree(of: parent)
    }

    private func leaveTree(of parent: EffectLifetime?) {
        // From now on the reference points upwards only, so there is no cycle.
        keptParent = parent
        forEachChild { $0.leaveTree(of: self) }
        let left = groups
        groups = []
        withExtendedLifetime(left) {}
    }

    /// Whether this node is the other one or below it.
    final func isWithin(_ other: EffectLifetime) -> Bool {
        // Everything is within the root.
        if other.isRoot { return true }
        var place: EffectLifetime? = self
        while let current = place {
            if current === other { return true }
            place = current.parent
        }
        return false
    }
}

/// The nodes of a tree that may have become empty since it was last looked through.
private final class LifetimeVacancies {
    var lifetimes: [EffectLifetime] = []
}

/// A lifetime with the type of its state, so that it can look up its children in it.
package final class StateLifetime<State>: EffectLifetime {
    /// The node of a child's state.
    func child<Child>(_ link: TypedStateLink<State, Child>, element: AnyHashable?) -> EffectLifetime {
        let key = Key(link: ObjectIdentifier(link), element: element)
        return child(
            key,
            in: { LinkedLifetimes(link) },
            make: { StateLifetime<Child>(parent: self, key: key) }
        )
    }

    /// Collects the nodes whose state is gone.
    package func collectEnded(in state: State, into ended: inout [EffectLifetime]) {
        for group in groups {
            // Only `child` above makes groups in such a node.
            unsafeDowncast(group, to: StateLifetimeGroup<State>.self).collectEnded(in: state, into: &ended)
        }
    }
}

/// The nodes of one child of a node: one for a property, an optional or a case, many for rows.
class LifetimeGroup {
    let link: ObjectIdentifier

    /// The only node, until a second one is added.
    private var single: EffectLifetime?
    private var lifetimes: [AnyHashable?: EffectLifetime] = [:]

    /// Whether each node has to be looked up: none was, since there is more than one.
    private var areAllUnseen = true

    /// The nodes that came since they were last looked up, and those below which some came.
    private var unseen: [EffectLifetime] = []

    init(link: ObjectIdentifier) { self.link = link }

    final var isEmpty: Bool { single == nil && lifetimes.isEmpty }

    final var isMany: Bool { !lifetimes.isEmpty }

    final subscript(element: AnyHashable?) -> EffectLifetime? {
        if let single { return single.key?.element == element ? single : nil }
        return lifetimes[element]
    }

    final func forEach(_ body: (EffectLifetime) -> Void) {
        if let single { return body(single) }
        for lifetime in lifetimes.values { body(lifetime) }
    }

    final func insert(_ lifetime: EffectLifetime) {
        guard !isEmpty else { return single = lifetime }
        if let single {
            self.single = nil
            areAllUnseen = true
            lifetimes[single.key?.element] = single
        }
        lifetimes[lifetime.key?.element] = lifetime
    }

    final func remove(_ lifetime: EffectLifetime) {
        guard self[lifetime.key?.element] === lifetime else { return }
        single = nil
        lifetimes[lifetime.key?.element] = nil
    }

    final func markUnseen(_ lifetime: EffectLifetime) {
        // A single one is always looked up.
        guard isMany else { return }
        lifetime.isUnseen = true
        unseen.append(lifetime)
    }

    /// The nodes to look up regardless of the collection's changes; `nil` for all.
    ///
    /// They count as looked up from now on.
    final func takeUnseen() -> [EffectLifetime]? {
        defer { areAllUnseen = false }
        guard !areAllUnseen else {
            unseen = []
            return nil
        }
        guard !unseen.isEmpty else { return [] }
        defer { unseen = [] }
        return unseen
    }
}

/// The nodes of one child, for a parent's state of this type.
class StateLifetimeGroup<State>: LifetimeGroup {
    /// Collects the nodes whose state is gone, here and below.
    func collectEnded(in state: State, into ended: inout [EffectLifetime]) {
        preconditionFailure("A group is that of a link.")
    }
}

/// The nodes of one child, with the way to its state.
final class LinkedLifetimes<State, Child>: StateLifetimeGroup<State> {
    private let typedLink: TypedStateLink<State, Child>

    /// The collection's version when its rows were last looked up.
    private var last: RowsVersion?

    init(_ link: TypedStateLink<State, Child>) {
        typedLink = link
        super.init(link: ObjectIdentifier(link))
    }

    /// Looks up the rows that may have changed or gone, and those that were never looked up.
    override func collectEnded(in state: State, into ended: inout [EffectLifetime]) {
        let rows = isMany ? typedLink.rows : nil
        let (last, now, unseen) = (last, rows?.version(state), takeUnseen())
        self.last = now
        guard let rows, let last, let unseen else { return lookAtAll(in: state, into: &ended) }
        if now != last {
            let areKnown = rows.forEachChange(state, last) { id in
                if let lifetime = self[id] { look(at: lifetime, in: state, into: &ended) }
            }
            guard areKnown else { return lookAtAll(in: state, into: &ended) }
        }
        for lifetime in unseen where lifetime.isUnseen { look(at: lifetime, in: state, into: &ended) }
    }

    private func lookAtAll(in state: State, into ended: inout [EffectLifetime]) {
        forEach { look(at: $0, in: state, into: &ended) }
    }

    private func look(at lifetime: EffectLifetime, in state: State, into ended: inout [EffectLifetime]) {
        lifetime.isUnseen = false
        let isThere = typedLink.read(state, lifetime.key?.element) {
            // Only `StateLifetime.child` inserts into such a group.
            unsafeDowncast(lifetime, to: StateLifetime<Child>.self).collectEnded(in: $0, into: &ended)
        }
        if !isThere { ended.append(lifetime) }
    }
}
