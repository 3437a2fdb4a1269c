// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// A weak, Sendable view of the store, to send to it from anywhere.
    ///
    /// That of a scope sends and reads as the scope does, and does not need the scope to live.
    public var handle: StoreHandle<State, Action> { core.handle }

    /// Puts a middleware between what is sent and the reducers, inside of those appended before.
    ///
    /// It sees the actions after this one; that of a scope sees the scope's own actions, while its state is there.
    /// Adding one to a closed store is reported.
    ///
    /// - Parameter middleware: The middleware. The store does not retain it beyond the token.
    /// - Returns: The token that keeps the middleware where it is.
    public func append(_ middleware: some Middleware<State, Action>) -> ObservationToken {
        core.intercept(MiddlewareInterceptor(middleware, store: handle))
    }

    /// Appends a middleware that is made here, so that its `@Dependency` properties are this store's dependencies.
    ///
    /// - Parameter make: Makes the middleware, at once; what it reads meanwhile are this store's dependencies, too.
    /// - Returns: The token that keeps the middleware where it is.
    public func append<M: Middleware<State, Action>>(_ make: () -> M) -> ObservationToken {
        append(core.dependencies.making(make))
    }

    /// Attaches a service: it starts now, and follows the state until its token goes or the store is closed.
    ///
    /// When the token goes, the service hears nothing more; its `stop` is called on the store's actor, before the
    /// next action. Attaching to a closed store is reported, and starts nothing.
    ///
    /// - Parameter service: The service. The store does not retain it beyond the token.
    /// - Returns: The token that keeps the service going.
    public func attach(_ service: some Service<State, Action>) -> ObservationToken {
        core.watch([handle.watcher(for: service)])
    }

    /// Attaches a service that is made here, so that its `@Dependency` properties are this store's dependencies.
    ///
    /// ```swift
    /// let token = store.attach { Player() }
    /// ```
    /// They are the objects that the reducers have, from before it starts until it has stopped. A scope's services
    /// have those of the whole store, without what a subtree of reducers overrides.
    ///
    /// - Parameter make: Makes the service, at once; what it reads meanwhile are this store's dependencies, too.
    /// - Returns: The token that keeps the service going.
    public func attach<S: Service<State, Action>>(_ make: () -> S) -> ObservationToken {
        attach(core.dependencies.making(make))
    }

    /// Attaches a service that is made here, and hands it over with its token.
    ///
    /// ```swift
    /// let (player, token) = store.attach { Player() }
    /// ```
    ///
    /// - Parameter make: Makes the service, at once; its `@Dependency` properties are this store's dependencies.
    /// - Returns: The service, and the token that keeps it going.
    @_disfavoredOverload
    public func attach<S: Service<State, Action>>(_ make: () -> S) -> (service: S, token: ObservationToken) {
        let service = core.dependencies.making(make)
        return (service, attach(service))
    }

    /// Attaches services, which start in this order; what they send then is reduced when all have started.
    ///
    /// After each action, those whose detail changed hear of it in this order.
    ///
    /// - Parameter services: The services.
    /// - Returns: The token that keeps them going.
    public func attach(_ services: [any Service<State, Action>]) -> ObservationToken {
        core.watch(services.map { handle.watcher(for: $0) })
    }

    /// Attaches services that are made here, so that their `@Dependency` properties are this store's dependencies.
    ///
    /// - Parameter make: Makes the services, at once; they start in this order.
    /// - Returns: The token that keeps them going.
    public func attach(_ make: () -> [any Service<State, Action>]) -> ObservationToken {
        attach(core.dependencies.making(make))
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
    /// Closing the store cancels it, and so does its `StoreTask`. As it has the store, it keeps it alive until it
    /// ends; what is to run on and on uses `handle` instead. An error it throws is a diagnostic.
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
        core.start(
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
