// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The piece of state that effects live with, as a node of a tree that is as deep as the children are nested.
///
/// The tree holds only pieces of state with running effects. After every action, those that may have gone away are
/// looked up in the state. Where one is gone, everything below it is cancelled (law 8).
///
/// Objects removed from a list are released after the change of the list, because a release may run any code.
package final class EffectLifetime {
    weak let parent: EffectLifetime?

    /// The parent after this node has left the tree.
    ///
    /// The parent no longer refers to the node.
    private var keptParent: EffectLifetime?
    let key: Key?

    /// The type of the piece of state.
    fileprivate let type: Any.Type

    /// The nodes below, a group for each child of the reducer.
    fileprivate var groups: [LifetimeGroup] = []

    /// The effects that live exactly here, unless it is the root.
    var effects = EffectRecords() { didSet { if effects.isEmpty { noteVacancy() } } }

    /// How many waiting actions were sent by effects of this node, or below it.
    private var waitingCount = 0

    /// Whether the state has gone away.
    private var hasEnded = false

    /// Whether the group has the node among those that it has not looked up yet.
    fileprivate var isUnseen = false

    /// The nodes of the tree that may have become empty; in the root.
    private var vacant: [EffectLifetime] = []
    private var isListed = false

    package struct Key: Hashable {
        let link: ObjectIdentifier
        let element: AnyHashable?
    }

    /// The root of a tree, for a whole state of a type.
    package init(of type: Any.Type) { (parent, key, self.type) = (nil, nil, type) }

    private init(_ key: Key, of type: Any.Type, in parent: EffectLifetime) {
        (self.parent, self.key, self.type) = (parent, key, type)
    }

    /// Whether it is the whole state.
    var isRoot: Bool { key == nil }

    /// The node of a child's state, made if there is none.
    func child(_ link: StateLink, element: AnyHashable?, of type: Any.Type) -> EffectLifetime {
        let key = Key(link: ObjectIdentifier(link), element: element)
        if let child = existingChild(key) { return child }
        let child = EffectLifetime(key, of: type, in: self)
        let known = group(of: key)
        let group = known ?? LifetimeGroup(link)
        group.insert(child)
        if known == nil { groups.append(group) }
        child.markUnseen()
        // Nothing may ever begin in it.
        child.noteVacancy()
        return child
    }

    /// The node below with this key, if there is one.
    func existingChild(_ key: Key) -> EffectLifetime? { group(of: key)?[key.element] }

    private func group(of key: Key?) -> LifetimeGroup? {
        groups.first { ObjectIdentifier($0.link) == key?.link }
    }

    /// Makes the groups on the way to the root look this node up.
    private func markUnseen() {
        var place = self
        while let parent = place.parent, !place.isUnseen {
            parent.group(of: place.key)?.markUnseen(place)
            place = parent
        }
    }

    /// Removes a node below, unless another one has taken its place.
    private func remove(_ child: EffectLifetime) {
        guard let group = group(of: child.key) else { return }
        group.remove(child)
        guard group.isEmpty else { return }
        groups.removeAll { $0 === group }
        if groups.isEmpty { noteVacancy() }
    }

    /// Notes that nothing may be left here.
    private func noteVacancy() {
        guard !isRoot, !isListed, isEmpty else { return }
        isListed = true
        forEachToRoot { if $0.isRoot { $0.vacant.append(self) } }
    }

    /// Removes the nodes of the tree in which nothing runs.
    ///
    /// Called only when an action is done, and not when an effect ends: while an action's effects are taken apart,
    /// the rest of them may begin in a node that is empty for a moment.
    func removeEmptyPlaces() {
        while let place = vacant.popLast() {
            place.isListed = false
            if place.isEmpty { place.parent?.remove(place) }
        }
    }

    var isEmpty: Bool { effects.isEmpty && groups.isEmpty && waitingCount == 0 }

    /// Whether there is nothing to remove from the tree, and nothing to look up in it; for the root.
    var isSettled: Bool { groups.isEmpty && vacant.isEmpty }

    /// Keeps the node in the tree until an action that an effect of this node has sent is reduced.
    func beginWaiting() { forEachToRoot { $0.waitingCount += 1 } }

    /// Undoes one `beginWaiting`.
    func endWaiting() {
        forEachToRoot {
            $0.waitingCount -= 1
            $0.noteVacancy()
        }
    }

    /// The outermost of this node and its ancestors whose state has gone away.
    var ended: EffectLifetime? {
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
    func forEachChild(_ body: (EffectLifetime) -> Void) { for group in groups { group.forEach(body) } }

    /// Removes the node from the tree, with all below it: its state has gone away, and a later state is another one.
    func end() {
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
    func isWithin(_ other: EffectLifetime) -> Bool {
        // Everything is within the root.
        var isWithin = other.isRoot
        if !isWithin { forEachToRoot { if $0 === other { isWithin = true } } }
        return isWithin
    }

    /// Collects the nodes whose state is gone, in a piece of state of the type that the node has.
    package func collectEnded<State>(in state: State, into ended: inout [EffectLifetime]) {
        for group in groups {
            // Only `lifetime(under:element:)` of such a link makes groups in such a node.
            unsafeDowncast(group.link, to: TypedStateLink<State>.self).collectEnded(
                group,
                in: state,
                into: &ended
            )
        }
    }
}

/// The nodes of one child of a node: one for a property, an optional or a case, many for rows.
private final class LifetimeGroup {
    let link: StateLink

    /// The only node, until a second one is added.
    private var single: EffectLifetime?
    private var lifetimes: [AnyHashable?: EffectLifetime] = [:]

    /// The collection's version when its rows were last looked up; `nil` if they were not, since there is more than one node.
    var last: RowsVersion?

    /// The nodes that came since they were last looked up, and those below which some came.
    var unseen: [EffectLifetime] = []

    init(_ link: StateLink) { self.link = link }

    var isEmpty: Bool { single == nil && lifetimes.isEmpty }

    var isMany: Bool { !lifetimes.isEmpty }

    subscript(element: AnyHashable?) -> EffectLifetime? {
        if let single { return single.key?.element == element ? single : nil }
        return lifetimes[element]
    }

    func forEach(_ body: (EffectLifetime) -> Void) {
        if let single { return body(single) }
        for lifetime in lifetimes.values { body(lifetime) }
    }

    func insert(_ lifetime: EffectLifetime) {
        guard !isEmpty else { return single = lifetime }
        if let first = single.take() {
            lifetimes[first.key?.element] = first
        }
        lifetimes[lifetime.key?.element] = lifetime
    }

    func remove(_ lifetime: EffectLifetime) {
        guard self[lifetime.key?.element] === lifetime else { return }
        single = nil
        lifetimes[lifetime.key?.element] = nil
    }

    func markUnseen(_ lifetime: EffectLifetime) {
        // A single one is always looked up.
        guard isMany else { return }
        lifetime.isUnseen = true
        unseen.append(lifetime)
    }
}

/// The link from a parent's state to a child's, with both types erased.
///
/// A composed reducer makes one for each child, once. The effects of the child carry it, so that they can end when
/// the child's state goes away.
@usableFromInline package class StateLink {
    /// The child's lifetime below the parent's, or the parent's if the types do not match: an effect that was only
    /// mapped by hand lives as long as the parent that mapped it.
    package func lifetime(under parent: EffectLifetime, element: AnyHashable?) -> EffectLifetime { parent }
}

/// The link from a parent's state to a child's.
@usableFromInline final class TypedStateLink<Parent>: StateLink {
    /// The rows of which the child's state is one, if it is.
    private let rows: RowsLink<Parent>?
    private let childType: Any.Type

    /// Looks up a child's state, and in it those below.
    ///
    /// Returns whether there is any, and it is the same one.
    private let look: (Parent, EffectLifetime, inout [EffectLifetime]) -> Bool

    /// - Parameters:
    ///   - identity: Identifies the states of this child; without it, the element is the identifier of a row.
    ///   - rows: The rows of which the child's state is one, if it is.
    ///   - read: Shows the child's state to a closure. Returns whether there is any.
    @usableFromInline init<Child>(
        identity: StateIdentity<Child>? = nil,
        rows: RowsLink<Parent>? = nil,
        read: @escaping (Parent, AnyHashable?, (Child) -> Void) -> Bool
    ) {
        self.rows = rows
        childType = Child.self
        look = { parent, lifetime, ended in
            let element = lifetime.key?.element
            var isSame = false
            _ = read(parent, element) { child in
                isSame = identity?.isID(element, child) != false
                if isSame { lifetime.collectEnded(in: child, into: &ended) }
            }
            return isSame
        }
    }

    package override func lifetime(under parent: EffectLifetime, element: AnyHashable?) -> EffectLifetime {
        parent.type == Parent.self ? parent.child(self, element: element, of: childType) : parent
    }

    /// Looks up the rows that may have changed or gone, and those that were never looked up.
    fileprivate func collectEnded(
        _ group: LifetimeGroup,
        in state: Parent,
        into ended: inout [EffectLifetime]
    ) {
        func look(_ lifetime: EffectLifetime) {
            lifetime.isUnseen = false
            if !self.look(state, lifetime, &ended) { ended.append(lifetime) }
        }
        let (last, unseen) = (group.last, group.unseen)
        group.last = group.isMany ? rows?.version(state) : nil
        group.unseen = []
        guard let rows, let last, let now = group.last else { return group.forEach(look) }
        if now != last {
            let areKnown = rows.forEachChange(state, last) { if let lifetime = group[$0] { look(lifetime) } }
            guard areKnown else { return group.forEach(look) }
        }
        for lifetime in unseen where lifetime.isUnseen { look(lifetime) }
    }
}
