// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension Component {
    /// Shows what a store holds, until the connection is dropped or the component is gone.
    ///
    /// The first props are rendered at once. After that the mapping runs only when its part of the state has changed,
    /// and `render` only when the props have (law 3). Props that the component shows already, because another
    /// connection of it brought them, are not rendered again. The connection keeps the store alive, and not the
    /// component.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - state: The part of the state that the props are made of: a key path or a closure.
    ///   - props: Makes props of it.
    /// - Returns: The connection.
    public func connect<State, Action, Slice: Equatable>(
        to store: Store<State, Action>,
        state: @escaping (State) -> Slice,
        props: @escaping (Slice) -> Props
    ) -> ObservationToken {
        connect(to: store, state: state, removeDuplicates: { $0 == $1 }, props: props)
    }

    /// Shows what a store holds, its part of the state compared by a closure.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - state: The part of the state that the props are made of.
    ///   - isDuplicate: Whether the new part counts as the old one, given as `(old, new)`; then the mapping does
    ///     not run.
    ///   - props: Makes props of it.
    /// - Returns: The connection.
    public func connect<State, Action, Slice>(
        to store: Store<State, Action>,
        state: @escaping (State) -> Slice,
        removeDuplicates isDuplicate: @escaping (Slice, Slice) -> Bool,
        props: @escaping (Slice) -> Props
    ) -> ObservationToken {
        store.observe(state, removeDuplicates: isDuplicate, onChange: rendering(props, of: store))
    }

    /// Shows what a store holds, where the props are all of its state mapped, or just its state: `{ $0 }`.
    ///
    /// The mapping runs after every turn in which an action ran; the props are compared as always.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - props: Makes props of the state.
    /// - Returns: The connection.
    public func connect<State, Action>(
        to store: Store<State, Action>,
        props: @escaping (State) -> Props
    ) -> ObservationToken {
        // Whole states are not compared: what is compared is what comes of them.
        store.observe(props, removeDuplicates: { $0 == $1 }, onChange: rendering({ $0 }, of: store))
    }

    /// Shows a part of a store's state that is the props already.
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

    /// Shows what a store holds, as a connector maps it.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - state: The part of the state that the connector gets: a key path or a closure.
    ///   - connector: Makes props of it; kept alive by the connection.
    /// - Returns: The connection.
    public func connect<State, Action, Slice: Equatable>(
        to store: Store<State, Action>,
        state: @escaping (State) -> Slice,
        connector: some Connector<Slice, Props>
    ) -> ObservationToken {
        connect(to: store, state: state, props: { connector.props(for: $0) })
    }

    /// Shows something for every action of a store from now on, also when it is the same twice in a row.
    ///
    /// For what happens rather than is: a toast, a sound, a line in a log. There is nothing to show at first (law 4).
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one, of which only its own actions are heard.
    ///   - props: Makes props of an action and the state after it; `nil` for nothing.
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

    /// What the component shows; its connections keep it, so that the first one after the last begins anew.
    private var shownProps: ShownProps<Props> { ConnectionTable.shared(of: self) { ShownProps() } }

    fileprivate func rendering<Slice>(
        _ map: @escaping (Slice) -> Props?,
        of store: AnyObject
    ) -> @MainActor (Slice) -> Void {
        let filter = PropsFilter(map)
        let shown = shownProps
        return { [weak self] slice in
            guard let self, let props = filter.changedProps(for: slice), shown.change(to: props) else {
                return
            }
            render(props)
            withExtendedLifetime(store) {}
        }
    }
}

extension Component where Self: Connector, Self.State: Equatable {
    /// Shows what a store holds, as the component maps it itself: one that is its own connector.
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
    /// - Returns: The connection; it keeps the store alive, and not the component.
    public func connect<StoreState, Action>(
        to store: Store<StoreState, Action>,
        state: @escaping (StoreState) -> State
    ) -> ObservationToken {
        store.observe(state, onChange: rendering({ [weak self] in self?.props(for: $0) }, of: store))
    }

    /// Shows what a store holds, as the component maps it itself, its part of the state named by a key path.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - state: The part of the state that the component gets.
    /// - Returns: The connection; it keeps the store alive, and not the component.
    public func connect<StoreState, Action>(
        to store: Store<StoreState, Action>,
        state: KeyPath<StoreState, State>
    ) -> ObservationToken {
        connect(to: store, state: { $0[keyPath: state] })
    }
}
