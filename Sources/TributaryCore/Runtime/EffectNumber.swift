// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What one effect that runs or waits is known by.
///
/// Numbers grow in the order in which effects begin. Each also tells where its effect is written down, so that
/// finding it needs no hashing; a place is used again, a number is not.
package struct EffectNumber: Hashable, Comparable, Sendable {
    /// The how-manieth effect it is, counted from 1.
    package let order: Int

    /// Where it is written down.
    let slot: Int

    /// Whether one effect began before another.
    package static func < (left: EffectNumber, right: EffectNumber) -> Bool { left.order < right.order }
}
