// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// Takes the effects that reducers return apart into plans.
///
/// It performs them as a store would, with the difference that nothing begins. This file is the only one of the check that
/// knows how effects are made.
final class FlightPlanner<State, Action: Hashable>: EffectPerformer {
    private var items: FlightPlan = []
    private let root = StateLifetime<State>(parent: nil, key: nil)
    private var places: [ObjectIdentifier: FlightPlace]
    private let dependencies: Dependencies
    private lazy var context = EffectContext<Action>(
        self,
        root,
        EffectWay { [unowned self] action, _ in sink(action) }
    )

    /// Gets the actions that are sent.
    private var sink: (Action) -> Void = { _ in }

    /// The operations that were planned and not recorded yet.
    var unrecorded: [PlannedOperation] = []

    /// The actions by their numbers, and the other way round.
    private(set) var actions: [Action] = []
    private var numbers: [Action: Int] = [:]

    /// Something that a plan cannot express, if an effect asked for it.
    private(set) var unplanned: String?

    private var origin: UInt64 = 0
    private var count: UInt64 = 0

    init(dependencies: Dependencies) {
        self.dependencies = dependencies
        places = [ObjectIdentifier(root): FlightPlace()]
        sink = { [unowned self] in items.append(.send(number(of: $0))) }
    }

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
        return collect { effect.perform(in: context, completion: nil) }
    }

    /// The places whose state is gone, the outer ones first.
    func ended(_ places: [FlightPlace], in state: State) -> [FlightPlace] {
        // A new tree each time: a tree remembers earlier states, and situations come in any order.
        let root = StateLifetime<State>(parent: nil, key: nil)
        var known: [ObjectIdentifier: FlightPlace] = [:]
        func lifetime(of place: FlightPlace) -> EffectLifetime {
            guard let parent = place.parent, let link = place.link else { return root }
            let lifetime = link.lifetime(under: lifetime(of: parent), element: place.element)
            known[ObjectIdentifier(lifetime)] = place
            return lifetime
        }
        // Retained: a tree does not keep its parents.
        let lifetimes = places.map(lifetime)
        var ended: [EffectLifetime] = []
        root.collectEnded(in: state, into: &ended)
        return withExtendedLifetime(lifetimes) { ended.compactMap { known[ObjectIdentifier($0)] } }
    }

    private func collect(_ body: () -> Void) -> FlightPlan {
        let outer = items
        items = []
        body()
        defer { items = outer }
        return items
    }

    private func tag<A>(_ context: EffectContext<A>) -> FlightTag {
        FlightTag(context.identifiers, place(context.lifetime))
    }

    private func place(_ lifetime: EffectLifetime) -> FlightPlace {
        places[ObjectIdentifier(lifetime)] ?? FlightPlace()
    }

    // MARK: Performing

    func begin<A>(_ work: EffectWork<A>, in context: EffectContext<A>, completion: EffectCompletion?) {
        if context.belongsToState { unplanned = "a feedback" }
        var work = work
        for retry in context.retries { work = work.retrying(retry) }
        // Those of the store are given too, as no store runs the operation.
        work = work.with(dependencies: context.dependencies ?? dependencies)
        count += 1
        let origin = mix(origin, count)
        let failed = limits.last.map {
            planned(work, context, throwing: $0, origin: mix(origin, 97), failed: nil)
        }
        items.append(
            .run(planned(work, context, throwing: nil, origin: origin, failed: failed), tag(context))
        )
    }

    /// The errors of the surrounding time limits, the innermost last.
    private var limits: [EffectTimeoutError] = []

    private func planned<A>(
        _ work: EffectWork<A>,
        _ context: EffectContext<A>,
        throwing failure: (any Error)?,
        origin: UInt64,
        failed: PlannedOperation?
    ) -> PlannedOperation {
        let operation = RecordedOperation(name: work.name, site: work.site, origin: origin) {
            [unowned self] recording in
            recording.deliver = { [unowned self] action in
                guard let action = action as? A else { return nil }
                return receiving { context.send(action) }
            }
            let way = context.way
            recording.task = Task(executorPreference: recording.executor) {
                await work.perform(
                    on: work.isolation,
                    with: Send(channel: recording, way: way),
                    failure: failure
                )
                recording.operationEnded()
            }
        }
        let planned = PlannedOperation(operation, failure: failed)
        unrecorded.append(planned)
        return planned
    }

    /// The number of the action that something sends; `nil` if it is dropped.
    private func receiving(_ send: () -> Void) -> Int? {
        let outer = sink
        var received: Action?
        sink = { received = $0 }
        send()
        sink = outer
        return received.map(number)
    }

    func cancel(_ identifier: AnyHashable, within lifetime: EffectLifetime) {
        items.append(.cancel(identifier, place(lifetime)))
    }

    func lifetime(of link: StateLink, under parent: EffectLifetime, element: AnyHashable?) -> EffectLifetime {
        let lifetime = link.lifetime(under: parent, element: element)
        if places[ObjectIdentifier(lifetime)] == nil {
            places[ObjectIdentifier(lifetime)] = FlightPlace(place(parent), link, element)
            kept.append(lifetime)
        }
        return lifetime
    }

    /// Retained, so that no other object gets their identity.
    private var kept: [EffectLifetime] = []

    func perform<A>(
        _ kind: CompositeOperation<A>.Kind,
        in context: EffectContext<A>,
        completion: EffectCompletion?
    ) {
        switch kind {
        case .merge(let effects):
            for effect in effects { effect.perform(in: context, completion: nil) }
        case .concatenate(let effects):
            let plans = effects.map { effect in collect { effect.perform(in: context, completion: nil) } }
            items.append(.sequence(plans, tag(context)))
        case .cancel(let identifier):
            cancel(identifier, within: context.lifetime)
        case .limited(let effect, let identifier, let policy):
            var context = context
            context.identifiers.append(identifier)
            let plan = collect { effect.perform(in: context, completion: nil) }
            items.append(.limited(plan, identifier, policy, tag(context)))
        case .delayed(let effect, _):
            let plan = collect { effect.perform(in: context, completion: nil) }
            items.append(.delayed(plan, tag(context)))
        case .throttled(let effect, let identifier, _, let latest):
            var context = context
            context.identifiers.append(identifier)
            let plan = collect { effect.perform(in: context, completion: nil) }
            items.append(.throttled(plan, identifier, latest: latest, tag(context)))
        case .timed(let effect, _, let timeout):
            if case .fails(let error, _) = timeout { limits.append(error) }
            let plan = collect { effect.perform(in: context, completion: nil) }
            if case .fails = timeout { limits.removeLast() }
            items.append(.timed(plan, planned(timeout, context), tag(context)))
        case .retried(let effect, let retry):
            var context = context
            context.retries.insert(retry, at: 0)
            effect.perform(in: context, completion: nil)
        }
    }

    private func planned<A>(_ timeout: EffectTimeout<A>, _ context: EffectContext<A>) -> PlannedTimeout {
        switch timeout {
        case .sends(let action):
            guard let number = receiving({ context.send(action) }) else {
                unplanned = "a time limit whose action is dropped"
                return .sends(0)
            }
            return .sends(number)
        case .fails(let error, _): return .fails(error)
        }
    }

    func performHeld<A>(_ effect: Effect<A>, in context: EffectContext<A>, completion: EffectCompletion?) {
        unplanned = "an effect of a companion"
    }
}
