// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Where children are in their parent's state: in one part of it, or in each row of a collection.
///
/// Reducers run children at a place, and scopes of stores show them.
@usableFromInline struct ChildPlace<Root, ID: Hashable & SendableMetatype, Part> {
    /// The part of an only child; `nil` for rows.
    @usableFromInline let lens: Lens<Root, Part>?

    /// The rows, if each is a child.
    @usableFromInline let rows: ChildRows<Root, ID, Part>?

    /// The property or the case that has the part or the rows; `nil` if a closure reaches the part.
    let path: AnyKeyPath?

    /// Whether there is always a child.
    @usableFromInline let isAlwaysThere: Bool

    /// The type of a child's state in diagnostics.
    let type: Any.Type

    /// The identity of the children's states, if they have one.
    @usableFromInline let identity = StateIdentity<Part>.ofStates()

    /// Rows of a collection.
    @usableFromInline init(
        _ rows: ChildRows<Root, ID, Part>,
        at path: AnyKeyPath,
        of type: Any.Type = Part.self
    ) {
        (lens, self.rows, self.path, isAlwaysThere) = (nil, rows, path, false)
        self.type = type
    }

    /// The elements of a collection.
    @inlinable
    init(rows state: WritableKeyPath<Root, IdentifiedArray<ID, Part>>) {
        self.init(ChildRows(Lens(state)), at: state)
    }
}

/// The identifier of a child that is the only one at its place.
@usableFromInline struct OnlyChild: Hashable {
    private let state: Reference<AnyHashable>?

    @usableFromInline init() { state = nil }

    /// The child while its state has an `id`.
    init(_ id: AnyHashable) { state = Reference(id) }

    /// The `id` of the state that is meant; `nil` for any state at the place.
    var id: AnyHashable? { state?.value }
}

extension ChildPlace where ID == OnlyChild {
    /// One part of the state.
    @usableFromInline init(_ lens: Lens<Root, Part>, at path: AnyKeyPath? = nil, isAlwaysThere: Bool) {
        (self.lens, rows, self.path, self.isAlwaysThere) = (lens, nil, path, isAlwaysThere)
        type = Part.self
    }

    /// The value of an optional.
    ///
    /// Inlined, so that the lens is specialized for the types.
    @inlinable
    init(optional state: KeyPath<Root, Part?>) {
        self.init(Lens(optional: state), at: state, isAlwaysThere: false)
    }

    /// The payload of a case.
    @usableFromInline init(case state: StateCaseKeyPath<Root, Part>) {
        self.init(StatePath(keyPath: \.self)[keyPath: state].lens, at: state, isAlwaysThere: false)
    }
}

extension ChildPlace {
    /// The identifier of an only child, whichever state it has; `nil` for rows.
    @usableFromInline var only: ID? { lens == nil ? nil : OnlyChild() as? ID }

    /// The name of a child in diagnostics.
    func name(_ id: ID) -> String {
        let property = (path as? PartialKeyPath<Root>).map { "at \(propertyName($0))" }
        let place = property ?? "in \(path == nil ? "" : "a case of ")\(typeName(Root.self))"
        return "\(typeName(type)) \(rows == nil ? "" : "with the identifier \(id) ")\(place)"
    }

    /// Shows the state of a child to a closure.
    ///
    /// Returns whether there is one.
    func read(_ root: Root, _ id: ID, _ body: (Part) -> Void) -> Bool {
        lens?.read(root, body) ?? rows?.read(root, id, body) ?? false
    }

    /// Shows the state of a child to a closure, if it is the state with an `id`, or `stateID` is `nil`.
    ///
    /// Returns whether there is one.
    func read(_ root: Root, _ id: ID, _ stateID: AnyHashable?, _ body: (Part) -> Void) -> Bool {
        guard let stateID, let identity else { return read(root, id, body) }
        var isThere = false
        _ = read(root, id) { state in
            isThere = identity.isID(stateID, state)
            if isThere { body(state) }
        }
        return isThere
    }

    /// The link from the parent's state to the child's.
    @usableFromInline func link() -> TypedStateLink<Root> {
        guard let rows else {
            // The offset is smaller than the lens.
            if let offset = lens?.offset {
                return TypedStateLink(identity: identity) { root, _, body in
                    Lens<Root, Part>.read(root, at: offset, body)
                    return true
                }
            }
            return TypedStateLink(identity: identity) { [lens] root, _, body in
                lens?.read(root, body) ?? false
            }
        }
        // The identifier in the collection distinguishes rows.
        return TypedStateLink(rows: RowsLink(rows)) { root, element, body in
            guard let id = element?.base as? ID else { return false }
            return rows.read(root, id, body)
        }
    }

    /// The identity of a child, to detect a replacement: its `id`, or its case and the `id` of that case's payload; `nil` if there
    /// is no child.
    func identify(_ root: Root, _ id: ID) -> AnyHashable? {
        var found: AnyHashable?
        _ = read(root, id) { part in
            if let identity { return found = identity.id(part) }
            guard rows == nil else { return found = AnyHashable(id) }
            let mirror = Mirror(reflecting: part)
            guard mirror.displayStyle == .enum, let payload = mirror.children.first else { return found = "" }
            let id = (payload.value as? any Identifiable).map { anyID($0) }
            found = AnyHashable([AnyHashable(payload.label), id])
        }
        return found
    }

    /// The children at the place, as a step of their parent, with their watches.
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - step: The step.
    ///   - scope: Converts an effect of the child in a state to an effect of the parent.
    /// - Returns: The children in the form in which a store runs them.
    @usableFromInline func resolved<PartAction, Action>(
        _ child: ResolvedChild<Part, PartAction>,
        as step: ResolvedReducer<Root, Action>.Step,
        scope: @escaping (Effect<PartAction>, ID, Part) -> Effect<Action>
    ) -> ResolvedReducer<Root, Action> {
        let watches = WatchSource<Root, Action> {
            child.kinds
        } make: { kind in
            if let lens, let only { return lens.watch(child, kind) { scope($0, only, $1) } }
            guard let rows else { preconditionFailure("A place is a part or rows.") }
            return RowWatches(rows, child, kind).watch(scope: scope)
        }
        return ResolvedReducer(steps: [step], watches: [watches])
    }
}

private func anyID(_ value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }

/// The case of a parent's actions that contains a child's actions, and the way to find the child.
@usableFromInline struct ActionCase<Action, ID: Hashable & SendableMetatype, ChildAction> {
    /// Finds the child and its action in an action.
    @usableFromInline let extract: (Action) -> (id: ID, action: ChildAction)?

    /// The same for an only child, without its identifier.
    @usableFromInline let find: (Action) -> ChildAction?

    /// Makes the function that turns the actions of a child into the parent's.
    ///
    /// For an only child it is always the same function.
    @usableFromInline let embed: (ID) -> (ChildAction) -> Action?

    /// The index of the case; `nil` if only `extract` finds out.
    @usableFromInline let index: Int?

    /// The index of the case that an action is in.
    ///
    /// Not optional: Swift wraps a function in an optional.
    @usableFromInline let indexOf: (Action) -> Int?

    /// A child as a step of its parent.
    @inlinable
    func step<State>(_ child: ReducerStep<State, Action>) -> ResolvedReducer<State, Action>.Step {
        // However many such steps there are, an action finds its own by one `switch` and one look at a list. The function is made
        // here, where the types are known.
        ResolvedReducer<State, Action>.Step(child, at: index, indexOf) { [indexOf] children in
            ReducerStep { state, action in
                guard let index = indexOf(action), children.indices.contains(index),
                    let child = children[index]
                else { return .none }
                return child.call(&state, action)
            }
        }
    }
}

// Inlined, so that the index is found by a `switch` that is specialized for the enum.
extension ActionCase where Action: CasePathable {
    /// A case given by its name.
    @inlinable
    init(_ keyPath: CaseKeyPath<Action, ChildAction>) where ID == OnlyChild {
        let path = CasePath(keyPath)
        let embed = { path.embedValue($0) as Action? }
        index = path.index
        indexOf = { Action.caseIndex(of: $0) }
        extract = { path.extractValue($0).map { (OnlyChild(), $0) } }
        find = path.extractValue
        self.embed = { _ in embed }
    }

    /// A case of the actions of rows.
    @inlinable
    init(rows path: CasePath<Action, IdentifiedAction<ID, ChildAction>>) {
        self.init(path) {
            switch $0 {
            case .element(let id, let action): (id, action)
            }
        } embed: {
            .element(id: $0, action: $1)
        }
    }

    /// A case of the actions of many children.
    @inlinable
    init<Payload>(
        _ path: CasePath<Action, Payload>,
        extract: @escaping (Payload) -> (id: ID, action: ChildAction)?,
        embed: @escaping (ID, ChildAction) -> Payload
    ) {
        index = path.index
        indexOf = { Action.caseIndex(of: $0) }
        self.extract = { path.extractValue($0).flatMap(extract) }
        find = { _ in nil }
        self.embed = { id in { path.embedValue(embed(id, $0)) } }
    }
}

extension ActionCase where ID == OnlyChild {
    /// The actions from which a closure finds those of the child.
    @usableFromInline init(
        extract: @escaping (Action) -> ChildAction?,
        embed: @escaping (ChildAction) -> Action?
    ) {
        index = nil
        indexOf = { _ in nil }
        self.extract = { extract($0).map { (OnlyChild(), $0) } }
        find = extract
        self.embed = { _ in embed }
    }
}

extension ActionCase where ID == OnlyChild, Action == ChildAction {
    /// The actions of a child that receives the parent's own actions.
    @usableFromInline static var own: ActionCase { ActionCase(extract: { $0 }, embed: { $0 }) }
}
