// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// The findings of a search.
struct SearchOutcome {
    /// For each property, by its position, the way on which it fails; `nil` if it holds as far as was searched.
    var leaks: [Leak?]

    /// For each property, whether a situation was found in which it holds; for those that need one.
    var isReached: [Bool]

    /// The diagnostics of the library, each with the way to the first step that reports it.
    var diagnostics: [(diagnostic: Diagnostic, path: [Int])] = []

    /// The gaps of the search.
    var notCovered: [NotCovered] = []
    var graph: SituationGraph
    var depth = 0
    var duration = Duration.zero

    /// The largest memory of the tables.
    var byteCount = 0
}

extension Checker {
    /// Searches all situations, up to the limits.
    nonisolated(nonsending) func search() async -> SearchOutcome {
        var search = Search(self)
        return await search.run(in: self)
    }

    /// The loop over the situations, level by level.
    struct Search {
        private var table = FingerprintTable()
        private var graph: SituationGraph
        private var movers: [UInt64: UInt32] = [:]
        private var violated: [Leak?]
        private var isReached: [Bool]
        private var diagnostics: [(diagnostic: Diagnostic, path: [Int])] = []
        private var known: Set<String> = []
        private var refusedActions = 0
        private var isEverything = true
        private var notCovered: [NotCovered] = []
        private let properties: [Property<State, WorldValue>]
        private let begin = ContinuousClock.now
        private var byteCount = 0

        init(_ checker: Checker) {
            properties = checker.feature.properties
            let factCount = properties.reduce(0) { $0 + $1.factCount }
            precondition(factCount <= 32, "At most 16 properties are about what follows.")
            graph = SituationGraph(keepsSteps: factCount > 0 || checker.keepsSteps)
            violated = Array(repeating: nil, count: properties.count)
            isReached = Array(repeating: false, count: properties.count)
        }

        nonisolated(nonsending) mutating func run(in checker: Checker) async -> SearchOutcome {
            await checker.begin()
            let start = checker.moment
            _ = table.insert(checker.identity)
            insert(start, parent: 0, step: 0)
            checker.visit?(start)
            var level = [start]
            var depth = 0
            var events: [CheckEvent] = []
            search: while !level.isEmpty {
                guard depth < checker.feature.limits.depth else {
                    stop(.depth(depth))
                    break
                }
                var following: [Moment] = []
                for position in level.indices {
                    checker.enter(level[position])
                    // A visited situation is not needed any more.
                    level[position] = start
                    let number = graph.expandedCount
                    if let limit = exceeded(
                        checker.feature.limits,
                        waiting: level.count - position + following.count
                    ) {
                        stop(limit)
                        break search
                    }
                    refusedActions += checker.list(&events)
                    for index in events.indices {
                        if !checker.applyAtOnce(events[index]) { await checker.applyRest() }
                        for diagnostic in checker.diagnostics { note(diagnostic, number, index) }
                        let (target, isNew) = table.insert(checker.identity)
                        if isNew {
                            let after = checker.moment
                            insert(after, parent: number, step: index)
                            following.append(after)
                            checker.visit?(after)
                        }
                        graph.insert(
                            SituationGraph.Step(target: UInt32(target), mover: interned(events[index]))
                        )
                    }
                    graph.endExpanding()
                }
                if !following.isEmpty { depth += 1 }
                level = following
            }
            return outcome(checker, depth)
        }

        private mutating func interned(_ event: CheckEvent) -> UInt32 {
            guard graph.keepsSteps, let mover = event.move?.mover else { return SituationGraph.Step.user }
            if let number = movers[mover] { return number }
            let number = UInt32(movers.count)
            movers[mover] = number
            return number
        }

        /// The limit that the search has reached, if it has.
        private mutating func exceeded(_ limits: CheckLimits, waiting: Int) -> NotCovered? {
            if graph.count >= limits.situations { return .situations(limits.situations) }
            guard graph.expandedCount.isMultiple(of: 64) else { return nil }
            byteCount = max(
                byteCount,
                table.byteCount + graph.byteCount + waiting * MemoryLayout<Moment>.stride
            )
            if byteCount > limits.memory { return .memory(limits.memory) }
            return ContinuousClock.now - begin > limits.time ? .time(limits.time) : nil
        }

        private mutating func stop(_ limit: NotCovered) {
            isEverything = false
            notCovered.append(limit)
        }

        /// Adds a situation that was not known.
        private mutating func insert(_ moment: Moment, parent: Int, step: Int) {
            let situation = Situation(
                state: moment.state,
                world: moment.world,
                effectsInFlight: moment.flights.count
            )
            var facts: UInt32 = 0
            var bit: UInt32 = 1
            let number = graph.count
            for (index, property) in properties.enumerated() {
                switch property.kind {
                case .always(let holds):
                    if violated[index] == nil, !holds(situation) {
                        let path = number == 0 ? [] : graph.path(to: parent) + [step]
                        violated[index] = Leak(path: path, round: [])
                    }
                case .sometimes(let holds):
                    if !isReached[index], holds(situation) { isReached[index] = true }
                case .leadsTo(let begins, let ends):
                    if begins(situation) { facts |= bit }
                    if ends(situation) { facts |= bit << 1 }
                    bit <<= 2
                case .effectsEnd:
                    facts |= moment.flights.value.isEmpty ? bit << 1 : bit
                    bit <<= 2
                case .noUnhandledAction: break
                }
            }
            graph.insert(parent: parent, step: step, facts: facts)
        }

        private mutating func note(_ diagnostic: Diagnostic, _ situation: Int, _ step: Int) {
            let key = "\(diagnostic.identifier) \(diagnostic.message)"
            guard known.insert(key).inserted else { return }
            diagnostics.append((diagnostic, graph.path(to: situation) + [step]))
        }

        private mutating func outcome(_ checker: Checker, _ depth: Int) -> SearchOutcome {
            if refusedActions > 0 {
                notCovered.append(
                    .effectsInFlight(checker.feature.limits.effectsInFlight, actions: refusedActions)
                )
            }
            if checker.feature.identify != nil { notCovered.append(.identifiedByPart) }
            for operation in checker.recorder.outside {
                let name = operation.name ?? operation.site.map { "\($0)" } ?? "an effect"
                if !notCovered.contains(.outside(name)) { notCovered.append(.outside(name)) }
            }
            for operation in checker.recorder.long {
                let name = operation.name ?? operation.site.map { "\($0)" } ?? "an effect"
                if !notCovered.contains(.longOperation(name)) { notCovered.append(.longOperation(name)) }
            }
            if checker.planner.hasFeedbacks || checker.reducer.hasFilteredFeedbacks {
                notCovered.append(.feedbacks)
            }
            if checker.reducer.hasUnansweredChanges {
                notCovered.append(.unsupported("an onChange that changes its own value"))
            }
            if let unplanned = checker.planner.unplanned { notCovered.append(.unsupported(unplanned)) }
            judgeWhatFollows()
            for (index, property) in properties.enumerated() {
                guard case .noUnhandledAction = property.kind else { continue }
                let found = diagnostics.firstIndex { $0.diagnostic.identifier == .unhandledAction }
                violated[index] = found.map { Leak(path: diagnostics[$0].path, round: []) }
            }
            return SearchOutcome(
                leaks: violated,
                isReached: isReached,
                diagnostics: diagnostics,
                notCovered: notCovered,
                graph: graph,
                depth: depth,
                duration: ContinuousClock.now - begin,
                byteCount: max(byteCount, table.byteCount + graph.byteCount)
            )
        }

        private mutating func judgeWhatFollows() {
            var bit: UInt32 = 1
            for (index, property) in properties.enumerated() {
                switch property.kind {
                case .leadsTo: violated[index] = graph.leak(from: bit, avoiding: bit << 1)
                case .effectsEnd:
                    violated[index] = graph.leak(from: bit, avoiding: bit << 1, isWithoutUser: true)
                case .always, .sometimes, .noUnhandledAction: continue
                }
                bit <<= 2
            }
        }
    }
}

extension Diagnostic.Identifier {
    /// An action for a child without state.
    static let unhandledAction = Self("TRIBUTARY-001")
}
