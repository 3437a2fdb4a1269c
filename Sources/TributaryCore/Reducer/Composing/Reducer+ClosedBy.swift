// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// Runs a child on an optional state, while there is one, and sets it to `nil` when the child asks for it.
    ///
    /// ```swift
    /// .ifLet(\.editor, action: \.editor, closedBy: \.output.done, \.output.cancelled) { Editor() }
    /// ```
    /// The child sees such an action first, then this reducer, which finds the child's last state; then the state goes,
    /// and what runs for it ends (law 15). A child that this reducer has put in its place meanwhile stays, where the two
    /// can be told apart: by their `id`, or by the case that they are in.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - action: The case that holds the child's actions.
    ///   - output: The case of the child's action that closes it.
    ///   - others: Further ones.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifLet<
        ChildState,
        ChildAction: CasePathable,
        Child: Reducer<ChildState, ChildAction>,
        Output,
        each Other
    >(
        _ state: WritableKeyPath<State, ChildState?>,
        action: CaseKeyPath<Action, ChildAction>,
        closedBy output: CaseKeyPath<ChildAction, Output>,
        _ others: repeat CaseKeyPath<ChildAction, each Other>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        let place = PartPlace(Lens(optional: state), ChildAction.self)
        return after(
            ChildReducer(
                place,
                action: ActionCase(action),
                closing: ChildClosing(
                    by: isIn(output, repeat each others),
                    identify: { root, _ in place.lens.identify(root, place.identity) },
                    close: { root, _ in root[keyPath: state] = nil }
                ),
                site: SourceSite(fileID: fileID, line: line)
            ) { "\(typeName(ChildState.self)) at \(propertyName(state))" },
            child()
        )
    }

    /// Runs a child on the payload of one case of an optional enum, and sets the enum to `nil` when the child asks for it.
    ///
    /// It is closed as an optional child is. An enum that is not optional has nothing that it could become: that is a
    /// diagnostic, and nothing is closed.
    ///
    /// - Parameters:
    ///   - state: The case, as in `\.destination.editor`.
    ///   - action: The case that holds the child's actions.
    ///   - output: The case of the child's action that closes it.
    ///   - others: Further ones.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifCaseLet<
        ChildState,
        ChildAction: CasePathable,
        Child: Reducer<ChildState, ChildAction>,
        Output,
        each Other
    >(
        _ state: StateCaseKeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>,
        closedBy output: CaseKeyPath<ChildAction, Output>,
        _ others: repeat CaseKeyPath<ChildAction, each Other>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        let site = SourceSite(fileID: fileID, line: line)
        let statePath = StateRoot<State>()[keyPath: state]
        let place = PartPlace(statePath.lens, ChildAction.self)
        let closing = statePath.close.map { close in
            ChildClosing<PartPlace<State, ChildState, ChildAction>>(
                by: isIn(output, repeat each others),
                identify: { root, _ in place.lens.identify(root, place.identity) },
                close: { root, _ in close(&root) }
            )
        }
        let reducer = after(
            ChildReducer(
                place,
                action: ActionCase(action),
                closing: closing,
                site: site
            ) { "\(typeName(ChildState.self)) in a case of \(typeName(State.self))" },
            child()
        )
        if closing != nil { return reducer }
        return AnyReducer(parts: [reducer]) { context in
            context.reportNotOptional(State.self, closing: ChildState.self, site: site)
            return reducer.resolve(in: context)
        }
    }

    /// Runs a child on every element of a collection, and removes an element when its child asks for it.
    ///
    /// It is closed as an optional child is.
    ///
    /// - Parameters:
    ///   - state: The property that holds the elements.
    ///   - action: The case that holds the elements' actions.
    ///   - output: The case of an element's action that removes it.
    ///   - others: Further ones.
    ///   - child: The reducer of an element.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func forEach<
        ID: Hashable & SendableMetatype,
        ChildState,
        ChildAction: CasePathable,
        Child: Reducer<ChildState, ChildAction>,
        Output,
        each Other
    >(
        _ state: WritableKeyPath<State, IdentifiedArray<ID, ChildState>>,
        action: CaseKeyPath<Action, IdentifiedAction<ID, ChildAction>>,
        closedBy output: CaseKeyPath<ChildAction, Output>,
        _ others: repeat CaseKeyPath<ChildAction, each Other>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        let lens = Lens(state)
        return after(
            ChildReducer(
                RowPlace(lens, ChildAction.self),
                action: ActionCase(action),
                closing: ChildClosing(
                    by: isIn(output, repeat each others),
                    identify: { root, id in
                        var isThere = false
                        lens.read(root) { isThere = $0.contains(id: id) }
                        return isThere ? AnyHashable(id) : nil
                    },
                    close: { root, id in lens.modify(&root) { _ = $0.remove(id: id) } }
                ),
                site: SourceSite(fileID: fileID, line: line)
            ) { "\(typeName(ChildState.self)) with the identifier \($0) at \(propertyName(state))" },
            child()
        )
    }

    /// Runs a child on every page of a stack, and pops a page, with all above it, when its child asks for it.
    ///
    /// It is closed as an optional child is.
    ///
    /// - Parameters:
    ///   - state: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    ///   - output: The case of a page's action that pops it, as in `\.record.output.saved`.
    ///   - others: Further ones.
    ///   - child: The reducer of a page.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func forEach<
        ChildState,
        ChildAction: CasePathable,
        Child: Reducer<ChildState, ChildAction>,
        Output,
        each Other
    >(
        stack state: WritableKeyPath<State, Stack<ChildState>>,
        action: CaseKeyPath<Action, StackAction<ChildState, ChildAction>>,
        closedBy output: CaseKeyPath<ChildAction, Output>,
        _ others: repeat CaseKeyPath<ChildAction, each Other>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        forEachPage(
            state,
            action,
            at: PagePlace(Lens(state.appending(path: \.pages)), ChildAction.self),
            closedBy: isIn(output, repeat each others),
            child: child(),
            site: SourceSite(fileID: fileID, line: line)
        )
    }
}

extension ReducerContext {
    /// Reports that a case is to be closed whose enum must be in some case.
    @usableFromInline
    func reportNotOptional(_ state: Any.Type, closing child: Any.Type, site: SourceSite) {
        dependencies.diagnosticReporter.report(
            Diagnostic(
                .caseNotOptional,
                message: """
                    \(typeName(child)) in a case of \(typeName(state)) is closed by an output, but its enum is not \
                    optional.
                    """,
                remedy: """
                    Make the property that holds the enum an optional, or let the parent's reducer say what is next.
                    """,
                site: site
            )
        )
    }
}
