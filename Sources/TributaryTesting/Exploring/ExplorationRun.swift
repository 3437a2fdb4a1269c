// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One run of an explored scenario.
///
/// It follows the given choices, then takes the first one each time, and records them all.
final class ExplorationRun: Sendable {
    /// A choice that was made.
    struct Choice: Sendable {
        let taken: Int
        let ready: [ReadyEffect]

        /// Whether the scenario itself could continue, too; that is the last of the possibilities then.
        let mayPass: Bool

        /// Identifies the situation in which it was made; `nil` if that is unknown.
        let situation: UInt64?

        /// Whether no run was in the situation before.
        let isNew: Bool

        var count: Int { ready.count + (mayPass ? 1 : 0) }
    }

    /// How it chooses when the given choices are made.
    enum Rest {
        case first
        case random(SeededGenerator)
        /// At random, but the same in equal situations, whatever the order in which effects became ready.
        case walk(SeededGenerator)
    }

    fileprivate struct State {
        var choices: [Choice] = []
        var rest: Rest
        var hasStrayed = false
        var progress: ScenarioProgress
    }

    /// The run that the current task belongs to.
    @TaskLocal static var current: ExplorationRun?

    private let prescribed: [Int]
    private let state: Mutex<State>

    /// The situations of all runs; `nil` if none are merged.
    private let situations: SituationTable?

    /// Makes a run that follows the given choices.
    ///
    /// - Parameters:
    ///   - prescribed: The choices.
    ///   - rest: How it chooses after that.
    ///   - situations: The situations of all runs.
    init(_ prescribed: [Int], then rest: Rest = .first, situations: SituationTable? = nil) {
        self.prescribed = prescribed
        self.situations = situations
        var progress = ScenarioProgress()
        progress.receives = situations?.receives == true
        state = Mutex(State(rest: rest, progress: progress))
    }

    /// The choices that were made.
    var choices: [Choice] { state.withLock { $0.choices } }

    /// Whether a given choice did not exist.
    var hasStrayed: Bool { state.withLock { $0.hasStrayed } }

    /// How far the scenario is, for situations.
    var progress: ScenarioProgress { state.withLock { $0.progress } }

    /// Notes something of the scenario that belongs to its situations.
    func note(_ change: (inout ScenarioProgress) -> Void) { state.withLock { change(&$0.progress) } }

    /// Lets any number of effects continue before the scenario does.
    func race(_ scheduler: EffectScheduler) {
        note { $0.step += 1 }
        while true {
            let ready = scheduler.readyJobs
            guard !ready.isEmpty else { return }
            let index = choose(ready, mayPass: true)
            guard index < ready.count else { return }
            guard scheduler.step(.arriving, at: index) else { return }
        }
    }

    /// Chooses one of several effects that could continue, or the scenario.
    func choose(_ ready: [ReadyJob], mayPass: Bool) -> Int {
        // Outside the lock, because the state of a store may have any code to hash it.
        let progress = self.progress
        let situation = situations == nil ? nil : progress.situation(mayPass: mayPass, ready)
        return state.withLock { state in
            let count = ready.count + (mayPass ? 1 : 0)
            let position = state.choices.count
            var taken = 0
            if position < prescribed.count {
                taken = prescribed[position]
            } else {
                taken = state.takeRest(ready, count)
            }
            if taken >= count {
                state.hasStrayed = true
                taken = 0
            }
            let order = state.choices.map(\.taken)
            let isNew = situation.map { situations?.insert($0, order) ?? true } ?? true
            state.choices.append(
                Choice(
                    taken: taken,
                    ready: ready.map { ReadyEffect($0) },
                    mayPass: mayPass,
                    situation: situation,
                    isNew: isNew
                )
            )
            return taken
        }
    }
}

extension ExplorationRun.State {
    /// The next choice of a run whose given choices are made.
    fileprivate mutating func takeRest(_ ready: [ReadyJob], _ count: Int) -> Int {
        switch rest {
        case .first: return 0
        case .random(var generator):
            defer { rest = .random(generator) }
            return Int.random(in: 0..<count, using: &generator)
        case .walk(var generator):
            defer { rest = .walk(generator) }
            let taken = Int.random(in: 0..<count, using: &generator)
            guard taken < ready.count else { return taken }
            let order = ready.indices.sorted { (ready[$0].identity, $0) < (ready[$1].identity, $1) }
            return order[taken]
        }
    }
}

/// The situations that the runs of a scenario were in, each with the first way to it.
final class SituationTable: Sendable {
    /// Whether the actions that arrived and were not received count.
    let receives: Bool

    init(receives: Bool = false) { self.receives = receives }

    private let orders = Mutex<[UInt64: [Int]]>([:])

    /// How many situations there are.
    var count: Int { orders.withLock { $0.count } }

    /// Adds a situation.
    ///
    /// - Returns: Whether it is new.
    func insert(_ situation: UInt64, _ order: [Int]) -> Bool {
        orders.withLock { orders in
            guard orders[situation] == nil else { return false }
            orders[situation] = order
            return true
        }
    }

    /// The first way to a situation.
    func order(of situation: UInt64) -> [Int]? { orders.withLock { $0[situation] } }
}
