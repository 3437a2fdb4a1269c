// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension Component {
    /// Renders props made from a store's state, until the connection is dropped or the component is released.
    ///
    /// The first props are rendered at once. After that the mapping runs only when its part of the state has changed,
    /// and `render` only when the props have (law 3). Props that the component shows already, because they came from
    /// another of its connections, are not rendered again. The connection keeps the store alive, but not the
    /// component.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - state: The part of the state that the props are made of: a key path or a closure.
    ///   - isDuplicate: Whether the new part counts as the old one, given as `(old, new)`; `==` by default. A part that
    ///     is not Equatable counts as changed after every turn in which an action ran.
    ///   - props: Makes props from it.
    /// - Returns: The connection.
    public func connect<State, Action, Part>(
        to store: Store<State, Action>,
        state: @escaping (State) -> Part,
        removeDuplicates isDuplicate: ((Part, Part) -> Bool)? = nil,
        props: @escaping (Part) -> Props
    ) -> ObservationToken {
        store.observe(state, removeDuplicates: isDuplicate, onChange: rendering(props, of: store))
    }

    /// Renders props made from all of a store's state, or that state itself: `{ $0 }`.
    ///
    /// The mapping runs after every turn in which an action ran. The props are compared as always.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - props: Makes props from the state.
    /// - Returns: The connection.
    public func connect<State, Action>(
        to store: Store<State, Action>,
        props: @escaping (State) -> Props
    ) -> ObservationToken {
        // Whole states are not compared; the props made from them are.
        store.observe(props, removeDuplicates: { $0 == $1 }, onChange: rendering({ $0 }, of: store))
    }

    /// Renders a part of a store's state, which has the type of the props.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - state: The part of the state.
    /// - Returns: The connection.
    public func connect<State, Action>(
        to store: Store<State, Action>,
        state: KeyPath<State, Props>
    ) -> ObservationToken {
        connect(to: store, props: { $0[keyPath: state] })
    }

    /// Renders props for every action of a store from now on, also when the same props come twice in a row.
    ///
    /// Use it for events rather than state: a toast, a sound, a line in a log. Nothing is rendered at first (law 4).
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one; a scope delivers only its own actions.
    ///   - props: Makes props from an action and the state after it; `nil` renders nothing.
    /// - Returns: The connection.
    public func connect<State, Action>(
        toActionsOf store: Store<State, Action>,
        props: @escaping (ActionRecord<State, Action>) -> Props?
    ) -> ObservationToken {
        let shown = shownProps
        return store.onAction { [weak self] record in
            if let self, let props = props(record) {
                shown.replace(with: props)
                render(props)
            }
            withExtendedLifetime(store) {}
        }
    }

    /// The props that the component shows.
    ///
    /// Its connections retain it, so a first connection after the last starts again.
    private var shownProps: LastProps<Props> { sharedByConnections(of: self) { LastProps() } }

    fileprivate func rendering<Part>(
        _ map: @escaping (Part) -> Props?,
        of store: AnyObject
    ) -> @MainActor (Part) -> Void {
        let (last, shown) = (LastProps<Props>(), shownProps)
        return { [weak self] part in
            guard let self, let props = map(part), last.change(to: props), shown.change(to: props) else {
                return
            }
            render(props)
            withExtendedLifetime(store) {}
        }
    }
}

extension Component where Self: Connector, Self.State: Equatable {
    /// Renders props that the component itself makes from a store's state, as its own connector.
    ///
    /// ```swift
    /// extension Header: @MainActor Connector {
    ///     func props(for state: User) -> String { "Hello, \(state.name)" }
    /// }
    /// let connection = header.connect(to: store, state: \.user)
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - state: The part of the state that the component gets: a key path or a closure.
    /// - Returns: The connection; it keeps the store alive, but not the component.
    public func connect<StoreState, Action>(
        to store: Store<StoreState, Action>,
        state: @escaping (StoreState) -> State
    ) -> ObservationToken {
        store.observe(state, onChange: rendering({ [weak self] in self?.props(for: $0) }, of: store))
    }
}
