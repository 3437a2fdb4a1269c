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
public struct Scope<State, Action>: PrimitiveReducer {
    @usableFromInline let base: AnyReducer<State, Action>

    @inlinable
    init<Child: Reducer>(
        _ child: Child,
        at place: ChildPlace<State, OnlyChild, Child.State>,
        _ action: ActionCase<Action, OnlyChild, Child.Action>
    ) {
        base = AnyReducer(child, at: place, action, SourceSite(fileID: #fileID, line: #line))
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
        self.init(child(), at: ChildPlace(Lens(state), isAlwaysThere: true), ActionCase(action))
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
        self.init(child(), at: ChildPlace(Lens(state), isAlwaysThere: true), .own)
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
        self.init(child(), at: ChildPlace(Lens(modify: modify), isAlwaysThere: true), ActionCase(action))
    }

    /// Runs the child, if the action is for it.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        base.reduce(into: &state, action: action)
    }

    /// The child, as a step of the parent.
    func resolved(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        base.resolve(in: context)
    }
}
