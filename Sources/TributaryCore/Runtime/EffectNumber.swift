// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Identifies one effect that runs or waits.
///
/// Numbers grow in the order in which effects begin. Each also holds the slot in which its effect is registered, so
/// that finding it needs no hashing. A slot is used again; a number is not.
package struct EffectNumber: Hashable, Comparable, Sendable {
    /// The position of the effect in the order in which effects begin, counted from 1.
    package let order: Int

    /// The slot in which it is registered.
    let slot: Int

    /// Whether one effect began before another.
    package static func < (left: EffectNumber, right: EffectNumber) -> Bool { left.order < right.order }
}

/// The effects under one identifier, in order.
///
/// A removed effect stays in the list until half of the list is removed. So removing costs amortised constant time.
struct EffectNumbers {
    /// The effects.
    ///
    /// Some may have been removed.
    private(set) var numbers: [EffectNumber] = []
    private(set) var liveCount = 0

    mutating func append(_ number: EffectNumber) {
        numbers.append(number)
        liveCount += 1
    }

    /// Counts one less.
    ///
    /// Returns whether none is left.
    mutating func removeOne(isLive: (EffectNumber) -> Bool) -> Bool {
        liveCount -= 1
        if numbers.count > 16, liveCount < numbers.count / 2 { numbers.removeAll { !isLive($0) } }
        return liveCount == 0
    }
}
