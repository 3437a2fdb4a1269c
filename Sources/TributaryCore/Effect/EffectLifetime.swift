// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The piece of state that effects live with, as a node of a tree that is as deep as the children are nested.
///
/// A node lives as long as something has it: an effect that runs there, an action that one of them sent and that is still
/// pending, or a node below. So the tree holds only pieces of state with running effects. After every action, those that may
/// have gone away are looked up in the state. Where one is gone, everything below it is cancelled (law 8).
///
/// Only the machine has nodes, so each is released on the machine's actor.
package final class EffectLifetime {
    let parent: EffectLifetime?
    let key: Key?

    /// The type of the piece of state.
    fileprivate let type: Any.Type

    /// The nodes below, a group for each child of the reducer.
    fileprivate var groups: [LifetimeGroup] = []

    /// The effects that live exactly here; the root has none.
    var effects: EffectRecords = [:]

    /// Whether the state has gone away.
    private var hasEnded = false

    /// Whether the group has the node among those that it has not looked up yet.
    fileprivate var isUnseen = false

    /// The parents and keys of nodes that were released, and are still in the groups of the parents; in the root.
    ///
    /// Removing them hashes identifiers of the program, whose code may use the machine.
    private var released: [(parent: Weak<EffectLifetime>, key: Key)] = []

    package struct Key: Hashable {
        let link: ObjectIdentifier
        let element: AnyHashable?
    }

    /// The root of a tree, for a whole state of a type.
    package init(of type: Any.Type) { (parent, key, self.type) = (nil, nil, type) }

    private init(_ key: Key, of type: Any.Type, in parent: EffectLifetime) {
        (self.parent, self.key, self.type) = (parent, key, type)
    }

    deinit {
        guard let parent, let key else { return }
        let root = parent.ancestors { $0.parent == nil }
        root?.released.append((Weak(parent), key))
    }

    /// The node of a child's state, made if there is none.
    func child(_ link: StateLink, element: AnyHashable?, of type: Any.Type) -> EffectLifetime {
        let key = Key(link: ObjectIdentifier(link), element: element)
        if let child = existingChild(key) { return child }
        let child = EffectLifetime(key, of: type, in: self)
        let known = group(of: key)
        let group = known ?? LifetimeGroup(link)
        group.lifetimes[element] = Weak(child)
        if known == nil { groups.append(group) }
        child.markUnseen()
        return child
    }

    /// The node below with this key, if there is one.
    func existingChild(_ key: Key) -> EffectLifetime? { group(of: key)?.lifetimes[key.element]?.object }

    private func group(of key: Key?) -> LifetimeGroup? {
        groups.first { ObjectIdentifier($0.link) == key?.link }
    }

    /// Makes the groups on the way to the root look this node up.
    private func markUnseen() {
        var place = self
        while let parent = place.parent, !place.isUnseen {
            place.isUnseen = true
            parent.group(of: place.key)?.unseen.append(Weak(place))
            place = parent
        }
    }

    private func remove(_ key: Key) {
        guard let group = group(of: key) else { return }
        group.lifetimes[key.element] = nil
        if group.lifetimes.isEmpty { groups.removeAll { $0 === group } }
    }

    /// Releases the links and keys of the whole tree; for the root of a machine that is gone.
    func removeAll() { (groups, released) = ([], []) }

    /// Removes the nodes that were released from the tree, unless others have taken their places.
    func removeReleased() {
        while let (parent, key) = released.popLast() {
            if let parent = parent.object, parent.existingChild(key) == nil { parent.remove(key) }
        }
    }

    /// Whether there is nothing to remove from the tree, and nothing to look up in it; for the root.
    var isSettled: Bool { groups.isEmpty && released.isEmpty }

    /// The outermost of this node and its ancestors whose state has gone away.
    var ended: EffectLifetime? {
        var ended: EffectLifetime?
        _ = ancestors {
            if $0.hasEnded { ended = $0 }
            return false
        }
        return ended
    }

    /// The first of this node and its ancestors for which a closure returns `true`.
    private func ancestors(_ isSearched: (EffectLifetime) -> Bool) -> EffectLifetime? {
        var place: EffectLifetime? = self
        while let current = place, !isSearched(current) { place = current.parent }
        return place
    }

    /// Calls a closure with each node right below this one.
    func forEachChild(_ body: (EffectLifetime) -> Void) { for group in groups { group.forEach(body) } }

    /// Removes the node from the tree, with all below it: its state has gone away, and a later state is another one.
    func end() {
        guard !hasEnded, let key else { return }
        hasEnded = true
        parent?.remove(key)
    }

    /// Whether this node is the other one or below it.
    func isWithin(_ other: EffectLifetime) -> Bool { ancestors { $0 === other } != nil }

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
    var lifetimes: [AnyHashable?: Weak<EffectLifetime>] = [:]

    /// The collection's version when its rows were last looked up; `nil` if they were not.
    var last: RowsVersion?

    /// The nodes that came since they were last looked up, and those below which some came.
    ///
    /// Weak: a node retains its parent, and a group whose state is gone is never looked up again.
    var unseen: [Weak<EffectLifetime>] = []

    init(_ link: StateLink) { self.link = link }

    func forEach(_ body: (EffectLifetime) -> Void) {
        for weak in lifetimes.values { if let lifetime = weak.object { body(lifetime) } }
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
    init<Child>(
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

    override func lifetime(under parent: EffectLifetime, element: AnyHashable?) -> EffectLifetime {
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
        group.last = rows?.version(state)
        group.unseen = []
        guard let rows, let last, let now = group.last else { return group.forEach(look) }
        if now != last {
            let areKnown = rows.forEachChange(state, last) {
                if let lifetime = group.lifetimes[$0]?.object { look(lifetime) }
            }
            guard areKnown else { return group.forEach(look) }
        }
        for case let lifetime? in unseen.map(\.object) where lifetime.isUnseen { look(lifetime) }
    }
}
