// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Runs a child on a property of the parent's state, for the actions in one case of the parent's.
///
/// ```swift
/// Scope(state: \.settings, action: \.settings) { Settings() }
/// ```
/// The child's state is changed in place in the parent's: a stored property costs an addition, a computed one its `get` and `set`,
/// or its `_modify`. Several features can so share parts of one state. If the child's state is `Identifiable`, a state with another
/// `id` is another child, and the effects of the former are cancelled (law 8).
public struct Scope<State, Action>: Reducer {
    let base: AnyReducer<State, Action>

    @inlinable
    init<Child: Reducer>(
        _ state: WritableKeyPath<State, Child.State>,
        _ action: ActionCase<Action, Child.Action>,
        child: Child
    ) {
        self.init(Lens(state), action, child: child)
    }

    @inlinable
    init<Child: Reducer>(
        _ modify: @escaping (inout State, (inout Child.State) -> Void) -> Void,
        _ action: ActionCase<Action, Child.Action>,
        child: Child
    ) {
        self.init(Lens(modify: modify), action, child: child)
    }

    @inlinable
    init<Child: Reducer>(
        _ state: Lens<State, Child.State>,
        _ action: ActionCase<Action, Child.Action>,
        child: Child
    ) {
        let reducer = ChildReducer<PartPlace<State, Child.State, Child.Action>, Action>(
            PartPlace(state, Child.Action.self, isAlwaysThere: true),
            action: action,
            site: SourceSite(fileID: #fileID, line: #line)
        ) { "\(typeName(Child.State.self)) in \(typeName(State.self))" }
        base = AnyReducer(parts: [child]) { reducer.resolve(child, in: $0) }
    }

    /// Runs a child for the actions in a case of the parent's, named by a key path.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, stored or with `get` and `set`.
    ///   - action: The case that holds the child's actions.
    ///   - child: The child's reducer.
    @inlinable
    public init<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        state: WritableKeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child
    ) where Action: CasePathable {
        self.init(state, ActionCase(action), child: child())
    }

    /// Runs a child that takes the parent's own actions.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, stored or with `get` and `set`.
    ///   - child: The child's reducer.
    @inlinable
    public init<ChildState, Child: Reducer<ChildState, Action>>(
        state: WritableKeyPath<State, ChildState>,
        @ReducerBuilder<ChildState, Action> child: () -> Child
    ) {
        self.init(state, ActionCase.own, child: child())
    }

    /// Runs a child on a part of the state that a closure reaches, such as a computed property with `_modify`.
    ///
    /// Key paths do not use `_modify`: a computed property that joins parts of the state is changed in place
    /// only in this way.
    /// ```swift
    /// Scope(modify: { state, change in change(&state.joined) }, action: \.joined) { Joined() }
    /// ```
    ///
    /// - Parameters:
    ///   - modify: Calls its second argument once, with the child's state.
    ///   - action: The case that holds the child's actions.
    ///   - child: The child's reducer.
    @inlinable
    public init<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        modify: @escaping (inout State, (inout ChildState) -> Void) -> Void,
        action: CaseKeyPath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child
    ) where Action: CasePathable {
        self.init(modify, ActionCase(action), child: child())
    }

    /// Runs the child, if the action is for it.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        base.reduce(into: &state, action: action)
    }

    /// The child, as a step of the parent.
    public func resolve(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        base.resolve(in: context)
    }
}
