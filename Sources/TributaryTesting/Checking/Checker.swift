// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// A feature with the properties to check.
struct CheckedFeature<State: Hashable, Action: Hashable, WorldValue: Hashable & Sendable> {
    let initialState: () -> State
    let world: WorldValue
    let reducer: () -> AnyReducer<State, Action>
    let dependencies: (inout Dependencies, World<WorldValue>) -> Void
    let actions: (State) -> [Action]
    let properties: [Property<State, WorldValue>]
    let limits: CheckLimits

    /// The part of a state that identifies it; `nil` for all of it.
    let identify: ((State) -> AnyHashable)?
}

/// Something that may happen in a situation.
struct CheckEvent {
    /// The move of an effect; `nil` if the user acts.
    let move: FlightSet.Move?

    /// The number of the user's action, or the position of the move.
    let number: Int
}

/// Searches the situations of a feature, breadth first; a situation is a value.
final class Checker<State: Hashable, Action: Hashable, WorldValue: Hashable & Sendable> {
    /// A situation: all that decides the next steps.
    struct Moment {
        var state: State
        var world: WorldValue
        var flights: FlightSet

        /// The fingerprint of the whole state.
        var stateIdentity: UInt64
    }

    let feature: CheckedFeature<State, Action, WorldValue>
    let planner: FlightPlanner<State, Action>
    let recorder = ScriptRecorder()
    let engine = FlightEngine()
    let world: World<WorldValue>
    private let actions: (State) -> [Action]
    private let identify: ((State) -> AnyHashable)?
    private let function: ReducerFunction<State, Action>
    private let prime: ((State) -> Void)?
    private let isSettled: ((State) -> Bool)?

    /// The feedbacks of the reducers, which remember the queries of the state that they saw last; `nil` if there are none.
    private let feedbacks: Watch<State, Action>?

    /// The plan of the feedbacks that begin with the first state.
    private var firstPlan: FlightPlan?

    /// Whether a filter contains feedbacks, whose effects then depend on more than the state.
    let hasFilteredFeedbacks: Bool

    /// Whether an answer to a change left a change that only the next action answers: no situation has it.
    private(set) var hasUnansweredChanges = false
    private let hasWorld = WorldValue.self != NoWorld.self

    /// Whether the steps are needed after the search, for a picture.
    let keepsSteps: Bool

    /// The plans of effects, by the state and the action that they came from.
    private var plans: [UInt64: KeptPlan] = [:]

    /// The plans by their identity: equal ones are kept once.
    private var sharedPlans: [UInt64: KeptPlan] = [:]

    /// The origins of the plans that were made since effects were recorded last.
    private var newOrigins: [UInt64] = []

    /// The effects in flight by their identity: equal ones are shared.
    private var flightSets: [UInt64: FlightSet] = [:]

    // The situation that events are applied to.
    private var origin: State
    private var originIdentity: UInt64 = 0
    private var originWorld: WorldValue
    private var originFlights = FlightSet(Flights())

    // The situation after an event.
    private var state: State
    private var stateIdentity: UInt64?
    private var worldValue: WorldValue
    private var flights = FlightSet(Flights())

    /// The diagnostics of the event that was applied last.
    private(set) var diagnostics: [Diagnostic] = []

    /// The actions that were reduced while a way is traced, each with the state after it, and the number of the last flight
    /// that had begun before.
    var reduced: [(action: Int, state: State, last: Int)]?

    /// For each flight that began while a way is traced, the entry of the action that began it, counted from 1.
    var causes: [Int: Int] = [:]

    /// Gets each situation when it is found.
    var visit: ((Moment) -> Void)?

    /// For each action, by its number, how often it was reduced, and whether that ever made a difference.
    private(set) var uses: [ActionUse] = []

    init(_ feature: CheckedFeature<State, Action, WorldValue>, keepsSteps: Bool = false) {
        self.feature = feature
        self.keepsSteps = keepsSteps
        world = World(feature.world)
        worldValue = feature.world
        state = feature.initialState()
        origin = state
        originWorld = feature.world
        (actions, identify) = (feature.actions, feature.identify)
        let box = DiagnosticBox()
        var dependencies = Dependencies()
        dependencies.isTesting = true
        dependencies.clock = CheckClock()
        dependencies.diagnosticReporter = DiagnosticReporter { box.append($0) }
        feature.dependencies(&dependencies, world)
        planner = FlightPlanner(dependencies: dependencies)
        (function, prime, isSettled, feedbacks, hasFilteredFeedbacks) =
            AnyReducer.resolved(dependencies: dependencies, feature.reducer)
        reported = box
        engine.reduce = { [unowned self] in plan(reducing: $0)?.plan ?? [] }
        engine.ended = { [unowned self] in planner.ended($0, in: state) }
        engine.report = { [unowned self] in diagnostics.append($0) }
    }

    deinit { forgetFlights() }

    private let reported: DiagnosticBox

    /// The answer that is given as soon as the steps after it are recorded.
    private var asked: AskedFlight?

    /// Goes to the first situation, in which the feedbacks have begun.
    nonisolated(nonsending) func begin() async {
        let state = feature.initialState()
        enter(
            Moment(
                state: state,
                world: feature.world,
                flights: FlightSet(Flights()),
                stateIdentity: fingerprint(state)
            )
        )
        guard feedbacks != nil else { return }
        engine.flights = Flights()
        let plan = firstPlan ?? watch(from: nil, to: state, origin: identifyState())
        firstPlan = plan
        engine.follow(plan)
        await applyRest()
        for flight in flights.value.list { causes[flight.number] = 0 }
        enter(moment)
    }

    /// Identifies the situation after the event that was applied last.
    var identity: UInt64 {
        let inside: UInt64
        if let identify {
            inside = fingerprint(identify(state))
        } else {
            inside = identifyState()
        }
        return mix(hasWorld ? mix(inside, fingerprint(worldValue)) : inside, flights.identity)
    }

    /// The situation after the event that was applied last.
    var moment: Moment {
        Moment(state: state, world: worldValue, flights: flights, stateIdentity: identifyState())
    }

    private func identifyState() -> UInt64 {
        if let stateIdentity { return stateIdentity }
        let identity = fingerprint(state)
        stateIdentity = identity
        return identity
    }

    /// Goes to a situation, to which events are applied.
    func enter(_ moment: Moment) {
        origin = moment.state
        originIdentity = moment.stateIdentity
        originWorld = moment.world
        originFlights = moment.flights
        enter()
    }

    private func enter() {
        state = origin
        stateIdentity = originIdentity
        if hasWorld { worldValue = originWorld }
        flights = originFlights
        if !diagnostics.isEmpty { diagnostics = [] }
    }

    /// All that may happen in the situation that was entered, in an order that is the same each time.
    ///
    /// - Parameter events: Replaced by the events.
    /// - Returns: How many actions of the user were not offered, because too many effects are in flight.
    @discardableResult
    func list(_ events: inout [CheckEvent]) -> Int {
        events.removeAll(keepingCapacity: true)
        for (index, move) in originFlights.moves.enumerated() {
            events.append(CheckEvent(move: move, number: index))
        }
        let actions = actions(origin)
        guard originFlights.count < feature.limits.effectsInFlight else { return actions.count }
        for action in actions {
            events.append(CheckEvent(move: nil, number: planner.number(of: action)))
        }
        return 0
    }

    /// Applies an event to the situation that was entered.
    nonisolated(nonsending) func apply(_ event: CheckEvent) async {
        if !applyAtOnce(event) { await applyRest() }
    }

    /// Applies an event, as far as everything is recorded.
    ///
    /// - Returns: Whether that was all; otherwise `applyRest` does the rest.
    func applyAtOnce(_ event: CheckEvent) -> Bool {
        enter()
        let isDone = perform(event)
        if isDone, !reported.isEmpty { diagnostics += reported.takeAll() }
        return isDone
    }

    nonisolated(nonsending) func applyRest() async {
        if let asked {
            self.asked = nil
            give(asked, await recorder.follower(of: asked.point, after: asked.answer))
        }
        await settle()
        flights = shared(engine.flights)
        if !reported.isEmpty { diagnostics += reported.takeAll() }
    }

    private func perform(_ event: CheckEvent) -> Bool {
        var action = event.number
        if let move = event.move {
            guard let step = step(move, at: event.number) else { return self.move(move) }
            action = step.action
            flights = step.flights
        }
        guard action >= 0 else { return true }
        guard flights.isPlain, !isTracing else {
            engine.flights = flights.value
            engine.send(action)
            return endAtOnce()
        }
        guard let kept = plan(reducing: action) else { return true }
        let isKnown = kept.isPlain && planner.unrecorded.isEmpty
        if isKnown, let after = flights[kept.identity] {
            flights = after
            return true
        }
        let before = flights
        engine.flights = before.value
        engine.follow(kept.plan)
        guard endAtOnce() else { return false }
        if isKnown, diagnostics.isEmpty { before[kept.identity] = flights }
        return true
    }

    private func endAtOnce() -> Bool {
        guard settleAtOnce() else { return false }
        flights = shared(engine.flights)
        return true
    }

    /// The result of a move, if the effects in flight are independent.
    private func step(_ move: FlightSet.Move, at index: Int) -> FlightSet.Step? {
        guard flights.isPlain, !isTracing else { return nil }
        guard case .running(let operation, let point?) = flights.value.list[Int(move.flight)].kind,
            let (action, next) = point.following(move.answer)
        else { return nil }
        if case .reports = next.step { return nil }
        if case .asks(let question) = point.step, let change = question.change, let answers = question.answers
        {
            replaceWorld { change(answers[Int(move.answer)]) }
        }
        if let known = flights.step(index) { return known }
        var kind: Flight.Kind? = .running(operation, next)
        if case .ends = next.step { kind = nil }
        let step = FlightSet.Step(action: action, flights: replaced(move, by: kind))
        flights.insert(step, after: index)
        return step
    }

    /// The effects in flight with one that is replaced, or has ended.
    private func replaced(_ move: FlightSet.Move, by kind: Flight.Kind?) -> FlightSet {
        let index = Int(move.flight)
        var identity = flights.identity &- mix(move.mover, 1)
        var flight = flights.value.list[index]
        if let kind {
            flight.kind = kind
            identity &+= mix(flight.identity, 1)
        }
        if let known = flightSets[identity] { return known }
        var value = flights.value
        if kind != nil { value.list[index] = flight } else { value.list.remove(at: index) }
        return keep(FlightSet(value, identity: identity))
    }

    private func move(_ move: FlightSet.Move) -> Bool {
        engine.flights = flights.value
        let index = Int(move.flight)
        guard move.answer >= 0, case .running(_, let point?) = engine.flights.list[index].kind,
            case .asks(let question) = point.step
        else {
            _ = engine.move(index)
            return endAtOnce()
        }
        let asked = AskedFlight(
            index: index,
            point: point,
            question: question,
            answer: answer(to: question, move.answer, in: worldValue)
        )
        guard let follower = point.follower(of: asked.answer), follower.identity != 0 else {
            self.asked = asked
            return false
        }
        give(asked, follower)
        return endAtOnce()
    }

    /// An answer to a question, by its position.
    func answer(to question: Question, _ position: Int32, in value: WorldValue) -> AnyHashable {
        if let answers = question.answers { return answers[Int(position)] }
        world.replace(by: value)
        return question.currentAnswers[0]
    }

    private func give(_ asked: AskedFlight, _ follower: ScriptPoint) {
        if let change = asked.question.change { replaceWorld { change(asked.answer) } }
        _ = engine.answer(asked.index, follower, isChange: asked.question.change != nil)
    }

    /// The shared value of some effects in flight, if they are independent.
    private func shared(_ flights: Flights) -> FlightSet {
        let identity = flights.identity
        if !isTracing, let known = flightSets[identity] { return known }
        return keep(FlightSet(flights, identity: identity))
    }

    private func keep(_ made: FlightSet) -> FlightSet {
        guard made.isPlain, !isTracing else { return made }
        if flightSets.count >= flightLimit { forgetFlights() }
        flightSets[made.identity] = made
        made.share()
        return made
    }

    private func forgetFlights() {
        for flights in flightSets.values { flights.forget() }
        flightSets = [:]
    }

    /// Whether a way is traced: then effects have numbers of their own.
    private var isTracing: Bool { engine.started != nil }

    private func replaceWorld(_ change: () -> Void) {
        world.replace(by: worldValue)
        change()
        worldValue = world.value
    }

    /// Takes the steps that need no decision, as far as everything is recorded.
    ///
    /// - Returns: Whether that was all.
    private func settleAtOnce() -> Bool {
        while planner.unrecorded.isEmpty {
            if !engine.settleOnce() { return true }
        }
        return false
    }

    private nonisolated(nonsending) func settle() async {
        while !settleAtOnce() {
            while let planned = planner.unrecorded.popLast() {
                planned.script = await recorder.record(planned.operation)
            }
            for origin in newOrigins {
                guard let plan = plans[origin] else { continue }
                if let known = sharedPlans[plan.identity] {
                    plans[origin] = known
                } else {
                    sharedPlans[plan.identity] = plan
                }
            }
            newOrigins = []
        }
    }

    /// Reduces an action, and returns the plan of its effect; `nil` if it has none.
    private func plan(reducing number: Int) -> KeptPlan? {
        let before = identifyState()
        stateIdentity = nil
        while uses.count <= number { uses.append(ActionUse()) }
        uses[number].count += 1
        let former = feedbacks == nil ? nil : state
        let isObserved = reduced != nil || !uses[number].isUseful
        let effect = isObserved ? observedEffect(of: number) : effect(of: number)
        if former == nil, effect.isNone { return nil }
        let origin = mix(before, UInt64(number) &+ 7)
        if let plan = plans[origin] { return plan }
        let plan = KeptPlan(
            planner.plan(effect, origin: origin)
                + (former.map { watch(from: $0, to: state, origin: mix(origin, 127)) } ?? [])
        )
        if plans.count >= planLimit { (plans, sharedPlans) = ([:], [:]) }
        plans[origin] = plan
        newOrigins.append(origin)
        return plan
    }

    /// The plan of the feedbacks whose queries are others than in a former state; `nil` if there was none.
    private func watch(from former: State?, to latter: State, origin: UInt64) -> FlightPlan {
        guard let feedbacks else { return [] }
        if var former {
            // The state that they saw last was that of any situation.
            planner.note(feedbacks.answerIfDue(&former))
        }
        var latter = latter
        return planner.plan(feedback: feedbacks.answerIfDue(&latter), origin: origin)
    }

    private func effect(of action: Int) -> Effect<Action> {
        // The situation before was another one than that of the last action.
        prime?(state)
        let effect = function(&state, planner.actions[action])
        if let isSettled, !isSettled(state) { hasUnansweredChanges = true }
        return effect
    }

    /// The effect of an action that has made no difference yet, or on a way that is traced.
    private func observedEffect(of action: Int) -> Effect<Action> {
        let former = state
        let effect = effect(of: action)
        reduced?.append((action, state, engine.flights.last))
        if !effect.isNone || former != state { uses[action].isUseful = true }
        return effect
    }
}

/// An effect that asks, with its answer.
private struct AskedFlight {
    let index: Int
    let point: ScriptPoint
    let question: Question
    let answer: AnyHashable
}

/// How many plans are kept; those that are forgotten are made again.
private let planLimit = 100_000

/// How many effects in flight are shared; those that are forgotten are made again.
private let flightLimit = 10_000

/// How often an action was reduced, and whether it changed the state or began an effect.
struct ActionUse {
    var count = 0
    var isUseful = false
}
