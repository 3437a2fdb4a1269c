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
    package var isNone: Bool { operation == nil }
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

extension Effect {
    /// Starts all effects, in this order, without waiting for one another.
    public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

    /// Starts all effects, in this order, without waiting for one another.
    public static func merge(_ effects: some Sequence<Effect>) -> Effect {
        let present = effects.filter { !$0.isNone }
        return present.count > 1 ? Effect(.merge(present)) : present.first ?? .none
    }

    /// Starts this effect, then the other, without waiting.
    ///
    /// Costs nothing when either is `none`.
    @inlinable
    public func merge(with other: Effect) -> Effect {
        if other.isNone { return self }
        if isNone { return other }
        return Effect(.merge([self, other]))
    }

    /// Starts each effect when the one before it has ended.
    ///
    /// Cancelling the whole sequence also drops the effects that have not started.
    public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

    /// Starts each effect when the one before it has ended.
    public static func concatenate(_ effects: some Sequence<Effect>) -> Effect {
        let present = effects.filter { !$0.isNone }
        return present.count > 1 ? Effect(.concatenate(present)) : present.first ?? .none
    }

    /// Starts the other effect when this one has ended.
    public func concatenate(with other: Effect) -> Effect { .concatenate(self, other) }
}
