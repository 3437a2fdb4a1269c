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
    /// Inputs that are not Equatable are sent after every turn in which an action ran.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - input: Makes an input from the state of the store; `nil` for none. The input is sent at once, and after every
    ///     turn that changed it. Without this closure, the module is told nothing.
    ///   - output: The action that tells the store of an output; `nil` for none. It is sent once for every output,
    ///     in order, also for the same one twice in a row. Without this closure, the store is told nothing.
    /// - Returns: The connection.
    public func connect<StoreState, Action>(
        to store: Store<StoreState, Action>,
        input: ((StoreState) -> Input?)? = nil,
        output: ((Output) -> Action?)? = nil
    ) -> ObservationToken {
        var outputs: ObservationToken?
        var inputs: ObservationToken?
        // Outputs first: the first input may be answered at once.
        if let output {
            outputs = onOutput { [self] in
                _ = self
                if let action = output($0) { store.send(action) }
            }
        }
        if let input {
            inputs = store.observe(input) { [self] in if let input = $0 { send(input) } }
        }
        guard let outputs, let inputs else { return outputs ?? inputs ?? ObservationToken([]) }
        return ObservationToken([outputs, inputs])
    }
}
