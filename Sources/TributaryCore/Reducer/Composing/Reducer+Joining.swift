// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// Runs a child on every element of a collection, each joined with a row of another collection for its turns.
    ///
    /// An element whose row is removed is removed in the same turn, and its effects end (laws 7 and 8).
    ///
    /// - Parameters:
    ///   - state: The property that holds the elements.
    ///   - action: The case that holds the elements' actions.
    ///   - join: How an element is joined with its row.
    ///   - child: The reducer of what is joined.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func forEach<
        ID: Hashable & SendableMetatype,
        Element,
        ChildState,
        ChildAction,
        Child: Reducer<ChildState, ChildAction>
    >(
        _ state: WritableKeyPath<State, IdentifiedArray<ID, Element>>,
        action: CaseKeyPath<Action, IdentifiedAction<ID, ChildAction>>,
        joining join: Join<State, Element, ChildState>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        after(
            ChildReducer(
                JoinedPlace(JoinedRows(Lens(state), join, isStack: false), ChildAction.self),
                action: ActionCase(action),
                site: SourceSite(fileID: fileID, line: line)
            ) { "\(typeName(ChildState.self)) with the identifier \($0) at \(propertyName(state))" },
            child()
        )
    }

    /// Runs a child on every page of a stack, each joined with a row of a collection for its turns.
    ///
    /// A page whose row is removed is popped in the same turn, with the pages above it, and their effects end (laws 7 and 8).
    ///
    /// - Parameters:
    ///   - state: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    ///   - join: How a page is joined with its row.
    ///   - child: The reducer of what is joined.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func forEach<Page, ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        stack state: WritableKeyPath<State, Stack<Page>>,
        action: CaseKeyPath<Action, StackAction<Page, ChildAction>>,
        joining join: Join<State, Page, ChildState>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        forEachPage(
            state,
            action,
            at: joinedPages(state, join, ChildAction.self),
            child: child(),
            site: SourceSite(fileID: fileID, line: line)
        )
    }

    /// Runs a child on every page of a stack, each joined with a row of a collection for its turns, and pops a page, with all
    /// above it, when its child asks for it.
    ///
    /// - Parameters:
    ///   - state: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    ///   - join: How a page is joined with its row.
    ///   - output: The case of a page's action that pops it.
    ///   - others: Further ones.
    ///   - child: The reducer of what is joined.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func forEach<
        Page,
        ChildState,
        ChildAction: CasePathable,
        Child: Reducer<ChildState, ChildAction>,
        Output,
        each Other
    >(
        stack state: WritableKeyPath<State, Stack<Page>>,
        action: CaseKeyPath<Action, StackAction<Page, ChildAction>>,
        joining join: Join<State, Page, ChildState>,
        closedBy output: CaseKeyPath<ChildAction, Output>,
        _ others: repeat CaseKeyPath<ChildAction, each Other>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        forEachPage(
            state,
            action,
            at: joinedPages(state, join, ChildAction.self),
            closedBy: isIn(output, repeat each others),
            child: child(),
            site: SourceSite(fileID: fileID, line: line)
        )
    }

    @inlinable
    func joinedPages<Page, ChildState, ChildAction>(
        _ state: WritableKeyPath<State, Stack<Page>>,
        _ join: Join<State, Page, ChildState>,
        _ action: ChildAction.Type
    ) -> JoinedPlace<State, StackElementID, Stack<Page>.Page, Stack<ChildState>.Page, ChildAction> {
        let pages = Lens(state.appending(path: \.pages))
        return JoinedPlace(JoinedRows(pages, join.ofPages(), isStack: true), action)
    }
}
