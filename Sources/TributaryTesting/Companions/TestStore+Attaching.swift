// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension TestStore {
    /// Puts a middleware between what is sent and the reducers, inside of those appended before.
    ///
    /// What it sends is to be received. An action that it swallows reaches no reducer, so that no change can be
    /// expected of it; one that it replaces is checked as the one that took its place.
    ///
    /// - Parameter middleware: The middleware.
    /// - Returns: The token that keeps the middleware where it is.
    public func append(_ middleware: some Middleware<State, Action>) -> ObservationToken {
        guard let machine = subject.machine else { preconditionFailure("Only stores have middleware.") }
        if admissions == nil {
            let count = AdmissionCount<State, Action>()
            admissions = (count, within { machine.append(count) })
            received.admissions = count
        }
        return within { machine.attach(middleware) }
    }

    /// Appends a middleware that is made here, so that its `@Dependency` properties are this store's dependencies.
    ///
    /// - Parameter make: Makes the middleware, at once.
    /// - Returns: The token that keeps the middleware where it is.
    public func append<M: Middleware<State, Action>>(_ make: () -> M) -> ObservationToken {
        append(made(by: make))
    }

    /// Attaches a service: it starts now, and follows the state until its token goes.
    ///
    /// What it sends is to be received. What it sends later, through its handle, arrives when the test next
    /// calls the store.
    ///
    /// - Parameter service: The service.
    /// - Returns: The token that keeps the service going.
    public func attach(_ service: some Service<State, Action>) -> ObservationToken {
        guard let machine = subject.machine else { preconditionFailure("Only stores have services.") }
        return within { machine.attach(service) }
    }

    /// Attaches a service that is made here, so that its `@Dependency` properties are this store's dependencies.
    ///
    /// - Parameter make: Makes the service, at once.
    /// - Returns: The token that keeps the service going.
    public func attach<S: Service<State, Action>>(_ make: () -> S) -> ObservationToken {
        attach(made(by: make))
    }

    /// Attaches a service that is made here, and hands it over with its token.
    ///
    /// - Parameter make: Makes the service, at once; its `@Dependency` properties are this store's dependencies.
    /// - Returns: The service, and the token that keeps it going.
    @_disfavoredOverload
    public func attach<S: Service<State, Action>>(_ make: () -> S) -> (service: S, token: ObservationToken) {
        let service = made(by: make)
        return (service, attach(service))
    }

    /// Makes an object that belongs to the store, with the store's dependencies.
    private func made<Companion>(by make: () -> Companion) -> Companion {
        within { subject.dependencies.making(make) }
    }
}
