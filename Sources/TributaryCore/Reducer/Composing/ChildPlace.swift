// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Where a child is in its parent's state: in one part of it, or in each row of a collection.
@usableFromInline struct ChildPlace<Root, ID: Hashable & SendableMetatype, Part> {
    /// The child's part of the state, and its identifier; `nil` for rows.
    @usableFromInline let lens: Lens<Root, Part>?
    @usableFromInline let only: ID?

    /// The collection, if the children are rows.
    @usableFromInline let rows: ChildRows<Root, ID, Part>?

    /// The identity of the child's state, which differs between successive children.
    @usableFromInline let identity: StateIdentity<Part>?

    /// Whether there is always a child.
    @usableFromInline let isAlwaysThere: Bool

    /// Removes the state of a child; `nil` if it has to be there.
    let close: ((inout Root, ID) -> Void)?

    /// The name of an absent child in the diagnostic.
    let name: (ID) -> String

    /// One part of the state.
    init(
        _ lens: Lens<Root, Part>,
        isAlwaysThere: Bool,
        close: ((inout Root) -> Void)? = nil,
        name: @escaping () -> String
    ) where ID == OnlyChild {
        self.lens = lens
        only = OnlyChild()
        rows = nil
        identity = .ofStates()
        self.isAlwaysThere = isAlwaysThere
        self.close = close.map { close in { root, _ in close(&root) } }
        self.name = { _ in name() }
    }

    /// Rows of a collection.
    @usableFromInline init(
        _ rows: ChildRows<Root, ID, Part>,
        at property: PartialKeyPath<Root>,
        close: ((inout Root, ID) -> Void)? = nil,
        of state: Any.Type = Part.self
    ) {
        lens = nil
        only = nil
        self.rows = rows
        identity = .ofStates()
        isAlwaysThere = false
        self.close = close
        name = { "\(typeName(state)) with the identifier \($0) at \(propertyName(property))" }
    }
}

/// The identifier of a child that is the only one at its place.
@usableFromInline struct OnlyChild: Hashable {
    @usableFromInline init() {}
}

extension ChildPlace where ID == OnlyChild {
    /// A part that is always there.
    @usableFromInline init(always lens: Lens<Root, Part>) {
        self.init(lens, isAlwaysThere: true) { "\(typeName(Part.self)) in \(typeName(Root.self))" }
    }

    /// A part that may be absent: the value of an optional property, or the payload of a case.
    @usableFromInline init(
        _ lens: Lens<Root, Part>,
        at property: PartialKeyPath<Root>? = nil,
        close: ((inout Root) -> Void)?
    ) {
        self.init(lens, isAlwaysThere: false, close: close) {
            let place = property.map { "at \(propertyName($0))" } ?? "in a case of \(typeName(Root.self))"
            return "\(typeName(Part.self)) \(place)"
        }
    }

    /// The value of an optional.
    ///
    /// Inlined, so that the lens is specialized for the types.
    @inlinable
    init(optional state: WritableKeyPath<Root, Part?>) {
        self.init(Lens(optional: state), at: state) { $0[keyPath: state] = nil }
    }

    /// The payload of a case.
    @usableFromInline init(case state: StateCaseKeyPath<Root, Part>) {
        let path = StatePath(keyPath: \.self)[keyPath: state]
        self.init(path.lens, close: path.close)
    }
}

extension ChildPlace {
    /// The elements of a collection.
    @inlinable
    init(rows state: WritableKeyPath<Root, IdentifiedArray<ID, Part>>) {
        let lens = Lens(state)
        self.init(
            ChildRows(lens),
            at: state,
            close: { root, id in lens.modify(&root) { _ = $0.remove(id: id) } }
        )
    }

    /// The link from the parent's state to the child's.
    @usableFromInline func link() -> TypedStateLink<Root> {
        // Its functions are captured, and not the place, which is larger.
        if let lens, let offset = lens.offset, only != nil {
            return TypedStateLink(identity: identity) { root, _, body in
                Lens<Root, Part>.read(root, at: offset, body)
                return true
            }
        }
        if let lens, only != nil {
            return TypedStateLink(identity: identity) { [read = lens.readPart] root, _, body in
                read(root, body)
            }
        }
        // The identifier in the collection distinguishes rows.
        guard let rows else { preconditionFailure("A place is a part or rows.") }
        return TypedStateLink(rows: RowsLink(rows)) { [read = rows.read] root, element, body in
            guard let id = element?.base as? ID else { return false }
            return read(root, id, body)
        }
    }

    /// The identity of a child, to detect a replacement: its `id`, or its case and the `id` of that case's payload; `nil` if there
    /// is no child.
    func identify(_ root: Root, _ id: ID) -> AnyHashable? {
        var found: AnyHashable?
        _ = rows?.read(root, id) { found = identity?.id($0) ?? AnyHashable(id) }
        lens?.read(root) { part in
            if let identity { return found = identity.id(part) }
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
