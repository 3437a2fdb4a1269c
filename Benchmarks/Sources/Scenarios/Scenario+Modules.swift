// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension Scenario {
    /// The same feature as a part of an app's state, and in a store of its own behind its boundary.
    static let modules = [
        // An input from outside.
        Scenario("module/composed/input") {
            let app = Store(initialState: App.State()) { App() }
            return { runs in
                MainActor.assumeIsolated {
                    for run in 0..<runs { app.send(.meter(.input(.set(run)))) }
                }
            }
        },
        Scenario("module/input", baseline: "module/composed/input") {
            let separate = Separate()
            return { runs in
                MainActor.assumeIsolated {
                    for run in 0..<runs { separate.module.send(.set(run)) }
                }
            }
        },
        // The feature emits an output, and the app counts it.
        Scenario("module/composed/output") {
            let meter = Store(initialState: App.State()) { App() }.scope(state: \.meter, action: \.meter)
            return { runs in
                MainActor.assumeIsolated {
                    for _ in 0..<runs { meter.send(.tick) }
                }
            }
        },
        Scenario("module/output", baseline: "module/composed/output") {
            let separate = Separate()
            separate.connectOutput()
            return { runs in
                MainActor.assumeIsolated {
                    for _ in 0..<runs { separate.meter.send(.tick) }
                }
            }
        },
        // The state of the app changes, and becomes an input of the feature.
        Scenario("module/composed/state") {
            let app = Store(initialState: App.State()) { App() }
            return { runs in
                MainActor.assumeIsolated {
                    for run in 0..<runs { app.send(.set(run)) }
                }
            }
        },
        Scenario("module/state", baseline: "module/composed/state") {
            let separate = Separate()
            separate.connectInput()
            return { runs in
                MainActor.assumeIsolated {
                    for run in 0..<runs { separate.app.send(.setAlone(run)) }
                }
            }
        },
        // Attaching it while the app runs.
        Scenario("module/composed/attach") {
            let app = Store(initialState: App.State()) { App() }
            return { runs in
                MainActor.assumeIsolated {
                    for _ in 0..<runs { _ = app.scope(state: \.meter, action: \.meter) }
                }
            }
        },
        Scenario("module/attach", baseline: "module/composed/attach") {
            let app = Store(initialState: App.State()) { App() }
            return { runs in
                MainActor.assumeIsolated {
                    for _ in 0..<runs { Separate(app: app).connectOutput() }
                }
            }
        },
    ]
}
