// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
public import SwiftUI

extension View {
    /// Shows the pages of a stack, each with a store of its own, in the navigation stack around this view.
    ///
    /// A page that slides away after it was popped looks as it did last.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - stack: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    ///   - destination: Makes the view of a page. For pages of several kinds, it gets the scope of each case from the store.
    /// - Returns: The view.
    @MainActor
    public func navigationDestination<State, Action: CasePathable, PageState, PageAction, Page: View>(
        _ store: Store<State, Action>,
        _ stack: KeyPath<State, Stack<PageState>>,
        action: CaseKeyPath<Action, StackAction<PageState, PageAction>>,
        @ViewBuilder destination: @escaping @MainActor (Store<PageState, PageAction>) -> Page
    ) -> some View {
        navigationDestination(for: StackElementID.self) { id in
            store.scope(state: stack, action: action).shownStore(id).map(destination)
        }
    }

    /// Shows the pages of a stack, each joined with a row of a collection, in the navigation stack around this view.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - stack: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    ///   - join: How a page is joined with its row: the same as that of the reducer.
    ///   - destination: Makes the view of a page.
    /// - Returns: The view.
    @MainActor
    public func navigationDestination<State, Action: CasePathable, Kept, PageState, PageAction, Page: View>(
        _ store: Store<State, Action>,
        _ stack: KeyPath<State, Stack<Kept>>,
        action: CaseKeyPath<Action, StackAction<Kept, PageAction>>,
        joining join: Join<State, Kept, PageState>,
        @ViewBuilder destination: @escaping @MainActor (Store<PageState, PageAction>) -> Page
    ) -> some View {
        navigationDestination(for: StackElementID.self) { id in
            store.scope(state: stack, action: action, joining: join).shownStore(id).map(destination)
        }
    }
}
#endif
