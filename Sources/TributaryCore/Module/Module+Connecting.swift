// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Module {
    /// Connects the module with a store both ways, until the connection is dropped.
    ///
    /// ```swift
    /// let connection = news.connect(
    ///     to: store,
    ///     input: { app in .userChanged(app.user) },
    ///     output: { .newsHappened($0) }
    /// )
    /// ```
    /// The connection keeps both alive. It costs the store one comparison of inputs per turn, and one call per
    /// output. Between two connections the module receives no input; the next connection sends the current one at
    /// once.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - input: The input for the module, given the state of the store; `nil` for none. It is sent at once, and
    ///     after every turn that changed it.
    ///   - output: The action for the store, given an output; `nil` for none. It is sent once for every output, in
    ///     order, also when the same output comes twice in a row.
    /// - Returns: The connection.
    public func connect<StoreState, Action>(
        to store: Store<StoreState, Action>,
        input: @escaping (StoreState) -> Input?,
        output: @escaping (Output) -> Action?
    ) -> ObservationToken where Input: Equatable {
        // Outputs first: the module may answer the first input at once.
        let outputs = connect(to: store, output: output)
        return ObservationToken([outputs, connect(to: store, input: input)])
    }

    /// Sends the module inputs that follow from the state of a store, until the connection is dropped.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - input: The input for the module, given the state of the store; `nil` for none.
    /// - Returns: The connection.
    public func connect<StoreState, Action>(
        to store: Store<StoreState, Action>,
        input: @escaping (StoreState) -> Input?
    ) -> ObservationToken where Input: Equatable {
        store.observe(input) { self.tell($0) }
    }

    /// Connects the module with a store both ways, where inputs cannot be compared.
    ///
    /// An input is then sent after every turn in which an action ran. If `Input` is Equatable, it is sent only when
    /// it changes.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - input: The input for the module, given the state of the store; `nil` for none.
    ///   - output: The action for the store, given an output; `nil` for none.
    /// - Returns: The connection.
    @_disfavoredOverload
    public func connect<StoreState, Action>(
        to store: Store<StoreState, Action>,
        input: @escaping (StoreState) -> Input?,
        output: @escaping (Output) -> Action?
    ) -> ObservationToken {
        let outputs = connect(to: store, output: output)
        let inputs = store.core.observe(input, isDuplicate: nil) { self.tell($0) }
        return ObservationToken([outputs, inputs])
    }

    /// Sends a store actions that follow from the outputs of the module, until the connection is dropped.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - output: The action for the store, given an output; `nil` for none.
    /// - Returns: The connection.
    public func connect<StoreState, Action>(
        to store: Store<StoreState, Action>,
        output: @escaping (Output) -> Action?
    ) -> ObservationToken {
        onOutput { [self] in
            _ = self
            if let action = output($0) { store.send(action) }
        }
    }

    private func tell(_ input: Input?) {
        if let input { send(input) }
    }
}
