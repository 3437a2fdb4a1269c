// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A child in its parent, the implementation of `Scope`, `ifLet`, `ifCaseLet`, and `forEach`.
@usableFromInline struct ChildReducer<Place: ChildPlace, Action> {
    @usableFromInline let place: Place
    @usableFromInline let action: ActionCase<Action, Place.Payload>

    /// How the child is closed, if it may request it.
    @usableFromInline let closing: ChildClosing<Place>?

    /// The name of an absent child in the diagnostic.
    @usableFromInline let name: (Place.ID) -> String
    @usableFromInline let site: SourceSite

    @usableFromInline init(
        _ place: Place,
        action: ActionCase<Action, Place.Payload>,
        closing: ChildClosing<Place>? = nil,
        site: SourceSite,
        name: @escaping (Place.ID) -> String
    ) {
        self.place = place
        self.action = action
        self.closing = closing
        self.site = site
        self.name = name
    }

    /// The child as a step of its parent.
    ///
    /// - Parameters:
    ///   - child: The child's reducer.
    ///   - context: The place of the parent in the tree.
    /// - Returns: The step.
    @inlinable
    func resolve<Child: Reducer<Place.Part, Place.PartAction>>(
        _ child: Child,
        in context: ReducerContext
    ) -> ResolvedReducer<Place.Root, Action> {
        ResolvedReducer(parts: [action.part(run(child, in: context))])
    }

    /// The function for an action of the child.
    @inlinable
    func run<Child: Reducer<Place.Part, Place.PartAction>>(
        _ child: Child,
        in context: ReducerContext
    ) -> ReducerStep<Place.Root, Action> {
        let (place, extract, embed) = (place, action.extract, action.embed)
        let identity = place.identity
        let child = ResolvedChild(
            child,
            in: context,
            isAlwaysThere: place.isAlwaysThere,
            identity: identity
        ) { child.resolve(in: $0).function }
        let link = TypedStateLink<Place.Root>(identity: identity, rows: place.rows) {
            place.read($0, $1, $2)
        }
        context.plan(Place.Root.self, Action.self)?.append(
            kinds: { child.kinds },
            make: { place.watch(child, $0, embed, link) }
        )
        if let makeRemovalWatch = place.removalWatch(Action.self) {
            context.plan(Place.Root.self, Action.self)?.append(kinds: { .change }) { _ in makeRemovalWatch() }
        }
        let (passed, known) = (context.passedChild, child.resolved)
        if let known, let step = place.directStep(known, extract, embed, link) { return step }
        return ReducerStep { [name, site] state, action in
            guard let payload = extract(action) else { return .none }
            let (id, childAction) = place.open(payload)
            guard !place.isPassed(passed, id, link) else {
                passed.miss()
                return .none
            }
            if child.selectRow != nil { place.select(id, child) }
            let step = known ?? child.function
            var effect = Effect<Action>.none
            let isThere = place.modify(&state, id) {
                let own = step.call(&$0, childAction)
                if !own.isNone { effect = place.scoped(own, id, $0, embed, link) }
            }
            if !isThere {
                passed.miss()
                context.reportAbsentChild(name(id), action: action, site: site)
            }
            return effect
        }
    }
}

extension Reducer {
    /// Runs this reducer after a child on a part of its state.
    @inlinable
    func after<Place: ChildPlace, Child: Reducer<Place.Part, Place.PartAction>>(
        _ reducer: ChildReducer<Place, Action>,
        _ child: Child
    ) -> AnyReducer<State, Action> where Place.Root == State {
        AnyReducer(parts: [self, child]) { context in
            let parent = resolve(in: context)
            let both = reducer.resolve(child, in: context).then(parent)
            guard let closing = reducer.closing else { return both }
            return closing.closing(both, at: reducer.place, reducer.action.extract, context.passedChild)
        }
    }
}

extension ReducerContext {
    /// Reports an action for an absent child.
    @inline(never)
    @usableFromInline func reportAbsentChild<Action>(
        _ child: @autoclosure () -> String,
        action: Action,
        site: SourceSite
    ) {
        // It was sent while the child was present.
        guard passedChild.link == nil else { return }
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

/// A child's function, with the plan of its watches.
///
/// A store needs the watches before the first action, so it resolves an optional child immediately. A recursive
/// feature, such as a folder of folders, would be resolved without end. So a child inside a child of the same type is
/// resolved when its first state appears.
@usableFromInline final class ResolvedChild<State, Action> {
    private let resolve: (ReducerContext) -> ReducerStep<State, Action>
    private let context: ReducerContext

    /// The enclosing child with the same reducer, for a child that is resolved late.
    private let twin: ReducerAncestor?

    private let plan: WatchPlan<State, Action>

    /// The identity of the child's states.
    let identity: StateIdentity<State>?
    @usableFromInline private(set) var resolved: ReducerStep<State, Action>?

    /// Selects a row for the filters in the child, if it is a child of rows with filters.
    @usableFromInline @exclusivity(unchecked) var selectRow: ((AnyHashable) -> Void)?

    /// - Parameters:
    ///   - child: The child's reducer.
    ///   - context: The place of the child in the tree.
    ///   - isAlwaysThere: Whether its state is always present, so that it cannot be recursive.
    ///   - identity: The identity of its states.
    ///   - resolve: Resolves the child.
    @usableFromInline init<Child: Reducer<State, Action>>(
        _ child: Child,
        in context: ReducerContext,
        isAlwaysThere: Bool,
        identity: StateIdentity<State>?,
        _ resolve: @escaping (ReducerContext) -> ReducerStep<State, Action>
    ) {
        self.identity = identity
        self.resolve = resolve
        var (context, plan) = context.collecting(State.self, Action.self)
        self.plan = plan
        let hidden = AnyReducer<State, Action>.hidden(in: child)
        let type: Any.Type = hidden?.type ?? Child.self
        let ancestor = isAlwaysThere ? nil : context.ancestors.first { $0.type == ObjectIdentifier(type) }
        // Reducers of one type without stored properties are equal.
        twin = hidden?.hasSize == false ? ancestor : nil
        if !isAlwaysThere, ancestor == nil {
            context.ancestors.append(
                ReducerAncestor(type: ObjectIdentifier(type)) { [weak plan] in plan?.kinds ?? .any }
            )
        }
        self.context = context
        if ancestor == nil { resolved = resolve(context) }
    }

    /// The child's function.
    ///
    /// It is returned and not called here, to keep the stack of a deep child short.
    @inlinable
    var function: ReducerStep<State, Action> { resolved ?? resolveNow() }

    /// Selects a row for the filters in the child.
    ///
    /// Not inlined, to keep the frame small.
    @inline(never)
    func select(_ id: some Hashable) { selectRow?(AnyHashable(id)) }

    @usableFromInline func resolveNow() -> ReducerStep<State, Action> {
        let function = resolve(context)
        resolved = function
        return function
    }

    /// The kinds of watches of the child, also of one that is not resolved yet.
    ///
    /// An unresolved child has the kinds of the enclosing child with the same reducer.
    @usableFromInline var kinds: WatchKind { resolved == nil ? twin?.kinds() ?? .any : plan.kinds }

    /// Makes the watch of one state of the child.
    func makeWatch(_ kind: WatchKind) -> Watch<State, Action> {
        _ = function
        return plan.makeWatch(kind)
    }
}

/// An enclosing child, by which recursion is detected.
struct ReducerAncestor {
    let type: ObjectIdentifier

    /// The kinds of its watches; called when the whole tree is resolved.
    let kinds: () -> WatchKind
}

/// The child that does not receive the current action, because an effect of its replaced state sent it.
///
/// Such an action was sent in time, so the parent receives it. The current child, if there is one, has another state.
@usableFromInline final class PassedChild {
    // Unchecked, because it is read for every action of a child, one at a time. The machine writes it before and after a reducer
    // runs; only its actor uses it.

    /// The link of the child; `nil` for every other action.
    @usableFromInline @exclusivity(unchecked) private(set) var link: ObjectIdentifier?
    private(set) var element: AnyHashable?

    /// The number of actions that did not reach their child, because it was skipped or absent.
    private(set) var missed = 0

    /// The positions of the skipped children, recorded for a log.
    private(set) var positions: [Int] = []

    /// The positions to skip when a log is replayed, instead of the child with the link.
    private var replayed: [Int]?
    private var asked = 0

    init() {}

    @usableFromInline func miss() { missed &+= 1 }

    /// Skips a child while a closure runs.
    func pass<Result>(_ key: EffectLifetime.Key?, _ body: () -> Result) -> Result {
        link = key?.link
        element = key?.element
        defer { end() }
        return body()
    }

    /// Skips the children that were skipped when an action was recorded.
    func pass<Result>(replaying positions: [Int], _ body: () -> Result) -> Result {
        link = ObjectIdentifier(self)
        replayed = positions
        defer { end() }
        return body()
    }

    private func end() {
        link = nil
        element = nil
        replayed = nil
        positions = []
        asked = 0
    }

    /// Whether it is this child; called only if there is one.
    @inlinable
    func isChild(_ link: StateLink) -> Bool {
        self.link != nil && isPassing(link, element: nil)
    }

    /// Whether it is this row.
    @inlinable
    func isRow(_ id: some Hashable, _ link: StateLink) -> Bool {
        self.link != nil && isPassingRow(id, link)
    }

    /// Not inlined, because it is rare, and a recursive reducer should need little stack.
    @inline(never)
    @usableFromInline func isPassingRow(_ id: some Hashable, _ link: StateLink) -> Bool {
        isPassing(link, element: AnyHashable(id))
    }

    /// A store and a replay visit the children of an action in the same order.
    @usableFromInline func isPassing(_ link: StateLink, element: AnyHashable?) -> Bool {
        asked += 1
        if let replayed { return replayed.contains(asked) }
        guard self.link == ObjectIdentifier(link), element == nil || element == self.element else {
            return false
        }
        positions.append(asked)
        return true
    }
}

/// The case of a parent's actions that contains a child's actions, and the way to find the child.
@usableFromInline struct ActionCase<Action, Payload> {
    @usableFromInline let extract: (Action) -> Payload?
    @usableFromInline let embed: (Payload) -> Action?

    /// The index of the case; `nil` if only `extract` finds out.
    @usableFromInline let index: Int?

    /// The index of the case that an action is in.
    ///
    /// Not optional: Swift wraps a function in an optional.
    @usableFromInline let indexOf: (Action) -> Int?

    @usableFromInline init(
        extract: @escaping (Action) -> Payload?,
        embed: @escaping (Payload) -> Action?,
        index: Int? = nil,
        indexOf: @escaping (Action) -> Int? = { _ in nil }
    ) {
        self.extract = extract
        self.embed = embed
        self.index = index
        self.indexOf = indexOf
    }

    /// A case given by its name.
    ///
    /// Inlined, so that the index is found by a `switch` that is specialized for the enum.
    @inlinable
    init(_ keyPath: CaseKeyPath<Action, Payload>) where Action: CasePathable {
        self.init(CasePath(keyPath)) { Action.caseIndex(of: $0) }
    }

    @inlinable
    init(_ path: CasePath<Action, Payload>, _ indexOf: @escaping (Action) -> Int?) {
        self.init(extract: path.extractValue, embed: path.embedValue, index: path.index, indexOf: indexOf)
    }

    /// A child as a step of its parent.
    @inlinable
    func part<State>(_ child: ReducerStep<State, Action>) -> ReducerPart<State, Action> {
        guard let index else { return ReducerPart(child) }
        return ReducerPart(child, at: index, indexOf)
    }
}

extension ActionCase where Action == Payload {
    /// The actions of a child that receives the parent's own actions.
    @usableFromInline static var own: ActionCase { ActionCase(extract: { $0 }, embed: { $0 }) }
}
