// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// Writes every action of a store, and what it changed in the state.
struct ActionLog: Sendable {
    private let write: @Sendable (String) -> Void

    init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    fileprivate func record<State>(_ action: Any, in name: String, from old: State, to new: State) {
        write("\(name): \(Outline.name(of: action))")
        let changes = StateDifference.lines(from: old, to: new)
        for change in changes.isEmpty ? ["nothing changed"] : changes { write("    " + change) }
    }
}

/// A reducer that reports what another one does.
struct LoggedReducer<Base: Reducer>: Reducer {
    let base: Base
    let name: String
    let log: ActionLog?

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        resolve(in: ReducerContext())(&state, action)
    }

    func resolve(in context: ReducerContext) -> ReducerFunction<Base.State, Base.Action> {
        let function = base.resolve(in: context)
        guard let log else { return function }
        return { [name] state, action in
            let old = state
            let effect = function(&state, action)
            log.record(action, in: name, from: old, to: state)
            return effect
        }
    }
}

extension Reducer {
    /// Reports every action to a log; without a log, it is the reducer itself that runs.
    func logged(as name: String, to log: ActionLog?) -> LoggedReducer<Self> {
        LoggedReducer(base: self, name: name, log: log)
    }
}
