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
        .removing(elements, without: join) { root, id in elements.modify(&root) { _ = $0.remove(id: id) } }
    }
}

extension Reducer {
    /// Runs a child on the rows of a collection that is a part of another type, as those of a stack are, after which this reducer runs.
    ///
    /// - Parameters:
    ///   - whole: The property that holds the whole.
    ///   - rows: The rows in it.
    ///   - type: The type of a row's state in diagnostics.
    ///   - action: The case that holds the rows' actions; `nil` closes a row.
    ///   - outputs: The cases of a row's action that close it.
    ///   - close: Removes a row from the whole, and others with it.
    ///   - child: The reducer of a row.
    ///   - site: The call, for diagnostics.
    /// - Returns: Both, as one reducer.
    package func forEach<Whole, ID: Hashable & SendableMetatype, ChildAction, Child: Reducer>(
        in whole: WritableKeyPath<State, Whole>,
        _ rows: WritableKeyPath<Whole, IdentifiedArray<ID, Child.State>>,
        of type: Any.Type,
        action: CaseKeyPath<Action, IdentifiedAction<ID, ChildAction?>>,
        closedBy outputs: [PartialKeyPath<CaseNames<ChildAction>>],
        close: @escaping (inout Whole, ID) -> Void,
        child: Child,
        at site: SourceSite
    ) -> AnyReducer<State, Action> where Action: CasePathable, Child.Action == ChildAction? {
        let rows = ChildRows(Lens(whole.appending(path: rows)))
        let close = { (state: inout State, id: ID) in close(&state[keyPath: whole], id) }
        return forEach(ChildPlace(rows, at: whole, of: type), action, closedBy: outputs, close, child, site)
    }

    /// The same for rows that are joined with those of another collection; without its row, one is closed.
    package func forEach<Whole, ID: Hashable & SendableMetatype, Element, ChildAction, Child: Reducer>(
        in whole: WritableKeyPath<State, Whole>,
        _ rows: WritableKeyPath<Whole, IdentifiedArray<ID, Element>>,
        joining join: Join<State, Element, Child.State>,
        of type: Any.Type,
        action: CaseKeyPath<Action, IdentifiedAction<ID, ChildAction?>>,
        closedBy outputs: [PartialKeyPath<CaseNames<ChildAction>>],
        close: @escaping (inout Whole, ID) -> Void,
        child: Child,
        at site: SourceSite
    ) -> AnyReducer<State, Action> where Action: CasePathable, Child.Action == ChildAction? {
        let elements = Lens(whole.appending(path: rows))
        let close = { (state: inout State, id: ID) in close(&state[keyPath: whole], id) }
        let place = ChildPlace(ChildRows(elements, join), at: whole, of: type)
        return forEach(place, action, closedBy: outputs, close, child, site)
            .removing(elements, without: join, by: close)
    }

    private func forEach<ID, ChildAction, Child: Reducer>(
        _ place: ChildPlace<State, ID, Child.State>,
        _ action: CaseKeyPath<Action, IdentifiedAction<ID, ChildAction?>>,
        closedBy outputs: [PartialKeyPath<CaseNames<ChildAction>>],
        _ close: @escaping (inout State, ID) -> Void,
        _ child: Child,
        _ site: SourceSite
    ) -> AnyReducer<State, Action> where Action: CasePathable, Child.Action == ChildAction? {
        let (actions, isOutput) = (ActionCase(rows: CasePath(action)), CaseNames.contains(outputs))
        let both = after(child, at: place, actions, site)
        return AnyReducer(parts: [both]) { context in
            both.resolve(in: context)
                .closing(place, actions, by: { $0.map(isOutput) ?? true }, close, in: context)
        }
    }

    /// Removes the elements of a collection whose rows are gone.
    ///
    /// While neither elements nor rows are added, moved or removed, it compares two numbers after each action.
    private func removing<ID, Element, Joined>(
        _ elements: Lens<State, IdentifiedArray<ID, Element>>,
        without join: Join<State, Element, Joined>,
        by close: @escaping (inout State, ID) -> Void
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
                let ids = elements.get(state) { $0.ids } ?? []
                for id in ids where !kept.contains(id) { close(&state, id) }
                return .none
            } isIdle: {
                false
            }
        }
    }
}
