// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The core of a whole store: its machine.
final class RootCore<State, Action>: StoreCore<State, Action> {
    let machine: Machine<State, Action>

    init(machine: Machine<State, Action>) {
        self.machine = machine
        super.init(observers: machine.observers)
    }

    override func read(_ body: (State) -> Void) -> Bool {
        machine.withState(body)
        return true
    }

    override func send(_ action: Action) -> StoreTask { machine.send(action) }

    override func send(contentsOf actions: [Action]) -> StoreTask { machine.send(contentsOf: actions) }

    override func observe<Value>(
        _ select: @escaping (State) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        machine.observe(
            in: observers,
            state: machine.state,
            select: select,
            isDuplicate: isDuplicate,
            onChange: onChange
        )
    }

    override func observe<Slice, Value>(
        in tree: ObserverTree<Slice>,
        state: Slice,
        retaining scope: AnyObject,
        select: @escaping (Slice) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        machine.observe(
            in: tree,
            state: state,
            retaining: scope,
            select: select,
            isDuplicate: isDuplicate,
            onChange: onChange
        )
    }

    override func close() { machine.close() }

    override var reporter: DiagnosticReporter { machine.dependencies.diagnosticReporter }
}
