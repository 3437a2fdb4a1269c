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
    let machine: Machine<State, Action>
    nonisolated let home: any Actor

    /// The executor of `home`, read once, because every send from elsewhere uses it.
    nonisolated let executor: UnownedSerialExecutor

    /// The actor on whose executor the store runs: its own, or the one it was made with.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor }

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
        self.init(
            machine: Machine(
                initialState: initialState,
                reducer: reducer,
                dependencies: .ofStore(configure)
            ),
            sharingExecutorOf: actor
        )
    }

    package init(machine: sending Machine<State, Action>, sharingExecutorOf actor: (any Actor)? = nil) {
        home = EffectHost.current?.actor ?? actor ?? Home()
        executor = home.unownedExecutor
        self.machine = machine
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
    /// - Returns: The closure's result.
    /// - Throws: Any error that the closure throws.
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
    actor Home {
        init() {}
    }
}

extension StoreActor {
    /// Delivers a value of the state at once, and then after every turn that changed it, on the store's actor.
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
    public func observe<Value>(
        _ select: @escaping @Sendable (State) -> Value,
        removeDuplicates isDuplicate: (@Sendable (Value, Value) -> Bool)? = nil,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        machine.observe(select, removeDuplicates: isDuplicate, onChange: onChange)
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
    public func observe<Value>(
        _ path: any KeyPath<State, Value> & Sendable,
        removeDuplicates isDuplicate: (@Sendable (Value, Value) -> Bool)? = nil,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        let offset = MemoryLayout<State>.offset(of: path)
        return machine.observe(
            { $0[keyPath: path] },
            at: offset,
            isDuplicate: isDuplicate,
            onChange: onChange
        )
    }

    /// Delivers the whole state at once, and then after every turn that changed it.
    ///
    /// An Equatable state is compared, and kept for that, so its next change copies large arrays in it. Any other state
    /// counts as changed after every turn in which an action ran, and is not kept.
    ///
    /// - Parameter onChange: Receives the state.
    /// - Returns: The token that keeps the observation alive.
    public func observe(onChange: @escaping @Sendable (State) -> Void) -> ObservationToken {
        machine.observe({ $0 }, onChange: onChange)
    }

    /// Listens to each action from now on, on the store's actor (laws 2 and 4).
    ///
    /// - Parameter onAction: Receives the action, its origin, and the state after it. Its actions wait behind those that already
    ///   wait.
    /// - Returns: The token that keeps the listener alive.
    public func onAction(
        _ onAction: @escaping @Sendable (ActionRecord<State, Action>) -> Void
    ) -> ObservationToken {
        machine.onAction(onAction)
    }
}

extension StoreActor {
    /// The values of a part of the state: the current one at once, then one after every turn that changed it.
    ///
    /// Any number of loops may run over any number of sequences. The sequence ends when the store is closed or
    /// released; a loop that is left ends the observation.
    ///
    /// - Parameters:
    ///   - select: The value: a key path or a closure.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`; `==` by default. Values
    ///     that are not Equatable count as changed after every turn in which an action ran.
    ///   - policy: The values to buffer for a slow loop; by default all. `.bufferingNewest(1)` keeps the newest.
    /// - Returns: The sequence.
    public func values<Value: Sendable>(
        _ select: @escaping @Sendable (State) -> Value,
        removeDuplicates isDuplicate: ((Value, Value) -> Bool)? = nil,
        bufferingPolicy policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Value> {
        machine.values(select, isDuplicate: isDuplicate, policy)
    }
}

extension StoreActor where State: Sendable, Action: Sendable {
    /// Every action from now on, with its origin and the state after it.
    ///
    /// The sequence keeps actions for a slow loop, and ends when the store is closed or released.
    public var actions: AsyncStream<ActionRecord<State, Action>> {
        machine.actions()
    }
}

extension StoreActor {
    /// Makes a store whose first state is made from its dependencies.
    ///
    /// - Parameters:
    ///   - actor: An actor whose executor the store shares; by default the store has one for itself.
    ///   - configure: Sets dependencies for this store's reducers and effects.
    ///   - initialState: Makes the state before the first action; the reducers get the same dependencies as it reads.
    ///   - reducer: The reducer; made and resolved once, here.
    public init<R: Reducer<State, Action>>(
        sharingExecutorOf actor: (any Actor)? = nil,
        dependencies configure: @Sendable (inout Dependencies) -> Void,
        initialState: @Sendable (Dependencies) -> sending State,
        @ReducerBuilder<State, Action> reducer: @Sendable () -> R
    ) {
        let dependencies = Dependencies.ofStore(configure)
        self.init(
            machine: Machine(
                initialState: initialState(dependencies),
                reducer: reducer,
                dependencies: dependencies
            ),
            sharingExecutorOf: actor
        )
    }
}
