// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// This reducer as a child of another: the implementation of `Scope`, `ifLet`, `ifCaseLet`, and `forEach`.
    ///
    /// - Parameters:
    ///   - place: Where the child is in its parent's state.
    ///   - action: Where its actions are in its parent's.
    ///   - site: The call that composes them, for diagnostics.
    ///   - context: The place of the parent in the tree.
    /// - Returns: The child, as a step of its parent.
    @inlinable
    func resolve<Root, ID, RootAction>(
        at place: ChildPlace<Root, ID, State>,
        _ action: ActionCase<RootAction, ID, Action>,
        _ site: SourceSite,
        in context: ReducerContext
    ) -> ResolvedReducer<Root, RootAction> {
        let (extract, embed) = (action.extract, action.embed)
        let child = ResolvedChild(self, at: place, in: context)
        let (link, only, identity) = (place.link(), place.only, place.identity)
        let isRow = only == nil
        let scope = { (effect: Effect<Action>, id: ID, state: State) -> Effect<RootAction> in
            guard !effect.isNone else { return .none }
            let element = isRow ? AnyHashable(id) : identity?.id(state)
            return effect.scoped(embed(id), link: link, element: element)
        }
        let (passed, known) = (context.passedChild, child.resolved)
        if let known, let only, place.isAlwaysThere, identity == nil,
            let offset = place.lens?.offset
        {
            // The usual child: nothing is done that is not needed.
            let (embed, find) = (embed(only), action.find)
            let step = ReducerStep<Root, RootAction> { root, action in
                guard let own = find(action) else { return .none }
                let effect = Lens<Root, State>.modify(&root, at: offset) { known.call(&$0, own) }
                return effect.isNone ? .none : effect.scoped(embed, link: link)
            }
            return place.resolved(child, as: action.step(step), scope: scope)
        }
        // The step keeps these functions alone, because it would copy the place each time.
        let (index, indexOf) = (action.index, action.indexOf)
        let modify: (inout Root, ID, (inout State) -> Void) -> Bool
        if let lens = place.lens {
            modify = { root, _, body in lens.modify(&root, body) }
        } else {
            guard let rows = place.rows else { preconditionFailure("A place is a part or rows.") }
            // Not by optional chaining: each call of a function in an optional would allocate a wrapper.
            modify = rows.modify
        }
        let reportAbsent: (ID, RootAction) -> Void = context.reportAbsence(from: place, site)
        let step = ReducerStep<Root, RootAction> { root, action in
            // The index first: it costs less than to take an action apart.
            guard index == nil || index == indexOf(action), let (id, own) = extract(action) else {
                return .none
            }
            if let isSkipped = passed.isSkipped, isSkipped(link, isRow ? AnyHashable(id) : nil) {
                return .none
            }
            let step = known ?? child.function
            var effect = Effect<RootAction>.none
            let isThere = modify(&root, id) {
                let own = step.call(&$0, own)
                if !own.isNone { effect = scope(own, id, $0) }
            }
            if !isThere { reportAbsent(id, action) }
            return effect
        }
        return place.resolved(child, as: action.step(step), scope: scope)
    }

    /// Runs this reducer after a child.
    ///
    /// - Parameters:
    ///   - child: The child's reducer.
    ///   - place: Where it is in the state.
    ///   - action: Where its actions are.
    ///   - outputs: The cases of the child's action that close it.
    ///   - close: Removes the state of a child; `nil` if it has to be there.
    ///   - site: The call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    func after<ID, Child: Reducer>(
        _ child: Child,
        at place: ChildPlace<State, ID, Child.State>,
        _ action: ActionCase<Action, ID, Child.Action>,
        closedBy outputs: [PartialKeyPath<CaseNames<Child.Action>>] = [],
        close: ((inout State, ID) -> Void)? = nil,
        _ site: SourceSite
    ) -> AnyReducer<State, Action> {
        AnyReducer(parts: [self, child]) { context in
            child.resolve(at: place, action, site, in: context)
                .before(resolve(in: context), closing: place, action, by: outputs, close, in: context, site)
        }
    }
}

extension ResolvedReducer {
    /// A child, and its parent after it; after both, the child is closed if its action is a closing one.
    @usableFromInline func before<ID, Child, ChildAction>(
        _ parent: ResolvedReducer,
        closing place: ChildPlace<State, ID, Child>,
        _ action: ActionCase<Action, ID, ChildAction>,
        by outputs: [PartialKeyPath<CaseNames<ChildAction>>],
        _ close: ((inout State, ID) -> Void)?,
        in context: ReducerContext,
        _ site: SourceSite
    ) -> ResolvedReducer {
        // The watches of the parent come first.
        let both = ResolvedReducer(steps: steps + parent.steps, watches: parent.watches + watches)
        guard !outputs.isEmpty else { return both }
        guard let close else {
            let message = """
                \(typeName(Child.self)) in a case of \(typeName(State.self)) is closed by an output, but its enum is not \
                optional.
                """
            let remedy =
                "Make the property that holds the enum an optional, or let the parent's reducer set the next case."
            context.dependencies.diagnosticReporter.report(
                Diagnostic(.caseNotOptional, message: message, remedy: remedy, site: site)
            )
            return both
        }
        return both.closing(place, action, by: CaseNames.contains(outputs), close, in: context)
    }

    /// This reducer; after it, a child is closed if its action is a closing one.
    func closing<ID, Child, ChildAction>(
        _ place: ChildPlace<State, ID, Child>,
        _ action: ActionCase<Action, ID, ChildAction>,
        by isClosing: @escaping (ChildAction) -> Bool,
        _ close: @escaping (inout State, ID) -> Void,
        in context: ReducerContext,
        reportAbsent: @escaping (ID, Action) -> Void = { _, _ in }
    ) -> ResolvedReducer {
        let (reduce, passed) = (function, context.passedChild)
        let (index, indexOf, extract) = (action.index, action.indexOf, action.extract)
        return ResolvedReducer(watches: watches) { state, whole in
            // The index first: it costs less than to take an action apart.
            guard index == nil || index == indexOf(whole), let (id, own) = extract(whole), isClosing(own)
            else {
                return reduce.call(&state, whole)
            }
            guard let child = place.identify(state, id) else {
                reportAbsent(id, whole)
                return reduce.call(&state, whole)
            }
            let missed = passed.missed
            let effect = reduce.call(&state, whole)
            // An action that did not reach the child, or one in it, was sent by another, which is gone by now.
            if passed.missed == missed, place.identify(state, id) == child { close(&state, id) }
            return effect
        }
    }
}

extension ReducerContext {
    /// Makes the function that reports an action for an absent child.
    @usableFromInline func reportAbsence<Root, ID, Part, Action>(
        from place: ChildPlace<Root, ID, Part>,
        _ site: SourceSite
    ) -> (ID, Action) -> Void {
        { id, action in
            passedChild.missed += 1
            reportAbsentChild(place.name(id), action: action, site: site)
        }
    }

    /// Reports an action for an absent child.
    func reportAbsentChild<Action>(
        _ child: @autoclosure () -> String,
        action: Action,
        site: SourceSite
    ) {
        // It was sent while the child was present.
        guard passedChild.isSkipped == nil else { return }
        dependencies.diagnosticReporter.report(
            Diagnostic(
                .absentChild,
                message: "An action for a child was received while there was no state for it: \(child()).",
                remedy: """
                    Send it only while the child is present. If an effect sent it, return the effect from the \
                    child, so that it is cancelled with the child. If the parent's reducer removes the child, run \
                    that reducer after the child's.
                    """,
                action: String(reflecting: action),
                site: site
            )
        )
    }
}

/// A child's function and watches.
///
/// A store needs the watches before the first action, so it resolves an optional child immediately. A recursive
/// feature, such as a folder of folders, would be resolved without end. So a child inside a child of the same type is
/// resolved when its first state appears.
@usableFromInline final class ResolvedChild<State, Action> {
    private let resolve: (ReducerContext) -> ResolvedReducer<State, Action>
    private var context: ReducerContext

    /// The kinds of watches of the enclosing child with the same reducer, for a child that is resolved late.
    private var kindsOfTwin: () -> WatchKind = { .any }

    private var watches: WatchSource<State, Action>?
    private var isAsked = false

    /// The identity of the child's states.
    let identity: StateIdentity<State>?
    @usableFromInline private(set) var resolved: ReducerStep<State, Action>?

    /// - Parameters:
    ///   - child: The child's reducer.
    ///   - place: Where it is in its parent's state.
    ///   - context: The place of the child in the tree.
    @usableFromInline init<Child: Reducer<State, Action>, Root, ID>(
        _ child: Child,
        at place: ChildPlace<Root, ID, State>,
        in context: ReducerContext
    ) {
        identity = place.identity
        resolve = { child.resolve(in: $0) }
        self.context = context
        // A child that is always there cannot be recursive.
        guard !place.isAlwaysThere else {
            resolveNow()
            return
        }
        let hidden = AnyReducer<State, Action>.hidden(in: child)
        let type = ObjectIdentifier(hidden?.type ?? Child.self)
        if let ancestor = context.ancestors.first(where: { $0.type == type }) {
            // Reducers of one type without stored properties are equal.
            if hidden?.hasSize == false { kindsOfTwin = ancestor.kinds }
        } else {
            self.context.ancestors.append((type, { [weak self] in self?.kinds ?? .any }))
            resolveNow()
        }
    }

    /// The child's function.
    ///
    /// It is returned and not called here, to keep the stack of a deep child short.
    @usableFromInline var function: ReducerStep<State, Action> { resolved ?? resolveNow() }

    @discardableResult
    private func resolveNow() -> ReducerStep<State, Action> {
        let child = resolve(context)
        let function = child.function
        watches = .all(child.watches)
        resolved = function
        return function
    }

    /// The kinds of watches of the child, also of one that is not resolved yet.
    var kinds: WatchKind {
        // A recursive feature: the outer call counts its kinds.
        guard !isAsked else { return [] }
        isAsked = true
        defer { isAsked = false }
        return watches?.kinds() ?? kindsOfTwin()
    }

    /// Makes the watch of one state of the child.
    func makeWatch(_ kind: WatchKind) -> Watch<State, Action> {
        if watches == nil { resolveNow() }
        return watches?.make(kind) ?? .all([])
    }
}

/// The child that does not receive the current action, because an effect of its replaced state sent it.
///
/// Such an action was sent in time, so the parent receives it. The current child, if there is one, has another state.
@usableFromInline final class PassedChild {
    /// Whether to skip a child, of those that an action visits one after the other; `nil` for every other action.
    @usableFromInline private(set) var isSkipped: ((StateLink, AnyHashable?) -> Bool)?

    /// The number of actions that did not reach their child, because it was skipped or absent.
    var missed = 0

    /// The positions of the skipped children, recorded for a log: a replay visits the children in the same order.
    private(set) var positions: [Int] = []

    init() {}

    /// Skips a child while a closure runs.
    func pass<Result>(_ key: EffectLifetime.Key?, _ body: () -> Result) -> Result {
        guard let key else { return body() }
        return skipping(
            { link, element, _ in
                key.link == ObjectIdentifier(link) && (element == nil || element == key.element)
            },
            body
        )
    }

    /// Skips the children that were skipped when an action was recorded.
    func pass<Result>(replaying positions: [Int], _ body: () -> Result) -> Result {
        skipping({ _, _, visited in positions.contains(visited) }, body)
    }

    private func skipping<Result>(
        _ isPassed: @escaping (StateLink, AnyHashable?, _ visited: Int) -> Bool,
        _ body: () -> Result
    ) -> Result {
        var visited = 0
        positions = []
        isSkipped = { [unowned self] link, element in
            visited += 1
            guard isPassed(link, element, visited) else { return false }
            missed += 1
            positions.append(visited)
            return true
        }
        defer { isSkipped = nil }
        return body()
    }
}
