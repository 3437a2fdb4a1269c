// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Work that a reducer asks for, described as a value: nothing runs until a store performs it.
///
/// An action without effects costs nothing here: `none` is an empty value, and composed reducers pass it on without
/// allocating. Effects live with their state: they end when their child's state goes away, when their identifier is
/// cancelled, and when their store closes or is released (law 8).
public struct Effect<Action> {
    /// A single reference, so that reducers that pass on `none` pass on a null pointer.
    @usableFromInline let operation: EffectOperation<Action>?

    @inlinable
    init(_ operation: EffectOperation<Action>) { self.operation = operation }

    @inlinable
    init(_ kind: CompositeOperation<Action>.Kind) { operation = CompositeOperation(kind) }

    @inlinable
    init() { operation = nil }

    /// Whether there is nothing to do.
    @inlinable
    var isNone: Bool { operation == nil }
}

extension Effect {
    /// No work at all.
    @inlinable
    public static var none: Effect { Effect() }

    /// Sends an action in the same turn, after the actions that already wait.
    ///
    /// It is a follow-up, not a task: it costs an entry in the queue, and no suspension.
    @inlinable
    public static func send(_ action: Action) -> Effect { Effect(SendOperation(action)) }
}
