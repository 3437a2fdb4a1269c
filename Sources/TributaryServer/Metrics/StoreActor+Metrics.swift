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
        withMachine { machine in
            let dimensions = [("store", name)]
            let origins: [(ActionOrigin, String)] = [
                (.store, "store"), (.effect, "effect"), (.reducer, "reducer"),
            ]
            let actions = Dictionary(
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
            let turns = Counter(label: "tributary_turns", dimensions: dimensions, factory: factory)
            let effects = Counter(label: "tributary_effects", dimensions: dimensions, factory: factory)
            let running = Meter(label: "tributary_effects_running", dimensions: dimensions, factory: factory)
            let actionsWaiting = CoreMetrics.Recorder(
                label: "tributary_actions_waiting",
                dimensions: dimensions,
                factory: factory
            )
            let commitsWaiting = CoreMetrics.Recorder(
                label: "tributary_store_commits_waiting",
                dimensions: dimensions,
                factory: factory
            )
            var mostWaiting = 0
            var count = machine.runningEffects.count
            running.set(count)
            machine.inspect(
                Inspection(
                    reduced: { [unowned machine] action, _, _ in
                        actions[action.origin]?.increment()
                        mostWaiting = max(mostWaiting, machine.waitingActions)
                    },
                    committed: { [unowned machine] in
                        turns.increment()
                        actionsWaiting.record(mostWaiting)
                        mostWaiting = 0
                        if machine.isRecorded { commitsWaiting.record(machine.waitingCommits) }
                    },
                    effect: { event, _ in
                        switch event {
                        case .began:
                            count += 1
                            effects.increment()
                        case .ended, .cancelled: count -= 1
                        }
                        running.set(count)
                    },
                    closed: { running.set(0) }
                )
            )
        }
    }
}
#endif
