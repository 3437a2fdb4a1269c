// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// Runs a child on the payload of one case of an enum, while the enum is in that case.
    ///
    /// ```swift
    /// Reduce { state, action in … }
    ///     .ifCaseLet(\.path.detail, action: \.detail) { Detail() }
    /// ```
    /// The payload is changed in place, and the enum needs no `empty` case for it. The child runs before this
    /// reducer. An action for a child whose case is not the current one changes nothing in it and is a
    /// diagnostic (law 7). The child's effects end when the enum leaves the case, or its payload is replaced by one
    /// with another `id` (law 8).
    ///
    /// - Parameters:
    ///   - state: The case: `\.detail` where the state is the enum, `\.path.detail` where it holds the enum.
    ///   - action: The case that holds the child's actions.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        _ state: StateCaseKeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        ifCaseLet(
            StateRoot<State>()[keyPath: state],
            ActionCase(action),
            child(),
            SourceSite(fileID: fileID, line: line)
        )
    }

    /// Runs a child on the payload of one case of an enum; the actions are given as a case path.
    ///
    /// - Parameters:
    ///   - state: The case: `\.detail` where the state is the enum, `\.path.detail` where it holds the enum.
    ///   - actionPath: The path to the child's actions.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        _ state: StateCaseKeyPath<State, ChildState>,
        actionPath: CasePath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> {
        ifCaseLet(
            StateRoot<State>()[keyPath: state],
            ActionCase(actionPath),
            child(),
            SourceSite(fileID: fileID, line: line)
        )
    }

    /// Runs a child on the payload of one case of an enum; both paths are given as values.
    ///
    /// - Parameters:
    ///   - statePath: The path to the payload.
    ///   - actionPath: The path to the child's actions.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        statePath: StateCasePath<State, ChildState>,
        actionPath: CasePath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> {
        ifCaseLet(statePath, ActionCase(actionPath), child(), SourceSite(fileID: fileID, line: line))
    }

    @inlinable
    func ifCaseLet<Child: Reducer>(
        _ state: StateCasePath<State, Child.State>,
        _ action: ActionCase<Action, Child.Action>,
        _ child: Child,
        _ site: SourceSite
    ) -> AnyReducer<State, Action> {
        after(
            ChildReducer(PartPlace(state.lens, Child.Action.self), action: action, site: site) {
                "\(typeName(Child.State.self)) in a case of \(typeName(State.self))"
            },
            child
        )
    }
}
