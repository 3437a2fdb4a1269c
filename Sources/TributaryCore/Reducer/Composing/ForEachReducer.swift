// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer with a child for every element of a collection; made by `forEach`.
///
/// Its type does not name that of the identifiers: a type to be inferred in each link of a chain of modifiers would
/// make the compiler slow.
public struct ForEachReducer<Parent: Reducer, Child: Reducer>: Reducer {
    // Properties of their own, so that what they were made with is found.
    @usableFromInline let parent: Parent
    @usableFromInline let child: Child
    @usableFromInline let resolveParts: (ReducerContext) -> ReducerFunction<Parent.State, Parent.Action>

    @inlinable
    init<ID>(_ parts: ForEachParts<Parent, ID, Child>) {
        parent = parts.parent
        child = parts.child
        resolveParts = { parts.resolve(in: $0) }
    }

    /// Runs the element's child, if the action is for one, then the parent.
    @inlinable
    public func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
        resolveTree(in: ReducerContext())(&state, action)
    }

    /// All of them, as one function.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<Parent.State, Parent.Action> {
        resolveParts(context)
    }
}

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
    ) -> ForEachReducer<Self, Child> where Action: CasePathable {
        forEach(state, actionPath: CasePath(action), child: child, fileID: fileID, line: line)
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
    ) -> ForEachReducer<Self, Child> {
        ForEachReducer(
            ForEachParts(
                parent: self,
                child: child(),
                state: state,
                action: ActionScope(actionPath),
                site: SourceSite(fileID: fileID, line: line)
            )
        )
    }
}
