// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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
        forEachPage(
            child(),
            of: state,
            ChildRows(Lens(state.appending(path: \.pages))),
            action,
            closedBy: outputs,
            SourceSite(fileID: fileID, line: line)
        )
    }

    /// - Parameters:
    ///   - child: The reducer of a page.
    ///   - kept: The property that holds the stack.
    ///   - pages: The child's pages: those of the stack, or those made of them.
    ///   - action: The case that holds the stack's actions.
    ///   - outputs: The cases of a page's action that pop it.
    ///   - site: The call.
    /// - Returns: Both, as one reducer.
    func forEachPage<Page, Child: Reducer>(
        _ child: Child,
        of kept: WritableKeyPath<State, Stack<Page>>,
        _ pages: ChildRows<State, StackElementID, Stack<Child.State>.Page>,
        _ action: CaseKeyPath<Action, StackAction<Page, Child.Action>>,
        closedBy outputs: [PartialKeyPath<CaseNames<Child.Action>>],
        _ site: SourceSite
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        let (stack, path) = (Lens(kept), CasePath(action))
        let (index, extract) = (path.index, path.extractValue)
        let pop = { (state: inout State, id: StackElementID) in
            stack.modify(&state) { _ = $0.pop(from: id) }
            return
        }
        let place = ChildPlace(pages, at: kept, of: Child.State.self)
        // Another stack may reuse a page's number: the outer scope distinguishes the two pages.
        let page = Scope(state: \.self) {
            Scope(state: \Stack<Child.State>.Page.state) { child }
        }
        let moving = AnyReducer<State, Action>(parts: [self]) { context in
            let parent = resolve(in: context)
            let reduce = parent.function
            return ResolvedReducer(watches: parent.watches) { state, whole in
                // The index first: code that is not specialized pays much to take an action apart.
                guard index == nil || index == Action.caseIndex(of: whole) else {
                    return reduce.call(&state, whole)
                }
                var leaving: StackElementID?
                switch extract(whole) {
                case .push(let page)?: stack.modify(&state) { _ = $0.append(page) }
                case .pop(let id)?:
                    if stack.contains(in: state, { $0.pages.contains(id: id) }) {
                        leaving = id
                    } else {
                        context.reportAbsentChild(place.name(id), action: whole, site: site)
                    }
                case .element?, nil: break
                }
                let effect = reduce.call(&state, whole)
                if let leaving { pop(&state, leaving) }
                return effect
            }
        }
        let elements = ActionCase<Action, StackElementID, Child.Action>(path) {
            if case .element(let id, let action) = $0 { (id, action) } else { nil }
        } embed: {
            .element(id: $0, action: $1)
        }
        return moving.after(page, at: place, elements, closedBy: outputs, close: pop, site)
    }
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
        let elements = Lens(state)
        return after(
            child(),
            at: ChildPlace(ChildRows(elements, join), at: state),
            ActionCase(rows: CasePath(action)),
            SourceSite(fileID: fileID, line: line)
        )
        .removing(elements, without: join, isStack: false)
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
        let pages = Lens(state.appending(path: \.pages))
        return forEachPage(
            child(),
            of: state,
            ChildRows(pages, join.ofPages()),
            action,
            closedBy: outputs,
            SourceSite(fileID: fileID, line: line)
        )
        .removing(pages, without: join.ofPages(), isStack: true)
    }

    /// Removes the elements of a collection whose rows are gone.
    ///
    /// While neither elements nor rows are added, moved or removed, it compares two numbers after each action.
    private func removing<ID, Element, Joined>(
        _ elements: Lens<State, IdentifiedArray<ID, Element>>,
        without join: Join<State, Element, Joined>,
        isStack: Bool
    ) -> AnyReducer<State, Action> {
        watched(.change) {
            var seen: RowsVersion?
            return Watch { state in
                let own = elements.get(state) { $0.arrangement } ?? .empty
                let now = RowsVersion(own: own, other: join.arrangement(state))
                if seen == now { return false }
                guard join.present(elements, in: state).count == elements.get(state, { $0.count }) else {
                    return true
                }
                seen = now
                return false
            } answer: { state in
                let kept = Set(join.present(elements, in: state))
                elements.modify(&state) { elements in
                    let gone = elements.ids.filter { !kept.contains($0) }
                    // The pages above one that goes, go with it.
                    if isStack, let lowest = gone.first.flatMap({ elements.index(id: $0) }) {
                        elements.removeSubrange(lowest...)
                    } else {
                        for id in gone { elements.remove(id: id) }
                    }
                }
                return .none
            } isIdle: {
                false
            }
        }
    }
}
