// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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
