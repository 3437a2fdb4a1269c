// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer in the form in which a store runs it; only the library makes one and calls it.
///
/// It lists the steps for an action in order, and the watches, which check the state after each action. Composition appends one
/// list to another. A complete list of steps becomes one function.
@usableFromInline struct ResolvedReducer<State, Action> {
    let steps: [Step]
    let watches: [WatchSource<State, Action>]

    @usableFromInline struct Step {
        var run: ReducerStep<State, Action>

        /// The index of the case whose actions alone concern the step; `nil` if that is not known.
        let index: Int?

        /// The index of the case that an action is in.
        let indexOf: (Action) -> Int?

        /// Makes one function of the steps for each case, by index.
        let table: ([ReducerStep<State, Action>?]) -> ReducerStep<State, Action>

        @usableFromInline init(
            _ run: ReducerStep<State, Action>,
            at index: Int?,
            _ indexOf: @escaping (Action) -> Int?,
            table: @escaping ([ReducerStep<State, Action>?]) -> ReducerStep<State, Action>
        ) {
            self.run = run
            self.index = index
            self.indexOf = indexOf
            self.table = table
        }

        /// A step for every action.
        init(_ run: ReducerStep<State, Action>) { self.init(run, at: nil, { _ in nil }, table: { _ in run }) }
    }

    init(steps: [Step] = [], watches: [WatchSource<State, Action>] = []) {
        self.steps = steps
        self.watches = watches
    }

    /// A single function.
    init(
        watches: [WatchSource<State, Action>] = [],
        _ call: @escaping ReducerFunction<State, Action>
    ) {
        self.init(steps: [Step(ReducerStep(call))], watches: watches)
    }

    /// Appends the steps and watches of another reducer.
    func then(_ next: ResolvedReducer) -> ResolvedReducer {
        ResolvedReducer(steps: steps + next.steps, watches: watches + next.watches)
    }

    /// A step for the only case whose actions concern the reducer, if there is one.
    var sole: [Step] {
        guard let first = steps.first, first.index != nil else { return [] }
        return steps.allSatisfy { $0.index == first.index } ? [first] : []
    }

    /// All steps as one function.
    ///
    /// Adjacent steps for one case each become one, because one look finds them all.
    var function: ReducerStep<State, Action> {
        var all: [ReducerStep<State, Action>] = []
        var rest = steps[...]
        while let step = rest.popFirst() {
            guard let index = step.index else {
                all.append(step.run)
                continue
            }
            var steps = [index: [step.run]]
            while let next = rest.first, let index = next.index {
                steps[index, default: []].append(next.run)
                rest.removeFirst()
            }
            let cases = steps.mapValues { ReducerStep.all($0[...]) }
            // A few are asked in turn, which costs less. An action is for one of them at most.
            let isTable = cases.count > 3
            all +=
                isTable ? [step.table((0...(cases.keys.max() ?? 0)).map { cases[$0] })] : Array(cases.values)
        }
        return .all(all[...])
    }
}

/// A reducer as a function.
///
/// It is a struct, because Swift wraps a function of generic types that is stored by itself.
@usableFromInline struct ReducerStep<State, Action> {
    @usableFromInline let call: ReducerFunction<State, Action>

    @inlinable
    @inline(__always)
    init(_ call: @escaping ReducerFunction<State, Action>) { self.call = call }

    /// Combines steps in order.
    ///
    /// The list is halved, so that the stack of a long one is logarithmically deep.
    static func all(_ steps: ArraySlice<ReducerStep>) -> ReducerStep {
        guard let first = steps.first else { return ReducerStep { _, _ in .none } }
        guard steps.count > 1 else { return first }
        let middle = steps.startIndex + steps.count / 2
        return all(steps[..<middle]).then(all(steps[middle...]))
    }

    /// Runs another step after this one.
    func then(_ next: ReducerStep) -> ReducerStep {
        ReducerStep { [call] state, action in
            let effect = call(&state, action)
            if effect.isNone { return next.call(&state, action) }
            return effect.merged(with: next.call(&state, action))
        }
    }
}

extension Effect {
    /// Runs both in order.
    ///
    /// Not inlined, to keep the usual path short, on which no effect follows.
    @inline(never)
    func merged(with next: Effect) -> Effect { merge(with: next) }
}

/// The context in which a tree resolves its reducers; only the library makes one and reads it.
@usableFromInline struct ReducerContext {
    /// The dependencies of the reducer's store, with the overrides of the enclosing trees.
    var dependencies: Dependencies

    /// The enclosing children, from the outermost to the innermost, by which recursion is detected, with the kinds of their watches.
    ///
    /// The kinds are called when the whole tree is resolved.
    var ancestors: [(type: ObjectIdentifier, kinds: () -> WatchKind)] = []

    /// The child that does not receive the current action.
    @usableFromInline var passedChild = PassedChild()

    /// Whether the reducer belongs to a store, including parts that were made before.
    let isOfStore: Bool

    /// The context of a reducer that is made now, in the closure of a store or outside of one.
    init() {
        isOfStore = Dependencies.building != nil
        dependencies = .building ?? .current ?? .standard
    }

    init(dependencies: Dependencies) {
        self.dependencies = dependencies
        isOfStore = true
    }

    /// Makes reducers that read this context's dependencies.
    func building<R>(_ make: () -> R) -> R {
        // A reducer may read its dependencies when it is made, for instance to select its body.
        Dependencies.$building.withValue(dependencies) { reducing(make) }
    }

    /// Runs reducers that may have been made before their dependencies were overridden.
    func reducing<R>(_ body: () -> R) -> R {
        Dependencies.$overriding.withValue(dependencies, operation: body)
    }

    /// Whether the reducer, or a part of it, was made outside of the closure of its store.
    ///
    /// Such a reducer receives its dependencies at each run.
    func mustBind<R: Reducer>(_ reducer: R) -> Bool {
        // A type without size has no dependencies either.
        MemoryLayout<R>.size > 0 && isOfStore && Self.isUnbound(reducer)
    }

    /// Whether a reducer has a property that belongs to no store yet, or another reducer with one.
    ///
    /// Called once per reducer and store, when the store resolves it. It checks properties, but not the captures of closures; a
    /// captured dependency reports itself when it is read.
    static func isUnbound(_ reducer: Any) -> Bool {
        if let part = reducer as? any StoreBound { return part.isUnbound }
        return Mirror(reflecting: reducer).children.contains { child in
            switch child.value {
            case let part as any StoreBound: part.isUnbound
            case let part as any Reducer: isUnbound(part)
            case let parts as [any Reducer]: parts.contains(where: isUnbound)
            default: false
            }
        }
    }

    /// A subtree that receives the dependencies of the context at each run of a part: its reducers, the closures of `onChange`, and
    /// the queries of feedbacks.
    ///
    /// - Parameter inner: The subtree.
    /// - Returns: The subtree, whose effects have these dependencies, too.
    func binding<State, Action>(
        _ inner: ResolvedReducer<State, Action>
    ) -> ResolvedReducer<State, Action> {
        let function = inner.function
        let watches = inner.watches.map { source in
            WatchSource(kinds: source.kinds) { bound(source.make($0)) }
        }
        return ResolvedReducer(watches: watches) { state, action in
            reducing { function.call(&state, action) }.depending(on: dependencies)
        }
    }

    /// The watches of the subtree, with its dependencies.
    private func bound<State, Action>(_ watch: Watch<State, Action>) -> Watch<State, Action> {
        Watch { state, look in
            reducing { watch.look(state, look) }
        } answer: { state in
            reducing { watch.answer(&state) }.depending(on: dependencies)
        } isIdle: {
            watch.isIdle()
        }
    }
}

/// A reducer of the library, which has neither a body nor a function of its own.
protocol PrimitiveReducer<State, Action>: Reducer {
    func resolved(in context: ReducerContext) -> ResolvedReducer<State, Action>
}

extension Reducer {
    /// The reducer in the form in which a store runs it.
    ///
    /// - Parameter context: The context from the enclosing tree.
    /// - Returns: That form.
    @usableFromInline func resolve(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        if let primitive = self as? any PrimitiveReducer<State, Action> {
            return primitive.resolved(in: context)
        }
        var own = ResolvedReducer { state, action in reduce(into: &state, action: action) }
        if Body.self != Never.self, let body = context.building({ body }) as? any Reducer<State, Action> {
            own = checked(in: context).then(body.resolve(in: context))
        }
        return context.mustBind(self) ? context.binding(own) : own
    }

    /// The whole tree; without its feedbacks if running effects would not be tracked.
    func resolveTree(in context: ReducerContext, runsFeedbacks: Bool) -> ResolvedTree<State, Action> {
        ResolvedTree(resolve(in: context), context.passedChild, runsFeedbacks: runsFeedbacks)
    }
}

/// A whole tree of reducers as a store runs it: the reducers, then the closures of `onChange`, then the feedbacks.
///
/// In a store with mounted reducers, those run before all of these watches.
final class ResolvedTree<State, Action> {
    /// The reducers alone.
    private(set) var reduce: ReducerStep<State, Action>

    /// A step for the only case whose actions concern the tree, if there is one.
    private let sole: [ResolvedReducer<State, Action>.Step]

    /// The child that does not receive the current action.
    let passedChild: PassedChild

    /// The closures of `onChange` and the feedbacks; `nil` if there are none.
    let watches: TreeWatches<State, Action>?

    init(_ reducer: ResolvedReducer<State, Action>, _ passedChild: PassedChild, runsFeedbacks: Bool) {
        (reduce, sole) = (reducer.function, reducer.sole)
        self.passedChild = passedChild
        watches = TreeWatches(reducer.watches, runsFeedbacks: runsFeedbacks)
    }

    /// Puts the reducers and the watches into another step each.
    func wrap(_ wrap: (ReducerStep<State, Action>) -> ReducerStep<State, Action>) {
        reduce = wrap(reduce)
        if let watches { watches.look = wrap(watches.look) }
    }

    /// The reducers as a step of a store with others, which asks those alone that an action may concern.
    var step: ResolvedReducer<State, Action>.Step {
        var step = sole.first ?? ResolvedReducer.Step(reduce)
        step.run = reduce
        return step
    }

    /// Whether no change is pending for the next action.
    func isSettled(_ state: State) -> Bool { watches?.changes?.isDue(state) != true }

    /// The reducers with all their watches.
    ///
    /// While no watched value changes, an action costs one comparison for each watch.
    var function: ReducerStep<State, Action> {
        guard let watches, case let look = watches.look else { return reduce }
        if watches.changes == nil, !watches.areFiltered { return reduce.then(look) }
        return ReducerStep { [self] state, action in
            watches.willReduce(state)
            return reduce.call(&state, action).merge(with: look.call(&state, action))
        }
    }
}

/// The watches of a tree, which most trees do not have.
final class TreeWatches<State, Action> {
    let changes: Watch<State, Action>?

    /// The feedbacks, which begin before the first action; `nil` when there are none.
    let feedbacks: Watch<State, Action>?

    /// Whether a filter contains feedbacks, which have to see the state before an action then.
    let areFiltered: Bool

    /// The closures of `onChange`, then the feedbacks, whatever the action.
    var look: ReducerStep<State, Action>

    private var isPrimed = false

    init?(_ sources: [WatchSource<State, Action>], runsFeedbacks: Bool) {
        let all = WatchSource.all(sources)
        let kinds = all.kinds()
        let changes = kinds.contains(.change) ? all.make(.change) : nil
        let feedbacks = kinds.contains(.feedback) && runsFeedbacks ? all.make(.feedback) : nil
        guard changes != nil || feedbacks != nil else { return nil }
        (self.changes, self.feedbacks) = (changes, feedbacks)
        areFiltered = sources.contains { $0.kinds().isSuperset(of: [.feedback, .filter]) }
        look = ReducerStep { state, _ in
            let effect = changes?.answerIfDue(&state) ?? .none
            guard let feedbacks, feedbacks.isDue(state) else { return effect }
            return effect.merge(with: feedbacks.answer(&state))
        }
    }

    /// Stores the values for `onChange`; without a first call, the first action stores them.
    ///
    /// Call it again with any state to compare with its values from then on.
    func prime(_ state: State) {
        isPrimed = true
        changes?.prime(state)
    }

    /// Passes the state to filters before an action.
    func willReduce(_ state: State) {
        if isPrimed { _ = changes?.look(state, .filter) } else { prime(state) }
        _ = feedbacks?.look(state, .filter)
    }
}
