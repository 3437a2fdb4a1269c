// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// One call of `check`: the search, the confirmation with real tasks, and the failures.
struct CheckRun<State: Hashable, Action: Hashable, WorldValue: Hashable & Sendable> {
    private let feature: CheckedFeature<State, Action, WorldValue>
    private let checker: Checker<State, Action, WorldValue>
    private let site: CallSite

    init(_ feature: CheckedFeature<State, Action, WorldValue>, site: CallSite) {
        self.feature = feature
        self.site = site
        checker = Checker(feature)
    }

    /// Searches, confirms the counterexamples, and fails the test with them.
    nonisolated(nonsending) func run(walks: Int) async -> CheckResult<State, Action, WorldValue> {
        let outcome = await checker.search()
        var result = CheckResult(outcome, checker)
        for (property, leak) in zip(feature.properties, outcome.leaks) {
            guard let leak else { continue }
            let text = "“\(property.name)” does not hold."
            result.counterexamples.append(await counterexample(property.name, text, leak))
        }
        for (diagnostic, path) in outcome.diagnostics where diagnostic.identifier != .unhandledAction {
            result.counterexamples.append(
                await counterexample("\(diagnostic.identifier)", "\(diagnostic)", Leak(path: path, round: []))
            )
        }
        for (index, property) in feature.properties.enumerated() {
            guard case .sometimes = property.kind, !outcome.isReached[index] else { continue }
            result.unreachedProperties.append(property.name)
        }
        let difference = checker.planner.unplanned == nil ? await walkWithRealTasks(walks) : nil
        if difference != nil { result.notCovered.append(.differentWithRealTasks) }
        report(result, difference)
        return result
    }

    private nonisolated(nonsending) func counterexample(
        _ name: String,
        _ text: String,
        _ leak: Leak
    ) async -> Counterexample<State, Action, WorldValue> {
        let trace = await checker.trace(leak.path + leak.round)
        let (way, round) = (trace.prefix(leak.path.count), trace.dropFirst(leak.path.count))
        let (difference, durations) = await walk(trace)
        return Counterexample(
            property: name,
            text: text,
            steps: way.map(\.words),
            round: round.map(\.words),
            state: way.last?.state ?? feature.initialState(),
            world: way.last?.world ?? feature.world,
            actions: way.flatMap { $0.reduced.map(\.action) },
            difference: difference.map { "after step \($0.index + 1): \($0.text)" },
            trace: Array(way),
            durations: durations,
            initial: (feature.initialState(), feature.world)
        )
    }

    /// Walks a way with real tasks.
    ///
    /// - Returns: The first step after which they differ, and how, if one does; and for each step the time that passed.
    private nonisolated(nonsending) func walk(
        _ trace: [TracedStep<State, Action, WorldValue>]
    ) async -> (difference: (index: Int, text: String)?, durations: [Duration?]) {
        let run = RealRun(feature, site: site)
        var durations: [Duration?] = []
        await run.settle()
        for (index, step) in trace.enumerated() {
            guard await run.apply(step) else { return ((index, "The step is not possible."), durations) }
            durations.append(run.passedTime)
            if let text = run.difference(from: step) { return ((index, text), durations) }
        }
        return (nil, durations)
    }

    /// Walks some ways at random, and compares real tasks with recorded effects after each step.
    ///
    /// - Returns: The shortest way found on which they differ, as text.
    private nonisolated(nonsending) func walkWithRealTasks(_ count: Int) async -> String? {
        var generator = SeededGenerator(seed: 0)
        var found: (steps: [String], text: String)?
        for _ in 0..<max(count, 0) {
            let trace = await checker.randomTrace(walkLength, &generator)
            guard let (index, text) = await walk(trace).difference else { continue }
            if let found, found.steps.count <= index + 1 { continue }
            found = (trace.prefix(index + 1).map(\.words), text)
        }
        return found.map { found in
            found.text + found.steps.enumerated().map { "\n  \($0 + 1). \($1.hanging(by: 5))" }.joined()
        }
    }

    private func report(_ result: CheckResult<State, Action, WorldValue>, _ difference: String?) {
        for counterexample in result.counterexamples { site.fail(counterexample.failure) }
        for property in result.unreachedProperties {
            site.fail("“\(property)” holds in none of the \(result.situationCount) situations.")
        }
        if let difference {
            site.fail(
                """
                Recorded effects and real tasks differ. \(difference)

                Look for a dependency that remembers something from one call to the next, such as a counter in a client, \
                and move it into the state or into the world. A question has to name every value that its change uses.
                """
            )
        }
        guard result.counterexamples.isEmpty, difference == nil, !result.isComplete else { return }
        site.note(
            """
            The properties hold in the \(result.situationCount) situations that were visited, and there may be more.
            \(result.notCovered.map { "- \($0)" }.joined(separator: "\n"))
            """
        )
    }
}

/// How many steps a random way has.
private let walkLength = 20
