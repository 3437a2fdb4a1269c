// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
public import CoreMetrics
public import TributaryCore

extension StoreActor {
    /// Measures the store's actions, effects, and commits from now on.
    ///
    /// These are the metrics of a store in the list on the page of the module. Each has the dimension `store`: stores of the same
    /// name are counted together, except for the meter, which has the value of the store that worked last. So if there are
    /// thousands of stores, name them by their kind, such as `room`. Measuring ends with the store, and does not retain it.
    ///
    /// - Parameters:
    ///   - name: The dimension `store`.
    ///   - factory: Makes the metrics.
    public func measure(as name: String, with factory: any MetricsFactory = MetricsSystem.factory) {
        withMachine { $0.inspections.append(StoreMetrics(of: $0, name, factory)) }
    }
}

/// Measures a store.
private final class StoreMetrics<State, Action>: Inspection {
    private unowned let machine: Machine<State, Action>
    private let actions: [ActionOrigin: Counter]
    private let turns: Counter
    private let effects: Counter
    private let running: Meter
    private let actionsWaiting: CoreMetrics.Recorder
    private let commitsWaiting: CoreMetrics.Recorder
    private var mostWaiting = 0
    private var count: Int

    init(of machine: Machine<State, Action>, _ name: String, _ factory: any MetricsFactory) {
        let dimensions = [("store", name)]
        let origins: [(ActionOrigin, String)] = [
            (.store, "store"), (.effect, "effect"), (.reducer, "reducer"),
        ]
        actions = Dictionary(
            uniqueKeysWithValues: origins.map { origin, text in
                (
                    origin,
                    Counter(
                        label: "tributary_actions",
                        dimensions: dimensions + [("origin", text)],
                        factory: factory
                    )
                )
            }
        )
        turns = Counter(label: "tributary_turns", dimensions: dimensions, factory: factory)
        effects = Counter(label: "tributary_effects", dimensions: dimensions, factory: factory)
        running = Meter(label: "tributary_effects_running", dimensions: dimensions, factory: factory)
        actionsWaiting = CoreMetrics.Recorder(
            label: "tributary_actions_waiting",
            dimensions: dimensions,
            factory: factory
        )
        commitsWaiting = CoreMetrics.Recorder(
            label: "tributary_store_commits_waiting",
            dimensions: dimensions,
            factory: factory
        )
        self.machine = machine
        count = machine.runningEffects.count
        running.set(count)
    }

    func didReduce(_ action: ActionRecord<State, Action>, number: Int, cause: Int?) {
        actions[action.origin]?.increment()
        mostWaiting = max(mostWaiting, machine.waiting.actions)
    }

    func didCommit() {
        turns.increment()
        actionsWaiting.record(mostWaiting)
        mostWaiting = 0
        if let commits = machine.waiting.commits { commitsWaiting.record(commits) }
    }

    func didChange(_ effect: EffectEvent, by action: Int?) {
        switch effect {
        case .began:
            count += 1
            effects.increment()
        case .ended, .cancelled: count -= 1
        }
        running.set(count)
    }

    func didClose() { running.set(0) }
}
#endif
