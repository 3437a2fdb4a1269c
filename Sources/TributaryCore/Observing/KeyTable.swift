// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A table whose keys have a `hash` and an `==` of the program's own, which may use the table (law 14).
///
/// They are called while nothing in the table is being changed; what they change in it is there when they return.
/// Values that have ended, such as weak references to what is gone, are dropped before the table grows: it is never
/// more than a few times as large as what lives in it. Finding a value is constant time, and hashes its key once.
@usableFromInline
final class KeyTable<Key: Hashable, Value> {
    @usableFromInline
    struct Entry {
        @usableFromInline let key: Key
        @usableFromInline var value: Value?

        @inlinable
        init(key: Key, value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// For each place the hash value of the key there, or 0 where it is free; as many as a power of two.
    @usableFromInline var hashes: ContiguousArray<Int> = []
    @usableFromInline var entries: ContiguousArray<Entry?> = []

    /// How many places are taken.
    @usableFromInline var count = 0

    /// How many of them have lost their value.
    @usableFromInline var emptyCount = 0

    /// How often the table was changed: a search during which it was begins anew.
    @usableFromInline var changes = 0

    /// Whether a value has ended; runs no code of the program's own.
    @usableFromInline let isEnded: (inout Value) -> Bool

    @inlinable
    init(droppingWhere isEnded: @escaping (inout Value) -> Bool) { self.isEnded = isEnded }

    /// The value of a key.
    @inlinable
    subscript(key: Key) -> Value? {
        guard count > 0 else { return nil }
        let place = place(of: key, hash: Self.hash(of: key))
        return place.isTaken ? entries[place.index]?.value : nil
    }

    /// Adds a value, unless the key has one that has not ended.
    ///
    /// - Returns: The value that the key has now.
    @inlinable
    @discardableResult
    func insert(_ value: Value, for key: Key) -> Value {
        let hash = Self.hash(of: key)
        var place = place(of: key, hash: hash)
        if place.isTaken, let present = entries[place.index]?.value {
            var present = present
            if !isEnded(&present) { return present }
        }
        if !place.isTaken, 4 * (count + 1) > 3 * entries.count {
            rebuild(toInsert: 1)
            place.index = freeIndex(for: hash, in: hashes)
        }
        if !place.isTaken {
            count += 1
        } else if entries[place.index]?.value == nil {
            emptyCount -= 1
        }
        changes &+= 1
        hashes[place.index] = hash
        let former = entries[place.index]
        entries[place.index] = Entry(key: key, value: value)
        withExtendedLifetime(former) {}
        return value
    }

    /// Removes the value of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - isLivingKept: Whether only a value that has ended is removed.
    /// - Returns: Whether one was removed.
    @inlinable
    @discardableResult
    func remove(_ key: Key, keepingLiving isLivingKept: Bool = false) -> Bool {
        guard count > 0 else { return false }
        let place = place(of: key, hash: Self.hash(of: key))
        guard place.isTaken, var value = entries[place.index]?.value else { return false }
        if isLivingKept, !isEnded(&value) { return false }
        changes &+= 1
        let former = entries[place.index]
        // The place stays taken until the table is built anew, so that searches do not end at it.
        entries[place.index]?.value = nil
        emptyCount += 1
        if 2 * emptyCount > count { rebuild(toInsert: 0) }
        withExtendedLifetime(former) {}
        return true
    }

    /// The keys and values, in no particular order.
    @inlinable
    var present: [(key: Key, value: Value)] {
        entries.compactMap { entry in
            guard let entry, let value = entry.value else { return nil }
            return (entry.key, value)
        }
    }

    @inlinable
    static func hash(of key: Key) -> Int {
        let hash = key.hashValue
        return hash == 0 ? 1 : hash
    }

    /// The place of a key, or the free one where it would be.
    @inlinable
    func place(of key: Key, hash: Int) -> (index: Int, isTaken: Bool) {
        while true {
            // What `==` does to the table, it does not do to these.
            let hashes = hashes
            let entries = entries
            let changes = changes
            guard !hashes.isEmpty else { return (0, false) }
            var index = hash & (hashes.count - 1)
            var isFound = false
            while hashes[index] != 0 {
                if hashes[index] == hash, let other = entries[index]?.key, other == key {
                    isFound = true
                    break
                }
                index = (index + 1) & (hashes.count - 1)
            }
            if changes == self.changes { return (index, isFound) }
        }
    }

    @inlinable
    func freeIndex(for hash: Int, in hashes: ContiguousArray<Int>) -> Int {
        var index = hash & (hashes.count - 1)
        while hashes[index] != 0 { index = (index + 1) & (hashes.count - 1) }
        return index
    }

    /// Drops what has ended, and makes room for twice as much as is left.
    ///
    /// - Parameter added: How much comes besides.
    @usableFromInline
    func rebuild(toInsert added: Int) {
        var kept: [Int] = []
        for index in entries.indices where entries[index]?.value != nil {
            guard var value = entries[index]?.value else { continue }
            // Taken out meanwhile, so that a value can tell whether others hold it.
            entries[index]?.value = nil
            if !isEnded(&value) { kept.append(index) }
            entries[index]?.value = value
        }
        let needed = kept.count + added
        var size = needed == 0 ? 0 : 8
        while size < 2 * needed { size *= 2 }
        var newHashes = ContiguousArray(repeating: 0, count: size)
        var newEntries = ContiguousArray<Entry?>(repeating: nil, count: size)
        for index in kept {
            let free = freeIndex(for: hashes[index], in: newHashes)
            newHashes[free] = hashes[index]
            newEntries[free] = entries[index]
        }
        let former = entries
        hashes = newHashes
        entries = newEntries
        count = kept.count
        emptyCount = 0
        changes &+= 1
        // What ends with its last reference may use the table.
        withExtendedLifetime(former) {}
    }
}
