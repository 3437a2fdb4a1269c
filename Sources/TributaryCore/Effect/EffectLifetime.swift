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

    /// The nodes of the same child, this one included; `nil` for the root.
    private let group: Group?

    /// Distinguishes the node in its group: the identifier of a row, or the `id` of a state that has one.
    let element: AnyHashable?

    /// The type of the piece of state.
    fileprivate let type: Any.Type

    /// The nodes below, a group for each child of the reducer.
    private var groups: [Group] = []

    /// The effects that live exactly here; the root has none.
    var effects: EffectRecords = [:]

    /// Whether the state has gone away.
    private var hasEnded = false

    /// Whether the group has the node among those that it has not looked up yet.
    fileprivate var isUnseen = false

    /// The root of a tree, for a whole state of a type.
    package init(of type: Any.Type) { (parent, group, element, self.type) = (nil, nil, nil, type) }

    private init(_ element: AnyHashable?, of group: Group, in parent: EffectLifetime) {
        (self.parent, self.group, self.element, type) = (parent, group, element, group.link.childType)
        group.count += 1
        markUnseen()
    }

    // Not removed from the group here: that hashes an identifier of the program, whose code may use the machine.
    deinit { group?.count -= 1 }

    /// This node and its ancestors, the innermost first.
    private var path: some Sequence<EffectLifetime> { sequence(first: self, next: \.parent) }

    /// The link from the parent's state to this one; `nil` for the root.
    var link: StateLink? { group?.link }

    /// The node of a child's state, made if there is none.
    fileprivate func child(_ link: StateLink, element: AnyHashable?) -> EffectLifetime {
        let group = group(of: link) ?? insertGroup(of: link)
        return group.lifetimes.object(of: element) { EffectLifetime(element, of: group, in: self) }
    }

    /// The node below that a link leads to without an element, if there is one.
    func existingChild(_ link: StateLink) -> EffectLifetime? { group(of: link)?.lifetimes[nil]?.object }

    private func group(of link: StateLink) -> Group? { groups.first { $0.link === link } }

    private func insertGroup(of link: StateLink) -> Group {
        groups.append(Group(link))
        return groups[groups.count - 1]
    }

    /// Makes the groups on the way to the root look this node up.
    private func markUnseen() {
        for place in path {
            guard let group = place.group, !place.isUnseen else { return }
            place.isUnseen = true
            group.unseen.append(Weak(place))
        }
    }

    /// Releases the links and keys of the whole tree; for the root of a machine that is gone.
    func removeAll() { groups = [] }

    /// Removes the groups below without any nodes.
    func removeEmptyGroups() {
        guard groups.contains(where: { $0.count == 0 }) else { return }
        let former = groups
        groups = former.filter { $0.count > 0 }
        // Their keys are released when the list is whole.
        withExtendedLifetime(former) {}
    }

    /// Whether there is nothing to look up in the tree; for the root.
    var isSettled: Bool { groups.isEmpty }

    /// The outermost of this node and its ancestors whose state has gone away.
    var ended: EffectLifetime? { path.reduce(nil) { $1.hasEnded ? $1 : $0 } }

    /// Calls a closure with each node right below this one.
    func forEachChild(_ body: (EffectLifetime) -> Void) { for group in groups { group.forEach(body) } }

    /// Removes the node from the tree, with all below it: its state has gone away, and a later state is another one.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        group?.lifetimes.remove(element)
    }

    /// Whether this node is the other one or below it.
    func isWithin(_ other: EffectLifetime) -> Bool { path.contains { $0 === other } }

    /// Collects the nodes whose state is gone, in a piece of state of the type that the node has.
    package func collectEnded<State>(in state: State, into ended: inout [EffectLifetime]) {
        PartAddress.of(state) { collectEnded(at: $0, into: &ended) }
    }

    /// The same at an address, without a copy of the state.
    func collectEnded(at address: PartAddress, into ended: inout [EffectLifetime]) {
        for group in groups { group.collectEnded(in: address, into: &ended) }
    }

    /// The nodes of one child of a node: one for a property, an optional or a case, many for rows.
    private final class Group {
        let link: StateLink
        let lifetimes = KeyTable<AnyHashable?, Weak<EffectLifetime>>()

        /// How many nodes live.
        var count = 0

        /// The collection's version when its rows were last looked up; `nil` if they were not.
        private var last: RowsVersion?

        /// The nodes that came since they were last looked up, and those below which some came.
        ///
        /// Weak: a node retains its parent, and a group whose state is gone is never looked up again.
        var unseen: [Weak<EffectLifetime>] = []

        init(_ link: StateLink) { self.link = link }

        func forEach(_ body: (EffectLifetime) -> Void) {
            lifetimes.forEach { if let lifetime = $0.value.object { body(lifetime) } }
        }

        /// Looks up the rows that may have changed or gone, and those that were never looked up.
        func collectEnded(in state: PartAddress, into ended: inout [EffectLifetime]) {
            func look(_ lifetime: EffectLifetime) {
                lifetime.isUnseen = false
                lifetime.removeEmptyGroups()
                let isThere = link.read(state, lifetime.element) {
                    lifetime.collectEnded(at: $0, into: &ended)
                }
                if !isThere { ended.append(lifetime) }
            }
            // Copies, because looking up calls code of the program.
            let unseen = unseen
            var version = last
            self.unseen = []
            let areKnown = link.changes(state, &version) {
                if let lifetime = lifetimes[$0]?.object { look(lifetime) }
            }
            last = version
            guard areKnown else { return forEach(look) }
            for case let lifetime? in unseen.map(\.object) where lifetime.isUnseen { look(lifetime) }
        }
    }
}

extension StateLink {
    /// The child's lifetime below the parent's, or the parent's if the types do not match: an effect that was only
    /// mapped by hand lives as long as the parent that mapped it.
    package func lifetime(under parent: EffectLifetime, element: AnyHashable?) -> EffectLifetime {
        parent.type == parentType ? parent.child(self, element: element) : parent
    }
}
