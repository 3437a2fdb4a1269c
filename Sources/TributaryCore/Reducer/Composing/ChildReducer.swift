// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension AnyReducer {
    /// A child, and its parent after it: the implementation of `Scope`, `ifLet`, `ifCaseLet`, and `forEach`.
    ///
    /// The function that runs the child is made in the closure here, where the types are known. All else is resolved by code that is
    /// the same for all children, because the compiler would make a copy of it for each.
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - place: Where the child is in its parent's state.
    ///   - action: Where its actions are in its parent's.
    ///   - parent: The reducer that runs after it.
    ///   - outputs: The cases of the child's action that close it, after both.
    ///   - close: Removes the state of a child; `nil` if it has to be there.
    ///   - site: The call that composes them, for diagnostics.
    @inlinable
    init<ID, ChildState, ChildAction>(
        _ child: some Reducer<ChildState, ChildAction>,
        at place: ChildPlace<State, ID, ChildState>,
        _ action: ActionCase<Action, ID, ChildAction>,
        before parent: AnyReducer? = nil,
        closedBy outputs: [PartialKeyPath<CaseNames<ChildAction>>] = [],
        close: ((inout State, ID) -> Void)? = nil,
        _ site: SourceSite
    ) {
        let child = AnyReducer<ChildState, ChildAction>(composing: child)
        self.init(child, at: place, action, parent, outputs, close, site) {
            action.step($0, at: place, reportAbsent: $1)
        }
    }

    @usableFromInline init<ID, ChildState, ChildAction>(
        _ child: AnyReducer<ChildState, ChildAction>,
        at place: ChildPlace<State, ID, ChildState>,
        _ action: ActionCase<Action, ID, ChildAction>,
        _ parent: AnyReducer?,
        _ outputs: [PartialKeyPath<CaseNames<ChildAction>>],
        _ close: ((inout State, ID) -> Void)?,
        _ site: SourceSite,
        step:
            @escaping (
                ResolvedChild<ChildState, ChildAction>, _ reportAbsent: @escaping (ID, Action) -> Void
            ) -> ResolvedReducer<State, Action>.Step
    ) {
        let parent = parent ?? Self(all: [])
        self.init(parts: [parent, child]) { context in
            let child = ResolvedChild(child, at: place, in: context)
            let step = step(child) { id, action in
                context.passedChild.missed += 1
                context.reportAbsentChild(place.name(id), action: action, site: site)
            }
            let parent = parent.resolve(in: context)
            // The watches of the parent come first.
            let watches = parent.watches + [place.watches(of: child, embed: action.embed)]
            let both = ResolvedReducer(steps: [step] + parent.steps, watches: watches)
            guard !outputs.isEmpty else { return both }
            if let close {
                return both.closing(place, action, by: CaseNames.contains(outputs), close, in: context)
            }
            let message = """
                \(typeName(ChildState.self)) in a case of \(typeName(State.self)) is closed by an output, but its enum is not \
                optional.
                """
            let remedy =
                "Make the property that holds the enum an optional, or let the parent's reducer set the next case."
            context.dependencies.diagnosticReporter.report(
                Diagnostic(.caseNotOptional, message: message, remedy: remedy, site: site)
            )
            return both
        }
    }
}

extension ActionCase {
    /// The step of the parent that runs a child.
    @inlinable
    func step<State, ChildState>(
        _ child: ResolvedChild<ChildState, ChildAction>,
        at place: ChildPlace<State, ID, ChildState>,
        reportAbsent: @escaping (ID, Action) -> Void
    ) -> ResolvedReducer<State, Action>.Step {
        // The functions keep these values alone, because they would copy the place and this each time.
        let (index, indexOf, extract, embed) = (index, indexOf, extract, embed)
        let (link, passed, known) = (child.link, child.passed, child.resolved)
        let run: ReducerStep<State, Action>
        if let known, let only = place.only, place.isAlwaysThere, place.identity == nil,
            let offset = place.lens?.offset
        {
            // The usual child: nothing is done that is not needed.
            let (embed, find) = (embed(only), find)
            run = ReducerStep { root, action in
                guard let own = find(action) else { return .none }
                let effect = Lens<State, ChildState>.modify(&root, at: offset) { known.call(&$0, own) }
                return effect.isNone ? .none : effect.scoped(embed, link: link)
            }
        } else {
            let isRow = place.lens == nil
            let modify = place.modify
            run = ReducerStep { root, action in
                // The index first: it costs less than to take an action apart.
                guard index == nil || index == indexOf(action), let (id, own) = extract(action) else {
                    return .none
                }
                if let isSkipped = passed.isSkipped, isSkipped(link, isRow ? AnyHashable(id) : nil) {
                    return .none
                }
                let step = known ?? child.function
                var effect = Effect<Action>.none
                let isThere = modify(&root, id) {
                    let own = step.call(&$0, own)
                    if !own.isNone {
                        effect = child.scoped(own, embed(id), isRow ? AnyHashable(id) : nil, $0)
                    }
                }
                if !isThere { reportAbsent(id, action) }
                return effect
            }
        }
        // However many such steps there are, an action finds its own by one `switch` and one look at a list.
        return ResolvedReducer<State, Action>.Step(run, at: index, indexOf) { children in
            ReducerStep { state, action in
                guard let index = indexOf(action), children.indices.contains(index),
                    let child = children[index]
                else { return .none }
                return child.call(&state, action)
            }
        }
    }
}

extension ResolvedReducer {
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
    private let child: AnyReducer<State, Action>
    private var context: ReducerContext

    /// The kinds of watches of the enclosing child with the same reducer, for a child that is resolved late.
    private var kindsOfTwin: () -> WatchKind = { .any }

    private var watches: WatchSource<State, Action>?
    private var isAsked = false

    /// The identity of the child's states.
    let identity: StateIdentity<State>?

    /// The link from the parent's state to the child's.
    @usableFromInline let link: StateLink
    @usableFromInline private(set) var resolved: ReducerStep<State, Action>?

    /// - Parameters:
    ///   - child: The child's reducer.
    ///   - place: Where it is in its parent's state.
    ///   - context: The place of the child in the tree.
    init<Root, ID>(
        _ child: AnyReducer<State, Action>,
        at place: ChildPlace<Root, ID, State>,
        in context: ReducerContext
    ) {
        (identity, link) = (place.identity, StateLink(place))
        self.child = child
        self.context = context
        // A child that is always there cannot be recursive.
        guard !place.isAlwaysThere else {
            resolveNow()
            return
        }
        let type = ObjectIdentifier(child.hidden.type)
        if let ancestor = context.ancestors.first(where: { $0.type == type }) {
            // Reducers of one type without stored properties are equal.
            if !child.hidden.hasSize { kindsOfTwin = ancestor.kinds }
        } else {
            self.context.ancestors.append((type, { [weak self] in self?.kinds ?? .any }))
            resolveNow()
        }
    }

    /// The child that does not receive the current action.
    @usableFromInline var passed: PassedChild { context.passedChild }

    /// Converts an effect of the child in a state to an effect of the parent.
    ///
    /// - Parameters:
    ///   - effect: The effect.
    ///   - embed: Converts the actions that it sends.
    ///   - row: The identifier of the row that is the child; `nil` for an only child, whose state may identify it.
    ///   - state: The state.
    /// - Returns: The parent's effect.
    @usableFromInline func scoped<ParentAction>(
        _ effect: Effect<Action>,
        _ embed: @escaping (Action) -> ParentAction?,
        _ row: AnyHashable?,
        _ state: State
    ) -> Effect<ParentAction> {
        effect.isNone ? .none : effect.scoped(embed, link: link, element: row ?? identity?.id(state))
    }

    /// The child's function.
    ///
    /// It is returned and not called here, to keep the stack of a deep child short.
    @usableFromInline var function: ReducerStep<State, Action> { resolved ?? resolveNow() }

    @discardableResult
    private func resolveNow() -> ReducerStep<State, Action> {
        let resolved = child.resolve(in: context)
        let function = resolved.function
        watches = .all(resolved.watches)
        self.resolved = function
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

    /// Skips a child while a closure runs.
    func pass<Result>(_ ended: EffectLifetime?, _ body: () -> Result) -> Result {
        guard let ended else { return body() }
        return skipping(
            { link, element, _ in ended.link === link && (element == nil || element == ended.element) },
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

/// The case of a parent's actions that contains a child's actions, and the way to find the child.
@usableFromInline struct ActionCase<Action, ID: Hashable & SendableMetatype, ChildAction> {
    /// Finds the child and its action in an action.
    @usableFromInline let extract: (Action) -> (id: ID, action: ChildAction)?

    /// The same for an only child, without its identifier.
    @usableFromInline let find: (Action) -> ChildAction?

    /// Makes the function that turns the actions of a child into the parent's.
    ///
    /// For an only child it is always the same function.
    @usableFromInline let embed: (ID) -> (ChildAction) -> Action?

    /// The index of the case; `nil` if only `extract` finds out.
    @usableFromInline let index: Int?

    /// The index of the case that an action is in.
    ///
    /// Not optional: Swift wraps a function in an optional.
    @usableFromInline let indexOf: (Action) -> Int?
}

// Inlined, so that the index is found by a `switch` that is specialized for the enum.
extension ActionCase where Action: CasePathable {
    /// A case given by its name.
    @inlinable
    init(_ keyPath: CaseKeyPath<Action, ChildAction>) where ID == OnlyChild {
        let path = CasePath(keyPath)
        let embed = { path.embedValue($0) as Action? }
        index = path.index
        indexOf = { Action.caseIndex(of: $0) }
        extract = { path.extractValue($0).map { (.ofAnyState, $0) } }
        find = path.extractValue
        self.embed = { _ in embed }
    }

    /// A case of the actions of rows.
    @inlinable
    init(rows path: CasePath<Action, IdentifiedAction<ID, ChildAction>>) {
        index = path.index
        indexOf = { Action.caseIndex(of: $0) }
        extract = {
            guard case .element(let id, let action)? = path.extractValue($0) else { return nil }
            return (id, action)
        }
        find = { _ in nil }
        embed = { id in { path.embedValue(.element(id: id, action: $0)) } }
    }
}

extension ActionCase where ID == OnlyChild {
    /// The actions from which a closure finds those of the child.
    @usableFromInline init(
        extract: @escaping (Action) -> ChildAction?,
        embed: @escaping (ChildAction) -> Action?
    ) {
        index = nil
        indexOf = { _ in nil }
        self.extract = { extract($0).map { (.ofAnyState, $0) } }
        find = extract
        self.embed = { _ in embed }
    }
}

extension ActionCase where ID == OnlyChild, Action == ChildAction {
    /// The actions of a child that receives the parent's own actions.
    @usableFromInline static var own: ActionCase { ActionCase(extract: { $0 }, embed: { $0 }) }
}
