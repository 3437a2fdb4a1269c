// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer in the form in which a store runs it; only the library makes one and calls it.
///
/// It lists the steps for an action in order. Composition appends one list to another. A complete list becomes one
/// function.
public struct ResolvedReducer<State, Action> {
    let parts: [ReducerPart<State, Action>]

    @usableFromInline init(parts: [ReducerPart<State, Action>]) { self.parts = parts }

    /// A single function.
    @inline(__always)
    @usableFromInline init(_ call: @escaping ReducerFunction<State, Action>) {
        parts = [ReducerPart(ReducerStep(call))]
    }

    /// Appends the steps of another reducer.
    @usableFromInline func then(_ next: ResolvedReducer) -> ResolvedReducer {
        ResolvedReducer(parts: parts + next.parts)
    }

    /// The only case whose actions concern the reducer, if there is one.
    var soleCase: ReducerPart<State, Action>.Case? {
        guard let sole = parts.first?.sole else { return nil }
        return parts.allSatisfy { $0.sole?.index == sole.index } ? sole : nil
    }

    /// All steps as one function.
    @usableFromInline var function: ReducerStep<State, Action> { .all(parts) }
}

/// One step of a resolved reducer.
@usableFromInline struct ReducerPart<State, Action> {
    @usableFromInline typealias Table = ([ReducerStep<State, Action>?], _ next: ReducerStep<State, Action>) ->
        ReducerStep<State, Action>

    let step: ReducerStep<State, Action>

    /// The case whose actions alone concern the step; `nil` if that is not known.
    let sole: Case?

    @usableFromInline struct Case {
        let index: Int

        /// The index of the case that an action is in.
        let indexOf: (Action) -> Int?

        /// Makes one function of the steps for each case, by index, and the next step.
        let table: Table
    }

    /// A step that runs for every action.
    @usableFromInline init(_ step: ReducerStep<State, Action>) {
        self.step = step
        sole = nil
    }

    /// A step that runs for the actions in one case.
    ///
    /// However many such steps there are, an action finds its own by one `switch` and one look at a list. The function is made here,
    /// where the types are known.
    @inlinable
    init(_ step: ReducerStep<State, Action>, at index: Int, _ indexOf: @escaping (Action) -> Int?) {
        self.init(step, at: index, indexOf) { steps, next in
            ReducerStep { state, action in
                guard let index = indexOf(action), steps.indices.contains(index), let step = steps[index]
                else {
                    return next.call(&state, action)
                }
                let effect = step.call(&state, action)
                if effect.isNone { return next.call(&state, action) }
                return effect.merged(with: next.call(&state, action))
            }
        }
    }

    @usableFromInline init(
        _ step: ReducerStep<State, Action>,
        at index: Int,
        _ indexOf: @escaping (Action) -> Int?,
        _ table: @escaping Table
    ) {
        self.step = step
        sole = Case(index: index, indexOf: indexOf, table: table)
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
    static func all(_ parts: [ReducerPart<State, Action>]) -> ReducerStep {
        let steps = steps(of: parts)
        guard steps.count > mostNested else { return nested(steps[...]) }
        // Halving keeps the stack of a long list logarithmically deep.
        let functions = stride(from: 0, to: steps.count, by: mostNested).map { first in
            nested(steps[first..<min(first + mostNested, steps.count)])
        }
        return ReducerStep { state, action in
            var effect = Effect<Action>.none
            for function in functions { effect = effect.merge(with: function.call(&state, action)) }
            return effect
        }
    }

    private static var mostNested: Int { 32 }

    /// Makes a function from each part and its next step.
    ///
    /// Adjacent parts for one case each become one step, because one look finds them all.
    private static func steps(
        of parts: [ReducerPart<State, Action>]
    ) -> [(_ next: ReducerStep?) -> ReducerStep] {
        var steps: [(ReducerStep?) -> ReducerStep] = []
        var parts = parts[...]
        while let part = parts.popFirst() {
            guard let sole = part.sole else {
                steps.append { next in next.map(part.step.then) ?? part.step }
                continue
            }
            var cases: [Int: ReducerStep] = [sole.index: part.step]
            while let next = parts.first, let index = next.sole?.index {
                cases[index] = cases[index]?.then(next.step) ?? next.step
                parts.removeFirst()
            }
            if cases.count < 4 {
                // They are asked in turn, which costs less. An action is for one of them at most.
                for step in cases.values { steps.append { next in next.map(step.then) ?? step } }
            } else {
                let table = (0...(cases.keys.max() ?? 0)).map { cases[$0] }
                steps.append { next in sole.table(table, next ?? empty) }
            }
        }
        return steps
    }

    private static var empty: ReducerStep { ReducerStep { _, _ in .none } }

    private static func nested(_ steps: ArraySlice<(ReducerStep?) -> ReducerStep>) -> ReducerStep {
        steps.reversed().reduce(nil) { next, make in make(next) } ?? empty
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
    @usableFromInline func merged(with next: Effect) -> Effect { merge(with: next) }
}

/// The context in which a tree resolves its reducers; only the library makes one and reads it.
public struct ReducerContext {
    /// The dependencies of the reducer's store, with the overrides of the enclosing trees.
    @usableFromInline var dependencies: Dependencies

    /// The plan of watches for the current piece of state, of the type `WatchPlan`; `nil` outside of a tree.
    var plan: AnyObject?

    /// Whether feedbacks run in the tree: they need a store that tracks running effects.
    var runsFeedbacks = false

    /// The enclosing children, from the outermost to the innermost.
    var ancestors: [ReducerAncestor] = []

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
        Dependencies.withBuilding(dependencies, make)
    }

    /// Runs reducers that may have been made before their dependencies were overridden.
    @usableFromInline func reducing<R>(_ body: () -> R) -> R {
        Dependencies.$overriding.withValue(dependencies, operation: body)
    }

    /// Whether the reducer, or a part of it, was made outside of the closure of its store.
    ///
    /// Such a reducer receives its dependencies at each run.
    @usableFromInline func mustBind(_ reducer: Any) -> Bool {
        isOfStore && ReducerParts.areUnbound(in: reducer)
    }

    /// The plan of watches for the current piece of state.
    @usableFromInline func plan<State, Action>(_: State.Type, _: Action.Type) -> WatchPlan<State, Action>? {
        plan as? WatchPlan<State, Action>
    }

    /// A context that collects watches in a plan of its own, and that plan.
    func collecting<State, Action>(
        _: State.Type,
        _: Action.Type
    ) -> (ReducerContext, WatchPlan<State, Action>) {
        let plan = WatchPlan<State, Action>()
        var context = self
        if self.plan != nil { context.plan = plan }
        return (context, plan)
    }

    /// The context of a whole tree, and the plan of its watches.
    func beginning<State, Action>(
        _: State.Type,
        _: Action.Type,
        runsFeedbacks: Bool
    ) -> (ReducerContext, WatchPlan<State, Action>) {
        let plan = WatchPlan<State, Action>()
        var context = self
        context.plan = plan
        context.runsFeedbacks = runsFeedbacks
        context.ancestors = []
        return (context, plan)
    }
}

extension Dependencies {
    static func withBuilding<R>(_ dependencies: Dependencies, _ make: () -> R) -> R {
        // A reducer may read its dependencies when it is made, for instance to select its body.
        $building.withValue(dependencies) { $overriding.withValue(dependencies, operation: make) }
    }
}

extension ReducerContext {
    /// Resolves a subtree that receives its dependencies at each run of a part: its reducers, the closures of
    /// `onChange`, and the queries of feedbacks.
    ///
    /// - Parameters:
    ///   - dependencies: The dependencies of the subtree.
    ///   - resolve: Resolves the subtree.
    /// - Returns: The subtree, whose effects have these dependencies, too.
    func binding<State, Action>(
        _ dependencies: Dependencies,
        _ resolve: (ReducerContext) -> ResolvedReducer<State, Action>
    ) -> ResolvedReducer<State, Action> {
        let (context, plan) = with(dependencies).collecting(State.self, Action.self)
        let function = resolve(context).function
        self.plan(State.self, Action.self)?.append(
            kinds: { plan.kinds },
            make: { context.bound(plan.makeWatch($0)) }
        )
        return ResolvedReducer { state, action in
            context.reducing { function.call(&state, action) }.depending(on: context.dependencies)
        }
    }

    func with(_ dependencies: Dependencies) -> ReducerContext {
        var context = self
        context.dependencies = dependencies
        return context
    }

    /// The watches of the subtree, with its dependencies.
    func bound<State, Action>(_ watch: Watch<State, Action>) -> Watch<State, Action> {
        func bound(_ look: ((State) -> Void)?) -> ((State) -> Void)? {
            guard let look else { return nil }
            return { state in reducing { look(state) } }
        }
        return Watch(
            willReduce: bound(watch.willReduce),
            select: watch.select,
            prime: bound(watch.prime),
            isDue: { state in reducing { watch.isDue(state) } },
            answer: { state in reducing { watch.answer(&state) }.depending(on: dependencies) },
            isIdle: watch.isIdle
        )
    }
}

/// A whole tree of reducers as one function, with the feedbacks in it.
struct ResolvedTree<State, Action> {
    /// The reducers, then the closures of `onChange`, then the feedbacks.
    var function: ReducerStep<State, Action>

    /// The same steps separately; `nil` if there are no watches, so that the function runs the reducers alone.
    var steps: ReducerSteps<State, Action>?

    /// The child that does not receive the current action.
    let passedChild: PassedChild

    /// The only case whose actions concern the tree, if there is one and there are no watches.
    let soleCase: ReducerPart<State, Action>.Case?

    /// Stores the values for `onChange`; without a first call, the first action stores them.
    ///
    /// Call it again with any state to compare with its values from then on.
    let prime: ((State) -> Void)?

    /// The feedbacks, which begin before the first action; `nil` when there are none.
    let feedbacks: Watch<State, Action>?
}

/// The separate steps of a tree with watches: in a store with mounted reducers, those run before `onChange` and
/// feedbacks.
struct ReducerSteps<State, Action> {
    /// Passes the state to filters before an action.
    let willReduce: (State) -> Void

    /// The reducers alone.
    let reduce: ReducerStep<State, Action>

    /// The closures of `onChange`, then the feedbacks, whatever the action.
    let look: ReducerStep<State, Action>

    /// Whether no change is pending for the next action.
    let isSettled: (State) -> Bool
}

extension Reducer {
    /// The whole tree; without its feedbacks if running effects would not be tracked.
    ///
    /// While no watched value changes, an action costs one comparison for each watch.
    func resolveTree(in context: ReducerContext, runsFeedbacks: Bool) -> ResolvedTree<State, Action> {
        let (context, plan) = context.beginning(State.self, Action.self, runsFeedbacks: runsFeedbacks)
        let resolved = resolve(in: context)
        let reduce = resolved.function
        let kinds = plan.kinds
        let changes = kinds.contains(.change) ? plan.makeWatch(.change) : nil
        let feedbacks = kinds.contains(.feedback) && runsFeedbacks ? plan.makeWatch(.feedback) : nil
        guard changes != nil || feedbacks != nil else {
            return ResolvedTree(
                function: reduce,
                steps: nil,
                passedChild: context.passedChild,
                soleCase: resolved.soleCase,
                prime: nil,
                feedbacks: nil
            )
        }
        let root = RootWatch(changes: changes, feedbacks: feedbacks)
        return ResolvedTree(
            function: root.function(reduce),
            steps: ReducerSteps(
                willReduce: root.willReduce,
                reduce: reduce,
                look: ReducerStep { state, _ in root.look(&state) },
                isSettled: { changes?.isDue($0) != true }
            ),
            passedChild: context.passedChild,
            soleCase: nil,
            prime: changes == nil ? nil : root.prime,
            feedbacks: feedbacks
        )
    }
}

/// The watches of a whole tree: each `onChange` runs before all feedbacks.
final class RootWatch<State, Action> {
    let changes: Watch<State, Action>?
    let feedbacks: Watch<State, Action>?
    private var isPrimed = false

    init(changes: Watch<State, Action>?, feedbacks: Watch<State, Action>?) {
        self.changes = changes
        self.feedbacks = feedbacks
    }

    /// Stores the values from which changes count.
    func prime(_ state: State) {
        isPrimed = true
        changes?.prime?(state)
    }

    func willReduce(_ state: State) {
        if isPrimed { changes?.willReduce?(state) } else { prime(state) }
        feedbacks?.willReduce?(state)
    }

    func look(_ state: inout State) -> Effect<Action> {
        let effect = changes?.answerIfDue(&state) ?? .none
        guard let feedbacks, feedbacks.isDue(state) else { return effect }
        return effect.merge(with: feedbacks.answer(&state))
    }

    /// The reducers with all their watches.
    func function(_ reduce: ReducerStep<State, Action>) -> ReducerStep<State, Action> {
        guard changes == nil, let feedbacks, feedbacks.willReduce == nil else {
            return ReducerStep { [self] state, action in
                willReduce(state)
                let effect = reduce.call(&state, action)
                return effect.merge(with: look(&state))
            }
        }
        // Feedbacks alone have a shorter function.
        let isDue = feedbacks.isDue
        return ReducerStep { state, action in
            let effect = reduce.call(&state, action)
            guard isDue(state) else { return effect }
            return effect.merge(with: feedbacks.answer(&state))
        }
    }
}
