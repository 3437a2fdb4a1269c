// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What reducers and effects ask of the world: clients, clocks, identifiers.
///
/// A container belongs to a store. It is a value: whoever changes a copy changes nobody else's. A value that
/// was computed by default is kept in the container, and shared by the copies that were made since, until one
/// of them is changed. Reading takes a lock; it is safe from any task.
public struct Dependencies: Sendable {
    private var overrides: [ObjectIdentifier: any Sendable] = [:]
    private var defaults = DefaultValues()

    /// Where the container comes from: equal for a container and the copies that a subtree overrides.
    private(set) var family = Family()

    /// A container in which every dependency has its default.
    public init() {}

    /// The dependency with this key: the value it was given, else its default.
    public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
        get {
            let identifier = ObjectIdentifier(key)
            if let value = overrides[identifier] as? Key.Value { return value }
            if let value = defaults[identifier] as? Key.Value { return value }
            // Computed outside the lock, because the default may ask for other dependencies. Where two tasks
            // compute it at once, the first to arrive is kept, so that all of them see one value.
            return defaults.keep(Key.value(in: self), for: identifier)
        }
        set {
            overrides[ObjectIdentifier(key)] = newValue
            // What was computed may have been computed from the value that is now another.
            defaults = DefaultValues()
        }
    }

    /// A copy with changes, which still counts as the same store's.
    package func overriding(_ change: (inout Dependencies) -> Void) -> Dependencies {
        var copy = self
        change(&copy)
        copy.family = family
        return copy
    }

    /// The values that were given, in no particular order.
    package var givenValues: [any Sendable] { Array(overrides.values) }

    /// Tells containers of different stores apart.
    final class Family: Sendable {}
}

extension Dependencies {
    /// The values computed by default, shared by copies of a container.
    private final class DefaultValues: Sendable {
        private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

        subscript(identifier: ObjectIdentifier) -> (any Sendable)? {
            values.withLock { $0[identifier] }
        }

        func keep<Value: Sendable>(_ value: Value, for identifier: ObjectIdentifier) -> Value {
            values.withLock { values in
                if let earlier = values[identifier] as? Value { return earlier }
                values[identifier] = value
                return value
            }
        }
    }
}
