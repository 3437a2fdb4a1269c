// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One state, changed only by the actions sent to it; on an actor of its own.
///
/// ```swift
/// let room = StoreActor(initialState: Room.State()) { Room() }
/// await room.send(.join(user))
/// for await count in await room.values(\.users.count) { … }
/// ```
/// It is to servers and background work what `Store` is to the main actor, and obeys the same laws: sends from any
/// number of tasks are reduced one after the other, in the order in which they arrive.
public actor StoreActor<State, Action> {
    let machine: Machine<State, Action>
    private nonisolated let home: any Actor

    /// Where the store runs: on an executor of its own, or on that of the actor it was made with.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { home.unownedExecutor }

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - initialState: The state before the first action.
    ///   - actor: An actor whose executor the store shares, for instance one with a custom executor; by default
    ///     the store has one for itself.
    ///   - reducer: The reducer; made and resolved once, here.
    ///   - configure: Sets dependencies for this store's reducers and effects.
    public init<R: Reducer<State, Action>>(
        initialState: sending State,
        sharingExecutorOf actor: (any Actor)? = nil,
        @ReducerBuilder<State, Action> reducer: @Sendable () -> R,
        dependencies configure: @Sendable (inout Dependencies) -> Void = { _ in }
    ) {
        home = actor ?? Home()
        machine = Machine(initialState: initialState, reducer: reducer, dependencies: configure)
        machine.runEffects(on: self)
    }

    /// The state now.
    public var state: State { machine.state }

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
    @discardableResult
    public func send(_ action: sending Action) -> StoreTask { machine.send(action) }

    /// Sends actions as one turn, so that observers are notified once.
    ///
    /// None at all do nothing.
    ///
    /// - Parameter actions: The actions, in order.
    /// - Returns: The work that follows from all of them.
    @discardableResult
    public func send(contentsOf actions: sending [Action]) -> StoreTask { machine.send(contentsOf: actions) }

    /// Delivers a value of the state at once, and then after every turn that changed it, on the store's actor.
    ///
    /// - Parameters:
    ///   - select: The value.
    ///   - onChange: Receives the value.
    /// - Returns: The token that keeps the observation alive.
    public func observe<Value: Equatable>(
        _ select: @escaping @Sendable (State) -> Value,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        machine.observe(select, removeDuplicates: { $0 == $1 }, onChange: onChange)
    }

    /// Hears of every action from now on, on the store's actor (laws 2 and 4).
    ///
    /// - Parameter onAction: Hears the action, where it came from, and the state after it.
    /// - Returns: The token that keeps the listener alive.
    public func onAction(
        _ onAction: @escaping @Sendable (ActionRecord<State, Action>) -> Void
    ) -> ObservationToken {
        machine.onAction(onAction)
    }

    /// The values of a part of the state: the current one at once, then one after every turn that changed it.
    ///
    /// The sequence ends when the store is closed or released.
    ///
    /// - Parameters:
    ///   - select: The value.
    ///   - policy: What is kept for a slow loop; by default everything.
    /// - Returns: The sequence.
    public func values<Value: Equatable & Sendable>(
        _ select: @escaping @Sendable (State) -> Value,
        bufferingPolicy policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Value> {
        let core = RootCore(machine: machine)
        return StreamEnd.stream(policy) { continuation, end in
            core.observe(select, isDuplicate: { $0 == $1 }, retaining: end) { continuation.yield($0) }
        } insert: {
            core.insert($0)
        }
    }

    /// Ends the store: services stop, effects are cancelled, later sends are reported and dropped (law 12).
    public func close() { machine.close() }

    /// An actor that does nothing but lend its executor.
    private actor Home {}
}

extension StoreActor where State: Sendable, Action: Sendable {
    /// Every action from now on, with where it came from and the state after it.
    ///
    /// The sequence ends when the store is closed or released.
    public var actions: AsyncStream<ActionRecord<State, Action>> {
        let core = RootCore(machine: machine)
        return StreamEnd.stream(.unbounded) { continuation, end in
            core.listen(retaining: end) { continuation.yield($0) }
        } insert: {
            core.insert($0)
        }
    }
}
