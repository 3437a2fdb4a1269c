// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

// One event: the move of an effect, the action that follows, and all that needs no decision.
extension Checker {
    func perform(_ event: CheckEvent) -> Bool {
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

    func endAtOnce() -> Bool {
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
        if let known = sets[identity] { return known }
        var value = flights.value
        if kind != nil { value.list[index] = flight } else { value.list.remove(at: index) }
        return sets.share(FlightSet(value, identity: identity))
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

    func give(_ asked: AskedFlight, _ follower: ScriptPoint) {
        if let change = asked.question.change { replaceWorld { change(asked.answer) } }
        _ = engine.answer(asked.index, follower, isChange: asked.question.change != nil)
    }

    /// The effects in flight as a set, which situations share.
    func shared(_ flights: Flights) -> FlightSet {
        let identity = flights.identity
        guard !isTracing else { return FlightSet(flights, identity: identity) }
        return sets[identity] ?? sets.share(FlightSet(flights, identity: identity))
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

    nonisolated(nonsending) func settle() async {
        while !settleAtOnce() {
            while let planned = planner.unrecorded.popLast() {
                planned.script = await recorder.record(planned.operation)
            }
            plans.share()
        }
    }

    /// Reduces an action, and returns the plan of its effect; `nil` if it has none.
    func plan(reducing number: Int) -> KeptPlan? {
        let before = identifyState()
        stateIdentity = nil
        let former = reducer.hasFeedbacks ? state : nil
        let effect = reducer.reduce(number, in: &state, reduced == nil ? nil : { self.note(number, $0) })
        if former == nil, effect.isNone { return nil }
        let origin = mix(before, UInt64(number) &+ 7)
        let known = plans[origin]
        if let known, !known.hasPages { return known }
        // The pages of this state are others than those of the equal state that the known plan is for.
        planner.known = known?.plan.operations ?? []
        planner.hasPages = false
        let made =
            planner.plan(effect, origin: origin)
            + (former.map { reducer.watch(from: $0, to: state, origin: mix(origin, 127)) } ?? [])
        planner.known = []
        let plan = KeptPlan(made, hasPages: planner.hasPages)
        if known == nil { plans.insert(plan, origin: origin) }
        return plan
    }

    /// Notes an action that was reduced on a way that is traced.
    private func note(_ action: Int, _ state: State) { reduced?.append((action, state, engine.flights.last)) }
}

/// An effect that asks, with its answer.
struct AskedFlight {
    let index: Int
    let point: ScriptPoint
    let question: Question
    let answer: AnyHashable
}
