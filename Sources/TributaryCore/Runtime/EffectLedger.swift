// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Registers the effects that run or wait, with their identifiers and the piece of state they live with.
///
/// It starts nothing.
///
/// Effects are numbered in the order in which they begin. The effect runner asks the ledger what to start, cancel and
/// release, and does it. Every answer is in the order of the numbers, so that a run can be repeated.
///
/// Beginning and ending an effect cost constant time, and no hashing if the effect has no identifiers.
package struct EffectLedger {
    /// One effect, or a free slot.
    struct Slot {
        /// The order of the effect's number; 0 if the slot is free.
        var order = 0
        var identifiers: [AnyHashable] = []
        var lifetime: EffectLifetime?

        /// The neighbours in the list of effects of the same lifetime.
        ///
        /// In a free slot, `next` is the next free slot.
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

    /// Whether an effect has neither ended nor been cancelled.
    package func contains(_ number: EffectNumber) -> Bool { slots[number.slot].order == number.order }

    /// Registers an effect that begins, and gives it a number.
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
    /// - Returns: What to do; nothing is cancelled.
    @discardableResult
    package mutating func end(_ number: EffectNumber) -> EffectCommands {
        guard contains(number) else { return EffectCommands() }
        return EffectCommands(open: remove(CollectionOfOne(number)))
    }

    /// Cancels the effects that run or wait under an identifier, in a piece of state or below it.
    package mutating func cancel(
        _ identifier: AnyHashable,
        within lifetime: EffectLifetime
    ) -> EffectCommands {
        guard let candidates = identified[identifier] else { return EffectCommands() }
        let cancelled = candidates.numbers.filter { number in
            contains(number) && slots[number.slot].lifetime?.isWithin(lifetime) == true
        }
        // Usually all effects of the identifier are cancelled: drop its list at once rather than one effect at a
        // time.
        let isDropped = cancelled.count == candidates.liveCount
        if isDropped { identified[identifier] = nil }
        return EffectCommands(cancel: cancelled, open: remove(cancelled, isDropped: isDropped))
    }

    /// Cancels an effect and all its parts.
    package mutating func cancel(_ number: EffectNumber) -> EffectCommands {
        guard contains(number) else { return EffectCommands() }
        let cancelled = CollectionOfOne(number) + parts(of: number)
        return EffectCommands(cancel: cancelled, open: remove(cancelled))
    }

    /// The parts of an effect.
    ///
    /// The number of the whole is one of the identifiers of each part.
    func parts(of number: EffectNumber) -> [EffectNumber] {
        identified[AnyHashable(number)]?.numbers.filter(contains) ?? []
    }

    /// Cancels the effects that live with a piece of state, or below it.
    package mutating func cancel(_ lifetime: EffectLifetime) -> EffectCommands {
        var cancelled: [EffectNumber] = []
        collect(lifetime, into: &cancelled)
        cancelled.sort()
        return EffectCommands(cancel: cancelled, open: remove(cancelled))
    }

    /// Cancels everything.
    ///
    /// No effect that waited begins.
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
        lifetime.forEachChild { collect($0, into: &numbers) }
    }

    /// Removes effects that are registered, and returns the waiting effects that get their places.
    ///
    /// `isDropped` says that all of them share an identifier whose list is dropped already.
    private mutating func remove(
        _ numbers: some Sequence<EffectNumber>,
        isDropped: Bool = false
    ) -> [EffectNumber] {
        var opened: [EffectLimit.Key] = []
        for number in numbers {
            // Move the slot out rather than copy it.
            var slot = Slot(next: firstFree)
            swap(&slots[number.slot], &slot)
            firstFree = number.slot
            count -= 1
            if slot.previous >= 0 { slots[slot.previous].next = slot.next }
            if slot.next >= 0 { slots[slot.next].previous = slot.previous }
            // Keep the place: another effect may begin at the same moment.
            if let lifetime = slot.lifetime, lifetime.firstEffect == number.slot {
                lifetime.firstEffect = slot.next
            }
            // A shared identifier whose list is dropped need not be looked up, if the effect has no other.
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
