// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The core of a whole store: its machine.
final class RootCore<State, Action>: StoreCore<State, Action> {
    let machine: Machine<State, Action>

    init(machine: Machine<State, Action>) {
        self.machine = machine
        super.init(fields: machine.fields)
    }

    override var observers: ObserverTree<State> { machine.observers }

    override func read(_ body: (State) -> Void) -> Bool {
        machine.withState(body)
        return true
    }

    override func send(contentsOf actions: [Action]) -> StoreTask { machine.send(contentsOf: actions) }

    override var target: StoreTarget<Action> { machine.target }

    override func observe<Value>(
        _ select: @escaping (State) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        retaining companion: AnyObject? = nil,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        machine.observe(
            in: observers,
            state: machine.state,
            retaining: companion,
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

    override func attach(_ attachment: Attachment<State, Action>, keepingScope: Bool) -> ObservationToken {
        machine.attach(attachment)
    }

    override func mount(_ reducer: ReducerMaker<State, Action>, at site: SourceSite) -> ObservationToken {
        machine.mount(reducer)
    }

    override var handle: StoreHandle<State, Action> { machine.handle }

    override func start(_ effect: Effect<Action>) -> StoreTask { machine.start(effect) }

    override func insert(_ end: StreamEnd) {
        // A closed store has nothing more to tell.
        if machine.isClosed { end() } else { machine.streams.insert(end) }
    }

    override var isReducing: Bool { machine.storage.pointee.phase == .reducing }

    override func close(at site: SourceSite?) { machine.close(at: site) }

    override nonisolated(nonsending) func finish() async { await machine.finish() }

    override nonisolated(nonsending) func flush() async { await machine.flush() }

    override var hostedMachine: (any HostedMachine)? { machine }

    override var reporter: DiagnosticReporter { machine.dependencies.diagnosticReporter }

    override var dependencies: Dependencies { machine.dependencies }
}
