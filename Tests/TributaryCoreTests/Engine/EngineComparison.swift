// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Runs a scenario in the engine and in its naive model, and compares all observable results after each step.
@MainActor
struct EngineComparison {
    /// A difference between both.
    struct Difference {
        var step: Int
        var text: String
    }

    private let run: EngineRun
    private let naive: NaiveEngine

    init(_ scenario: EngineScenario) {
        var state = EngineRun.State(EngineFields(id: 0, home: 1))
        for message in scenario.past { EngineComparison.change(&state, message) }
        naive = NaiveEngine(state.naive, scenario.tree)
        run = EngineRun(state, scenario.tree, seed: scenario.seed)
    }

    /// Only the root's own commands make the past: enough to have children before the first action.
    private static func change(_ state: inout EngineRun.State, _ message: EngineMessage) {
        state.apply(message.command)
    }

    /// Performs the generated steps.
    ///
    /// - Returns: The first difference.
    static func difference(_ scenario: EngineScenario) -> Difference? {
        let comparison = EngineComparison(scenario)
        defer { comparison.run.end() }
        if let text = comparison.difference() { return Difference(step: -1, text: text) }
        for (index, step) in scenario.steps.enumerated() {
            if let text = comparison.perform(step) { return Difference(step: index, text: text) }
        }
        return comparison.end().map { Difference(step: scenario.steps.count - 1, text: $0) }
    }

    /// Makes up a scenario and does it.
    ///
    /// - Returns: The scenario as far as it went, with the first difference.
    static func explore(seed: UInt64, steps: Int, tree: EngineTree? = nil) -> (EngineScenario, Difference?) {
        var generator = EngineGenerator(seed: seed)
        var scenario = EngineScenario(seed: seed, tree: tree ?? generator.tree())
        scenario.past = (0..<6).map { _ in EngineMessage(command: generator.message(nil, depth: 9).command) }
        let comparison = EngineComparison(scenario)
        defer { comparison.run.end() }
        if let text = comparison.difference() { return (scenario, Difference(step: -1, text: text)) }
        for index in 0..<steps {
            let step = generator.step(comparison.naive)
            scenario.steps.append(step)
            if let text = comparison.perform(step) { return (scenario, Difference(step: index, text: text)) }
        }
        return (scenario, comparison.end().map { Difference(step: steps - 1, text: $0) })
    }

    private func perform(_ step: EngineStep) -> String? {
        let running = naive.running.sorted()
        run.perform(step, running: running)
        naive.perform(step, running: running)
        return difference()
    }

    /// Compares the remains after the store was closed.
    private func end() -> String? {
        run.end()
        let left = run.world.running
        return left.isEmpty ? nil : "running after the end: \(left.sorted())"
    }

    /// The differences since the last call.
    private func difference() -> String? {
        let (events, expectedEvents) = (run.world.takeEvents(), naive.takeEvents())
        if events != expectedEvents {
            let index = zip(events, expectedEvents).prefix { $0 == $1 }.count
            let heard = events.dropFirst(index).first.map { "\($0)" } ?? "nothing"
            let expected = expectedEvents.dropFirst(index).first.map { "\($0)" } ?? "nothing"
            return "event \(index):\n  is       \(heard)\n  expected \(expected)"
        }
        if run.state != naive.state { return "state:\n  is       \(run.state)\n  expected \(naive.state)" }
        let (started, expectedStarted) = (run.world.takeStarted(), naive.takeStarted())
        if started.sorted() != expectedStarted.sorted() {
            return "started:\n  is       \(started)\n  expected \(expectedStarted)"
        }
        // Effects that feedbacks start have no order.
        if started.filter(Self.isOrdered) != expectedStarted.filter(Self.isOrdered) {
            return "order of effects:\n  is       \(started)\n  expected \(expectedStarted)"
        }
        let (running, expectedRunning) = (run.world.running, naive.running)
        if running != expectedRunning {
            return "running:\n  is       \(running.sorted())\n  expected \(expectedRunning.sorted())"
        }
        return nil
    }

    private static func isOrdered(_ name: String) -> Bool { name.contains("#") }
}

extension NaiveEngine {
    /// Does a step; `running` are the names of the effects that run.
    fileprivate func perform(_ step: EngineStep, running: [String]) {
        switch step {
        case .send(let messages): send(messages)
        case .sendThrough(let way, let message): if part(way) != nil { send([message.behind(way)]) }
        case .effectSends(let index, let message):
            if !running.isEmpty { send(message, from: running[index % running.count]) }
        case .effectEnds(let index): if !running.isEmpty { end(running[index % running.count]) }
        case .observe(let observer): observe(observer)
        case .cancelObserver(let number): cancelObserver(number)
        case .hold(let way): if part(way) != nil { held.append(NaiveScope(way, in: state)) }
        case .letGo(let index): if !held.isEmpty { held.remove(at: index % held.count) }
        case .sendHeld(let index, let message):
            if !held.isEmpty { send(message, through: held[index % held.count]) }
        case .mount(let tree, let number): mount(tree, number)
        case .unmount(let number): unmount(number)
        case .attach(let number, let message): attach(number, message)
        case .close: close()
        }
        runJobs()
    }

    fileprivate func takeEvents() -> [EngineEvent] {
        defer { events = [] }
        return events
    }

    fileprivate func takeStarted() -> [String] {
        defer { started = [] }
        return started
    }
}
