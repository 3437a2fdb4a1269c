// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryTestSupport

/// A store whose actions are texts, and whose state is the list of them; the effects are a test's.
@MainActor
struct EffectLog {
    let store: Store<[String], String>
    let recorder = DiagnosticRecorder()

    init(effect: @escaping (String) -> Effect<String>) {
        let reporter = recorder.reporter
        store = Store(initialState: []) {
            Reduce { state, action in
                state.append(action)
                return effect(action)
            }
        } dependencies: {
            $0.diagnosticReporter = reporter
        }
    }

    @discardableResult
    func send(_ action: String) -> StoreTask { store.send(action) }

    var state: [String] { store.state }
}

/// A value that follows tasks.
enum Trace {
    @TaskLocal static var identifier = "none"
}
