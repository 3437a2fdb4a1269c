// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Where a child is in its parent's state: in one part of it, or in each row of a collection.
@usableFromInline protocol ChildPlace<Root, Part> {
    associatedtype Root
    associatedtype Part

    /// Identifies the children of the place.
    associatedtype ID

    /// The payload of the parent's case for the child's actions.
    associatedtype Payload
    associatedtype PartAction

    /// The identity of the child's state, which differs between successive children.
    var identity: StateIdentity<Part>? { get }

    /// Whether there is always a child.
    var isAlwaysThere: Bool { get }

    /// The child as a step, if its state is stored inline and always the same state: in the usual case, nothing is done that is not
    /// needed.
    func directStep<Action>(
        _ step: ReducerStep<Part, PartAction>,
        _ extract: @escaping (Action) -> Payload?,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> ReducerStep<Root, Action>?

    /// Takes the payload of an action apart.
    func open(_ payload: Payload) -> (id: ID, action: PartAction)

    /// Turns an effect of a child into one of the parent, which lives as long as this state of the child.
    func scoped<Action>(
        _ effect: Effect<PartAction>,
        _ id: ID,
        _ state: Part,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> Effect<Action>

    /// Whether the child is the one that must not see the current action.
    func isPassed(_ passed: PassedChild, _ id: ID, _ link: StateLink) -> Bool

    /// Changes the state of a child in place.
    ///
    /// Returns whether there is one.
    func modify(_ root: inout Root, _ id: ID, _ body: (inout Part) -> Void) -> Bool

    /// Shows the state of a child to a closure.
    ///
    /// Returns whether there is one.
    func read(_ root: Root, _ element: AnyHashable?, _ body: (Part) -> Void) -> Bool

    /// The collection's record of changed rows, if the children are rows.
    var rows: RowsLink<Root>? { get }

    /// The watch that removes children whose row is gone, if they are joined with rows.
    func removalWatch<Action>(_: Action.Type) -> (() -> Watch<Root, Action>)?

    /// Makes the child the one that filters in it speak of.
    func select(_ id: ID, _ child: ResolvedChild<Part, PartAction>)

    /// The watch of the children at the place.
    func watch<Action>(
        _ child: ResolvedChild<Part, PartAction>,
        _ kind: WatchKind,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> Watch<Root, Action>
}

extension ChildPlace {
    @usableFromInline func directStep<Action>(
        _: ReducerStep<Part, PartAction>,
        _: @escaping (Action) -> Payload?,
        _: @escaping (Payload) -> Action?,
        _: StateLink
    ) -> ReducerStep<Root, Action>? { nil }

    @usableFromInline func removalWatch<Action>(_: Action.Type) -> (() -> Watch<Root, Action>)? { nil }

    @usableFromInline var rows: RowsLink<Root>? { nil }

    @usableFromInline func select(_: ID, _ child: ResolvedChild<Part, PartAction>) {}
}

/// The place of a child in one part of the state: a property, the value of an optional, or the payload of a case.
@usableFromInline struct PartPlace<Root, Part, PartAction>: ChildPlace {
    @usableFromInline let lens: Lens<Root, Part>
    @usableFromInline let identity: StateIdentity<Part>?
    @usableFromInline let isAlwaysThere: Bool

    @usableFromInline init(_ lens: Lens<Root, Part>, _: PartAction.Type, isAlwaysThere: Bool = false) {
        self.lens = lens
        self.isAlwaysThere = isAlwaysThere
        identity = .ofStates()
    }

    @inlinable
    func directStep<Action>(
        _ step: ReducerStep<Part, PartAction>,
        _ extract: @escaping (Action) -> PartAction?,
        _ embed: @escaping (PartAction) -> Action?,
        _ link: StateLink
    ) -> ReducerStep<Root, Action>? {
        guard isAlwaysThere, identity == nil, let offset = lens.offset else { return nil }
        return ReducerStep { root, action in
            guard let own = extract(action) else { return .none }
            let effect = Lens<Root, Part>.modify(&root, at: offset) { step.call(&$0, own) }
            return effect.isNone ? .none : effect.scoped(embed, link: link)
        }
    }

    @inlinable
    func open(_ payload: PartAction) -> (id: Void, action: PartAction) { ((), payload) }

    @inlinable
    func scoped<Action>(
        _ effect: Effect<PartAction>,
        _: Void,
        _ state: Part,
        _ embed: @escaping (PartAction) -> Action?,
        _ link: StateLink
    ) -> Effect<Action> { effect.scoped(embed, link: link, of: state, identity) }

    @inlinable
    func isPassed(_ passed: PassedChild, _: Void, _ link: StateLink) -> Bool { passed.isChild(link) }

    @inlinable
    func modify(_ root: inout Root, _: Void, _ body: (inout Part) -> Void) -> Bool {
        lens.modify(&root, body)
    }

    @inlinable
    func read(_ root: Root, _: AnyHashable?, _ body: (Part) -> Void) -> Bool { lens.read(root, body) }

    @usableFromInline func watch<Action>(
        _ child: ResolvedChild<Part, PartAction>,
        _ kind: WatchKind,
        _ embed: @escaping (PartAction) -> Action?,
        _ link: StateLink
    ) -> Watch<Root, Action> {
        lens.watch(child, kind) { [identity] in $0.scoped(embed, link: link, of: $1, identity) }
    }
}

/// The place of a child in the rows of a collection.
@usableFromInline struct RowPlace<Rows: ChildRows, PartAction>: ChildPlace {
    @usableFromInline typealias Root = Rows.Root
    @usableFromInline typealias Part = Rows.Row
    @usableFromInline typealias Payload = IdentifiedAction<Rows.ID, PartAction>

    @usableFromInline let collection: Rows

    @usableFromInline init(_ collection: Rows, _: PartAction.Type) { self.collection = collection }

    // The identifier in the collection distinguishes them.
    @usableFromInline var identity: StateIdentity<Part>? { nil }
    @usableFromInline var isAlwaysThere: Bool { false }

    @inlinable
    func open(_ payload: Payload) -> (id: Rows.ID, action: PartAction) {
        switch payload {
        case .element(let id, let action): (id, action)
        }
    }

    @inlinable
    func isPassed(_ passed: PassedChild, _ id: Rows.ID, _ link: StateLink) -> Bool { passed.isRow(id, link) }

    @inlinable
    func scoped<Action>(
        _ effect: Effect<PartAction>,
        _ id: Rows.ID,
        _: Part,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> Effect<Action> {
        guard !effect.isNone else { return .none }
        return effect.scoped({ embed(.element(id: id, action: $0)) }, link: link, element: AnyHashable(id))
    }

    @inlinable
    func modify(_ root: inout Root, _ id: Rows.ID, _ body: (inout Part) -> Void) -> Bool {
        collection.modify(&root, id, body)
    }

    @inlinable
    func read(_ root: Root, _ element: AnyHashable?, _ body: (Part) -> Void) -> Bool {
        guard let id = element?.base as? Rows.ID else { return false }
        return collection.read(root, id, body)
    }

    @usableFromInline var rows: RowsLink<Root>? { RowsLink(collection) }

    @usableFromInline func removalWatch<Action>(_: Action.Type) -> (() -> Watch<Root, Action>)? {
        collection.removal.map { makeRemoval in
            {
                let removal = makeRemoval()
                return Watch(
                    isDue: removal.isDue,
                    answer: {
                        removal.remove(&$0)
                        return .none
                    },
                    isIdle: { false }
                )
            }
        }
    }

    @usableFromInline func select(_ id: Rows.ID, _ child: ResolvedChild<Part, PartAction>) {
        child.select(id)
    }

    @usableFromInline func watch<Action>(
        _ child: ResolvedChild<Part, PartAction>,
        _ kind: WatchKind,
        _ embed: @escaping (Payload) -> Action?,
        _ link: StateLink
    ) -> Watch<Root, Action> {
        RowWatches(collection, child, kind).watch { scoped($0, $1, $2, embed, link) }
    }
}
