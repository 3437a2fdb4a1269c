// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension Reducer {
    /// Runs a child on each page of a stack, for the actions sent to that page, and pushes and pops pages for views.
    ///
    /// ```swift
    /// Reduce { state, action in … }
    ///     .forEach(stack: \.path, action: \.path) { Page() }
    /// ```
    /// The child runs before this reducer. A page is pushed before this reducer runs on the push, and popped after it runs on the
    /// pop, so this reducer finds the page in both cases. An action for an absent page, such as a second pop, changes nothing and
    /// is a diagnostic (law 7). A page's effects are cancelled when it is removed (law 8). An action costs the same on a stack of
    /// any height.
    ///
    /// An action that closes a page pops it, with all above it, as with `ifLet`.
    ///
    /// - Parameters:
    ///   - state: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    ///   - outputs: Cases of a page's action that pop it, as in `\.record.output.saved`.
    ///   - child: The reducer of a page; for pages of several kinds, an enum with `@ReducerCases`.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    public func forEach<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        stack state: WritableKeyPath<State, Stack<ChildState>>,
        action: CaseKeyPath<Action, StackAction<ChildState, ChildAction>>,
        closedBy outputs: PartialKeyPath<CaseNames<ChildAction>>...,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        let site = SourceSite(fileID: fileID, line: line)
        return forEach(stack: state, action, joining: nil, closedBy: outputs, child(), at: site)
    }

    /// Runs a child on every page of a stack, each joined with a row of a collection for its turns.
    ///
    /// A page whose row is removed is popped in the same turn, with the pages above it, and their effects end (laws 7 and 8).
    ///
    /// - Parameters:
    ///   - state: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    ///   - join: How a page is joined with its row.
    ///   - outputs: Cases of a page's action that pop it, with all above it.
    ///   - child: The reducer of the joined state.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    public func forEach<Page, ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        stack state: WritableKeyPath<State, Stack<Page>>,
        action: CaseKeyPath<Action, StackAction<Page, ChildAction>>,
        joining join: Join<State, Page, ChildState>,
        closedBy outputs: PartialKeyPath<CaseNames<ChildAction>>...,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        let site = SourceSite(fileID: fileID, line: line)
        return forEach(stack: state, action, joining: join.ofPages(), closedBy: outputs, child(), at: site)
    }

    /// Pushes a page before the child and this reducer run on the push.
    private func forEach<Page, ChildState, ChildAction>(
        stack state: WritableKeyPath<State, Stack<Page>>,
        _ action: CaseKeyPath<Action, StackAction<Page, ChildAction>>,
        joining join: Join<State, Stack<Page>.Page, Stack<ChildState>.Page>?,
        closedBy outputs: [PartialKeyPath<CaseNames<ChildAction>>],
        _ child: some Reducer<ChildState, ChildAction>,
        at site: SourceSite
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        let push = CasePath(action.appending(path: \.push))
        return combine {
            Update { root, action in
                // The index first: code that is not specialized pays much to take an action apart.
                guard push.index == nil || push.index == Action.caseIndex(of: action) else { return }
                if let page = push.extract(from: action) { root[keyPath: state].append(page) }
            }
            forEach(
                in: state,
                \.pages,
                joining: join,
                of: ChildState.self,
                action: action.appending(path: \.rows),
                closing: action.appending(path: \.pop),
                closedBy: outputs,
                close: { _ = $0.pop(from: $1) },
                child: Stack.page(child),
                at: site
            )
        }
    }
}

extension Stack {
    /// The reducer of a page whose state has a reducer.
    fileprivate static func page<Action>(_ child: some Reducer<Element, Action>) -> Scope<Page, Action> {
        // Another stack may reuse a page's number: the outer scope distinguishes the two pages.
        Scope(state: \.self) {
            Scope(state: \.state) { child }
        }
    }
}

extension Join {
    /// The same for the pages of a stack, each with its number and identity.
    func ofPages() -> Join<Root, Stack<Page>.Page, Stack<Joined>.Page> {
        lifted(
            { ($0.mark, $0.state) },
            Stack<Page>.Page.init,
            { ($0.mark, $0.state) },
            Stack<Joined>.Page.init
        )
    }
}
