// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// The stores of the pages of a stack, made lazily: `pages[0]`, `pages[id: id]`.
    ///
    /// - Parameters:
    ///   - state: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    /// - Returns: The stores of the pages there are now.
    @inlinable
    public func scope<PageState, PageAction>(
        state: KeyPath<State, Stack<PageState>>,
        action: CaseKeyPath<Action, StackAction<PageState, PageAction>>
    ) -> RowStores<StackElementID, PageState, PageAction> where Action: CasePathable {
        let pages = state.appending(path: \.pages)
        let held = trackArrangement(pages)
        let source = path(ScopeKey(state: state, action: action)) {
            PagePath(
                RowPath(
                    rows: pages,
                    actions: RowActions(
                        CasePath(action).appending(path: StackAction<PageState, PageAction>.elements)
                    )
                )
            )
        }
        let ids = withState { source.ids($0) }
        return RowStores(ids: ids, source: source, parent: self, held: held)
    }

    /// The stores of the pages of a stack, each joined with a row of a collection, as `forEach(stack:action:joining:)` runs them.
    ///
    /// A page whose row is gone has none. Making the stores looks at each page.
    ///
    /// - Parameters:
    ///   - state: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    ///   - join: How a page is joined with its row: the same as that of the reducer.
    /// - Returns: The stores of the pages there are now.
    @inlinable
    public func scope<Page, PageState, PageAction>(
        state: KeyPath<State, Stack<Page>>,
        action: CaseKeyPath<Action, StackAction<Page, PageAction>>,
        joining join: Join<State, Page, PageState>
    ) -> RowStores<StackElementID, PageState, PageAction> where Action: CasePathable {
        let pages = state.appending(path: \.pages)
        let source = path(ScopeKey(state: state, action: action)) {
            PagePath(
                RowPath<State, Action, StackElementID, Stack<PageState>.Page, PageAction>(
                    rows: pages,
                    joining: join.ofPages(),
                    isStack: true,
                    actions: RowActions(
                        CasePath(action).appending(path: StackAction<Page, PageAction>.elements)
                    )
                )
            )
        }
        return joinedStores(pages, join.membership, source.ids, source)
    }

    /// The stores of the rows of a collection, each joined with a row of another one, as `forEach(_:action:joining:)` runs them.
    ///
    /// A row whose other row is gone has none. Making the stores looks at each row.
    ///
    /// - Parameters:
    ///   - state: The property that holds the rows.
    ///   - action: The case that holds the rows' actions.
    ///   - join: How a row is joined with the other one: the same as that of the reducer.
    /// - Returns: The stores of the rows there are now.
    @inlinable
    public func scope<ID: Hashable & SendableMetatype, Element, RowState, RowAction>(
        state: KeyPath<State, IdentifiedArray<ID, Element>>,
        action: CaseKeyPath<Action, IdentifiedAction<ID, RowAction>>,
        joining join: Join<State, Element, RowState>
    ) -> RowStores<ID, RowState, RowAction> where Action: CasePathable {
        let source = path(ScopeKey(state: state, action: action)) {
            RowPath(rows: state, joining: join, isStack: false, actions: RowActions(CasePath(action)))
        }
        return joinedStores(state, join.membership, source.ids, source)
    }

    @usableFromInline
    func joinedStores<ID, Element, RowState, RowAction>(
        _ rows: KeyPath<State, IdentifiedArray<ID, Element>>,
        _ membership: @escaping (State) -> ChangeStamp?,
        _ ids: (State) -> [ID],
        _ source: RowSource<ID, RowState, RowAction>
    ) -> RowStores<ID, RowState, RowAction> {
        if TrackingProbe.isTracking { track(JoinedKey(rows: rows), membership) }
        let held = trackArrangement(rows)
        return RowStores(ids: withState { ids($0) }, source: source, parent: self, held: held)
    }
}

/// The key under which it is tracked which rows there are to be joined with.
private struct JoinedKey: Hashable {
    let rows: AnyKeyPath
}

/// The path to the scopes of the pages of a stack: each is the scope of the state in a row.
@usableFromInline
final class PagePath<Parent, ParentAction, State, Action>: RowSource<StackElementID, State, Action> {
    @usableFromInline
    typealias Rows = RowPath<Parent, ParentAction, StackElementID, Stack<State>.Page, Action>

    @usableFromInline let ids: (Parent) -> [StackElementID]

    @MainActor
    @inlinable
    init(_ rows: Rows) {
        ids = rows.ids
        super.init(
            isPresent: { store, id in rows.isPresent(store, id) },
            make: { _, store, id in rows.store(id, of: store).scope(state: \.state) }
        )
    }
}
