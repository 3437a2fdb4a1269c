// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension Scenario {
    static let depending = [
        Scenario("dependency/none") {
            let store = Store(initialState: 0) { Constant() }
            return { count in MainActor.assumeIsolated { for _ in 0..<count { store.send(.add) } } }
        },
        Scenario("dependency/given", baseline: "dependency/none") {
            let store = Store(initialState: 0) {
                Adder()
            } dependencies: {
                $0.step = 2
            }
            return { count in MainActor.assumeIsolated { for _ in 0..<count { store.send(.add) } } }
        },
        Scenario("dependency/default", baseline: "dependency/none") {
            let store = Store(initialState: 0) { Adder() }
            return { count in MainActor.assumeIsolated { for _ in 0..<count { store.send(.add) } } }
        },
        Scenario("dependency/subtree", baseline: "dependency/none") {
            let store = Store(initialState: 0) { Adder().dependency(\.step, 2) }
            return { count in MainActor.assumeIsolated { for _ in 0..<count { store.send(.add) } } }
        },
        Scenario("dependency/made-before-the-store", baseline: "dependency/none") {
            let adder = Adder()
            let store = Store(initialState: 0) { adder }
            return { count in MainActor.assumeIsolated { for _ in 0..<count { store.send(.add) } } }
        },
        Scenario("dependency/container") {
            var dependencies = Dependencies()
            dependencies.step = 2
            let sum = Box(0)
            return { [dependencies] count in for _ in 0..<count { sum.value &+= dependencies.step } }
        },
        Scenario("dependency/make-a-store") {
            { count in
                MainActor.assumeIsolated {
                    for _ in 0..<count { Store(initialState: 0) { Adder() }.send(.add) }
                }
            }
        },
    ]
}

private enum Action { case add }

private struct Constant: Reducer {
    var body: some Reducer<Int, Action> {
        Update { state, _ in state &+= 2 }
    }
}

private struct Adder: Reducer {
    @Dependency(\.step) var step

    var body: some Reducer<Int, Action> {
        Update { state, _ in state &+= step }
    }
}

private enum StepKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { 1 }
}

extension Dependencies {
    fileprivate var step: Int {
        get { self[StepKey.self] }
        set { self[StepKey.self] = newValue }
    }
}
