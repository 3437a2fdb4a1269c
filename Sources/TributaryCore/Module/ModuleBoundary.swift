// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a module gives access to, with the type of its store erased.
@MainActor
@usableFromInline
struct ModuleBoundary<Output, State> {
    let state: () -> State
    let observe: (_ end: StreamEnd?, _ onChange: @escaping @MainActor (State) -> Void) -> ObservationToken
    let listen: (_ end: StreamEnd?, _ onOutput: @escaping @MainActor (Output) -> Void) -> ObservationToken
    let insert: (StreamEnd) -> Void
    let close: (SourceSite) -> Void

    /// The machine behind the boundary, for tests.
    let machine: () -> (any HostedMachine)?

    /// - Parameters:
    ///   - store: The store behind the boundary.
    ///   - extract: Finds an output in an action.
    ///   - select: What is shown of the state.
    ///   - field: What is tracked when it is read; `nil` if no state is shown.
    init<StoreState, Action>(
        of store: Store<StoreState, Action>,
        output extract: @escaping (Action) -> Output?,
        state select: @escaping (StoreState) -> State,
        field: AnyKeyPath?
    ) {
        let isDuplicate: ((State, State) -> Bool)? = field == nil ? { _, _ in true } : nil
        state = {
            if let field, TrackingProbe.isTracking { store.track(field, select, isDuplicate: isDuplicate) }
            return store.withState(select)
        }
        observe = { end, onChange in
            store.part.observe(select, isDuplicate: isDuplicate, retaining: end) { onChange($0) }
        }
        listen = { end, onOutput in
            let machine = store.part.machine
            guard machine.isRecorded else {
                return store.part.attach(
                    OutputListener(retaining: end, extract: extract) { output, _ in onOutput(output) },
                    keepingScope: true
                )
            }
            let outlet = OutputOutlet(onOutput)
            return store.part.attach(
                OutputListener(retaining: end, extract: extract) { [weak machine] output, _ in
                    // Who no longer listens is told nothing.
                    machine?.whenCommitted { [weak outlet] in outlet?.tell(output) }
                },
                keepingScope: true
            )
        }
        insert = { store.part.machine.insert($0) }
        close = { store.part.close(at: $0) }
        machine = { store.part.way.machine }
    }
}

/// What is told outputs that are durable, as long as somebody listens.
@MainActor
private final class OutputOutlet<Output> {
    let tell: @MainActor (Output) -> Void

    init(_ tell: @escaping @MainActor (Output) -> Void) { self.tell = tell }
}
