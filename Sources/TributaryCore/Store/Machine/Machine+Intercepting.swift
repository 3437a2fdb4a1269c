// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Puts a middleware between what is sent and the reducers, inside of those appended before.
    ///
    /// It sees the actions after this one.
    ///
    /// - Parameter middleware: The middleware.
    /// - Returns: The token that keeps the middleware where it is.
    public func append(_ middleware: some Middleware<State, Action>) -> ObservationToken {
        intercept(MiddlewareInterceptor(middleware, store: handle))
    }

    /// Appends a middleware that is made here, so that its `@Dependency` properties are the machine's dependencies.
    ///
    /// - Parameter make: Makes the middleware, at once.
    /// - Returns: The token that keeps the middleware where it is.
    public func append<M: Middleware<State, Action>>(_ make: () -> M) -> ObservationToken {
        append(dependencies.making(make))
    }

    func intercept(_ interceptor: Interceptor<State, Action>) -> ObservationToken {
        guard !isRefusingCompanion("A middleware") else { return ObservationToken(holding: interceptor) }
        interceptors.append(interceptor)
        storage.pointee.isAttended = true
        return ObservationToken(holding: interceptor)
    }

    /// Leads an action through the middleware to the reducers, and the outcome back (law 2).
    ///
    /// - Parameters:
    ///   - action: The action, as it was sent.
    ///   - origin: Where it came from.
    ///   - group: The work that the action belongs to.
    /// - Returns: The group of the work that followed, if any did.
    func reduceIntercepted(_ action: Action, origin: ActionOrigin, group: EffectGroup?) -> EffectGroup? {
        // Who is appended by this action hears of the next one.
        let present = interceptors
        let closing = self.closing
        var action = action
        var isSomebodyGone = false
        for index in 0..<present.count {
            guard let interceptor = interceptor(index, of: present) else {
                isSomebodyGone = true
                continue
            }
            guard let passed = interceptor.willReduce(action, origin, storage.pointee.state) else {
                return nil
            }
            // Whoever closed the store has dropped this action, too.
            guard closing == self.closing else { return nil }
            action = passed
        }
        let group = reduceAdmitted(action, group: group)
        for index in (0..<present.count).reversed() {
            interceptor(index, of: present)?.didReduce(action, origin, storage.pointee.state)
        }
        if isSomebodyGone { interceptors.removeReleased() }
        return announce(action, origin, group)
    }

    /// A middleware of a list, which never holds anything else.
    private func interceptor(_ index: Int, of list: WeakList) -> Interceptor<State, Action>? {
        guard let object = list[index] else { return nil }
        return unsafeDowncast(object, to: Interceptor<State, Action>.self)
    }
}
