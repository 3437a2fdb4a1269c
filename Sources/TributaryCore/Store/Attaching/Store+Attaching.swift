// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// A weak, Sendable view of the store, to send to it from anywhere.
    ///
    /// The handle of a scope sends and reads as the scope does, and works without the scope's store.
    public var handle: StoreHandle<State, Action> { part.handle }

    /// Attaches a companion, such as a service, a middleware or a feedback, until its token is dropped or the store
    /// is closed.
    ///
    /// ```swift
    /// let tokens = [store.attach(Player()), store.attach(Feedback(\.query) { query, send in … })]
    /// ```
    /// Companions are called in the order in which they were attached (law 2), from the next action on; services
    /// start here. Those of a scope see the scope's own actions, while its state is there. When the token is dropped,
    /// a service is notified no more; its `stop` is called on the store's actor, before the next action. Attaching to
    /// a closed store is reported, and does nothing else.
    ///
    /// - Parameter companion: The companion. The store does not retain it longer than the token.
    /// - Returns: The token that keeps it attached.
    public func attach(_ companion: some Companion<State, Action>) -> ObservationToken {
        part.attach(companion.attachment(to: handle), keepingScope: false)
    }

    /// Attaches companions that are made here, so that their `@Dependency` properties are this store's dependencies.
    ///
    /// ```swift
    /// let token = store.attach {
    ///     Player()
    ///     if isMeasured { Meter() }
    /// }
    /// ```
    /// They are the objects that the reducers have, until the companion has stopped. A scope's companions have those
    /// of the whole store, without the overrides of a subtree of reducers.
    ///
    /// All companions are started, in order, before any action is reduced that one of them sent. Make a companion that
    /// you need later in a `let` before.
    ///
    /// - Parameter make: Makes the companions, at once. Dependencies that it reads meanwhile are this store's, too.
    /// - Returns: The token that keeps them attached.
    public func attach(
        @CompanionBuilder<State, Action> _ make: () -> [any Companion<State, Action>]
    ) -> ObservationToken {
        part.attach(make)
    }

    /// Runs an asynchronous closure that reads the store and sends to it, as an effect of the store.
    ///
    /// ```swift
    /// store.run { store in
    ///     guard store.user == .guest else { return }
    ///     await store.send(.login).finish()
    ///     store.send(.news(.load))
    /// }
    /// ```
    /// Closing the store cancels it, and so does its `StoreTask`. It keeps the store alive until it ends; use
    /// `handle` instead for work without an end. An error it throws is a diagnostic.
    ///
    /// - Parameters:
    ///   - priority: The priority of the task; by default that of the caller.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - operation: The work, on the main actor.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The work, to be waited for or cancelled.
    @discardableResult
    public func run(
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation: @escaping @MainActor (_ store: Store) async throws -> Void,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> StoreTask {
        part.start(
            .run(
                priority: priority,
                name: name,
                operation: { @MainActor _ in try await operation(self) },
                fileID: fileID,
                line: line
            )
        )
    }
}

extension StoreActor {
    /// A weak, Sendable view of the store, to send to it from anywhere without waiting.
    public var handle: StoreHandle<State, Action> { machine.handle }

    /// Attaches a companion, such as a service, a middleware or a feedback, until its token is dropped or the store
    /// is closed.
    ///
    /// Companions are called in the order in which they were attached (law 2), from the next action on; services
    /// start here. When the token is dropped, a service is notified no more; its `stop` is called on the store's
    /// actor, before the next action, as long as that actor exists. Attaching to a closed store is reported, and does
    /// nothing else.
    ///
    /// - Parameter companion: The companion. The store does not retain it longer than the token.
    /// - Returns: The token that keeps it attached.
    public func attach(_ companion: sending some Companion<State, Action>) -> ObservationToken {
        machine.attach([companion])
    }

    /// Attaches companions that are made here, so that their `@Dependency` properties are this store's dependencies.
    ///
    /// They are the objects that the reducers have, until the companion has stopped. All companions are started, in
    /// order, before any action is reduced that one of them sent.
    ///
    /// - Parameter make: Makes the companions, at once and on the store's actor.
    /// - Returns: The token that keeps them attached.
    public func attach(
        @CompanionBuilder<State, Action> _ make: @Sendable () -> [any Companion<State, Action>]
    ) -> ObservationToken { machine.attach(make) }

    /// Runs an asynchronous closure on the store's actor, as an effect of the store.
    ///
    /// Closures with the same priority begin in the order of the calls.
    ///
    /// Closing the store cancels it, and so does its `StoreTask`. It keeps the store alive until it ends; use
    /// `handle` instead for work without an end. An error it throws is a diagnostic.
    ///
    /// - Parameters:
    ///   - priority: The priority of the task; by default that of the caller.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - operation: The work, which reads the store and sends to it.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The work, to be waited for or cancelled.
    @discardableResult
    public func run(
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation: @escaping @Sendable (_ store: isolated StoreActor) async throws -> Void,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> StoreTask {
        let work = EffectWork(
            name: name,
            priority: priority?.rawValue,
            site: SourceSite(fileID: fileID, line: line),
            isolation: self
        ) { _ in try await operation(self) }
        return machine.start(Effect(work))
    }
}
