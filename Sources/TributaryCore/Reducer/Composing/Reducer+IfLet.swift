// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// Runs a child on an optional state, while there is one.
    ///
    /// The child runs before this reducer, so this one may remove the child when it receives the child's action. An
    /// action for an absent child changes nothing in it and is a diagnostic (law 7); this reducer still sees it. The
    /// child's effects end when its state goes away, or is replaced by one with another `id` (law 8).
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - action: The case that holds the child's actions.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        _ state: WritableKeyPath<State, ChildState?>,
        action: CaseKeyPath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        ifLet(state, ActionCase(action), child(), SourceSite(fileID: fileID, line: line))
    }

    /// Runs a child on an optional state, while there is one; the actions are given as a case path.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - actionPath: The path to the child's actions.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        _ state: WritableKeyPath<State, ChildState?>,
        actionPath: CasePath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> {
        ifLet(state, ActionCase(actionPath), child(), SourceSite(fileID: fileID, line: line))
    }

    /// Runs a child on an optional state that the first action for the child creates.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - action: The case that holds the child's actions.
    ///   - create: Makes the child's state from the parent's; `nil` leaves the child absent.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        _ state: WritableKeyPath<State, ChildState?>,
        action: CaseKeyPath<Action, ChildAction>,
        create: @escaping (State) -> ChildState?,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        ifLet(
            state,
            ActionCase(action),
            child(),
            SourceSite(fileID: fileID, line: line),
            create: { if $0[keyPath: state] == nil { $0[keyPath: state] = create($0) } }
        )
    }

    @inlinable
    func ifLet<Child: Reducer>(
        _ state: WritableKeyPath<State, Child.State?>,
        _ action: ActionCase<Action, Child.Action>,
        _ child: Child,
        _ site: SourceSite,
        create: ((inout State) -> Void)? = nil
    ) -> AnyReducer<State, Action> {
        after(
            ChildReducer(
                PartPlace(Lens(optional: state), Child.Action.self),
                action: action,
                create: create,
                site: site
            ) { "\(typeName(Child.State.self)) at \(propertyName(state))" },
            child
        )
    }
}
