// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What runs, under which identifiers, and with which piece of state it lives: bookkeeping that starts nothing.
///
/// Effects are numbered in the order in which they begin. Whoever performs them asks here what a cancellation
/// means, and does it. Every answer is in the order of the numbers, so that a run can be repeated.
package struct EffectLedger {
    private struct Entry {
        let identifiers: [AnyHashable]
        let lifetime: EffectLifetime
    }

    private var entries: [Int: Entry] = [:]
    private var numbers: [AnyHashable: Set<Int>] = [:]
    private var last = 0

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    package func contains(_ number: Int) -> Bool { entries[number] != nil }

    /// Writes down that an effect begins, and gives it a number.
    package mutating func begin(identifiers: [AnyHashable], lifetime: EffectLifetime) -> Int {
        last += 1
        entries[last] = Entry(identifiers: identifiers, lifetime: lifetime)
        for identifier in identifiers { numbers[identifier, default: []].insert(last) }
        lifetime.insert(last)
        return last
    }

    /// Strikes out an effect that has ended by itself; tells whether it was still there.
    @discardableResult
    package mutating func end(_ number: Int) -> Bool {
        guard let lifetime = entries[number]?.lifetime else { return false }
        strike(number)
        lifetime.removeIfEmpty()
        return true
    }

    private mutating func strike(_ number: Int) {
        guard let entry = entries.removeValue(forKey: number) else { return }
        for identifier in entry.identifiers {
            numbers[identifier]?.remove(number)
            if numbers[identifier]?.isEmpty == true { numbers[identifier] = nil }
        }
        entry.lifetime.remove(number)
    }

    /// Strikes out what runs under an identifier, in a piece of state or below it.
    package mutating func cancel(_ identifier: AnyHashable, within lifetime: EffectLifetime) -> [Int] {
        let cancelled = (numbers[identifier] ?? []).filter {
            entries[$0]?.lifetime.isWithin(lifetime) == true
        }
        return end(cancelled)
    }

    /// Strikes out what lives with a piece of state, or below it.
    package mutating func cancel(_ lifetime: EffectLifetime) -> [Int] { end(lifetime.effectsBelow) }

    /// Strikes out everything.
    package mutating func cancelAll() -> [Int] { end(entries.keys) }

    private mutating func end(_ cancelled: some Sequence<Int>) -> [Int] {
        let ordered = cancelled.sorted()
        for number in ordered { strike(number) }
        return ordered
    }
}
