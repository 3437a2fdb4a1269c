// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// By which of its actions a child asks to be closed, and how its state goes then.
@usableFromInline
struct ChildClosing<Place: ChildPlace> {
    @usableFromInline let isAsked: (Place.PartAction) -> Bool

    /// Tells a child from another that takes its place; `nil` where there is none.
    @usableFromInline let identify: (Place.Root, Place.ID) -> AnyHashable?
    @usableFromInline let close: (inout Place.Root, Place.ID) -> Void

    @inlinable
    init(
        by isAsked: @escaping (Place.PartAction) -> Bool,
        identify: @escaping (Place.Root, Place.ID) -> AnyHashable?,
        close: @escaping (inout Place.Root, Place.ID) -> Void
    ) {
        self.isAsked = isAsked
        self.identify = identify
        self.close = close
    }

    /// A child and its parent, after both of which the child is closed if it asked for it.
    ///
    /// - Parameters:
    ///   - both: The child and its parent.
    ///   - place: The place of the child.
    ///   - extract: Finds the child's action in one of the parent's.
    ///   - passed: Which child must not see an action, and whether one did not.
    /// - Returns: All of it.
    @inlinable
    func closing<Action>(
        _ both: ResolvedReducer<Place.Root, Action>,
        at place: Place,
        _ extract: @escaping (Action) -> Place.Payload?,
        _ passed: PassedChild
    ) -> ResolvedReducer<Place.Root, Action> {
        let reduce = both.function
        return ResolvedReducer { root, action in
            let state = root.assumingMemoryBound(to: Place.Root.self)
            guard let (id, childAction) = extract(action).map(place.open), isAsked(childAction),
                let child = identify(state.pointee, id)
            else { return reduce.call(root, action) }
            let missed = passed.missed
            let effect = reduce.call(root, action)
            // An action that did not reach the child, or one in it, was sent by another, which is gone by now.
            if passed.missed == missed, identify(state.pointee, id) == child { close(&state.pointee, id) }
            return effect
        }
    }
}

/// Whether an action is in one of some cases.
@inlinable
func isIn<Action: CasePathable, Output, each Other>(
    _ output: CaseKeyPath<Action, Output>,
    _ others: repeat CaseKeyPath<Action, each Other>
) -> (Action) -> Bool {
    let path = CasePath(output)
    var finds: [(Action) -> Bool] = [{ path.extractValue($0) != nil }]
    for other in repeat each others {
        let path = CasePath(other)
        finds.append { path.extractValue($0) != nil }
    }
    return finds.count == 1 ? finds[0] : { [finds] action in finds.contains { $0(action) } }
}

extension Lens {
    /// Tells the part from another that takes its place: by its `id`, or by the case it is in and the `id` of what is in
    /// there; `nil` where there is none.
    @usableFromInline
    func identify(_ root: Root, _ identity: StateIdentity<Part>?) -> AnyHashable? {
        var found: AnyHashable?
        read(root) { part in
            if let identity { return found = identity.id(of: part) }
            let mirror = Mirror(reflecting: part)
            guard mirror.displayStyle == .enum, let payload = mirror.children.first else { return found = "" }
            let id = (payload.value as? any Identifiable).map { anyID($0) }
            found = AnyHashable([AnyHashable(payload.label), id])
        }
        return found
    }
}

private func anyID(_ value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }
