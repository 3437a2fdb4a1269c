// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryTesting

extension Scenario {
    /// The steps of a test: an action with its change, an effect with its action, every order of some
    /// effects.
    static let testing = [
        Scenario("test/send", isRepeatable: false) {
            { runs in
                block {
                    let store = TestStore(initialState: Errand.State()) { Errand() }
                    for run in 1...runs { await store.send(.done) { $0.count = run } }
                    await store.finish()
                }
            }
        },
        Scenario("test/send-and-receive", isRepeatable: false) {
            { runs in
                block {
                    let store = TestStore(initialState: Errand.State()) { Errand() }
                    for run in 1...runs {
                        await store.send(.run(1))
                        await store.receive(.done) { $0.count = run }
                    }
                    await store.finish()
                }
            }
        },
        Scenario("test/explore/6", isRepeatable: false) {
            { runs in
                block {
                    for _ in 0..<runs {
                        let exploration = await explore {
                            let store = TestStore(initialState: Errand.State()) { Errand() }
                            await store.send(.run(6))
                            await store.finish()
                        }
                        precondition(exploration.isComplete && exploration.count == 720)
                    }
                }
            }
        },
    ]
}

/// A feature whose effects only send that they are done.
private struct Errand: Reducer {
    struct State: Equatable, Sendable { var count = 0 }

    enum Action: Equatable, Sendable {
        case run(Int)
        case done
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .run(let count):
                return .merge((0..<count).map { _ in .run { send in await send(.done) } })
            case .done:
                state.count += 1
                return .none
            }
        }
    }
}
