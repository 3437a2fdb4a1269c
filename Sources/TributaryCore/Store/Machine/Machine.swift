// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The engine of a store: a state, the function that changes it, and the queue of actions.
///
/// It is synchronous, starts no tasks by itself and is not Sendable: it belongs to its owner. `Store` and `StoreActor` are shells around
/// one.
@usableFromInline package final class Machine<State, Action> {
    /// The state.
    ///
    /// Behind a pointer, so that an access needs no runtime check of exclusivity, and its address never changes. The
    /// phase of `status` replaces that check: while a reducer has the state, no other code gets it.
    @usableFromInline let place: UnsafeMutablePointer<State>

    /// The flags that every action checks.
    @usableFromInline let status = MachineStatus()

    /// The machine's own tree of reducers.
    let tree: ResolvedTree<State, Action>

    /// The reducers as one function: those of the tree, then the mounted ones.
    @exclusivity(unchecked) @usableFromInline var reducer: ReducerStep<State, Action>

    /// The dependencies of the reducers.
    package let dependencies: Dependencies

    // Properties without a check of exclusive access, here and below, are read and written by functions that run no
    // other code: their caller releases removed values. The machine belongs to one actor, so no two
    // accesses overlap.
    @exclusivity(unchecked) var queue = Queue<PendingAction>()
    @usableFromInline let effects: EffectRunner
    var lastObserver = 0

    /// The observers, from the first one on.
    private(set) var presentObservers: ObserverTree?

    var streams = LiveList<Weak<StreamEnd>>()

    /// The fields that the Observation framework tracks, from the first one on.
    private(set) var presentFields: TrackedFields?

    /// The progress of closing the machine.
    @exclusivity(unchecked) var closing = MachineClosing()

    /// The inbox for actions and calls from other threads, once something may be sent from there.
    @exclusivity(unchecked) var inbox: StoreInbox?

    /// The mounted reducers, in order.
    var mounts: [Weak<Mount>] = []

    /// The companions: listeners, middleware, services, feedbacks.
    var companions = AttachmentList()

    /// The progress of time travel, if the machine shows another state than the newest.
    var travel: Travel<State>?

    /// The recording of actions, if the machine has one.
    var recording: Recording<State, Action>?

    /// Changes of the state that wait until the calls of the turn have returned.
    var waitingForRest: [() -> Void] = []

    init(initialState: State, tree: ResolvedTree<State, Action>, dependencies: Dependencies) {
        place = .allocate(capacity: 1)
        place.initialize(to: initialState)
        self.tree = tree
        reducer = tree.function
        self.dependencies = dependencies
        effects = EffectRunner(of: State.self, dependencies: dependencies, status: status)
    }

    /// Makes a machine.
    ///
    /// - Parameters:
    ///   - initialState: The state before the first action.
    ///   - reducer: The reducer; made and resolved once, here.
    ///   - configure: Sets dependencies for this machine's reducers and effects.
    @usableFromInline package convenience init<R: Reducer<State, Action>>(
        initialState: @autoclosure () -> State,
        @ReducerBuilder<State, Action> reducer: () -> R,
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) {
        let dependencies = Dependencies.ofStore(configure)
        let context = ReducerContext(dependencies: dependencies)
        // Only the construction is inside: a function that is returned through a generic one becomes a thunk.
        let tree = context.building(reducer).resolveTree(in: context, runsFeedbacks: true)
        self.init(initialState: initialState(), tree: tree, dependencies: dependencies)
    }

    deinit {
        inbox?.abandon()
        effects.abandon()
        streams.finish()
        place.deinitialize(count: 1)
        place.deallocate()
    }

    /// The observers of the state and its parts.
    var observers: ObserverTree {
        if let presentObservers { return presentObservers }
        let made = ObserverTree()
        presentObservers = made
        return made
    }

    /// The fields that the Observation framework tracks.
    var fields: TrackedFields {
        if let presentFields { return presentFields }
        let made = TrackedFields()
        presentFields = made
        return made
    }

    /// Whether there are observers.
    var isObserved: Bool {
        guard let presentObservers else { return false }
        return !presentObservers.isEmpty
    }

    /// Runs effects on behalf of the actor that owns the machine; it is not retained.
    ///
    /// Feedbacks that the state requests start here. Call it before the first action.
    ///
    /// - Parameter actor: The actor on which this machine is used, and no other.
    package func runEffects(on actor: any Actor) { runEffects(on: actor, executor: nil) }

    /// The state.
    ///
    /// Reading it copies it; `withState` does not.
    ///
    /// Reading the state while a reducer changes it stops the program with a diagnostic (law 10).
    package var state: State {
        guard status.phase != .reducing else { stopReading() }
        return place.pointee
    }

    /// Shows the state to a closure without copying it.
    ///
    /// Actions that the closure sends wait until it is done.
    ///
    /// - Parameter body: Reads the state.
    /// - Returns: The closure's result.
    package func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
        guard status.phase != .reducing else { stopReading() }
        return try attending { try body(place.pointee) }
    }

    /// Restores the previous phase, and runs actions that were sent meanwhile.
    func endReading(in phase: MachinePhase) {
        status.phase = phase
        guard phase == .idle, status.isAttended else { return }
        if !queue.isEmpty || !waitingForRest.isEmpty || closing.step == .requested { runTurn() }
    }

    private func stopReading() -> Never {
        dependencies.diagnosticReporter.stop(
            Diagnostic(
                .stateReadWhileReducing,
                message:
                    "The state of \(typeName(State.self)) was read through its store while it was being changed.",
                remedy: """
                    Use the state that is given: in a reducer, in the closures of its `feedback`, `onChange`, and \
                    `filter`, in a case path, and in what they call.
                    """,
                action: status.action.map {
                    String(reflecting: $0.assumingMemoryBound(to: Action.self).pointee)
                }
            )
        )
    }
}

extension Machine {
    /// Makes a machine whose first state is made from its dependencies.
    ///
    /// - Parameters:
    ///   - configure: Sets dependencies for this machine's reducers and effects.
    ///   - initialState: Makes the state before the first action; the reducers get the same dependencies as it reads.
    ///   - reducer: The reducer; made and resolved once, here.
    package convenience init<R: Reducer<State, Action>>(
        dependencies configure: (inout Dependencies) -> Void,
        initialState: (Dependencies) -> State,
        @ReducerBuilder<State, Action> reducer: () -> R
    ) {
        let dependencies = Dependencies.ofStore(configure)
        self.init(initialState: initialState(dependencies), reducer: reducer) { $0 = dependencies }
    }
}

extension Machine {
    /// Delivers a value of the state at once, and then after every turn that changed it.
    ///
    /// Observers are notified in the order in which they were added (laws 3 to 5). `Equatable` values are compared with `==`, also
    /// in generic code without that constraint; other values count as changed after each turn in which an action ran. A conformance
    /// to Equatable that is isolated to a global actor counts on that actor alone. A value that is compared is kept, so a large
    /// array in it is copied when it changes; other values are not kept. Each observer costs one evaluation per turn, whatever the
    /// turn changed.
    ///
    /// - Parameters:
    ///   - select: The value. It runs once per turn.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`; `==` by default.
    ///   - onChange: Receives the value. It may send actions, observe and cancel.
    /// - Returns: The token that keeps the observation alive.
    package func observe<Value>(
        _ select: @escaping (State) -> Value,
        removeDuplicates isDuplicate: ((Value, Value) -> Bool)? = nil,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        observe(select, isDuplicate: isDuplicate, onChange: onChange)
    }

    /// Delivers the value at a key path at once, and then after each turn that changed it.
    ///
    /// It behaves like an observer with a closure. A property that is stored inline is read in place, which is faster than a
    /// closure or another key path.
    ///
    /// - Parameters:
    ///   - path: The value, such as `\.count` or `\.news?.step`.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`; `==` by default.
    ///   - onChange: Receives the value. It may send actions, observe and cancel.
    /// - Returns: The token that keeps the observation alive.
    package func observe<Value>(
        _ path: KeyPath<State, Value>,
        removeDuplicates isDuplicate: ((Value, Value) -> Bool)? = nil,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        observe(path, isDuplicate: isDuplicate, onChange: onChange)
    }

    /// Delivers the whole state at once, and then after every turn that changed it.
    ///
    /// An Equatable state is compared, and kept for that, so its next change copies large arrays in it. Any other state
    /// counts as changed after every turn in which an action ran, and is not kept. To keep no Equatable state either,
    /// observe nothing and read: `machine.observe({ _ in }) { machine.withState { … } }`.
    ///
    /// - Parameter onChange: Receives the state.
    /// - Returns: The token that keeps the observation alive.
    package func observe(onChange: @escaping (State) -> Void) -> ObservationToken {
        observe({ $0 }, onChange: onChange)
    }

    func observe(
        in tree: ObserverTree,
        retaining scope: AnyObject?,
        _ function: @escaping Observer.Function
    ) -> ObservationToken {
        lastObserver += 1
        let observer = Observer(order: lastObserver, tree: tree, scope: scope, function)
        tree.insert(observer)
        status.isObserved = true
        let token = ObservationToken(ending: observer)
        observer.deliver()
        return token
    }

    func reportManyObservers(_ count: Int) {
        dependencies.diagnosticReporter.report(
            Diagnostic(
                .manyObservers,
                message: """
                    In one turn of a store of \(typeName(State.self)), \(count) observers were evaluated whose values had not \
                    changed. Each observer of the store, and of a scope that is not a row, is evaluated after every turn.
                    """,
                remedy: """
                    Observe rows through their stores, such as `store.scope(rows: \\.rows)[id: id]?.observe(\\.name)`: \
                    only those of rows that changed are evaluated.
                    """
            )
        )
    }
}

extension Machine: StorePart {
    var machine: any PartMachine { self }

    var isWhole: Bool { true }

    var scope: AnyObject? { nil }

    var mayGo: Bool { false }

    func keep() {}

    func read(_ body: (State) -> Void) -> Bool {
        withState(body)
        return true
    }

    func attach(_ attachment: Attachment<State, Action>, keepingScope: Bool) -> ObservationToken {
        attach(attachment)
    }
}

extension Machine {
    /// The place of the state, for stores.
    var statePlace: StatePlace<State> { StatePlace(address: place, status: status) }

    /// A weak, Sendable view of the machine, to send to it from anywhere.
    ///
    /// While a handle exists, every action costs a check of the inbox.
    package var handle: StoreHandle<State, Action> {
        StoreHandle(inbox: makeInbox(), way: way)
    }

    /// A reference to the machine that does not retain it.
    package var way: StoreWay<State, Action> { StoreWay(self) }
}
