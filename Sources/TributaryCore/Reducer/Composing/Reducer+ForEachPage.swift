// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

typealias PagePlace<Root, State, Action> = RowPlace<
    PlainRows<Root, StackElementID, Stack<State>.Page>, Action
>

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
    /// - Parameters:
    ///   - state: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    ///   - child: The reducer of a page; for pages of several kinds, an enum with `@ReducerCases`.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    public func forEach<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        stack state: WritableKeyPath<State, Stack<ChildState>>,
        action: CaseKeyPath<Action, StackAction<ChildState, ChildAction>>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        forEachPage(
            state,
            action,
            at: PagePlace(PlainRows(Lens(state.appending(path: \.pages))), ChildAction.self),
            child: child(),
            site: SourceSite(fileID: fileID, line: line)
        )
    }

    /// - Parameters:
    ///   - kept: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    ///   - place: The place of the child's pages: those of the stack, or those made of them.
    ///   - isAsked: Whether an action of a page closes it.
    ///   - child: The reducer of a page.
    ///   - site: The call.
    /// - Returns: Both, as one reducer.
    func forEachPage<
        Page,
        Place: ChildPlace<State, Stack<ChildState>.Page>,
        ChildState,
        ChildAction,
        Child: Reducer<ChildState, ChildAction>
    >(
        _ kept: WritableKeyPath<State, Stack<Page>>,
        _ action: CaseKeyPath<Action, StackAction<Page, ChildAction>>,
        at place: Place,
        closedBy isAsked: ((ChildAction) -> Bool)? = nil,
        child: Child,
        site: SourceSite
    ) -> AnyReducer<State, Action>
    where
        Action: CasePathable,
        Place.ID == StackElementID,
        Place.PartAction == ChildAction,
        Place.Payload == IdentifiedAction<StackElementID, ChildAction>
    {
        let (stack, casePath, action) = (Lens(kept), CasePath(action), ActionCase(action))
        let elements = casePath.appending(path: StackAction<Page, ChildAction>.elements)
        let name = { (id: StackElementID) in
            "\(typeName(ChildState.self)) with the identifier \(id) at \(propertyName(kept))"
        }
        let closing = ChildClosing<Place>.page(of: stack, by: isAsked)
        let pages = ChildReducer(
            place,
            action: ActionCase(extract: elements.extractValue, embed: elements.embedValue),
            closing: closing,
            site: site,
            name: name
        )
        // Another stack may reuse a page's number: the outer scope distinguishes the two pages.
        let page = Scope(state: \.self) {
            Scope(state: \Stack<ChildState>.Page.state) { child }
        }
        return AnyReducer(parts: [self, page]) { context in
            let parent = resolve(in: context)
            let (run, leaving) = (pages.run(page, in: context), LeavingPage())
            let comings = ReducerStep<State, Action> { state, whole in
                switch action.extract(whole) {
                case .element?: return run.call(&state, whole)
                case .push(let page)?: stack.modify(&state) { _ = $0.append(page) }
                case .pop(let id)?:
                    stack.read(state) { leaving.id = $0.pages.contains(id: id) ? id : nil }
                    if leaving.id == nil { context.reportAbsentChild(name(id), action: whole, site: site) }
                case nil: break
                }
                return .none
            }
            let goings = ResolvedReducer<State, Action> { state, _ in
                guard let id = leaving.id else { return .none }
                leaving.id = nil
                stack.modify(&state) { _ = $0.pop(from: id) }
                return .none
            }
            let all = ResolvedReducer<State, Action>(parts: [action.part(comings)]).then(parent).then(goings)
            guard let closing else { return all }
            return closing.closing(all, at: pages.place, pages.action.extract, context.passedChild)
        }
    }
}

/// The page to remove after the parent of the stack has handled the action that closes it.
final class LeavingPage {
    // Unchecked, because it is read for every action of the parent, one at a time: a tree runs in its store alone.
    @exclusivity(unchecked) var id: StackElementID?

    init() {}
}

extension Reducer {
    /// Runs a child on every element of a collection, each joined with a row of another collection for its turns.
    ///
    /// An element whose row is removed is removed in the same turn, and its effects end (laws 7 and 8).
    ///
    /// - Parameters:
    ///   - state: The property that holds the elements.
    ///   - action: The case that holds the elements' actions.
    ///   - join: How an element is joined with its row.
    ///   - child: The reducer of the joined state.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
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
                RowPlace(JoinedRows(Lens(state), join, isStack: false), ChildAction.self),
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
    ///   - child: The reducer of the joined state.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
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

    /// Runs a child on each page of a stack, each joined with a row of a collection for its turns, and pops a page, with all above
    /// it, when its child sends a closing action.
    ///
    /// - Parameters:
    ///   - state: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    ///   - join: How a page is joined with its row.
    ///   - output: A case of a page's action that pops it.
    ///   - others: More such cases.
    ///   - child: The reducer of the joined state.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    public func forEach<
        Page,
        ChildState,
        ChildAction: CasePathable,
        Child: Reducer<ChildState, ChildAction>
    >(
        stack state: WritableKeyPath<State, Stack<Page>>,
        action: CaseKeyPath<Action, StackAction<Page, ChildAction>>,
        joining join: Join<State, Page, ChildState>,
        closedBy output: PartialKeyPath<ChildAction.AllCasePaths>,
        _ others: PartialKeyPath<ChildAction.AllCasePaths>...,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        forEachPage(
            state,
            action,
            at: joinedPages(state, join, ChildAction.self),
            closedBy: isIn([output] + others),
            child: child(),
            site: SourceSite(fileID: fileID, line: line)
        )
    }

    func joinedPages<Page, ChildState, ChildAction>(
        _ state: WritableKeyPath<State, Stack<Page>>,
        _ join: Join<State, Page, ChildState>,
        _ action: ChildAction.Type
    ) -> RowPlace<JoinedRows<State, StackElementID, Stack<Page>.Page, Stack<ChildState>.Page>, ChildAction> {
        let pages = Lens(state.appending(path: \.pages))
        return RowPlace(JoinedRows(pages, join.ofPages(), isStack: true), action)
    }
}
