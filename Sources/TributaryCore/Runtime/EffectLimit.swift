// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The effects that a policy counts: those under one identifier in one piece of state.
struct EffectLimit {
    /// Effects with equal keys are counted together.
    struct Key: Hashable {
        let purpose: EffectPurpose
        let identifier: AnyHashable
        let lifetime: ObjectIdentifier
    }

    /// How many effects may run; the first effect's policy decides.
    let limit: Int
    private(set) var running: [EffectNumber] = []

    /// The effects that wait, in order.
    ///
    /// Some may have been cancelled.
    private var waiting: [EffectNumber] = []
    private var head = 0

    init(limit: Int) { self.limit = limit }

    var isFull: Bool { running.count >= limit }
    var isEmpty: Bool { running.isEmpty && head == waiting.count }

    /// The effects that wait.
    ///
    /// Some may have been cancelled.
    var candidates: ArraySlice<EffectNumber> { waiting[head...] }

    mutating func run(_ number: EffectNumber) { running.append(number) }

    mutating func wait(_ number: EffectNumber) { waiting.append(number) }

    mutating func remove(_ number: EffectNumber) { running.removeAll { $0 == number } }

    /// Removes the effects that wait and have a place now from the list, and returns them.
    mutating func release(isLive: (EffectNumber) -> Bool) -> [EffectNumber] {
        var released: [EffectNumber] = []
        while head < waiting.count {
            let number = waiting[head]
            if isLive(number) {
                guard !isFull else { break }
                running.append(number)
                released.append(number)
            }
            head += 1
        }
        if head > 16, head > waiting.count / 2 {
            waiting.removeFirst(head)
            head = 0
        }
        return released
    }
}

/// What an effect is counted for: the windows of `throttle` are counted apart from the effects of a policy.
package enum EffectPurpose: Hashable { case policy, throttle }
