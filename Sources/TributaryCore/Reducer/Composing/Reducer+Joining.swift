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
        return AnyReducer(
            child(),
            at: ChildPlace(rows: elements, joining: join, at: state),
            ActionCase(rows: CasePath(action)),
            before: AnyReducer(composing: self),
            SourceSite(fileID: fileID, line: line)
        )
        .removing(elements, without: join) { root, gone in
            elements.modify(&root) { for id in gone { $0.remove(id: id) } }
        }
    }
}

extension Reducer {
    /// Runs a child on the rows of a collection that is a part of another type, as those of a stack are, then this reducer.
    ///
    /// After both, a row is closed by an output of its own, by an action that closes rows, or because the row that it is joined with
    /// is gone.
    ///
    /// - Parameters:
    ///   - whole: The property that holds the whole.
    ///   - rows: The rows in it.
    ///   - join: How a row is joined with that of another collection; `nil` if the rows themselves are the children.
    ///   - type: The type of a row's state in diagnostics.
    ///   - action: The case that holds the rows' actions.
    ///   - closing: The case of the actions that close a row.
    ///   - outputs: The cases of a row's action that close it.
    ///   - close: Removes a row from the whole, and others with it.
    ///   - child: The reducer of a row.
    ///   - site: The call, for diagnostics.
    /// - Returns: Both, as one reducer.
    package func forEach<Whole, ID: Hashable & SendableMetatype, Row, Child: Reducer>(
        in whole: WritableKeyPath<State, Whole>,
        _ rows: WritableKeyPath<Whole, IdentifiedArray<ID, Row>>,
        joining join: Join<State, Row, Child.State>?,
        of type: Any.Type,
        action: CaseKeyPath<Action, IdentifiedAction<ID, Child.Action>>,
        closing: CaseKeyPath<Action, ID>,
        closedBy outputs: [PartialKeyPath<CaseNames<Child.Action>>],
        close: @escaping (inout Whole, ID) -> Void,
        child: Child,
        at site: SourceSite
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        let elements = Lens(whole.appending(path: rows))
        let own = ChildPlace(rows: elements, at: whole, of: type)
        let joined = join.map { ChildPlace(rows: elements, joining: $0, at: whole, of: type) }
        guard let place = joined ?? own as? ChildPlace<State, ID, Child.State> else {
            preconditionFailure("Rows that are not joined are the children.")
        }
        let closeRow = { (state: inout State, id) in close(&state[keyPath: whole], id) }
        let both = AnyReducer(
            child,
            at: place,
            ActionCase(rows: CasePath(action)),
            before: AnyReducer(composing: self),
            closedBy: outputs,
            close: closeRow,
            site
        )
        // A row is closed also while it cannot be joined.
        let element = CasePath<ID, IdentifiedAction<ID, Void>> {
            switch $0 {
            case .element(let id, _): id
            }
        } extract: {
            .element(id: $0, action: ())
        }
        let closing = ActionCase(rows: CasePath(closing).appending(path: element))
        let closable = AnyReducer(parts: [both]) { context in
            let inner = both.resolve(in: context)
            return inner.closing(own, closing, by: { _ in true }, closeRow, in: context) { id, action in
                context.reportAbsentChild(own.name(id), action: action, site: site)
            }
        }
        guard let join else { return closable }
        return closable.removing(elements, without: join) { root, gone in
            for id in gone { closeRow(&root, id) }
        }
    }

    /// Removes the elements of a collection whose rows are gone.
    ///
    /// While neither elements nor rows are added, moved or removed, it compares two numbers after each action.
    private func removing<ID, Element, Joined>(
        _ elements: Lens<State, IdentifiedArray<ID, Element>>,
        without join: Join<State, Element, Joined>,
        by close: @escaping (inout State, [ID]) -> Void
    ) -> AnyReducer<State, Action> {
        watched(.change) {
            var seen: RowsVersion?
            return Watch { state, look in
                guard look == .check else { return false }
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
                close(&state, ids.filter { !kept.contains($0) })
                return .none
            } isIdle: {
                false
            }
        }
    }
}
