// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

@usableFromInline
typealias PagePlace<Root, State, Action> = RowPlace<Root, StackElementID, Stack<State>.Page, Action>

extension Reducer {
    /// Runs a child on every page of a stack, for the actions sent to that page, and pushes and pops what views ask for.
    ///
    /// ```swift
    /// Reduce { state, action in … }
    ///     .forEach(stack: \.path, action: \.path) { Page() }
    /// ```
    /// The child runs before this reducer. A page is pushed before this reducer sees the action that asks for it, and
    /// popped after it, so that this reducer finds the page in both cases. An action for a page that is not there, a pop
    /// of one among them, changes nothing and is a diagnostic (law 7). A page's effects end when it goes (law 8). An
    /// action costs the same on a stack of any height.
    ///
    /// - Parameters:
    ///   - state: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    ///   - child: The reducer of a page; for pages of several kinds, an enum with `@ReducerCases`.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func forEach<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        stack state: WritableKeyPath<State, Stack<ChildState>>,
        action: CaseKeyPath<Action, StackAction<ChildState, ChildAction>>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        let site = SourceSite(fileID: fileID, line: line)
        return forEachPage(state, CasePath(action), closing: nil, child: child(), site: site)
    }

    @inlinable
    func forEachPage<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        _ state: WritableKeyPath<State, Stack<ChildState>>,
        _ action: CasePath<Action, StackAction<ChildState, ChildAction>>,
        closing: ChildClosing<PagePlace<State, ChildState, ChildAction>>?,
        child: Child,
        site: SourceSite
    ) -> AnyReducer<State, Action> {
        let elements = action.appending(path: StackAction<ChildState, ChildAction>.elements)
        let name = { (id: StackElementID) in
            "\(typeName(ChildState.self)) with the identifier \(id) at \(propertyName(state))"
        }
        return moving(Lens(state), action, site: site, name: name).after(
            ChildReducer(
                RowPlace(Lens(state.appending(path: \.pages)), ChildAction.self),
                action: ActionCase(elements),
                closing: closing,
                site: site,
                name: name
            ),
            // A page with the number of another is another page: the outer scope tells them apart.
            Scope(state: \.self, actionPath: .identity) {
                Scope(state: \Stack<ChildState>.Page.state, actionPath: .identity) { child }
            }
        )
    }

    /// This reducer, with the pages that come before it and go after it.
    @usableFromInline
    func moving<ChildState, ChildAction>(
        _ stack: Lens<State, Stack<ChildState>>,
        _ action: CasePath<Action, StackAction<ChildState, ChildAction>>,
        site: SourceSite,
        name: @escaping (StackElementID) -> String
    ) -> AnyReducer<State, Action> {
        AnyReducer(parts: [self]) { context in
            let reduce = resolve(in: context).function
            return ResolvedReducer { place, wholeAction in
                let state = place.assumingMemoryBound(to: State.self)
                switch action.extractValue(wholeAction) {
                case .push(let page):
                    stack.modify(&state.pointee) { _ = $0.append(page) }
                    return reduce.call(place, wholeAction)
                case .pop(let id):
                    var isThere = false
                    stack.read(state.pointee) { isThere = $0.pages.contains(id: id) }
                    if !isThere { context.reportAbsentChild(name(id), action: wholeAction, site: site) }
                    let effect = reduce.call(place, wholeAction)
                    if isThere { stack.modify(&state.pointee) { _ = $0.pop(from: id) } }
                    return effect
                default:
                    return reduce.call(place, wholeAction)
                }
            }
        }
    }
}
