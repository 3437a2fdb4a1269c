// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension ServiceComponent {
    /// Performs props made from a store's state, until the connection is dropped or the component is released.
    ///
    /// The first props are performed at once, unless equal ones came from another connection. After that the mapping
    /// runs on the main actor, only when its part of the state has changed, and props are passed to the component
    /// only when they have changed.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - state: The part of the state that the props are made of: a key path or a closure.
    ///   - policy: The props that wait while the component is busy; by default all, in order.
    ///   - props: Makes props from it.
    /// - Returns: The connection; it keeps the store alive, but not the component.
    @MainActor
    public func connect<State, Action, Part: Equatable>(
        to store: Store<State, Action>,
        state: @escaping (State) -> Part,
        bufferingPolicy policy: AsyncStream<Props>.Continuation.BufferingPolicy = .unbounded,
        props: @escaping (Part) -> Props
    ) -> ObservationToken {
        feed(store, state: state, bufferingPolicy: policy, props: props)
    }

    /// Performs a part of a store's state, which has the type of the props.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - state: The part of the state: a key path or a closure.
    ///   - policy: The props that wait while the component is busy; by default all, in order.
    /// - Returns: The connection; it keeps the store alive, but not the component.
    @MainActor
    public func connect<State, Action>(
        to store: Store<State, Action>,
        state: @escaping (State) -> Props,
        bufferingPolicy policy: AsyncStream<Props>.Continuation.BufferingPolicy = .unbounded
    ) -> ObservationToken {
        connect(to: store, state: state, bufferingPolicy: policy, props: { $0 })
    }

    /// Performs props made from the state of a store on another actor.
    ///
    /// - Parameters:
    ///   - store: The store on its own actor.
    ///   - state: The part of the state that the props are made of.
    ///   - policy: The props that wait while the component is busy; by default all, in order.
    ///   - props: Makes props from it, on the store's actor.
    /// - Returns: The connection; it keeps neither alive.
    public nonisolated func connect<State, Action, Part: Equatable>(
        to store: StoreActor<State, Action>,
        state: @escaping @Sendable (State) -> Part,
        bufferingPolicy policy: AsyncStream<Props>.Continuation.BufferingPolicy = .unbounded,
        props: @escaping @Sendable (Part) -> Props
    ) async -> ObservationToken {
        let feed = ComponentFeed(self, policy)
        return feed.connection(await store.observe(state, onChange: feed.sending(props)))
    }

    /// Performs props for every action of a store from now on, also when the same props come twice in a row.
    ///
    /// Use it for analytics and logs. Nothing is performed at first (law 4).
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one; a scope delivers only its own actions.
    ///   - policy: The props that wait while the component is busy; by default all, in order.
    ///   - props: Makes props from an action and the state after it; `nil` renders nothing.
    /// - Returns: The connection; it keeps the store alive, but not the component.
    @MainActor
    public func connect<State, Action>(
        toActionsOf store: Store<State, Action>,
        bufferingPolicy policy: AsyncStream<Props>.Continuation.BufferingPolicy = .unbounded,
        props: @escaping (ActionRecord<State, Action>) -> Props?
    ) -> ObservationToken {
        let feed = ComponentFeed(self, policy, isRepeatable: true)
        let token = store.onAction { [weak feed] record in
            feed?.send(props(record))
            withExtendedLifetime(store) {}
        }
        return feed.connection(token)
    }
}

extension ServiceComponent {
    /// Feeds the component with a store's state, as long as the object that makes the props is alive.
    @MainActor
    fileprivate func feed<State, Action, Part: Equatable>(
        _ store: Store<State, Action>,
        state: @escaping (State) -> Part,
        bufferingPolicy policy: AsyncStream<Props>.Continuation.BufferingPolicy,
        props: @escaping (Part) -> Props?
    ) -> ObservationToken {
        let feed = ComponentFeed(self, policy)
        let token = store.observe(state) { [weak feed] part in
            feed?.send(props(part))
            withExtendedLifetime(store) {}
        }
        return feed.connection(token)
    }
}

extension ServiceComponent where Self: Connector, Self.State: Equatable {
    /// Performs props that the component itself makes from a store's state, as its own connector.
    ///
    /// The mapping runs on the main actor, so it must be `nonisolated`.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - state: The part of the state that the component gets: a key path or a closure.
    ///   - policy: The props that wait while the component is busy; by default all, in order.
    /// - Returns: The connection; it keeps the store alive, but not the component.
    @MainActor
    public func connect<StoreState, Action>(
        to store: Store<StoreState, Action>,
        state: @escaping (StoreState) -> State,
        bufferingPolicy policy: AsyncStream<Props>.Continuation.BufferingPolicy = .unbounded
    ) -> ObservationToken {
        feed(store, state: state, bufferingPolicy: policy) { [weak self] in self?.props(for: $0) }
    }
}
