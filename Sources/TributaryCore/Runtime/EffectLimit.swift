// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The effects that a policy counts: those under one identifier in one piece of state.
package struct EffectLimit {
    /// Effects with equal keys are counted together.
    package struct Key: Hashable {
        let purpose: Purpose
        let identifier: AnyHashable
        let place: ObjectIdentifier

        package init(_ identifier: AnyHashable, for purpose: Purpose = .policy, in place: EffectLifetime) {
            self.purpose = purpose
            self.identifier = identifier
            self.place = ObjectIdentifier(place)
        }
    }

    /// The purpose of a count: the windows of `throttle` are counted apart from the effects of a policy.
    package enum Purpose: Hashable { case policy, throttle }

    /// How many effects may run; the first effect's policy decides.
    let limit: Int
    private(set) var running: [EffectNumber] = []

    /// The effects that wait, in order.
    ///
    /// Some may have been cancelled.
    private var queue: [EffectNumber] = []
    private var head = 0

    init(limit: Int) { self.limit = limit }

    var isFull: Bool { running.count >= limit }
    var isEmpty: Bool { running.isEmpty && head == queue.count }

    /// The effects that wait.
    ///
    /// Some may have been cancelled.
    var waiting: ArraySlice<EffectNumber> { queue[head...] }

    mutating func run(_ number: EffectNumber) { running.append(number) }

    mutating func wait(_ number: EffectNumber) { queue.append(number) }

    mutating func remove(_ number: EffectNumber) { running.removeAll { $0 == number } }

    /// Removes the effects that wait and have a place now from the list, and returns them.
    mutating func release(where isLive: (EffectNumber) -> Bool) -> [EffectNumber] {
        var released: [EffectNumber] = []
        while head < queue.count {
            let number = queue[head]
            if isLive(number) {
                guard !isFull else { break }
                running.append(number)
                released.append(number)
            }
            head += 1
        }
        if head > 16, head > queue.count / 2 {
            queue.removeFirst(head)
            head = 0
        }
        return released
    }
}

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
/// A removed effect stays in the list until half of the list is removed, so removing costs amortized constant time.
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
