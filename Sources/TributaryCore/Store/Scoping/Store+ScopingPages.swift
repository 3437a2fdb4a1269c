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
                    action: CasePath(action).appending(path: StackAction<PageState, PageAction>.elements)
                )
            )
        }
        let ids = withState { source.ids($0) }
        return RowStores(ids: ids, source: source, parent: self, held: held)
    }
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
