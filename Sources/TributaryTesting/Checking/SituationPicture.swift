// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The situations of a feature in groups, with the steps between the groups, to be drawn.
public struct SituationPicture: Equatable, Sendable {
    /// A step from one group to another, or within one.
    public struct Step: Hashable, Sendable {
        /// The group of the situation before the step, by its position.
        public let source: Int

        /// The group of the situation after the step, by its position.
        public let target: Int

        /// The name of the step.
        public let title: String
    }

    /// The names of the groups, in the order in which they were reached; the first has the initial state.
    public let groups: [String]

    /// How many situations each group has.
    public let counts: [Int]

    /// The steps, each once.
    public let steps: [Step]

    /// The picture for Mermaid, which many documents show.
    public var mermaid: String {
        let nodes = groups.indices.map { "    s\($0)[\"\(escaped(groups[$0])) (\(counts[$0]))\"]" }
        let edges = steps.map { "    s\($0.source) -->|\"\(escaped($0.title))\"| s\($0.target)" }
        return (["flowchart LR"] + nodes + edges).joined(separator: "\n") + "\n"
    }

    /// The picture for Graphviz, which arranges large graphs better than `svg`: `dot -Tsvg`.
    public var dot: String {
        let nodes = groups.indices.map { "    s\($0) [label=\(quoted("\(groups[$0]) (\(counts[$0]))"))];" }
        let edges = steps.map { "    s\($0.source) -> s\($0.target) [label=\(quoted($0.title))];" }
        return (["digraph situations {", "    rankdir=LR;"] + nodes + edges + ["}"]).joined(separator: "\n")
            + "\n"
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
            .replacing("\n", with: " ")
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: " ")
            + "\""
    }
}

extension CheckResult {
    /// Draws the situations that were visited.
    ///
    /// It visits them again, and costs as much as the check.
    ///
    /// - Parameter group: The name of the group of a state, such as `{ "\($0.phase)" }`.
    /// - Returns: The picture.
    public nonisolated(nonsending) func picture(groupedBy group: (State) -> String) async -> SituationPicture
    {
        var numbers: [String: Int] = [:]
        var groups: [String] = []
        var counts: [Int] = []
        var steps: [SituationPicture.Step] = []
        var known: Set<SituationPicture.Step> = []
        func number(of state: State) -> Int {
            let name = group(state)
            if let number = numbers[name] { return number }
            numbers[name] = groups.count
            groups.append(name)
            counts.append(0)
            return groups.count - 1
        }
        var visited = FingerprintTable()
        await checker.begin()
        let start = checker.moment
        _ = visited.insert(checker.identity)
        counts[number(of: start.state)] += 1
        var waiting = [start]
        var head = 0
        while head < waiting.count, visited.count <= situationCount {
            let moment = waiting[head]
            head += 1
            var events: [CheckEvent] = []
            checker.enter(moment)
            checker.list(&events)
            for event in events {
                let title = checker.title(of: event, in: moment)
                await checker.apply(event)
                let after = checker.moment
                let target = number(of: after.state)
                let step = SituationPicture.Step(
                    source: number(of: moment.state),
                    target: target,
                    title: title
                )
                if known.insert(step).inserted { steps.append(step) }
                guard visited.insert(checker.identity).isNew else { continue }
                counts[target] += 1
                waiting.append(after)
            }
        }
        return SituationPicture(groups: groups, counts: counts, steps: steps)
    }
}

extension Checker {
    /// The name of an event: the action without its payload, or the question with its answer.
    fileprivate func title(of event: CheckEvent, in moment: Moment) -> String {
        guard let move = event.move else { return caseName(of: planner.actions[event.number]) }
        guard case .running(_, let point?) = moment.flights.value.list[Int(move.flight)].kind else {
            return "time passes"
        }
        switch point.step {
        case .sends(let number?): return caseName(of: planner.actions[number])
        case .asks(let question):
            return question.isTime
                ? "time passes" : "\(question.title): \(answer(to: question, move.answer, in: moment.world))"
        case .sends, .reports, .ends, .waits, .goesOn: return "continues"
        }
    }

    private func caseName(of action: Action) -> String {
        let mirror = Mirror(reflecting: action)
        guard mirror.displayStyle == .enum else { return "\(action)" }
        return mirror.children.first?.label ?? "\(action)"
    }
}
