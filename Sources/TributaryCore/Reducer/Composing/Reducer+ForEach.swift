// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// Runs a child on every element of a collection, for the actions sent to that element.
    ///
    /// The child runs before this reducer, so this one may remove it when it receives the child's action. An action
    /// for an element that is not there changes nothing in it and is a diagnostic (law 7). An element's effects end
    /// when it is removed (law 8). An action costs the same in a collection of any size.
    ///
    /// - Parameters:
    ///   - state: The property that holds the elements.
    ///   - action: The case that holds the elements' actions.
    ///   - child: The reducer of an element.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func forEach<
        ID: Hashable & SendableMetatype,
        ChildState,
        ChildAction,
        Child: Reducer<ChildState, ChildAction>
    >(
        _ state: WritableKeyPath<State, IdentifiedArray<ID, ChildState>>,
        action: CaseKeyPath<Action, IdentifiedAction<ID, ChildAction>>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        forEach(state, ActionCase(action), child(), SourceSite(fileID: fileID, line: line))
    }

    /// Runs a child on every element of a collection; the actions are given as a case path.
    ///
    /// - Parameters:
    ///   - state: The property that holds the elements.
    ///   - actionPath: The path to the elements' actions.
    ///   - child: The reducer of an element.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func forEach<
        ID: Hashable & SendableMetatype,
        ChildState,
        ChildAction,
        Child: Reducer<ChildState, ChildAction>
    >(
        _ state: WritableKeyPath<State, IdentifiedArray<ID, ChildState>>,
        actionPath: CasePath<Action, IdentifiedAction<ID, ChildAction>>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> {
        forEach(state, ActionCase(actionPath), child(), SourceSite(fileID: fileID, line: line))
    }

    @inlinable
    func forEach<ID: Hashable & SendableMetatype, Child: Reducer>(
        _ state: WritableKeyPath<State, IdentifiedArray<ID, Child.State>>,
        _ action: ActionCase<Action, IdentifiedAction<ID, Child.Action>>,
        _ child: Child,
        _ site: SourceSite
    ) -> AnyReducer<State, Action> {
        after(
            ChildReducer(RowPlace(Lens(state), Child.Action.self), action: action, site: site) {
                "\(typeName(Child.State.self)) with the identifier \($0) at \(propertyName(state))"
            },
            child
        )
    }
}
