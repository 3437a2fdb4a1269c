// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One state, changed only by the actions sent to it; on an actor of its own.
///
/// ```swift
/// let room = StoreActor(initialState: Room.State()) { Room() }
/// await room.send(.join(user))
/// for await count in await room.values(\.users.count) { … }
/// ```
/// Use it for servers and background work, as `Store` for the main actor. It obeys the same laws: sends from any
/// number of tasks are reduced one after the other, in the order in which they arrive. It calls closures on its
/// actor, where `assumeIsolated` gives access to the store itself.
@dynamicMemberLookup
public actor StoreActor<State, Action> {
    @usableFromInline let machine: Machine<State, Action>
    @usableFromInline nonisolated let home: any Actor

    /// The way of actions to the machine, specialised where the store is made.
    @usableFromInline let sendAction: (Action) -> StoreTask

    /// The executor of `home`, read once, because every send from elsewhere uses it.
    @usableFromInline nonisolated let executor: UnownedSerialExecutor

    /// The actor on whose executor the store runs: its own, or the one it was made with.
    @inlinable
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor }

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - initialState: The state before the first action.
    ///   - actor: An actor whose executor the store shares, for instance one with a custom executor; by default
    ///     the store has one for itself.
    ///   - reducer: The reducer; made and resolved once, here.
    ///   - configure: Sets dependencies for this store's reducers and effects.
    @inlinable
    public init<R: Reducer<State, Action>>(
        initialState: sending State,
        sharingExecutorOf actor: (any Actor)? = nil,
        @ReducerBuilder<State, Action> reducer: @Sendable () -> R,
        dependencies configure: @Sendable (inout Dependencies) -> Void = { _ in }
    ) {
        self.init(
            machine: Machine(initialState: initialState, reducer: reducer, dependencies: configure),
            sharingExecutorOf: actor
        )
    }

    @inlinable
    init(machine: sending Machine<State, Action>, sharingExecutorOf actor: (any Actor)?) {
        home = Self.home(sharing: actor)
        executor = home.unownedExecutor
        self.machine = machine
        sendAction = { machine.send($0) }
        machine.runEffects(ofStoreOn: self)
    }

    /// The state now.
    public var state: State { machine.state }

    /// A property of the state: `await room.topic`.
    public subscript<Value>(dynamicMember keyPath: any KeyPath<State, Value> & Sendable) -> Value {
        machine.withState { $0[keyPath: keyPath] }
    }

    /// Shows the state to a closure without copying it.
    ///
    /// - Parameter body: Reads the state, on the store's actor.
    /// - Returns: What the closure returned.
    /// - Throws: What the closure throws.
    public func withState<Result: Sendable>(_ body: @Sendable (State) throws -> Result) rethrows -> Result {
        try machine.withState(body)
    }

    /// Sends an action, and runs the turn it starts to its end (laws 1 to 5).
    ///
    /// - Parameter action: The action; it need not be Sendable, as long as the sender does not keep it.
    /// - Returns: The work that follows, to be waited for or cancelled.
    @inlinable
    @discardableResult
    public func send(_ action: sending Action) -> StoreTask { sendAction(action) }

    /// Sends actions as one turn, so that observers are notified once.
    ///
    /// An empty sequence does nothing.
    ///
    /// - Parameter actions: The actions, in order.
    /// - Returns: The work that follows from all of them.
    @discardableResult
    public func send(contentsOf actions: sending some Sequence<Action>) -> StoreTask {
        machine.send(contentsOf: actions)
    }

    /// Closes the store: services stop, effects are cancelled, later sends are reported and dropped (law 12).
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    public func close(fileID: String = #fileID, line: UInt = #line) {
        machine.close(at: SourceSite(fileID: fileID, line: line))
    }

    /// An actor that only provides its executor.
    @usableFromInline
    actor Home {
        @usableFromInline
        init() {}
    }
}
