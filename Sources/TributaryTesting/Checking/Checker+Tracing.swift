// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
internal import TributaryCore

/// A step of a counterexample, with the situation after it.
struct TracedStep<State, Action, WorldValue> {
    enum Kind {
        case send(Action)
        /// An effect gets an answer, and delivers its next action at once if the answer changes nothing outside.
        case answer(question: Question, AnyHashable)
        /// An effect delivers an action, or begins.
        case proceed
    }

    let kind: Kind

    /// The effect that moves: its label, the name that its reducer gave it, and its position in the order in which
    /// effects were started.
    let label: String
    let name: String?
    let start: Int?

    /// The entry of the action whose effect moves, counted from 1 on the whole way; `nil` if the user acts.
    let cause: Int?

    /// The actions that were reduced, each with the state after it: the first by this step, and those that followed in the same
    /// turn.
    let reduced: [(action: Action, state: State)]
    let state: State
    let world: WorldValue
    let effectsInFlight: Int
    let diagnostics: [Diagnostic]
}

extension Checker {
    typealias Trace = [TracedStep<State, Action, WorldValue>]

    /// Walks a way again, and records each step.
    ///
    /// - Parameter path: The steps, each by its position.
    /// - Returns: The steps.
    nonisolated(nonsending) func trace(_ path: [Int]) async -> Trace {
        engine.started = []
        causes = [:]
        defer {
            engine.started = nil
            reduced = nil
        }
        await begin()
        var moment = self.moment
        var trace: Trace = []
        reduced = []
        var entries = 0
        for index in path {
            var events: [CheckEvent] = []
            enter(moment)
            list(&events)
            guard index < events.count else { break }
            let (step, after) = await traced(events[index], in: moment, after: entries)
            entries += step.reduced.count
            trace.append(step)
            moment = after
        }
        return trace
    }

    /// Walks at random, and records each step.
    nonisolated(nonsending) func randomTrace(
        _ length: Int,
        _ generator: inout SeededGenerator
    ) async -> Trace {
        engine.started = []
        causes = [:]
        defer {
            engine.started = nil
            reduced = nil
        }
        await begin()
        var moment = self.moment
        var trace: Trace = []
        reduced = []
        var entries = 0
        for _ in 0..<length {
            var events: [CheckEvent] = []
            enter(moment)
            list(&events)
            guard let event = events.randomElement(using: &generator) else { break }
            let (step, after) = await traced(event, in: moment, after: entries)
            entries += step.reduced.count
            trace.append(step)
            moment = after
        }
        return trace
    }

    private nonisolated(nonsending) func traced(
        _ event: CheckEvent,
        in moment: Moment,
        after entries: Int
    ) async -> (TracedStep<State, Action, WorldValue>, Moment) {
        reduced = []
        var label = ""
        var name: String?
        var (start, cause): (Int?, Int?) = (nil, nil)
        let kind: TracedStep<State, Action, WorldValue>.Kind
        if let move = event.move {
            let flight = moment.flights.value.list[Int(move.flight)]
            label = flight.label
            if case .running(let operation, _) = flight.kind { name = operation.operation.name }
            start = engine.started?.lastIndex(of: flight.number)
            // An effect that has run from the beginning has no cause.
            cause = causes[flight.number].flatMap { $0 == 0 ? nil : $0 }
            kind = self.kind(of: flight, move.answer, in: moment.world)
        } else {
            kind = .send(planner.actions[event.number])
        }
        await apply(event)
        let after = self.moment
        let reduced = reduced ?? []
        for flight in after.flights.value.list where causes[flight.number] == nil {
            // The last action of the turn before it; without one, it continues the effect that moved.
            let position = reduced.lastIndex { $0.last < flight.number }
            causes[flight.number] = position.map { entries + $0 + 1 } ?? cause ?? 0
        }
        let step = TracedStep(
            kind: kind,
            label: label,
            name: name,
            start: start,
            cause: cause,
            reduced: reduced.map { (planner.actions[$0.action], $0.state) },
            state: after.state,
            world: after.world,
            effectsInFlight: after.flights.count,
            diagnostics: diagnostics
        )
        return (step, after)
    }

    private func kind(
        of flight: Flight,
        _ answer: Int32,
        in world: WorldValue
    ) -> TracedStep<State, Action, WorldValue>.Kind {
        let time = Question(AnyHashable(PassingTime(duration: .zero)), [AnyHashable("passes")], change: nil)
        switch flight.kind {
        case .running(_, let point?):
            guard case .asks(let question) = point.step else { return .proceed }
            return .answer(question: question, self.answer(to: question, answer, in: world))
        case .delayed, .timed, .window(_, .running): return .answer(question: time, AnyHashable("passes"))
        case .running, .sequence, .limited, .window: return .proceed
        }
    }
}

extension TracedStep {
    /// The step in words.
    var words: String {
        let arrival = reduced.first.map { String(customDumping: $0.action) } ?? "nothing"
        let followers = reduced.dropFirst().map { ", then \(String(customDumping: $0.action))" }.joined()
        switch kind {
        case .send(let action): return "The user sends \(String(customDumping: action))\(followers)"
        case .answer(let question, let answer):
            let asked =
                question.isTime
                ? "Time passes for “\(label)”" : "“\(question.title)” is answered with \(answer)"
            return reduced.isEmpty ? asked : "\(asked), and \(arrival) arrives\(followers)"
        case .proceed:
            return reduced.isEmpty ? "“\(label)” begins" : "“\(label)” delivers \(arrival)\(followers)"
        }
    }
}
