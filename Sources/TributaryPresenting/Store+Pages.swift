// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension Store {
    /// The stores of the pages of a stack, made lazily: `pages[0]`, `pages[id: id]`.
    ///
    /// A store belongs to the identifier: if another stack takes the place of this one, it shows the page that has the same
    /// identifier there.
    ///
    /// - Parameters:
    ///   - state: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    /// - Returns: The stores of the pages there are now.
    public func scope<PageState, PageAction>(
        state: KeyPath<State, Stack<PageState>>,
        action: CaseKeyPath<Action, StackAction<PageState, PageAction>>
    ) -> RowStores<StackElementID, PageState, PageAction> where Action: CasePathable {
        scope(state: state.appending(path: \.pages), action: action.appending(path: \.rows))
            .scope(state: \.state)
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
    public func scope<Page, PageState, PageAction>(
        state: KeyPath<State, Stack<Page>>,
        action: CaseKeyPath<Action, StackAction<Page, PageAction>>,
        joining join: Join<State, Page, PageState>
    ) -> RowStores<StackElementID, PageState, PageAction> where Action: CasePathable {
        let pages = state.appending(path: \.pages)
        return scope(state: pages, action: action.appending(path: \.rows), joining: join.ofPages())
            .scope(state: \.state)
    }
}
