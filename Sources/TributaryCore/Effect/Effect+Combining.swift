// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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
