// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension StoreActor {
    /// A weak, Sendable view of the store, to send to it from anywhere without waiting.
    public var handle: StoreHandle<State, Action> { machine.handle }

    /// Puts a middleware between what is sent and the reducers, inside of those appended before.
    ///
    /// It sees the actions after this one. Adding one to a closed store is reported.
    ///
    /// - Parameter middleware: The middleware. The store does not retain it beyond the token.
    /// - Returns: The token that keeps the middleware where it is.
    public func append(_ middleware: sending some Middleware<State, Action>) -> ObservationToken {
        machine.append(middleware)
    }

    /// Appends a middleware that is made here, so that its `@Dependency` properties are this store's dependencies.
    ///
    /// - Parameter make: Makes the middleware, at once and on the store's actor.
    /// - Returns: The token that keeps the middleware where it is.
    public func append<M: Middleware<State, Action>>(_ make: @Sendable () -> M) -> ObservationToken {
        machine.append(make)
    }

    /// Attaches a service: it starts now, and follows the state until its token goes or the store is closed.
    ///
    /// When the token goes, the service hears nothing more; its `stop` is called on the store's actor, before the
    /// next action, as long as there is that actor.
    ///
    /// - Parameter service: The service. The store does not retain it beyond the token.
    /// - Returns: The token that keeps the service going.
    public func attach(_ service: sending some Service<State, Action>) -> ObservationToken {
        machine.attach(service)
    }

    /// Attaches a service that is made here, so that its `@Dependency` properties are this store's dependencies.
    ///
    /// They are the objects that the reducers have, from before it starts until it has stopped.
    ///
    /// - Parameter make: Makes the service, at once and on the store's actor.
    /// - Returns: The token that keeps the service going.
    public func attach<S: Service<State, Action>>(_ make: @Sendable () -> S) -> ObservationToken {
        machine.attach(make)
    }

    /// Attaches a service that is made here, and hands it over with its token.
    ///
    /// - Parameter make: Makes the service, at once and on the store's actor; its `@Dependency` properties are this
    ///   store's dependencies.
    /// - Returns: The service, and the token that keeps it going.
    @_disfavoredOverload
    public func attach<S: Service<State, Action> & Sendable>(
        _ make: @Sendable () -> S
    ) -> (service: S, token: ObservationToken) { machine.attach(make) }

    /// Attaches services, which start in this order; what they send then is reduced when all have started.
    ///
    /// - Parameter services: The services.
    /// - Returns: The token that keeps them going.
    public func attach(_ services: sending [any Service<State, Action>]) -> ObservationToken {
        machine.attach(services)
    }

    /// Attaches services that are made here, so that their `@Dependency` properties are this store's dependencies.
    ///
    /// - Parameter make: Makes the services, at once and on the store's actor; they start in this order.
    /// - Returns: The token that keeps them going.
    public func attach(_ make: @Sendable () -> [any Service<State, Action>]) -> ObservationToken {
        machine.attach(make)
    }

    /// Runs an asynchronous closure on the store's actor, as an effect of the store.
    ///
    /// Those with one priority begin in the order of the calls.
    ///
    /// Closing the store cancels it, and so does its `StoreTask`. As it has the store, it keeps it alive until it
    /// ends; what is to run on and on uses `handle` instead. An error it throws is a diagnostic.
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
        let work = EffectWork<Action>(
            name: name,
            priority: priority,
            site: SourceSite(fileID: fileID, line: line),
            isolation: self,
            operation: { _, _ in try await operation(self) }
        )
        return machine.start(Effect(work))
    }
}
