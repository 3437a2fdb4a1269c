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
        .removing(elements, without: join) { root, gone in
            elements.modify(&root) { for id in gone { $0.remove(id: id) } }
        }
    }
}

extension Reducer {
    /// Runs a child on the rows of a collection that is a part of another type, as those of a stack are, after which this reducer runs.
    ///
    /// - Parameters:
    ///   - whole: The property that holds the whole.
    ///   - rows: The rows in it.
    ///   - type: The type of a row's state in diagnostics.
    ///   - action: The case that holds the rows' actions.
    ///   - closing: The case of the actions that close a row.
    ///   - outputs: The cases of a row's action that close it.
    ///   - close: Removes a row from the whole, and others with it.
    ///   - child: The reducer of a row.
    ///   - site: The call, for diagnostics.
    /// - Returns: Both, as one reducer.
    package func forEach<Whole, ID: Hashable & SendableMetatype, Child: Reducer>(
        in whole: WritableKeyPath<State, Whole>,
        _ rows: WritableKeyPath<Whole, IdentifiedArray<ID, Child.State>>,
        of type: Any.Type,
        action: CaseKeyPath<Action, IdentifiedAction<ID, Child.Action>>,
        closing: CaseKeyPath<Action, ID>,
        closedBy outputs: [PartialKeyPath<CaseNames<Child.Action>>],
        close: @escaping (inout Whole, ID) -> Void,
        child: Child,
        at site: SourceSite
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        let place = ChildPlace(ChildRows(Lens(whole.appending(path: rows))), at: whole, of: type)
        return forEach(child, at: place, of: place, action, closing, closedBy: outputs, site) { state, id in
            close(&state[keyPath: whole], id)
        }
    }

    /// The same for rows that are joined with those of another collection; without its row, one is closed.
    package func forEach<Whole, ID: Hashable & SendableMetatype, Element, Child: Reducer>(
        in whole: WritableKeyPath<State, Whole>,
        _ rows: WritableKeyPath<Whole, IdentifiedArray<ID, Element>>,
        joining join: Join<State, Element, Child.State>,
        of type: Any.Type,
        action: CaseKeyPath<Action, IdentifiedAction<ID, Child.Action>>,
        closing: CaseKeyPath<Action, ID>,
        closedBy outputs: [PartialKeyPath<CaseNames<Child.Action>>],
        close: @escaping (inout Whole, ID) -> Void,
        child: Child,
        at site: SourceSite
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        let elements = Lens(whole.appending(path: rows))
        let place = ChildPlace(ChildRows(elements, join), at: whole, of: type)
        // A row is closed also while it cannot be joined.
        let rows = ChildPlace(ChildRows(elements), at: whole, of: type)
        return forEach(child, at: place, of: rows, action, closing, closedBy: outputs, site) { state, id in
            close(&state[keyPath: whole], id)
        }
        .removing(elements, without: join) { root, gone in
            func closeAll(of whole: inout Whole) { for id in gone { close(&whole, id) } }
            closeAll(of: &root[keyPath: whole])
        }
    }

    /// Runs a child on rows, then this reducer; after both, a row is closed by an output of its own, or by an action that closes rows.
    private func forEach<ID, Row, Child: Reducer>(
        _ child: Child,
        at place: ChildPlace<State, ID, Child.State>,
        of rows: ChildPlace<State, ID, Row>,
        _ action: CaseKeyPath<Action, IdentifiedAction<ID, Child.Action>>,
        _ closing: CaseKeyPath<Action, ID>,
        closedBy outputs: [PartialKeyPath<CaseNames<Child.Action>>],
        _ site: SourceSite,
        close: @escaping (inout State, ID) -> Void
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        let own = ActionCase(rows: CasePath(action))
        let both = after(child, at: place, own, closedBy: outputs, close: close, site)
        let closing = ActionCase<Action, ID, Void>(CasePath(closing)) {
            ($0, ())
        } embed: { id, _ in
            id
        }
        return AnyReducer(parts: [both]) { context in
            let inner = both.resolve(in: context)
            return inner.closing(rows, closing, by: { _ in true }, close, in: context) { id, action in
                context.reportAbsentChild(rows.name(id), action: action, site: site)
            }
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
                close(&state, ids.filter { !kept.contains($0) })
                return .none
            } isIdle: {
                false
            }
        }
    }
}
