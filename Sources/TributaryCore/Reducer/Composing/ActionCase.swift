// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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
        extract = { path.extractValue($0).map { (.ofAnyState, $0) } }
        find = path.extractValue
        self.embed = { _ in embed }
    }

    /// A case of the actions of rows.
    @inlinable
    init(rows path: CasePath<Action, IdentifiedAction<ID, ChildAction>>) {
        index = path.index
        indexOf = { Action.caseIndex(of: $0) }
        extract = {
            guard case .element(let id, let action)? = path.extractValue($0) else { return nil }
            return (id, action)
        }
        find = { _ in nil }
        embed = { id in { path.embedValue(.element(id: id, action: $0)) } }
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
        self.extract = { extract($0).map { (.ofAnyState, $0) } }
        find = extract
        self.embed = { _ in embed }
    }
}

extension ActionCase where ID == OnlyChild, Action == ChildAction {
    /// The actions of a child that receives the parent's own actions.
    @usableFromInline static var own: ActionCase { ActionCase(extract: { $0 }, embed: { $0 }) }
}
