// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

// One event: the move of an effect, the action that follows, and all that needs no decision.
extension Checker {
    func perform(_ event: CheckEvent) -> Bool {
        var action = event.number
        if let move = event.move {
            guard let delivered = step(move) else { return self.move(move) }
            action = delivered
        }
        guard action >= 0 else { return true }
        guard flights.isPlain, !isTracing else {
            engine.flights = flights.value
            engine.send(action)
            return endAtOnce()
        }
        guard let kept = plan(reducing: action) else { return true }
        let before = finalFlights()
        let isKnown = kept.isPlain && planner.unrecorded.isEmpty
        if isKnown, let after = before[kept.identity] {
            flights = after
            return true
        }
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

    /// Makes a move, if the effects in flight are independent.
    ///
    /// - Returns: The action that is delivered, by its number; -1 if none is; `nil` if the effects depend on each other.
    private func step(_ move: FlightSet.Move) -> Int? {
        guard flights.isPlain, !isTracing else { return nil }
        let flight = flights.value.list[Int(move.flight)]
        guard case .running(let operation, let point?) = flight.kind,
            let (action, next) = point.following(move.answer)
        else { return nil }
        if case .reports = next.step { return nil }
        if case .asks(let question) = point.step, let change = question.change, let answers = question.answers
        {
            replaceWorld { change(answers[Int(move.answer)]) }
        }
        var identity = flights.identity &- mix(move.mover, 1)
        if case .ends = next.step {
            moved = Moved(index: Int(move.flight), kind: nil, identity: identity)
        } else {
            identity &+= mix(mix(next.identity, flight.tag.identity), 1)
            moved = Moved(index: Int(move.flight), kind: .running(operation, next), identity: identity)
        }
        return action
    }

    /// The effects in flight after the move that was made; most situations are known, and need none.
    func finalFlights() -> FlightSet {
        guard let moved else { return flights }
        self.moved = nil
        if let known = sets[moved.identity] {
            flights = known
            return known
        }
        var value = flights.value
        if let kind = moved.kind {
            value.change(at: moved.index, to: kind)
        } else {
            value.list.remove(at: moved.index)
        }
        flights = sets.share(FlightSet(value, identity: moved.identity))
        return flights
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
        if former == nil, effect.operation == nil { return nil }
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

/// A move of one of independent effects, which was made.
struct Moved {
    let index: Int

    /// The effect at the point where it is now; `nil` if it has ended.
    let kind: Flight.Kind?

    /// The identity of all effects after it.
    let identity: UInt64
}

/// An effect that asks, with its answer.
struct AskedFlight {
    let index: Int
    let point: ScriptPoint
    let question: Question
    let answer: AnyHashable
}
