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
    /// The state with what is looked at on every action.
    ///
    /// Behind a pointer, so that reaching it needs no runtime check of exclusive access, and its address never
    /// changes. `phase` does what that check would: while a reducer has the state, no other code gets it.
    @usableFromInline let storage: UnsafeMutablePointer<MachineStorage<State, Action>>

    @usableFromInline let reducer: PlacedReducer<Action>

    /// What the reducer does, one by one, where something in it looks at changes.
    let steps: ReducerSteps<State, Action>?

    /// The child of the reducers that does not see the action at hand.
    let passedChild: PassedChild

    /// The feedbacks in the tree of reducers, until they begin.
    var initialFeedbacks: Watch<State, Action>?

    /// The dependencies of the reducers.
    public let dependencies: Dependencies

    // Not checked for exclusive access, here and below, are properties that are read and written as a whole, or by
    // functions that run no other code: what they remove is released by their caller. The machine belongs to one
    // actor, so no two accesses overlap.
    @exclusivity(unchecked) var queue = ActionQueue<Action>()
    @usableFromInline let effects: EffectRunner
    let lifetime = StateLifetime<State>(parent: nil, key: nil)
    var lastObserver = 0

    /// The observers, once there were any: an `ObserverTree<State>`.
    ///
    /// Without its type, because an optional of a generic type looks its metadata up whenever it is asked.
    @exclusivity(unchecked) private(set) var presentObservers: AnyObserverTree?

    var streams = StreamEnds()

    /// What the Observation framework tracks, once it tracked something.
    @exclusivity(unchecked) private(set) var presentFields: TrackedFields?

    /// How far the machine is on its way to being closed.
    @exclusivity(unchecked) var closing = MachineClosing()

    /// Whether a turn is running, which finds by itself what is put into the queue or the inbox.
    var isTurning: Bool {
        get { storage.pointee.status.isTurning }
        set { storage.pointee.status.isTurning = newValue }
    }

    /// Whether an action was reduced since observers were last notified.
    @exclusivity(unchecked) var hasReduced = false

    /// What came from other threads.
    @exclusivity(unchecked) var incoming = MachineInbox()

    /// The reducers that were mounted.
    var mounts = MountTable() { didSet { storage.pointee.hasMounts = !mounts.isEmpty } }

    /// The index of the case that an action is in, where a reducer that was mounted is for one case.
    var indexOfCase: ((Action) -> Int?)?

    /// What is attached: listeners, middleware, services, feedbacks.
    var companions = AttachmentList() {
        didSet { storage.pointee.isAccompanied = !companions.isEmpty }
    }

    /// How far the machine is with showing another state than the newest, if it was asked to.
    @exclusivity(unchecked) var travel: Travel<State>?

    /// What writes down the actions, if anything does.
    @exclusivity(unchecked) var recording: Recording<State, Action>?

    /// What changes the state, and waits until what was called in the turn has returned.
    @exclusivity(unchecked) var waitingForRest: [() -> Void] = []

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
        // The first property of a struct lies at its beginning.
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
        // Only the making is inside: a function that is returned through a generic one becomes a thunk.
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
    @usableFromInline var observers: ObserverTree<State> {
        // Nothing else is put there.
        if let presentObservers { return unsafeDowncast(presentObservers, to: ObserverTree<State>.self) }
        let made = ObserverTree<State>()
        presentObservers = made
        return made
    }

    /// What the Observation framework tracks.
    @usableFromInline var fields: TrackedFields {
        if let presentFields { return presentFields }
        let made = TrackedFields()
        presentFields = made
        return made
    }

    /// Whether something is observed.
    var isObserved: Bool {
        guard let presentObservers else { return false }
        return !presentObservers.isEmpty
    }

    /// Runs effects on behalf of the actor that owns the machine; it is not retained.
    ///
    /// Feedbacks that the state asks for begin here. Do it before the first action.
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
    /// - Returns: What the closure returned.
    public func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
        let phase = beginReading()
        defer { endReading(in: phase) }
        return try body(storage.pointee.state)
    }

    /// Begins to show the state in place, so that no code may change it meanwhile.
    ///
    /// - Returns: What the machine was doing.
    func beginReading() -> MachinePhase {
        let phase = storage.pointee.phase
        guard phase != .reducing else { stopReading() }
        if phase == .idle { storage.pointee.phase = .attending }
        return phase
    }

    /// Goes on with what the machine was doing, or with what was sent meanwhile.
    @usableFromInline
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

/// What a machine looks at on every action.
///
/// It is laid out alike for all types, so that code which is not specialised for them need not ask how.
@usableFromInline
struct MachineStorage<State, Action> {
    /// First, so that it lies at the address of the whole for those who do not know the types.
    @usableFromInline var status = MachineStatus()

    /// Where the state lies.
    @usableFromInline let place: UnsafeMutablePointer<State>

    /// Whether effects run, or may.
    @usableFromInline var runsEffects = false

    /// Whether something is attached, and whether reducers are mounted.
    var isAccompanied = false
    var hasMounts = false

    /// The action that is being reduced, while one is: for the diagnostic that names it.
    @usableFromInline var action: UnsafePointer<Action>?

    init(place: UnsafeMutablePointer<State>) { self.place = place }

    @inlinable var state: State {
        _read { yield place.pointee }
        nonmutating _modify { yield &place.pointee }
    }

    // Always inlined, because code that is not specialised would look up the metadata of this type to call them.
    @inlinable var phase: MachinePhase {
        @inline(__always) get { status.phase }
        @inline(__always) set { status.phase = newValue }
    }

    @inlinable var isAttended: Bool {
        @inline(__always) get { status.isAttended }
        @inline(__always) set { status.isAttended = newValue }
    }
}
