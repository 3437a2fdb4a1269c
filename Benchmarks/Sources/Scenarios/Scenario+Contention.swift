// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import TributaryCore

extension Scenario {
    /// Sends to a store on its own actor, from one task and from eight, compared with an equivalent method of
    /// an actor.
    ///
    /// A run is one send. Measure with 100,000 runs or more: a few do not contend.
    static let contending = [1, 8].flatMap { tasks in
        [
            Scenario(
                "actor/contention/\(tasks)",
                baseline: "actor/contention/by-hand/\(tasks)",
                isRepeatable: tasks == 1
            ) {
                let store = StoreActor(initialState: Counter.State()) { Counter() }
                return { runs in share(runs, among: tasks) { _ = await store.send(.add(1)) } }
            },
            Scenario("actor/contention/by-hand/\(tasks)", isRepeatable: tasks == 1) {
                let counter = CounterByHand()
                return { runs in share(runs, among: tasks) { await counter.reduce(.add(1)) } }
            },
        ]
    }
}

/// Does something a number of times in a number of tasks, and waits for them.
private func share(_ runs: Int, among tasks: Int, _ body: @escaping @Sendable () async -> Void) {
    let group = DispatchGroup()
    for index in 0..<tasks {
        group.enter()
        Task.detached {
            for _ in 0..<(runs / tasks + (index < runs % tasks ? 1 : 0)) { await body() }
            group.leave()
        }
    }
    // This is the main thread, where no task of these runs.
    group.wait()
}

/// A number.
private struct Counter: Reducer {
    struct State { var count = 0 }
    enum Action: Sendable { case add(Int) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .add(let number): state.count &+= number
        }
        return .none
    }
}

/// The same as a method of an actor.
private actor CounterByHand {
    private var count = 0

    func reduce(_ action: Counter.Action) {
        switch action {
        case .add(let number): count &+= number
        }
    }
}
