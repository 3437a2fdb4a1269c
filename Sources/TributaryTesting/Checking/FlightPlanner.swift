// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// Takes the effects that reducers return apart into plans.
///
/// It takes them apart as a store would, with the difference that nothing begins. Only this file of the check depends on the way
/// effects are made.
final class FlightPlanner<State, Action: Hashable> {
    /// The context of an operation: its identifiers, its piece of state, and the path of its actions.
    private struct Context {
        var identifiers: [AnyHashable] = []
        var lifetime: EffectLifetime

        /// The closures that embed its actions, the innermost first.
        var way: EffectChain<EffectEmbedding>?

        /// The policies by which its operations are retried, the innermost first.
        var retries: EffectChain<RetryPolicy>?

        /// The dependencies of the innermost subtree that overrides its store's.
        var dependencies: Dependencies
    }

    private var root = EffectLifetime(of: State.self)

    /// The lifetimes of the plan that is made, each with its place.
    private var places: [ObjectIdentifier: (EffectLifetime, FlightPlace)] = [:]
    private let wholeState = FlightPlace()
    private let dependencies: Dependencies

    /// The operations of a plan from an equal state, which the next plan begins again.
    var known: [(operation: PlannedOperation, tag: FlightTag)] = []

    /// Whether an effect of a page was planned.
    var hasPages = false

    /// The operations that were planned and not recorded yet.
    var unrecorded: [PlannedOperation] = []

    /// The actions by their numbers, and the other way round.
    private(set) var actions: [Action] = []
    private var numbers: [Action: Int] = [:]

    /// A request of an effect that a plan cannot express.
    private(set) var unplanned: String?

    /// Whether a feedback began several effects at once, or a reducer that was called by hand began that of one.
    private(set) var hasFeedbacks = false

    /// The feedbacks by the identifiers of their runs.
    private var feedbacks: [AnyHashable: FeedbackIdentity] = [:]

    /// The feedbacks of which the effect begins a run; `nil` if it is not one of feedbacks.
    private var begun: Set<FeedbackIdentity>?

    private var origin: UInt64 = 0
    private var count: UInt64 = 0

    init(dependencies: Dependencies) { self.dependencies = dependencies }

    /// The number of an action; equal actions have the same.
    func number(of action: Action) -> Int {
        if let number = numbers[action] { return number }
        numbers[action] = actions.count
        actions.append(action)
        return actions.count - 1
    }

    /// The plan of an effect.
    ///
    /// - Parameters:
    ///   - effect: The effect.
    ///   - origin: Identifies the state and the action that it came from.
    /// - Returns: The plan.
    func plan(_ effect: Effect<Action>, origin: UInt64) -> FlightPlan {
        self.origin = origin
        count = 0
        // A new tree for each plan: a tree keeps all pages.
        if !places.isEmpty { (root, places) = (EffectLifetime(of: State.self), [:]) }
        guard let operation = effect.operation else { return [] }
        return plan(operation, Context(lifetime: root, dependencies: dependencies))
    }

    /// The plan of an effect of feedbacks, which begins runs for new queries, and cancels those for former ones.
    ///
    /// Each run of a feedback has an identifier of its own, which no situation could have twice. In the plan it has that of the
    /// feedback.
    ///
    /// - Parameters:
    ///   - effect: The effect.
    ///   - origin: Identifies the state and the action that it came from.
    /// - Returns: The plan.
    func plan(feedback effect: Effect<Action>, origin: UInt64) -> FlightPlan {
        begun = []
        defer { begun = nil }
        let plan = plan(effect, origin: origin)
        // A run that begins has the identifier of the one that it replaces.
        return plan.filter(\.isCancel) + plan.filter { !$0.isCancel }
    }

    /// Notes the runs of feedbacks that an effect begins, which is not planned.
    func note(_ effect: Effect<Action>) {
        let former = (unrecorded, known, hasPages)
        known = []
        _ = plan(feedback: effect, origin: 0)
        (unrecorded, known, hasPages) = former
    }

    /// The places whose state is gone, the outer ones first.
    func ended(_ places: [FlightPlace], in state: State) -> [FlightPlace] {
        // A new tree each time: a tree remembers earlier states, and situations come in any order.
        let root = EffectLifetime(of: State.self)
        var known: [ObjectIdentifier: FlightPlace] = [:]
        func lifetime(of place: FlightPlace) -> EffectLifetime {
            guard let parent = place.parent, let link = place.link else { return root }
            let lifetime = link.lifetime(under: lifetime(of: parent), element: place.element)
            known[ObjectIdentifier(lifetime)] = place
            return lifetime
        }
        // Retained: a tree does not keep its nodes.
        let lifetimes = places.map(lifetime)
        var ended: [EffectLifetime] = []
        root.collectEnded(in: state, into: &ended)
        return withExtendedLifetime(lifetimes) { ended.compactMap { known[ObjectIdentifier($0)] } }
    }

    private func plan(_ operation: EffectOperation, _ context: Context) -> FlightPlan {
        guard let kind = operation.kind else {
            return number(of: operation, context).map { [.send($0)] } ?? []
        }
        var context = context
        switch kind {
        case .work(let work):
            return [begin(work, context)]
        case .merge(let operations):
            return operations.flatMap { plan($0, context) }
        case .concatenate(let operations):
            return [.sequence(operations.map { plan($0, context) }, tag(context))]
        case .cancel(let identifier):
            let known = feedbacks.removeValue(forKey: identifier).map { AnyHashable($0) }
            return [.cancel(known ?? identifier, place(context.lifetime))]
        case .cancellable(let operation, let identifier, _, belongsToState: true):
            context.identifiers.append(AnyHashable(feedback(operation, identifier, place(context.lifetime))))
            return plan(operation, context)
        case .cancellable(let operation, let identifier, let cancelsInFlight, belongsToState: false):
            let cancelled: FlightPlan = cancelsInFlight ? [.cancel(identifier, place(context.lifetime))] : []
            context.identifiers.append(identifier)
            return cancelled + plan(operation, context)
        case .limited(let operation, let identifier, let policy, let window):
            context.identifiers.append(identifier)
            let plan = plan(operation, context)
            guard window != nil else { return [.limited(plan, identifier, policy, tag(context))] }
            return [.throttled(plan, identifier, latest: policy.overflow == .queueLatest, tag(context))]
        case .delayed(let operation, _):
            return [.delayed(plan(operation, context), tag(context))]
        case .timed(let operation, _, sending: let action):
            guard let number = number(of: action, context) else {
                unplanned = "a time limit whose action is dropped"
                return []
            }
            return [.timed(plan(operation, context), action: number, tag(context))]
        case .retried(let operation, let retry):
            context.retries = EffectChain(retry, context.retries)
            return plan(operation, context)
        case .embedded(let operation, let embedding, let link, let element):
            if let link { context.lifetime = lifetime(of: link, under: context.lifetime, element) }
            context.way = EffectChain(embedding, context.way)
            return plan(operation, context)
        case .depending(let operation, let dependencies):
            context.dependencies = dependencies
            return plan(operation, context)
        case .deferred(let make):
            return make().map { plan($0, context) } ?? []
        case .heldByCompanion(let operation):
            unplanned = "an effect of a companion"
            return plan(operation, context)
        }
    }

    /// Identifies the feedback that a run belongs to.
    private func feedback(
        _ operation: EffectOperation,
        _ run: AnyHashable,
        _ place: FlightPlace
    ) -> FeedbackIdentity {
        var identity = FeedbackIdentity(place: place.identity)
        if case .work(let work)? = operation.kind { (identity.name, identity.site) = (work.name, work.site) }
        if begun?.insert(identity).inserted != true { hasFeedbacks = true }
        feedbacks[run] = identity
        return identity
    }

    /// The number of an action that is sent; `nil` if a parent drops it.
    private func number(of sent: EffectOperation, _ context: Context) -> Int? {
        sent.action(embeddedBy: context.way).map { number(of: $0) }
    }

    private func begin(_ work: EffectWork, _ context: Context) -> PlanItem {
        count += 1
        let tag = tag(context)
        let reused = known.firstIndex {
            let operation = $0.operation.operation
            return $0.tag.identity == tag.identity && operation.name == work.name
                && operation.site == work.site
        }
        if let reused { return .run(known.remove(at: reused).operation, tag) }
        let operation = RecordedOperation(name: work.name, site: work.site, origin: mix(origin, count)) {
            [unowned self, retries = context.retries] recording in
            recording.embed = { [unowned self] in number(of: $0, context) }
            // Passed although they may be those of the store, because no store runs the operation.
            recording.task = Dependencies.$overriding.withValue(context.dependencies) {
                Task(executorPreference: recording.executor) {
                    await work.run(for: recording, retries: retries, on: work.isolation)
                    recording.operationEnded()
                }
            }
        }
        let planned = PlannedOperation(operation)
        unrecorded.append(planned)
        return .run(planned, tag)
    }

    private func lifetime(
        of link: StateLink,
        under parent: EffectLifetime,
        _ element: AnyHashable?
    ) -> EffectLifetime {
        let lifetime = link.lifetime(under: parent, element: element)
        if lifetime !== parent, places[ObjectIdentifier(lifetime)] == nil {
            let place = FlightPlace(place(parent), link, element)
            places[ObjectIdentifier(lifetime)] = (lifetime, place)
            if place.isInPage { hasPages = true }
        }
        return lifetime
    }

    private func tag(_ context: Context) -> FlightTag {
        FlightTag(context.identifiers, place(context.lifetime))
    }

    private func place(_ lifetime: EffectLifetime) -> FlightPlace {
        places[ObjectIdentifier(lifetime)]?.1 ?? wholeState
    }
}

/// A feedback of one piece of state, which has one effect at a time.
private struct FeedbackIdentity: Hashable {
    var name: String?
    var site: SourceSite?
    let place: UInt64
}

extension PlanItem {
    fileprivate var isCancel: Bool { if case .cancel = self { true } else { false } }
}

extension EffectWork {
    /// Does the work on an actor.
    fileprivate func run(
        for recording: OperationRecording,
        retries: EffectChain<RetryPolicy>?,
        on actor: isolated (any Actor)?
    ) async { await run(for: recording, retries: retries) }
}
