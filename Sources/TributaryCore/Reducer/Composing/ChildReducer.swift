// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A child in its parent: what stands behind `Scope`, `ifLet`, `ifCaseLet` and `forEach`.
@usableFromInline
struct ChildReducer<Place: ChildPlace, Action> {
    @usableFromInline let place: Place
    @usableFromInline let action: ActionCase<Action, Place.Payload>

    /// How the child is closed, if it may ask for that.
    @usableFromInline let closing: ChildClosing<Place>?

    /// The name of an absent child in the diagnostic.
    @usableFromInline let name: (Place.ID) -> String
    @usableFromInline let site: SourceSite

    @inlinable
    init(
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

    /// What runs for an action of the child.
    @inlinable
    func run<Child: Reducer<Place.Part, Place.PartAction>>(
        _ child: Child,
        in context: ReducerContext
    ) -> CaseChild<Action, Place.Payload> {
        let (place, embed) = (place, action.embed)
        let identity = place.identity
        let child = ResolvedChild(
            child,
            in: context,
            isAlwaysThere: place.isAlwaysThere,
            identity: identity
        ) { child.resolve(in: $0).function }
        let link = TypedStateLink<Place.Root, Place.Part>(identity: identity, rows: place.rows) {
            place.read($0, $1, $2)
        }
        context.plan(Place.Root.self, Action.self)?.append(
            kinds: { child.kinds },
            make: { place.watch(child, $0, embed, link) }
        )
        if let makeRemovalWatch = place.removalWatch(Action.self) {
            context.plan(Place.Root.self, Action.self)?.append(kinds: { .change }) { _ in makeRemovalWatch() }
        }
        if place.isAlwaysThere, let direct = place.directChild(child.function, embed, link) {
            return direct
        }
        let passed = context.passedChild
        return CaseChild<Action, Place.Payload> { [name, site] root, payload in
            let state = root.assumingMemoryBound(to: Place.Root.self)
            let (id, childAction) = place.open(payload)
            guard !place.isPassed(passed, id, link) else {
                passed.miss()
                return .none
            }
            place.select(id, child)
            var effect = Effect<Action>.none
            let isThere = place.modify(&state.pointee, id) {
                effect = place.scoped(child.function(&$0, childAction), id, $0, embed, link)
            }
            // From now on the rows where something runs are looked up when they have changed, and not after each action.
            if !effect.isNone { place.recordChanges(in: &state.pointee) }
            if !isThere {
                passed.miss()
                place.reportAbsent(id, name, context, site) { embed(payload) }
            }
            return effect
        }
    }
}

extension ChildPlace {
    /// Reports an action for an absent child.
    ///
    /// Not inlined, as a reducer that contains itself runs in its own frame, which what is rare would make larger.
    @inlinable
    @inline(never)
    func reportAbsent<Action>(
        _ id: ID,
        _ name: (ID) -> String,
        _ context: ReducerContext,
        _ site: SourceSite,
        _ action: () -> Action?
    ) {
        context.reportAbsentChild(name(id), action: action(), site: site)
    }
}

extension Reducer {
    /// This reducer, after a child that runs on a part of its state.
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
    @usableFromInline
    func reportAbsentChild<Action>(
        _ child: String,
        action: Action?,
        site: SourceSite
    ) {
        // It was sent while the child was there.
        guard passedChild.link == nil else { return }
        dependencies.diagnosticReporter.report(
            Diagnostic(
                .absentChild,
                message: "An action for a child was received while there was no state for it: \(child).",
                remedy: """
                    Send it only while the child is present. If an effect sent it, return the effect from the \
                    child, so that it is cancelled with the child. If the parent's reducer removes the child, run \
                    that reducer after the child's.
                    """,
                action: action.map { String(reflecting: $0) },
                site: site
            )
        )
    }
}

/// A child's function, with the plan of its watches.
///
/// A store needs the watches before the first action, so it resolves a child that may be absent at once. But a
/// feature may contain itself, and a folder of folders would be resolved without end: a child inside a child of
/// the same type is resolved when there is first a state for it.
@usableFromInline
final class ResolvedChild<State, Action> {
    private let resolve: (ReducerContext) -> PlacedReducer<Action>
    private let context: ReducerContext

    /// The outer child that is the same reducer, for one that is resolved late.
    private let twin: ReducerAncestor?

    private let plan: WatchPlan<State, Action>

    /// What tells the states of the child apart.
    @usableFromInline let identity: StateIdentity<State>?
    @usableFromInline private(set) var resolved: PlacedReducer<Action>?

    /// Makes a row the one that the filters in the child speak of, where it is the child of rows and has filters.
    @exclusivity(unchecked) @usableFromInline var selectRow: ((AnyHashable) -> Void)?

    /// - Parameters:
    ///   - child: The child's reducer.
    ///   - context: The place of the child in the tree.
    ///   - isAlwaysThere: Whether there is always a state for it, so that it cannot contain itself.
    ///   - identity: What tells its states apart.
    ///   - resolve: Resolves the child.
    @usableFromInline
    init<Child: Reducer<State, Action>>(
        _ child: Child,
        in context: ReducerContext,
        isAlwaysThere: Bool,
        identity: StateIdentity<State>?,
        _ resolve: @escaping (ReducerContext) -> PlacedReducer<Action>
    ) {
        self.identity = identity
        self.resolve = resolve
        var (context, plan) = context.collecting(State.self, Action.self)
        self.plan = plan
        let hidden = AnyReducer<State, Action>.hidden(in: child)
        let type: Any.Type = hidden?.type ?? Child.self
        let ancestor = isAlwaysThere ? nil : context.ancestors.first { $0.type == ObjectIdentifier(type) }
        // Reducers of one type that have nothing to differ in are the same.
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
    /// It is returned rather than called here, to keep the way to a deep child short.
    @inlinable var function: PlacedReducer<Action> { resolved ?? resolveNow() }

    /// Makes a row the one that the filters in the child speak of.
    ///
    /// Not inlined, to keep the frame small.
    @inlinable
    @inline(never)
    func select(_ id: some Hashable) { selectRow?(AnyHashable(id)) }

    @usableFromInline
    func resolveNow() -> PlacedReducer<Action> {
        let function = resolve(context)
        resolved = function
        return function
    }

    /// What watches the child, or may when it is resolved.
    ///
    /// In one that is not resolved there is what is in the same child further out.
    @usableFromInline var kinds: WatchKind { resolved == nil ? twin?.kinds() ?? .any : plan.kinds }

    /// What watches one state of the child.
    func makeWatch(_ kind: WatchKind) -> Watch<State, Action> {
        _ = function
        return plan.makeWatch(kind)
    }
}

/// A child in which others are resolved, so that one that contains itself is noticed.
struct ReducerAncestor {
    let type: ObjectIdentifier

    /// What watches it; asked when the whole tree is resolved.
    let kinds: () -> WatchKind
}

/// The child that must not see the current action, which an effect of an earlier state of the child sent.
///
/// Such an action was sent in time, so the parent receives it. The current child, if there is one, is another one.
@usableFromInline
final class PassedChild {
    // Unchecked, because they are read for every action of a child, one at a time. The machine writes the
    // first two, before and after a reducer runs; only its actor uses them.

    /// The link of the child; `nil` for every other action.
    @exclusivity(unchecked) @usableFromInline private(set) var link: ObjectIdentifier?
    @exclusivity(unchecked) @usableFromInline private(set) var element: AnyHashable?

    /// How often an action did not reach the child it was for, because that is passed over or not there.
    @exclusivity(unchecked) @usableFromInline private(set) var missed = 0

    /// Which of the children that were asked were passed over, while an action passes one: what a log needs to know.
    @exclusivity(unchecked) private(set) var positions: [Int] = []

    /// Which are to be passed over when a log is replayed, in place of the one with the link.
    @exclusivity(unchecked) private var replayed: [Int]?
    @exclusivity(unchecked) private var asked = 0

    @usableFromInline
    init() {}

    @usableFromInline
    func miss() { missed &+= 1 }

    /// Skips a child while a closure runs.
    func pass<Result>(_ key: EffectLifetime.Key?, _ body: () -> Result) -> Result {
        link = key?.link
        element = key?.element
        defer { end() }
        return body()
    }

    /// Skips the children that were passed over when an action was recorded.
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

    /// Not inlined, as it is rare, and a reducer that contains itself should need little stack.
    @inlinable
    @inline(never)
    func isPassingRow(_ id: some Hashable, _ link: StateLink) -> Bool {
        isPassing(link, element: AnyHashable(id))
    }

    /// The children on an action's way are asked in the same order in the store and in a replay.
    @usableFromInline
    func isPassing(_ link: StateLink, element: AnyHashable?) -> Bool {
        asked += 1
        if let replayed { return replayed.contains(asked) }
        guard self.link == ObjectIdentifier(link), element == nil || element == self.element else {
            return false
        }
        positions.append(asked)
        return true
    }
}

/// The case of a parent's actions in which a child's are, and how an action finds the child.
@usableFromInline
struct ActionCase<Action, Payload> {
    @usableFromInline let extract: (Action) -> Payload?
    @usableFromInline let embed: (Payload) -> Action?

    /// How an action finds the child; `nil` where the child has to be asked.
    @usableFromInline let visit: CaseVisit<Action>?

    /// A case that only two functions know.
    @inlinable
    init(extract: @escaping (Action) -> Payload?, embed: @escaping (Payload) -> Action?) {
        self.extract = extract
        self.embed = embed
        visit = nil
    }

    /// A case by its name.
    @inlinable
    init(_ keyPath: CaseKeyPath<Action, Payload>) where Action: CasePathable {
        let path = CasePath(keyPath)
        extract = path.extractValue
        let embed = path.embedValue
        self.embed = { embed($0) }
        visit = path.index.map { CaseVisit(index: $0) }
    }

    /// A child, as a step of its parent.
    @inlinable
    func part(_ child: CaseChild<Action, Payload>) -> ReducerPart<Action> {
        if let visit { return .visited(child, visit) }
        return .asked { [extract] next in
            PlacedReducer { place, action in
                guard let payload = extract(action) else { return next.call(place, action) }
                let effect = child.run(place, payload)
                if effect.isNone { return next.call(place, action) }
                return effect.merged(with: next.call(place, action))
            }
        }
    }
}

extension ActionCase where Action == Payload {
    /// The actions of a child that takes its parent's own.
    @inlinable static var own: ActionCase { ActionCase(extract: { $0 }, embed: { $0 }) }
}
