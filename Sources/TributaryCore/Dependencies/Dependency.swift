// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Reads a dependency of the store that a reducer belongs to.
///
/// ```swift
/// struct News: Reducer {
///     @Dependency(\.newsClient) var newsClient
/// }
/// ```
/// A reducer belongs to the store in whose closure it is made: `Store(initialState: …) { News() }`. One that
/// is made elsewhere reads the defaults. An effect that reads it captures the reducer, so a public reducer says
/// `Sendable`; others are without saying it.
@propertyWrapper
public struct Dependency<Value>: Sendable {
    private let keyPath: any KeyPath<Dependencies, Value> & Sendable
    private let container: Dependencies?

    /// Reads the dependency with this name.
    public init(_ keyPath: any KeyPath<Dependencies, Value> & Sendable) {
        self.keyPath = keyPath
        self.container = Dependencies.building
    }

    /// The dependency, as the store, or the subtree being reduced, has it.
    public var wrappedValue: Value {
        let own = container ?? .standard
        // A subtree's container counts only for reducers of the same store: an effect may make another store.
        if let override = Dependencies.overriding, container == nil || override.family === own.family {
            return override[keyPath: keyPath]
        }
        return own[keyPath: keyPath]
    }
}
