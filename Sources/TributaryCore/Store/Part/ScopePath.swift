// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A path from a store to its scopes at one place: where their state is in the parent's, and how actions are passed on.
///
/// It keeps no store alive, so that handles, attachments, steps of an undo history and effects can keep it. A path to rows, or to a
/// child whose states have an `id`, has a scope for each identifier, every other path has one. All stores of a parent's type, such as
/// those of rows, share one path; one to joined rows is its store's own.
@usableFromInline
final class ScopePath<Parent, ParentAction, ID: Hashable & SendableMetatype, State, Action> {
    let place: ChildPlace<Parent, ID, State>

    /// Checks the observers of rows; `nil` for an only child.
    private let visit: ((PartAddress, RowTrees<ID>) -> Void)?

    /// The function of a scope that turns an action into the parent's; it throws if the action is held back.
    ///
    /// It returns no optional, because a send through many scopes would make one for each.
    let embedding: (ID) -> (Action) throws(CancellationError) -> ParentAction

    /// Finds an action in one of the parent's.
    let extract: (ID, ParentAction) -> Action?

    /// Waits for the store that the scope mirrors, if it mirrors one: it has a machine for itself alone, and may close it.
    var mirrored: Reference<(finish: () async -> Void, flush: () async -> Void)>?

    /// The stores of the scopes that live, by their parents' stores: the same path leads to the same store (law 6).
    ///
    /// A scope's store retains its parent's, so no other store has that one's address while the scope lives.
    let stores = KeyTable<MemberKey, Weak<AnyObject>>()

    init(
        _ place: ChildPlace<Parent, ID, State>,
        visit: ((PartAddress, RowTrees<ID>) -> Void)? = nil,
        embed: @escaping (ID) -> (Action) throws(CancellationError) -> ParentAction,
        extract: @escaping (ID, ParentAction) -> Action?
    ) {
        (self.place, self.visit) = (place, visit)
        (self.embedding, self.extract) = (embed, extract)
    }

    /// The path to rows whose actions are in a case of their parent's.
    @usableFromInline convenience init(
        _ place: ChildPlace<Parent, ID, State>,
        visit: @escaping (PartAddress, RowTrees<ID>) -> Void,
        _ path: CasePath<ParentAction, IdentifiedAction<ID, Action>>
    ) {
        self.init(place, visit: visit) { id in
            { path.embedValue(.element(id: id, action: $0)) }
        } extract: { id, action in
            guard case .element(id, let action)? = path.extractValue(action) else { return nil }
            return action
        }
    }

    /// The path to rows that take the actions of their parent.
    @usableFromInline convenience init(
        _ place: ChildPlace<Parent, ID, State>,
        visit: @escaping (PartAddress, RowTrees<ID>) -> Void
    ) where Action == ParentAction {
        self.init(place, visit: visit) { _ in
            { $0 }
        } extract: {
            $1
        }
    }

    /// The path to a part whose actions are in a case of its parent's.
    convenience init(
        _ place: ChildPlace<Parent, OnlyChild, State>,
        _ path: CasePath<ParentAction, Action>
    ) where ID == OnlyChild {
        self.init(place) { _ in
            path.embedValue
        } extract: {
            path.extractValue($1)
        }
    }

    /// The parent's action for one of a scope; `nil` if it is held back.
    func embed(_ id: ID, _ action: Action) -> ParentAction? { try? embedding(id)(action) }

    /// The `id` of the state that an identifier means, if another state with its own `id` may follow at the place (law 8).
    func stateID(_ id: ID) -> AnyHashable? { (id as? OnlyChild)?.id }

    /// Shows the state of a scope to a closure.
    ///
    /// Returns whether there is one.
    func read(_ parent: Parent, _ id: ID, _ body: (State) -> Void) -> Bool {
        place.read(parent, id, stateID(id), body)
    }

    /// Shows the state of a scope to a closure, given a function that shows the parent's.
    ///
    /// Returns whether there is one.
    func read(_ id: ID, in readParent: StateReader<Parent>, _ body: (State) -> Void) -> Bool {
        var isThere = false
        withoutActuallyEscaping(body) { body in _ = readParent { isThere = read($0, id, body) } }
        return isThere
    }

    /// Finds the observers of a scope below the parent's.
    func observers(_ id: ID, below parent: ObserverTree) -> ObserverTree {
        let kind = ObjectIdentifier(place.isJoined ? Join<Parent, State, State>.self : State.self)
        let key = place.path.map { Reference(ObserverTree.Key(path: $0, kind: kind, element: stateID(id))) }
        if let visit, let key {
            guard place.isJoined else { return parent.row(id, at: key, visit: visit) }
            // They keep the path while they are observed, so that all of them are joined in one way.
            return parent.row(id, at: key) { rows, trees in withExtendedLifetime(self) { visit(rows, trees) }
            }
        }
        // Without the path, because its functions may retain a store, and the machine retains a tree that is tracked.
        return parent.child(StateLink(place), key)
    }

    /// Where a reducer can be mounted that changes the state of a scope; `nil` if the state is only shown.
    ///
    /// A mounted reducer belongs to the place, whichever of its states is there.
    func lens(_ id: ID) -> Lens<Parent, State>? {
        place.isWritable && mirrored == nil ? place.lens(id) : nil
    }
}

/// Identifies a path among those of a whole store and its scopes.
struct ScopePathKey: Hashable {
    let state: AnyKeyPath
    let action: AnyKeyPath

    /// The type of the path: an optional property has a store of the optional, and one of its value.
    let kind: ObjectIdentifier
}
