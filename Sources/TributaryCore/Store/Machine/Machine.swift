// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The engine of a store: a state, the function that changes it, and the queue of actions.
///
/// It is synchronous, starts no tasks by itself and is not Sendable: it belongs to its owner, such as an actor that
/// keeps it as a property. `Store` and `StoreActor` are shells around one.
///
/// ```swift
/// actor Game {
///     private let machine = Machine(initialState: Board.State()) { Board() }
///     init() { machine.runEffects(on: self) }
///     func play(_ action: Board.Action) { machine.send(action) }
/// }
/// ```
public final class Machine<State, Action> {
    /// The state, and the flags that every action checks.
    ///
    /// Behind a pointer, so that an access needs no runtime check of exclusivity, and its address never changes.
    /// `phase` replaces that check: while a reducer has the state, no other code gets it.
    @usableFromInline let storage: UnsafeMutablePointer<MachineStorage<State, Action>>

    @usableFromInline let reducer: PlacedReducer<Action>

    /// The separate steps of the reducer; `nil` if it has no watches.
    let steps: ReducerSteps<State, Action>?

    /// The child that does not receive the current action.
    let passedChild: PassedChild

    /// The feedbacks in the tree of reducers, until they begin.
    var initialFeedbacks: Watch<State, Action>?

    /// The dependencies of the reducers.
    public let dependencies: Dependencies

    // Properties without a check of exclusive access, here and below, are read and written by functions that run no
    // other code: their caller releases removed values. The machine belongs to one actor, so no two
    // accesses overlap.
    @exclusivity(unchecked) var queue = ActionQueue<Action>()
    @usableFromInline let effects: EffectRunner
    let lifetime = StateLifetime<State>(parent: nil, key: nil)
    var lastObserver = 0

    /// The observers, from the first one on: an `ObserverTree<State>`.
    ///
    /// Its type is erased, because an optional of a generic type looks up its metadata at each access.
    private(set) var presentObservers: AnyObserverTree?

    var streams = StreamEnds()

    /// The fields that the Observation framework tracks, from the first one on.
    private(set) var presentFields: TrackedFields?

    /// The progress of closing the machine.
    @exclusivity(unchecked) var closing = MachineClosing()

    /// Whether a turn is running, which takes actions from the queue and the inbox.
    var isTurning: Bool {
        get { storage.pointee.status.isTurning }
        set { storage.pointee.status.isTurning = newValue }
    }

    /// Whether an action was reduced since observers were last notified.
    var hasReduced = false

    /// Actions and calls from other threads.
    @exclusivity(unchecked) var incoming = MachineInbox()

    /// The mounted reducers.
    var mounts = MountTable() { didSet { storage.pointee.hasMounts = !mounts.isEmpty } }

    /// Returns the index of an action's case; set if a mounted reducer is for one case.
    var indexOfCase: ((Action) -> Int?)?

    /// The companions: listeners, middleware, services, feedbacks.
    var companions = AttachmentList() {
        didSet { storage.pointee.isAccompanied = !companions.isEmpty }
    }

    /// The progress of time travel, if the machine shows another state than the newest.
    var travel: Travel<State>?

    /// The recording of actions, if the machine has one.
    var recording: Recording<State, Action>?

    /// Changes of the state that wait until the calls of the turn have returned.
    var waitingForRest: [() -> Void] = []

    @usableFromInline
    init(initialState: State, tree: ResolvedTree<State, Action>, dependencies: Dependencies) {
        storage = .allocate(capacity: 1)
        let place = UnsafeMutablePointer<State>.allocate(capacity: 1)
        place.initialize(to: initialState)
        storage.initialize(to: MachineStorage(place: place))
        reducer = tree.function
        steps = tree.steps
        passedChild = tree.passedChild
        initialFeedbacks = tree.feedbacks
        self.dependencies = dependencies
        // The address of a struct is that of its first property.
        let status = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: MachineStatus.self)
        effects = EffectRunner(dependencies: dependencies, status: status)
    }

    /// Makes a machine.
    ///
    /// - Parameters:
    ///   - initialState: The state before the first action.
    ///   - reducer: The reducer; made and resolved once, here.
    ///   - configure: Sets dependencies for this machine's reducers and effects.
    @inlinable
    public convenience init<R: Reducer<State, Action>>(
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
        incoming.inbox?.abandon()
        effects.abandon()
        streams.finish()
        storage.pointee.place.deinitialize(count: 1)
        storage.pointee.place.deallocate()
        storage.deinitialize(count: 1)
        storage.deallocate()
    }

    /// The observers of the state and its parts.
    var observers: ObserverTree<State> {
        // The property only ever contains this type.
        if let presentObservers { return unsafeDowncast(presentObservers, to: ObserverTree<State>.self) }
        let made = ObserverTree<State>()
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
    public func runEffects(on actor: any Actor) { runEffects(on: actor, executor: nil) }

    /// The state.
    ///
    /// Reading it copies it; `withState` does not.
    ///
    /// Reading the state while a reducer changes it stops the program with a diagnostic (law 10).
    public var state: State {
        guard storage.pointee.phase != .reducing else { stopReading() }
        return storage.pointee.state
    }

    /// Shows the state to a closure without copying it.
    ///
    /// Actions that the closure sends wait until it is done.
    ///
    /// - Parameter body: Reads the state.
    /// - Returns: The closure's result.
    public func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
        let phase = beginReading()
        defer { endReading(in: phase) }
        return try body(storage.pointee.state)
    }

    /// Begins reading the state in place, so that no code changes it meanwhile.
    ///
    /// - Returns: The previous phase.
    func beginReading() -> MachinePhase {
        let phase = storage.pointee.phase
        guard phase != .reducing else { stopReading() }
        if phase == .idle { storage.pointee.phase = .attending }
        return phase
    }

    /// Restores the previous phase, and runs actions that were sent meanwhile.
    func endReading(in phase: MachinePhase) {
        storage.pointee.phase = phase
        guard phase == .idle, storage.pointee.isAttended else { return }
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
                action: storage.pointee.action.map { String(reflecting: $0.pointee) }
            )
        )
    }
}

/// The flags that a machine checks on every action.
///
/// Its layout is the same for all types, so that unspecialized code does not look it up.
@usableFromInline
struct MachineStorage<State, Action> {
    /// The first property, so that its address is that of the struct for code without the types.
    @usableFromInline var status = MachineStatus()

    /// The address of the state.
    @usableFromInline let place: UnsafeMutablePointer<State>

    /// Whether effects run or may run.
    @usableFromInline var runsEffects = false

    /// Whether there are companions, and whether reducers are mounted.
    var isAccompanied = false
    var hasMounts = false

    /// The action that is being reduced, for the diagnostic that names it; `nil` otherwise.
    @usableFromInline var action: UnsafePointer<Action>?

    @inlinable var state: State {
        _read { yield place.pointee }
        nonmutating _modify { yield &place.pointee }
    }

    // Always inlined, because unspecialized code would look up the metadata of this type to call them.
    @inlinable var phase: MachinePhase {
        @inline(__always) get { status.phase }
        @inline(__always) set { status.phase = newValue }
    }

    @inlinable var isAttended: Bool {
        @inline(__always) get { status.isAttended }
        @inline(__always) set { status.isAttended = newValue }
    }
}
