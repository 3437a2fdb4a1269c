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
        let site = SourceSite(fileID: fileID, line: line)
        return ifLet(state, ActionCase(action), child(), site, closedBy: isIn([output] + others))
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
        let site = SourceSite(fileID: fileID, line: line)
        let statePath = StateRoot<State>()[keyPath: state]
        let place = PartPlace(statePath.lens, ChildAction.self)
        let closing = statePath.close.flatMap { close in
            ChildClosing.part(at: place, by: isIn([output] + others), close)
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
        let site = SourceSite(fileID: fileID, line: line)
        return forEach(state, ActionCase(action), child(), site, closedBy: isIn([output] + others))
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
            state,
            action,
            at: PagePlace(PlainRows(Lens(state.appending(path: \.pages))), ChildAction.self),
            closedBy: isIn([output] + others),
            child: child(),
            site: SourceSite(fileID: fileID, line: line)
        )
    }
}

extension ReducerContext {
    /// Reports that a case is to be closed whose enum must be in some case.
    func reportNotOptional(_ state: Any.Type, closing child: Any.Type, site: SourceSite) {
        dependencies.diagnosticReporter.report(
            Diagnostic(
                .caseNotOptional,
                message: """
                    \(typeName(child)) in a case of \(typeName(state)) is closed by an output, but its enum is not \
                    optional.
                    """,
                remedy: """
                    Make the property that holds the enum an optional, or let the parent's reducer set the next case.
                    """,
                site: site
            )
        )
    }
}

/// The closing actions of a child, and the removal of its state.
@usableFromInline struct ChildClosing<Place: ChildPlace> {
    let isAsked: (Place.PartAction) -> Bool

    /// The identity of a child, to detect a replacement; `nil` if there is no child.
    let identify: (Place.Root, Place.ID) -> AnyHashable?
    let close: (inout Place.Root, Place.ID) -> Void

    /// A child and its parent; after both, the child is closed if its action is a closing one.
    ///
    /// - Parameters:
    ///   - both: The child and its parent.
    ///   - place: The place of the child.
    ///   - extract: Finds the child's action in one of the parent's.
    ///   - passed: Which child must not see an action, and whether one did not.
    /// - Returns: All of it.
    @usableFromInline func closing<Action>(
        _ both: ResolvedReducer<Place.Root, Action>,
        at place: Place,
        _ extract: @escaping (Action) -> Place.Payload?,
        _ passed: PassedChild
    ) -> ResolvedReducer<Place.Root, Action> {
        let reduce = both.function
        return ResolvedReducer { root, action in
            guard let (id, childAction) = extract(action).map(place.open), isAsked(childAction),
                let child = identify(root, id)
            else { return reduce.call(&root, action) }
            let missed = passed.missed
            let effect = reduce.call(&root, action)
            // An action that did not reach the child, or one in it, was sent by another, which is gone by now.
            if passed.missed == missed, identify(root, id) == child { close(&root, id) }
            return effect
        }
    }
}

extension ChildClosing {
    @usableFromInline static func part<Root, Part, PartAction>(
        at place: Place,
        by isAsked: ((PartAction) -> Bool)?,
        _ close: @escaping (inout Root) -> Void
    ) -> ChildClosing? where Place == PartPlace<Root, Part, PartAction> {
        isAsked.map { isAsked in
            ChildClosing(
                isAsked: isAsked,
                identify: { root, _ in place.lens.identify(root, place.identity) },
                close: { root, _ in close(&root) }
            )
        }
    }

    @usableFromInline static func row<Root, ID, Part, PartAction>(
        of lens: Lens<Root, IdentifiedArray<ID, Part>>,
        by isAsked: ((PartAction) -> Bool)?
    ) -> ChildClosing? where Place == RowPlace<PlainRows<Root, ID, Part>, PartAction> {
        isAsked.map { isAsked in
            ChildClosing(
                isAsked: isAsked,
                identify: { root, id in
                    var isThere = false
                    lens.read(root) { isThere = $0.contains(id: id) }
                    return isThere ? AnyHashable(id) : nil
                },
                close: { root, id in lens.modify(&root) { _ = $0.remove(id: id) } }
            )
        }
    }

    /// The closing of a page, with those above it.
    static func page<Root, Page>(
        of stack: Lens<Root, Stack<Page>>,
        by isAsked: ((Place.PartAction) -> Bool)?
    ) -> ChildClosing? where Place.Root == Root, Place.ID == StackElementID {
        isAsked.map { isAsked in
            ChildClosing(
                isAsked: isAsked,
                identify: { root, id in
                    var page: AnyHashable?
                    stack.read(root) { page = $0.pages[id: id].map { AnyHashable($0.id) } }
                    return page
                },
                close: { root, id in stack.modify(&root) { _ = $0.pop(from: id) } }
            )
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

extension Lens {
    /// The identity of a part, to detect a replacement: its `id`, or its case and the `id` of that case's payload; `nil` if there
    /// is none.
    func identify(_ root: Root, _ identity: StateIdentity<Part>?) -> AnyHashable? {
        var found: AnyHashable?
        read(root) { part in
            if let identity { return found = identity.id(of: part) }
            let mirror = Mirror(reflecting: part)
            guard mirror.displayStyle == .enum, let payload = mirror.children.first else { return found = "" }
            let id = (payload.value as? any Identifiable).map { anyID($0) }
            found = AnyHashable([AnyHashable(payload.label), id])
        }
        return found
    }
}

private func anyID(_ value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }
