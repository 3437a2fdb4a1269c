// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A child in its parent: what stands behind `Scope`, `ifLet`, `ifCaseLet` and `forEach`.
@usableFromInline
struct ChildReducer<Place: ChildPlace, Action> {
    @usableFromInline let place: Place
    @usableFromInline let action: ActionCase<Action, Place.Payload>

    /// Prepares the parent's state for an action of the child.
    @usableFromInline let create: ((inout Place.Root) -> Void)?

    /// How the child is closed, if it may ask for that.
    @usableFromInline let closing: ChildClosing<Place>?

    /// The name of an absent child in the diagnostic.
    @usableFromInline let name: (Place.ID) -> String
    @usableFromInline let site: SourceSite

    @inlinable
    init(
        _ place: Place,
        action: ActionCase<Action, Place.Payload>,
        create: ((inout Place.Root) -> Void)? = nil,
        closing: ChildClosing<Place>? = nil,
        site: SourceSite,
        name: @escaping (Place.ID) -> String
    ) {
        self.place = place
        self.action = action
        self.create = create
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
        return CaseChild<Action, Place.Payload> { [create, name, site] root, payload in
            let state = root.assumingMemoryBound(to: Place.Root.self)
            let (id, childAction) = place.open(payload)
            guard !place.isPassed(passed, id, link) else {
                passed.miss()
                return .none
            }
            create?(&state.pointee)
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
                    Send it only while the child is there. If it came from an effect, let the effect be the \
                    child's own, so that it ends with the child; if the parent removes the child in a reducer, \
                    let that run after the child's.
                    """,
                action: action.map { String(reflecting: $0) },
                site: site
            )
        )
    }
}
