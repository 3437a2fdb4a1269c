// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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

    /// The nodes that have nodes below them, if there is more than one node.
    final private(set) var branches: [ObjectIdentifier: EffectLifetime] = [:]

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
            if !single.groups.isEmpty { insert(branch: single) }
        }
        lifetimes[lifetime.key?.element] = lifetime
    }

    final func remove(_ lifetime: EffectLifetime) {
        guard self[lifetime.key?.element] === lifetime else { return }
        single = nil
        lifetimes[lifetime.key?.element] = nil
        branches[ObjectIdentifier(lifetime)] = nil
    }

    final func insert(branch: EffectLifetime) {
        if isMany { branches[ObjectIdentifier(branch)] = branch }
    }

    final func remove(branch: EffectLifetime) { branches[ObjectIdentifier(branch)] = nil }

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

    /// The collection's moment when its rows were last looked up.
    private var last: RowsMoment?

    init(_ link: TypedStateLink<State, Child>) {
        typedLink = link
        super.init(link: ObjectIdentifier(link))
    }

    /// Looks up the rows that may have gone, and those below which something may have.
    ///
    /// These are the changed rows, if the collection has recorded them. If it does not, they are all of them after rows came or
    /// went, else those that have children themselves.
    override func collectEnded(in state: State, into ended: inout [EffectLifetime]) {
        let (last, now, unseen) = (last, isMany ? typedLink.rows?.moment(state) : nil, takeUnseen())
        self.last = now
        guard let now, let last, let unseen,
            collectEnded(in: state, between: last, and: now, into: &ended)
        else {
            return forEach { look(at: $0, in: state, into: &ended) }
        }
        for lifetime in unseen where lifetime.isUnseen { look(at: lifetime, in: state, into: &ended) }
    }

    /// Looks up the rows that may have changed since another moment.
    ///
    /// Returns whether that was enough.
    private func collectEnded(
        in state: State,
        between last: RowsMoment,
        and now: RowsMoment,
        into ended: inout [EffectLifetime]
    ) -> Bool {
        if now == last, now.cursor != nil { return true }
        let isKnown =
            typedLink.rows?.forEachChange(state, last) { id in
                if let lifetime = self[id] { look(at: lifetime, in: state, into: &ended) }
            } == true
        if isKnown { return true }
        guard now.membership == last.membership, now.joinedMembership == last.joinedMembership else {
            return false
        }
        for lifetime in branches.values { look(at: lifetime, in: state, into: &ended) }
        return true
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
