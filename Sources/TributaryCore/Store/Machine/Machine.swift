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

    @usableFromInline let effects: EffectRunner

    /// The observers of the state, from the first one on.
    private(set) var observing: StateObservers?

    /// The progress of closing the machine, once it is to be closed.
    var closing: MachineClosing?

    /// The inbox for actions and calls from other threads, once something may be sent from there.
    var inbox: StoreInbox?

    /// The mounted reducers, in order.
    var mounts: [MountedReducer<State, Action>] = []

    /// The companions, if there are any: listeners, middleware, services, feedbacks.
    var companions: AttachmentList?

    /// The progress of time travel, if the machine shows another state than the newest.
    var travel: Travel<State>?

    /// The recording of actions, if the machine has one.
    var recording: Recording<State, Action>?

    /// Changes of the state that wait until the calls of the turn have returned.
    ///
    /// Without a check of exclusive access: it is asked after each action, and changed by functions that run no other code.
    @exclusivity(unchecked) var waitingForRest: [() -> Void] = []

    /// Makes a machine.
    ///
    /// - Parameters:
    ///   - initialState: The state before the first action.
    ///   - reducer: The reducer; made and resolved once, here.
    ///   - dependencies: Those of this machine's reducers and effects; of no other store.
    @usableFromInline package init<R: Reducer<State, Action>>(
        initialState: @autoclosure () -> State,
        @ReducerBuilder<State, Action> reducer: () -> R,
        dependencies: Dependencies = .ofStore { _ in }
    ) {
        let context = ReducerContext(dependencies: dependencies)
        // Only the construction is inside: a function that is returned through a generic one becomes a thunk.
        tree = context.building(reducer).resolveTree(in: context, runsFeedbacks: true)
        self.reducer = tree.function
        place = .allocate(capacity: 1)
        place.initialize(to: initialState())
        effects = EffectRunner(dependencies: dependencies, status: status)
    }

    deinit {
        inbox?.abandon()
        effects.abandon()
        observing?.end()
        place.deinitialize(count: 1)
        place.deallocate()
        // An effect that still runs keeps the status.
        status.queue = Queue()
    }

    /// The dependencies of the reducers and the effects.
    package var dependencies: Dependencies { effects.dependencies }

    /// The observers of the state, made if there are none.
    var stateObservers: StateObservers {
        if let observing { return observing }
        let made = StateObservers()
        observing = made
        return made
    }

    /// Whether there are observers.
    var isObserved: Bool { observing?.tree.isEmpty == false }

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
    func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
        guard status.phase != .reducing else { stopReading() }
        return try attending { try body(place.pointee) }
    }

    /// Restores the previous phase, and runs actions that were sent meanwhile.
    func endReading(in phase: MachinePhase) {
        status.phase = phase
        guard phase == .idle, status.isAttended else { return }
        if !status.queue.isEmpty || !waitingForRest.isEmpty || closing?.step == .requested { runTurn() }
    }

    private func stopReading() -> Never {
        reporter.stop(
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
    /// Delivers a value of the state at once, and then after every turn that changed it, as `StoreActor` does.
    func observe<Value>(
        _ select: @escaping (State) -> Value,
        removeDuplicates isDuplicate: ((Value, Value) -> Bool)? = nil,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        observe(select, isDuplicate: isDuplicate, onChange: onChange)
    }

    func reportManyObservers(_ count: Int) {
        reporter.report(
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

    var observers: ObserverTree { stateObservers.tree }

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
    /// A weak, Sendable view of the machine, to send to it from anywhere.
    ///
    /// While a handle exists, every action costs a check of the inbox.
    var handle: StoreHandle<State, Action> { StoreHandle(inbox: makeInbox(), way: way) }

    /// A reference to the machine that does not retain it.
    package var way: StoreWay<State, Action> { StoreWay(self) }
}

/// The observers of a machine, and the paths on which its state is observed.
final class StateObservers {
    /// The observers of the state and its parts.
    let tree = ObserverTree()

    /// The values of the store and its scopes that the Observation framework tracks, until they change.
    ///
    /// They are kept here and not in the scopes' stores, because code that reads a row need not retain the row's store. A value has
    /// one field, by its part's tree of observers, however often it is read.
    let fields = KeyTable<MemberKey, TrackedField>()

    /// How many there were after the last clean-up.
    ///
    /// The next one comes when there are twice as many.
    private var liveFieldCount = 0

    /// The paths to scopes, kept: a view that scopes again and again makes no path each time.
    lazy var paths = KeyTable<ScopePathKey, Reference<AnyObject>>()

    /// The closures to call when the machine ends, such as those that end a sequence; their tokens retain them.
    var ends = LiveList<Weak<Reference<() -> Void>>>()

    /// Ends the fields of parts, such as removed rows, that are gone and that no scope shows any more.
    ///
    /// A living scope may show its part again when it returns. Costs constant time for each field that was made.
    func endAbandonedFields() {
        guard fields.count >= 2 * max(liveFieldCount, 8) else { return }
        // Fields belong to a store on the main actor, and this is its machine.
        for field in fields.all.map(\.value) { MainActor.assumeIsolated { field.endIfAbandoned() } }
        liveFieldCount = fields.count
    }

    /// Calls the closures.
    func end() {
        let ends = ends
        self.ends = LiveList()
        for end in ends.elements { end.object?.value() }
    }
}
