// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// Runs a child on an optional state, while there is one, and sets it to `nil` when the child sends a closing action.
    ///
    /// ```swift
    /// .ifLet(\.editor, action: \.editor, closedBy: \.output.done, \.output.cancelled) { Editor() }
    /// ```
    /// Such an action runs the child first, then this reducer, which reads the child's last state. Then the state is removed, and
    /// its effects are cancelled (law 15). If this reducer replaced the child in the meantime, the new child stays, provided that
    /// the two differ in their `id` or their case.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - action: The case that holds the child's actions.
    ///   - output: A case of the child's action that closes it.
    ///   - others: More such cases.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    public func ifLet<ChildState, ChildAction: CasePathable, Child: Reducer<ChildState, ChildAction>>(
        _ state: WritableKeyPath<State, ChildState?>,
        action: CaseKeyPath<Action, ChildAction>,
        closedBy output: PartialKeyPath<ChildAction.AllCasePaths>,
        _ others: PartialKeyPath<ChildAction.AllCasePaths>...,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        after(
            child(),
            at: ChildPlace(optional: state),
            ActionCase(action),
            closedBy: isIn([output] + others),
            SourceSite(fileID: fileID, line: line)
        )
    }

    /// Runs a child on the payload of one case of an optional enum, and sets the enum to `nil` when the child sends a closing
    /// action.
    ///
    /// It is closed as an optional child is. An enum that is not optional has nothing that it could become: that is a
    /// diagnostic, and nothing is closed.
    ///
    /// - Parameters:
    ///   - state: The case, as in `\.destination.editor`.
    ///   - action: The case that holds the child's actions.
    ///   - output: A case of the child's action that closes it.
    ///   - others: More such cases.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    public func ifCaseLet<ChildState, ChildAction: CasePathable, Child: Reducer<ChildState, ChildAction>>(
        _ state: StateCaseKeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>,
        closedBy output: PartialKeyPath<ChildAction.AllCasePaths>,
        _ others: PartialKeyPath<ChildAction.AllCasePaths>...,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        after(
            child(),
            at: ChildPlace(case: state),
            ActionCase(action),
            closedBy: isIn([output] + others),
            SourceSite(fileID: fileID, line: line)
        )
    }

    /// Runs a child on each element of a collection, and removes an element when its child sends a closing action.
    ///
    /// It is closed as an optional child is.
    ///
    /// - Parameters:
    ///   - state: The property that holds the elements.
    ///   - action: The case that holds the elements' actions.
    ///   - output: A case of an element's action that removes it.
    ///   - others: More such cases.
    ///   - child: The reducer of an element.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    public func forEach<
        ID: Hashable & SendableMetatype,
        ChildState,
        ChildAction: CasePathable,
        Child: Reducer<ChildState, ChildAction>
    >(
        _ state: WritableKeyPath<State, IdentifiedArray<ID, ChildState>>,
        action: CaseKeyPath<Action, IdentifiedAction<ID, ChildAction>>,
        closedBy output: PartialKeyPath<ChildAction.AllCasePaths>,
        _ others: PartialKeyPath<ChildAction.AllCasePaths>...,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        after(
            child(),
            at: ChildPlace(rows: state),
            ActionCase(rows: CasePath(action)),
            closedBy: isIn([output] + others),
            SourceSite(fileID: fileID, line: line)
        )
    }

    /// Runs a child on each page of a stack, and pops a page, with all above it, when its child sends a closing action.
    ///
    /// It is closed as an optional child is.
    ///
    /// - Parameters:
    ///   - state: The property that holds the stack.
    ///   - action: The case that holds the stack's actions.
    ///   - output: A case of a page's action that pops it, as in `\.record.output.saved`.
    ///   - others: More such cases.
    ///   - child: The reducer of a page.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    public func forEach<ChildState, ChildAction: CasePathable, Child: Reducer<ChildState, ChildAction>>(
        stack state: WritableKeyPath<State, Stack<ChildState>>,
        action: CaseKeyPath<Action, StackAction<ChildState, ChildAction>>,
        closedBy output: PartialKeyPath<ChildAction.AllCasePaths>,
        _ others: PartialKeyPath<ChildAction.AllCasePaths>...,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        forEachPage(
            child(),
            of: state,
            ChildRows(Lens(state.appending(path: \.pages))),
            action,
            closedBy: isIn([output] + others),
            SourceSite(fileID: fileID, line: line)
        )
    }
}

extension ResolvedReducer {
    /// A child and its parent; after both, the child is closed if its action is a closing one.
    @usableFromInline func closing<ID, Child, ChildAction>(
        at place: ChildPlace<State, ID, Child>,
        _ action: ActionCase<Action, ID, ChildAction>,
        by isClosing: @escaping (ChildAction) -> Bool,
        in context: ReducerContext,
        _ site: SourceSite
    ) -> ResolvedReducer {
        guard let close = place.close else {
            let message = """
                \(typeName(Child.self)) in a case of \(typeName(State.self)) is closed by an output, but its enum is not \
                optional.
                """
            let remedy =
                "Make the property that holds the enum an optional, or let the parent's reducer set the next case."
            context.dependencies.diagnosticReporter.report(
                Diagnostic(.caseNotOptional, message: message, remedy: remedy, site: site)
            )
            return self
        }
        let (reduce, passed) = (function, context.passedChild)
        return ResolvedReducer(watches: watches) { state, whole in
            guard let (id, own) = action.extract(whole), isClosing(own), let child = place.identify(state, id)
            else { return reduce.call(&state, whole) }
            let missed = passed.missed
            let effect = reduce.call(&state, whole)
            // An action that did not reach the child, or one in it, was sent by another, which is gone by now.
            if passed.missed == missed, place.identify(state, id) == child { close(&state, id) }
            return effect
        }
    }
}

/// Whether an action is in one of some cases.
func isIn<Action: CasePathable>(_ outputs: [PartialKeyPath<Action.AllCasePaths>]) -> (Action) -> Bool {
    let paths = outputs.map { output in
        guard let path = Action.allCasePaths[keyPath: output] as? any AnyCasePath<Action> else {
            preconditionFailure("\(output) names no case of \(typeName(Action.self)).")
        }
        return path
    }
    return { action in paths.contains { $0.matches(action) } }
}

/// A case path whose payload has any type.
protocol AnyCasePath<Root> {
    associatedtype Root

    func matches(_ root: Root) -> Bool
}

extension CasePath: AnyCasePath {
    func matches(_ root: Root) -> Bool { extractValue(root) != nil }
}
