// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// Gives this reducer, and all below it, another value of a dependency than the store has.
    ///
    /// Effects that it returns read that value too. Where several override the same one, the innermost counts.
    /// An action costs about a tenth of a microsecond more, to tell the reducers which values are theirs.
    ///
    /// - Parameters:
    ///   - keyPath: The dependency.
    ///   - value: Its value here.
    /// - Returns: The reducer with that dependency.
    @inlinable
    public func dependency<Value>(
        _ keyPath: WritableKeyPath<Dependencies, Value>,
        _ value: Value
    ) -> AnyReducer<State, Action> {
        depending { $0[keyPath: keyPath] = value }
    }

    /// Changes a dependency for this reducer, and all below it.
    ///
    /// - Parameters:
    ///   - keyPath: The dependency.
    ///   - transform: Changes the value that the store, or an outer override, has.
    /// - Returns: The reducer with that dependency.
    @inlinable
    public func transformDependency<Value>(
        _ keyPath: WritableKeyPath<Dependencies, Value>,
        _ transform: @escaping (inout Value) -> Void
    ) -> AnyReducer<State, Action> {
        depending { transform(&$0[keyPath: keyPath]) }
    }

    @inlinable
    func depending(_ change: @escaping (inout Dependencies) -> Void) -> AnyReducer<State, Action> {
        AnyReducer(parts: [self]) { context in
            context.binding(context.dependencies.overriding(change)) { resolve(in: $0) }
        }
    }
}
