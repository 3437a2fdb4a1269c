// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Observations that also tell when the module ends.
///
/// Publishers in other targets are built from them.
extension Module {
    /// Observes what the module shows, until the token is dropped.
    ///
    /// - Parameters:
    ///   - onChange: Receives what is shown.
    ///   - onEnd: Called when the module is closed or released.
    /// - Returns: The token that keeps the observation alive.
    package func observe(
        onChange: @escaping @MainActor (State) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> ObservationToken {
        let end = StreamEnd(finish: onEnd)
        let token = boundary.observe(end, onChange)
        boundary.insert(end)
        return token
    }

    /// Listens to outputs until the token is dropped.
    ///
    /// - Parameters:
    ///   - onOutput: Receives an output.
    ///   - onEnd: Called when the module is closed or released.
    /// - Returns: The token that keeps the listener alive.
    package func onOutput(
        _ onOutput: @escaping @MainActor (Output) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> ObservationToken {
        let end = StreamEnd(finish: onEnd)
        let token = boundary.listen(end, onOutput)
        boundary.insert(end)
        return token
    }
}
