// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What runs and waits, under which identifiers, and with which piece of state it lives: it starts nothing.
///
/// Effects are numbered in the order in which they begin. Whoever performs them asks here what is to be started,
/// cancelled and released, and does it. Every answer is in the order of the numbers, so that a run can be repeated.
/// Beginning and ending cost constant time, and no hashing for effects without identifiers.
package struct EffectLedger {
    /// One effect, or a free place.
    struct Slot {
        /// The order of the effect's number, 0 when the place is free.
        var order = 0
        var identifiers: [AnyHashable] = []
        var lifetime: EffectLifetime?

        /// The neighbours among the effects of the same lifetime; of a free place, `next` is another free one.
        var previous = -1
        var next = -1

        /// Whether a policy counts the effect.
        var isLimited = false
    }

    private(set) var slots: [Slot] = []
    private var firstFree = -1
    private var last = 0
    private var identified: [AnyHashable: EffectNumbers] = [:]

    var limits: [EffectLimit.Key: EffectLimit] = [:]
    var limitKeys: [EffectNumber: EffectLimit.Key] = [:]

    /// How many effects run or wait.
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// Whether an effect was neither ended nor cancelled.
    package func contains(_ number: EffectNumber) -> Bool { slots[number.slot].order == number.order }

    /// Writes down that an effect begins, and gives it a number.
    package mutating func begin(identifiers: [AnyHashable], lifetime: EffectLifetime) -> EffectNumber {
        last += 1
        count += 1
        let slot: Int
        if firstFree >= 0 {
            slot = firstFree
            firstFree = slots[slot].next
        } else {
            slot = slots.count
            slots.append(Slot())
        }
        let number = EffectNumber(order: last, slot: slot)
        slots[slot] = Slot(
            order: last,
            identifiers: identifiers,
            lifetime: lifetime,
            next: lifetime.firstEffect
        )
        if lifetime.firstEffect >= 0 { slots[lifetime.firstEffect].previous = slot }
        lifetime.firstEffect = slot
        for (index, identifier) in identifiers.enumerated()
        where index == 0 || !identifiers[..<index].contains(identifier) {
            identified[identifier, default: EffectNumbers()].append(number)
        }
        return number
    }

    /// Removes an effect that has ended by itself.
    ///
    /// - Returns: What is to be done; nothing is cancelled.
    @discardableResult
    package mutating func end(_ number: EffectNumber) -> EffectCommands {
        guard contains(number) else { return EffectCommands() }
        return EffectCommands(open: remove(CollectionOfOne(number)))
    }

    /// Cancels what runs or waits under an identifier, in a piece of state or below it.
    package mutating func cancel(
        _ identifier: AnyHashable,
        within lifetime: EffectLifetime
    ) -> EffectCommands {
        guard let candidates = identified[identifier] else { return EffectCommands() }
        let cancelled = candidates.numbers.filter { number in
            contains(number) && slots[number.slot].lifetime?.isWithin(lifetime) == true
        }
        // Dropped at once rather than one by one, in the case that is the rule.
        let isDropped = cancelled.count == candidates.liveCount
        if isDropped { identified[identifier] = nil }
        return EffectCommands(cancel: cancelled, open: remove(cancelled, isDropped: isDropped))
    }

    /// Cancels an effect and everything that was begun as a part of it.
    package mutating func cancel(_ number: EffectNumber) -> EffectCommands {
        guard contains(number) else { return EffectCommands() }
        let cancelled = CollectionOfOne(number) + parts(of: number)
        return EffectCommands(cancel: cancelled, open: remove(cancelled))
    }

    /// What was begun as a part of an effect: the number of the whole is one of its identifiers.
    func parts(of number: EffectNumber) -> [EffectNumber] {
        identified[AnyHashable(number)]?.numbers.filter(contains) ?? []
    }

    /// Cancels what lives with a piece of state, or below it.
    package mutating func cancel(_ lifetime: EffectLifetime) -> EffectCommands {
        var cancelled: [EffectNumber] = []
        collect(lifetime, into: &cancelled)
        cancelled.sort()
        return EffectCommands(cancel: cancelled, open: remove(cancelled))
    }

    /// Cancels everything; nothing that waited begins.
    package mutating func cancelAll() -> EffectCommands {
        let cancelled = slots.indices.compactMap { slots[$0].order > 0 ? number(at: $0) : nil }.sorted()
        limits = [:]
        return EffectCommands(cancel: cancelled, open: remove(cancelled))
    }

    private func number(at slot: Int) -> EffectNumber { EffectNumber(order: slots[slot].order, slot: slot) }

    private func collect(_ lifetime: EffectLifetime, into numbers: inout [EffectNumber]) {
        var slot = lifetime.firstEffect
        while slot >= 0 {
            numbers.append(number(at: slot))
            slot = slots[slot].next
        }
        for child in lifetime.children.values { collect(child, into: &numbers) }
    }

    /// Removes effects that are there, and tells which of those that waited for their places begin now.
    ///
    /// `isDropped` tells whether the list of an identifier that all of them have is dropped already.
    private mutating func remove(
        _ numbers: some Sequence<EffectNumber>,
        isDropped: Bool = false
    ) -> [EffectNumber] {
        var opened: [EffectLimit.Key] = []
        for number in numbers {
            // Taken out rather than copied.
            var slot = Slot(next: firstFree)
            swap(&slots[number.slot], &slot)
            firstFree = number.slot
            count -= 1
            if slot.previous >= 0 { slots[slot.previous].next = slot.next }
            if slot.next >= 0 { slots[slot.next].previous = slot.previous }
            // The place stays: where an effect ends, another may begin at the same moment.
            if let lifetime = slot.lifetime, lifetime.firstEffect == number.slot {
                lifetime.firstEffect = slot.next
            }
            // One that is dropped need not be looked up, if it is the only one.
            if !isDropped || slot.identifiers.count > 1 {
                for (index, identifier) in slot.identifiers.enumerated()
                where index == 0 || !slot.identifiers[..<index].contains(identifier) {
                    forget(identifier)
                }
            }
            if slot.isLimited, let key = limitKeys.removeValue(forKey: number) {
                limits[key]?.remove(number)
                if opened.last != key { opened.append(key) }
            }
        }
        return opened.isEmpty ? [] : release(opened)
    }

    private mutating func forget(_ identifier: AnyHashable) {
        let slots = slots
        let isLast = identified[identifier]?.removeOne { slots[$0.slot].order == $0.order }
        if isLast == true { identified[identifier] = nil }
    }

    /// Marks an effect as one that a policy counts.
    mutating func limit(_ number: EffectNumber, _ key: EffectLimit.Key) {
        slots[number.slot].isLimited = true
        limitKeys[number] = key
    }
}
